"""JPEG encoding, for language models and for ROS topics."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def jpeg_of(picture: Image.Image, quality: int) -> bytes:
    """An image as JPEG; `quality` is 1 to 100."""
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()
