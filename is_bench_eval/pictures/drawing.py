"""Drawing on views: boxes with names, captions, sheets."""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import hls_to_rgb
from hashlib import sha256

from PIL import Image, ImageDraw, ImageFont

from is_bench.objects import class_of
from is_bench.views import View

Colour = tuple[int, int, int]

BACKGROUND: Colour = (255, 255, 255)
INK: Colour = (24, 28, 34)
GAP = 6
"""Between pictures on a sheet, in pixels."""
LARGE_BOX = 0.3
"""Boxes over more than this share of a picture, of floors and lawns, say nothing."""


def picture_of(view: View, *, boxes: bool = False) -> Image.Image:
    """What a view shows; with `boxes`, framed and named object by object."""
    picture = Image.fromarray(view.rgb)
    if boxes:
        _draw_boxes(picture, view)
    return picture


def sheet(views: Sequence[View], *, boxes: bool = False, columns: int = 3) -> Image.Image:
    """All views side by side, each with the name of its camera."""
    pictures = [_named(picture_of(view, boxes=boxes), view.name) for view in views]
    width, height = pictures[0].size
    rows = -(-len(pictures) // columns)
    whole = Image.new(
        "RGB", (columns * (width + GAP) - GAP, rows * (height + GAP) - GAP), BACKGROUND
    )
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        whole.paste(picture, (column * (width + GAP), row * (height + GAP)))
    return whole


def captioned(picture: Image.Image, lines: Sequence[tuple[str, Colour]]) -> Image.Image:
    """A picture above lines of text."""
    font = _font(picture.width)
    step = round(font.size * 1.45)
    whole = Image.new("RGB", (picture.width, picture.height + step * len(lines) + 8), BACKGROUND)
    whole.paste(picture, (0, 0))
    draw = ImageDraw.Draw(whole)
    for number, (text, colour) in enumerate(lines):
        at = (10, picture.height + 4 + number * step)
        draw.text(at, _fitting(text, font, picture.width - 20), fill=colour, font=font)
    return whole


def colour_of(name: str) -> Colour:
    """The colour of an object's box: the same in every view."""
    hue = int.from_bytes(sha256(name.encode()).digest()[:2], "big") / 65536
    red, green, blue = hls_to_rgb(hue, 0.42, 0.85)
    return round(red * 255), round(green * 255), round(blue * 255)


def short_name(name: str) -> str:
    """`apple.n.01_2` as `apple 2`."""
    return f"{class_of(name).replace('_', ' ')} {name.rsplit('_', 1)[-1]}"


def _draw_boxes(picture: Image.Image, view: View) -> None:
    draw = ImageDraw.Draw(picture)
    font = _font(round(picture.width * 0.75))
    area = view.width * view.height
    for box in sorted(view.boxes, key=lambda box: -box.width * box.height):
        if box.width * box.height > LARGE_BOX * area:
            continue
        colour = colour_of(box.name)
        frame = (box.left, box.top, box.right - 1, box.bottom - 1)
        draw.rectangle(frame, outline=colour, width=max(1, view.width // 320))
        _draw_label(draw, box.left, box.top, short_name(box.name), colour, font)


def _draw_label(
    draw: ImageDraw.ImageDraw, left: int, top: int, text: str, colour: Colour, font: _Font
) -> None:
    width, height = round(draw.textlength(text, font)) + 4, round(font.size * 1.3)
    top = top - height if top >= height else top
    draw.rectangle((left, top, left + width, top + height), fill=colour)
    draw.text((left + 2, top), text, fill=BACKGROUND, font=font)


def _named(picture: Image.Image, name: str) -> Image.Image:
    draw = ImageDraw.Draw(picture)
    _draw_label(draw, 0, 0, name, INK, _font(picture.width))
    return picture


_Font = ImageFont.FreeTypeFont


def _font(width: int) -> _Font:
    font = ImageFont.load_default(max(9, width // 40))
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  # it is, where a size is asked for
    return font


def _fitting(text: str, font: _Font, width: int) -> str:
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text + "…") > width:
        text = text[:-1]
    return text + "…"
