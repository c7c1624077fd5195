from __future__ import annotations

import numpy as np
import pytest

from is_bench.views import Image
from sim_bridge.embodied.smoothing import REACH, smoothed

WHITE, BLACK = 255, 0


def slanted(height: int = 120, width: int = 160, slope: float = 0.3) -> tuple[Image, Image]:
    """A white half plane under a slanted edge: without gray, and as a fine camera sees it."""
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    above = rows + 0.5 - (20 + slope * (columns + 0.5))
    hard = np.where(above > 0, WHITE, BLACK)
    soft = np.clip((above + 0.5) * 255, 0, 255)
    return picture(hard), picture(soft)


def picture(brightness: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> Image:
    return np.repeat(brightness[..., None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize("slope", [0.15, 0.3, 0.7])
def test_a_jagged_edge_comes_nearer_to_what_a_fine_camera_sees(slope: float) -> None:
    hard, soft = slanted(slope=slope)
    before = np.abs(hard.astype(int) - soft).sum()
    after = np.abs(smoothed(hard).astype(int) - soft).sum()
    assert after < 0.75 * before


def test_what_is_smooth_stays_as_it_is() -> None:
    ramp = np.tile(np.arange(160, dtype=np.uint8), (120, 1))
    for plain in (picture(ramp), picture(np.full((120, 160), 80))):
        assert np.array_equal(smoothed(plain), plain)


def test_a_straight_edge_stays_sharp() -> None:
    half = picture(np.where(np.arange(160) < 80, WHITE, BLACK) * np.ones((120, 1)))
    assert np.array_equal(smoothed(half)[REACH * 3 : -REACH * 3], half[REACH * 3 : -REACH * 3])


def test_only_pixels_beside_an_edge_change_and_none_beyond_the_colors_there() -> None:
    hard, _ = slanted()
    chance = np.random.default_rng(0)
    noisy = chance.integers(0, 256, (60, 80, 3), dtype=np.uint8)
    result = smoothed(hard)
    flat = np.abs(np.diff(hard[..., 0].astype(int), axis=0)).max(axis=0)
    assert flat.max() == WHITE
    changed = (result != hard).any(axis=2)
    near = np.zeros_like(changed)
    edge = hard[1:, :, 0] != hard[:-1, :, 0]
    near[1:] |= edge
    near[:-1] |= edge
    assert changed.any()
    assert not (changed & ~near).any()
    assert smoothed(noisy).dtype == np.uint8


def test_the_picture_given_is_not_written_on_and_the_same_one_gives_the_same() -> None:
    hard, _ = slanted()
    kept = hard.copy()
    assert np.array_equal(smoothed(hard), smoothed(hard))
    assert np.array_equal(hard, kept)


@pytest.mark.parametrize("size", [(16, 16), (20, 20), (21, 21), (24, 400)])
def test_small_pictures_are_no_problem(size: tuple[int, int]) -> None:
    chance = np.random.default_rng(1)
    noisy = chance.integers(0, 256, (*size, 3), dtype=np.uint8)
    assert smoothed(noisy).shape == noisy.shape
