"""Text on pictures: its font, and what of it fits."""

from __future__ import annotations

from PIL import ImageFont

Font = ImageFont.FreeTypeFont


def font_for(width: int) -> Font:
    """The font of captions of a picture that is `width` pixels wide."""
    font = ImageFont.load_default(max(9, width // 40))
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  # it is, where a size is asked for
    return font


def fitting(text: str, font: Font, width: int) -> str:
    """`text`, or as much of its start as fits into `width` pixels."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text + "…") > width:
        text = text[:-1]
    return text + "…"


def wrapped(text: str, font: Font, width: int, most: int) -> list[str]:
    """`text` in at most so many lines of `width` pixels; the last ends in "…" if more follows."""
    words, lines = text.split(), list[str]()
    while words and len(lines) < most:
        count = 1
        while count < len(words) and font.getlength(" ".join(words[: count + 1])) <= width:
            count += 1
        if len(lines) == most - 1:
            count = len(words)
        lines.append(fitting(" ".join(words[:count]), font, width))
        words = words[count:]
    return lines
