from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from is_bench.chat import Message, Picture
from is_bench.chat.images import encode, fit_size
from is_bench.chat.tokens import messages_tokens, picture_tokens
from is_bench.errors import InputError


def picture(height: int, width: int) -> NDArray[np.uint8]:
    """Red above, blue below."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, :, 0] = 255
    pixels[height // 2 :, :, 2] = 255
    return pixels


def opened(encoded: Picture) -> Image.Image:
    assert encoded.media_type == "image/jpeg"
    return Image.open(BytesIO(encoded.data))


@pytest.mark.parametrize(
    ("size", "longest", "fits"),
    [
        ((640, 480), 512, (512, 384)),
        ((480, 640), 320, (240, 320)),
        ((320, 240), 512, (320, 240)),
        ((5000, 2), 100, (100, 1)),
    ],
)
def test_a_picture_is_made_to_fit_and_never_larger(
    size: tuple[int, int], longest: int, fits: tuple[int, int]
) -> None:
    width, height = size
    assert fit_size(width, height, longest) == fits
    assert opened(encode(picture(height, width), longest)).size == fits


def test_the_picture_is_the_same_one() -> None:
    image = opened(encode(picture(480, 640), 64)).convert("RGB")
    red, blue = image.getpixel((32, 5)), image.getpixel((32, 43))
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert red[0] > 200
    assert red[2] < 60
    assert blue[2] > 200
    assert blue[0] < 60


def test_less_quality_is_less_data() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (100, 100, 3), dtype=np.uint8)
    assert len(encode(noise, quality=30).data) < len(encode(noise, quality=90).data) / 2


@pytest.mark.parametrize(
    "pixels", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)]
)
def test_another_array_is_refused(pixels: NDArray[np.uint8]) -> None:
    with pytest.raises(InputError, match=r"must be an \(h, w, 3\) array"):
        encode(pixels)


def test_a_smaller_picture_costs_fewer_tokens() -> None:
    asked = [
        messages_tokens([Message("user", "", (encode(picture(480, 640), longest),))])
        for longest in (640, 320, 64)
    ]
    assert asked[0] > 2 * asked[1] > 2 * asked[2]
    assert asked[1] - messages_tokens([Message("user", "")]) == picture_tokens(320, 240)


def test_what_is_no_picture_is_counted_by_its_length() -> None:
    assert messages_tokens([Message("user", "", (Picture(b"x" * 3000),))]) > 1000
