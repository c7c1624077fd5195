from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim_bridge.backends.omnigibson.geometry import (
    Rigid,
    intrinsics,
    look_at,
    optical_pose,
    rotation,
)

NUMBERS = st.floats(-5, 5)
POINTS = st.tuples(NUMBERS, NUMBERS, NUMBERS)
TURNS = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS).filter(
    lambda q: float(np.linalg.norm(q)) > 0.1
)
MOTIONS = st.builds(Rigid.of, POINTS, TURNS)


@given(MOTIONS)
def test_a_motion_and_its_inverse_cancel_out(motion: Rigid) -> None:
    still = motion.then(motion.inverse())
    assert np.allclose(still.position, 0)
    assert np.allclose(rotation(still.orientation), np.eye(3))


@given(MOTIONS, MOTIONS, POINTS)
def test_motions_compose(first: Rigid, second: Rigid, point: tuple[float, float, float]) -> None:
    one_by_one = first.points(second.points([point]))
    assert np.allclose(first.then(second).points([point]), one_by_one)


@given(POINTS, POINTS)
def test_a_camera_looks_where_it_is_told(
    eye: tuple[float, float, float], target: tuple[float, float, float]
) -> None:
    if np.linalg.norm(np.subtract(eye, target)) < 0.1:
        return
    camera = look_at(eye, target)
    optical = optical_pose(camera.position, camera.orientation)
    ahead = rotation(optical.orientation) @ [0, 0, 1]
    towards = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
    assert np.allclose(ahead, towards, atol=1e-6)


def test_up_is_up_in_the_picture() -> None:
    camera = look_at([3, 0, 1], [0, 0, 1])
    optical = optical_pose(camera.position, camera.orientation)
    assert np.allclose(rotation(optical.orientation) @ [0, 1, 0], [0, 0, -1])


def test_the_benchmarks_bird_looks_down() -> None:
    # A pose of the published file for a kitchen's first view.
    optical = optical_pose([0, 0, 4], [3.19e-05, -0.014388, 0.99989, -0.0022409])
    assert (rotation(optical.orientation) @ [0, 0, 1])[2] < -0.99


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (640, 480), (480, 640)])
def test_pixels_are_square_and_the_field_of_view_is_the_lenss(width: int, height: int) -> None:
    matrix = intrinsics(width, height, focal_length=17.0, aperture=20.955)
    assert matrix[0, 0] == matrix[1, 1]
    assert 2 * np.arctan(width / 2 / matrix[0, 0]) == pytest.approx(2 * np.arctan(20.955 / 34))
    assert (matrix[0, 2], matrix[1, 2]) == (width / 2, height / 2)
