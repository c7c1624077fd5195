"""Scales and encodes images before sending, to reduce cost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from is_bench.chat.messages import Picture
from is_bench.errors import InputError
from is_bench.jpeg import jpeg_of


def encode(pixels: NDArray[np.uint8], longest_side: int = 512, quality: int = 85) -> Picture:
    """A JPEG of `pixels`, an (h, w, 3) array of RGB, scaled down where a side is too long.

    `longest_side` is in pixels, `quality` 1 to 95.  Raises InputError for another array.
    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or not pixels.size:
        raise InputError(
            f"an image must be an (h, w, 3) array of uint8, not {pixels.shape} of {pixels.dtype}"
        )
    height, width = pixels.shape[:2]
    size = fit_size(width, height, longest_side)
    image = Image.fromarray(np.ascontiguousarray(pixels))
    if size != (width, height):
        image = image.resize(size, Image.Resampling.BILINEAR)  # half the time of Lanczos
    return Picture(jpeg_of(image, quality))


def fit_size(width: int, height: int, longest_side: int) -> tuple[int, int]:
    """The size of a `width` x `height` image scaled to sides of at most `longest_side`, pixels."""
    longest = max(width, height)
    if longest <= longest_side:
        return width, height
    scale = longest_side / longest
    return max(1, round(width * scale)), max(1, round(height * scale))
