"""Drawing on views: boxes with names, sheets."""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import hls_to_rgb
from hashlib import sha256
from math import ceil

from PIL import Image, ImageDraw

from is_bench.views import Box, View
from is_bench_eval.console.wording import short_name
from is_bench_eval.visualization.labels import Tag, gap, laid_out
from is_bench_eval.visualization.text import Font, font_for

Color = tuple[int, int, int]

BACKGROUND: Color = (255, 255, 255)
INK: Color = (24, 28, 34)
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


def color_of(name: str) -> Color:
    """The color of an object's box: the same in every view."""
    hue = int.from_bytes(sha256(name.encode()).digest()[:2], "big") / 65536
    red, green, blue = hls_to_rgb(hue, 0.42, 0.85)
    return round(red * 255), round(green * 255), round(blue * 255)


def _draw_boxes(picture: Image.Image, view: View) -> None:
    """Frames first, large ones below small ones, then names, none on another."""
    draw = ImageDraw.Draw(picture)
    font = font_for(round(picture.width * 0.75))
    area = view.width * view.height
    boxes = [box for box in view.boxes if box.width * box.height <= LARGE_BOX * area]
    boxes.sort(key=lambda box: -box.width * box.height)
    for box in boxes:
        frame = (box.left, box.top, box.right - 1, box.bottom - 1)
        draw.rectangle(frame, outline=color_of(box.name), width=max(1, view.width // 320))
    tags = [_tag(box, font) for box in boxes]
    for box, place in zip(boxes, laid_out(tags, *picture.size), strict=True):
        if place is not None:
            _draw_leader(draw, box, place)
            _draw_label(
                draw, (place.left, place.top), short_name(box.name), color_of(box.name), font
            )


def _tag(box: Box, font: Font) -> Tag:
    width, height = _label_size(short_name(box.name), font)
    return Tag(box, width, height)


def _label_size(text: str, font: Font) -> tuple[int, int]:
    return ceil(font.getlength(text)) + 5, round(font.size * 1.3) + 1


def _draw_leader(draw: ImageDraw.ImageDraw, box: Box, place: Box) -> None:
    """A line from a name to its box, where they do not touch."""
    if gap(place, box) > 1:
        middle = ((box.left + box.right) // 2, (box.top + box.bottom) // 2)
        start = ((place.left + place.right) // 2, (place.top + place.bottom) // 2)
        draw.line((start, middle), fill=color_of(box.name), width=1)


def _draw_label(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, color: Color, font: Font
) -> None:
    left, top = at
    width, height = _label_size(text, font)
    draw.rectangle((left, top, left + width - 1, top + height - 1), fill=color)
    draw.text((left + 2, top), text, fill=BACKGROUND, font=font)


def _named(picture: Image.Image, name: str) -> Image.Image:
    _draw_label(ImageDraw.Draw(picture), (0, 0), name, INK, font_for(picture.width))
    return picture
