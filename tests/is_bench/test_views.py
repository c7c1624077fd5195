from __future__ import annotations

import numpy as np
import pytest

from is_bench.views import Box, boxes_of


def test_a_box_is_the_smallest_rectangle_around_an_object() -> None:
    segmentation = np.zeros((6, 8), dtype=np.int32)
    segmentation[1, 2] = segmentation[4, 5] = 1
    segmentation[0, 7] = 3
    assert boxes_of(segmentation, ["a", "b", "c"]) == (Box("a", 2, 1, 6, 5), Box("c", 7, 0, 8, 1))


def test_there_is_no_box_where_there_is_no_object() -> None:
    assert boxes_of(np.zeros((4, 4), dtype=np.int32), ["a"]) == ()


@pytest.mark.parametrize("seed", range(20))
def test_boxes_are_those_of_the_pixels(seed: int) -> None:
    """Of any shapes, runs over the ends of rows and single pixels among them."""
    random = np.random.default_rng(seed)
    height, width = random.integers(1, 9, 2)
    segmentation = random.integers(0, 1 + random.integers(1, 5), (height, width)).astype(np.int32)
    expected = []
    for number in sorted({*segmentation.ravel().tolist()} - {0}):
        rows, columns = np.nonzero(segmentation == number)
        ends = (columns.max() + 1, rows.max() + 1)
        expected.append(Box("abcde"[number - 1], columns.min(), rows.min(), *ends))
    assert boxes_of(segmentation, list("abcde")) == tuple(expected)
