"""A frame of a clip: a picture, what it is about outlined, and its caption below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from is_bench.evaluation import Status
from is_bench.views import Box
from is_bench_eval.visualization.captions import MOST_REASON_LINES, Caption
from is_bench_eval.visualization.text import Font, fitting, font_for, wrapped

Color = tuple[int, int, int]

PAPER: Color = (255, 255, 255)
INK: Color = (24, 28, 34)
FAINT: Color = (104, 112, 122)
COLORS: Mapping[Status | None, Color] = {
    None: FAINT,
    Status.OK: (22, 110, 60),
    Status.FAILED: (178, 92, 0),
    Status.BLOCKED: (186, 26, 26),
}
LINES = 2 + MOST_REASON_LINES
"""The task, the step, the reason."""


def frame(picture: Image.Image, caption: Caption, boxes: Sequence[Box] = ()) -> Image.Image:
    """The picture above its caption; a step that was stopped or failed gets a border.

    `boxes` are outlined in the color of the step's status.
    """
    font = font_for(picture.width)
    step = round(font.size * 1.45)
    whole = Image.new("RGB", (picture.width, picture.height + step * LINES + 8), PAPER)
    whole.paste(picture, (0, 0))
    draw = ImageDraw.Draw(whole)
    color = COLORS[caption.status]
    thick = max(2, picture.width // 160)
    for box in boxes:
        around = (box.left - thick, box.top - thick, box.right + thick - 1, box.bottom + thick - 1)
        draw.rectangle(around, outline=color, width=thick)
    if caption.status in (Status.BLOCKED, Status.FAILED):
        edge = (0, 0, picture.width - 1, picture.height - 1)
        draw.rectangle(edge, outline=color, width=2 * thick)
    _write(draw, caption, font, (picture.width, picture.height + 4, step))
    return whole


def banner(picture: Image.Image, text: str, status: Status) -> Image.Image:
    """The picture with `text` in large letters across its top."""
    whole = picture.copy()
    draw = ImageDraw.Draw(whole)
    font = font_for(2 * picture.width)
    height = round(font.size * 1.7)
    draw.rectangle((0, 0, picture.width, height), fill=COLORS[status])
    at = (picture.width / 2, height / 2)
    draw.text(at, fitting(text, font, picture.width - 20), fill=PAPER, font=font, anchor="mm")
    return whole


def _write(
    draw: ImageDraw.ImageDraw, caption: Caption, font: Font, area: tuple[int, int, int]
) -> None:
    """The lines of a caption; `area` is its width, its top and the height of a line."""
    width, top, step = area
    room = width - 20
    draw.text((10, top), fitting(caption.task, font, room), fill=FAINT, font=font)
    left = 10
    if caption.verdict:
        left = _badge(draw, caption, font, (left, top + step)) + 8
    line = fitting(caption.step, font, width - left - 10)
    draw.text((left, top + step), line, fill=INK, font=font)
    reason = wrapped(caption.reason, font, room, MOST_REASON_LINES)
    for number, text in enumerate(reason, start=2):
        draw.text((10, top + step * number), text, fill=COLORS[caption.status], font=font)


def _badge(draw: ImageDraw.ImageDraw, caption: Caption, font: Font, at: tuple[int, int]) -> int:
    """The verdict, white on the status's color; returns where it ends."""
    left, top = at
    right = left + round(font.getlength(caption.verdict)) + 10
    shape = (left, top, right, top + round(font.size * 1.3))
    draw.rounded_rectangle(shape, radius=4, fill=COLORS[caption.status])
    draw.text((left + 5, top), caption.verdict, fill=PAPER, font=font)
    return right
