"""Estimates of tokens, for limits, and for servers that do not count."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from is_bench.chat.messages import Message, Picture

BYTES_PER_TOKEN = 3
"""Of English text about four; less, so that an estimate is rather too high."""
PIXELS_PER_TOKEN = 750
"""What Anthropic's documentation says; Qwen2-VL's 28 x 28 patches come to 784."""
PICTURE_TOKENS = 85
"""For a picture of any size, as with OpenAI's older vision models."""
MESSAGE_TOKENS = 4


def text_tokens(text: str) -> int:
    """Of a text, rather too many."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def picture_tokens(width: int, height: int) -> int:
    """Of a picture of `width` x `height` pixels; providers differ by a factor of three."""
    return PICTURE_TOKENS + -(-width * height // PIXELS_PER_TOKEN)


def messages_tokens(messages: Iterable[Message]) -> int:
    """Of a conversation, its pictures included."""
    return sum(
        MESSAGE_TOKENS + text_tokens(each.text) + sum(map(_encoded_tokens, each.pictures))
        for each in messages
    )


def _encoded_tokens(picture: Picture) -> int:
    try:
        with Image.open(BytesIO(picture.data)) as image:  # reads the header only
            return picture_tokens(*image.size)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return picture_tokens(0, 0) + len(picture.data) // BYTES_PER_TOKEN
