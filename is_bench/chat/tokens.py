"""Token estimates, for limits and for servers that report no usage."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from is_bench.chat.messages import Message, Picture

BYTES_PER_TOKEN = 3
"""English text has about four; fewer give an upper estimate."""
PIXELS_PER_TOKEN = 750
"""From Anthropic's documentation; Qwen2-VL's 28 x 28 patches have 784."""
PICTURE_TOKENS = 85
"""Base tokens of an image of any size, as with OpenAI's older vision models."""
MESSAGE_TOKENS = 4


def text_tokens(text: str) -> int:
    """Estimated tokens of a text (upper estimate)."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def picture_tokens(width: int, height: int) -> int:
    """Estimated tokens of a `width` x `height` pixel image; providers differ by a factor of 3."""
    return PICTURE_TOKENS + -(-width * height // PIXELS_PER_TOKEN)


def messages_tokens(messages: Iterable[Message]) -> int:
    """Estimated tokens of a conversation, including images."""
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
