from __future__ import annotations

import numpy as np

from is_bench.views import Box, boxes_of


def test_a_box_is_the_smallest_rectangle_around_an_object() -> None:
    segmentation = np.zeros((6, 8), dtype=np.int32)
    segmentation[1, 2] = segmentation[4, 5] = 1
    segmentation[0, 7] = 3
    assert boxes_of(segmentation, ["a", "b", "c"]) == (Box("a", 2, 1, 6, 5), Box("c", 7, 0, 8, 1))


def test_there_is_no_box_where_there_is_no_object() -> None:
    assert boxes_of(np.zeros((4, 4), dtype=np.int32), ["a"]) == ()
