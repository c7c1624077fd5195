from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import InputError
from is_safety_monitor.bindings.regions import Frame, Map, circle, polygon

KITCHEN = polygon("kitchen", ((0, 0), (4, 0), (4, 3), (0, 3)), -math.inf, math.inf)
STOVE = polygon("stove", ((1, 1), (2, 1), (2, 2), (1, 2)), -1.0, 0.5)
ROOMS = Map("map", (KITCHEN, STOVE), {"dock": Frame(1.0, 2.0, 0.0, math.pi / 2)})
SIDE = st.floats(-10, 10)


@given(SIDE, SIDE)
def test_a_box_holds_what_is_between_its_sides(x: float, y: float) -> None:
    assert KITCHEN.contains(x, y, 0.0) == (0 <= x <= 4 and 0 <= y <= 3)


@given(st.floats(0, 2 * math.pi), st.floats(0, 3))
def test_a_circle_holds_what_is_near_its_center(angle: float, distance: float) -> None:
    round_table = polygon("table", circle((1.0, 1.0), 1.0), -math.inf, math.inf)
    x, y = 1 + distance * math.cos(angle), 1 + distance * math.sin(angle)
    if abs(distance - 1) > 0.01:
        assert round_table.contains(x, y, 0.0) == (distance < 1)


def test_the_smallest_region_counts() -> None:
    assert ROOMS.region_at("map", 1.5, 1.5, 0.0).name == "stove"
    assert ROOMS.region_at("map", 3.5, 1.5, 0.0).name == "kitchen"


def test_heights_count() -> None:
    assert ROOMS.region_at("map", 1.5, 1.5, 0.6).name == "kitchen"


def test_a_dent_does_not_belong_to_a_polygon() -> None:
    dented = polygon("u", ((0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)), -1, 1)
    assert not dented.contains(1.5, 2.0, 0.0)
    assert dented.contains(0.5, 2.0, 0.0)


def test_a_pose_of_a_fixed_frame_is_placed_in_the_map() -> None:
    assert ROOMS.place("dock", 1.0, 0.0, 0.0) == pytest.approx((1.0, 3.0, 0.0))


@pytest.mark.parametrize(
    ("frame", "x", "why"),
    [
        ("odom", 1.0, "frame 'odom'.*map.frames"),
        ("", 1.0, "frame ''"),
        ("map", 9.0, "no region of the map"),
        ("map", math.nan, "not finite"),
        ("map", math.inf, "not finite"),
    ],
)
def test_a_pose_that_cannot_be_placed_is_refused(frame: str, x: float, why: str) -> None:
    with pytest.raises(InputError, match=why):
        ROOMS.region_at(frame, x, 1.0, 0.0)


@pytest.mark.parametrize(
    "corners", [((0, 0), (1, 1)), ((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 0), (0, math.nan))]
)
def test_a_region_without_area_is_refused(corners: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(InputError):
        polygon("flat", corners, -1, 1)
