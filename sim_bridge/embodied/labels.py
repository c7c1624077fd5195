"""Names written on pictures' surfaces."""

from __future__ import annotations

import numpy as np
from PIL import Image as Canvas
from PIL import ImageDraw, ImageFont

from is_bench.views import Image

_PAPER, _INK = (245, 240, 224), (30, 34, 40)


MOST_CHARACTERS = 48
"""Of a name; the rest is left out."""


def draw_label(text: str, side: int) -> Image:
    """The words of `text`, one a line, on a square of `side` pixels: (side, side, 3)."""
    shown = text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()
    lines = shown.replace("_", " ").split() or [""]
    canvas = Canvas.new("RGB", (side, side), _PAPER)
    draw = ImageDraw.Draw(canvas)
    longest = max(map(len, lines))
    size = max(6, min(side // max(len(lines), 2), round(side * 1.6 / max(longest, 4))))
    font = ImageFont.load_default(size)
    draw.multiline_text(
        (side / 2, side / 2), "\n".join(lines), _INK, font, anchor="mm", align="center"
    )
    return np.asarray(canvas)
