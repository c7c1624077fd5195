"""Smooth edges: jagged ones in a picture are blended along their direction.

After T. Lottes' FXAA (NVIDIA, 2009), for the few pixels that need it.  Multisampling looks better
and costs three times the picture itself on a machine without a graphics card; this, a fraction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image as Canvas

from is_bench.views import Image

CONTRAST = 20
"""The least difference of brightness, 0 to 255, between neighbors at an edge."""
STEPS = (1, 2, 3, 5, 8)
"""How far the ends of an edge are looked for, in pixels."""
REACH = STEPS[-1]

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]


def smoothed(picture: Image) -> Image:
    """A picture (height, width, 3) with smooth edges, but for a rim of REACH + 2 pixels."""
    height, width = picture.shape[:2]
    rim = REACH + 2
    if min(height, width) <= 2 * rim:
        return picture
    bright: npt.NDArray[np.uint8] = np.asarray(Canvas.fromarray(picture).convert("L"))
    at = _edges(bright, rim)
    if not len(at):
        return picture
    light = bright.ravel().astype(np.float32)
    at, edge = _edge(light, at, width)
    share = _shares(light, at, edge)[:, None]
    flat = picture.reshape(-1, 3)
    mixed = flat[at] * (1 - share) + flat[at + edge.across] * share
    result: Image = picture.copy()
    result.reshape(-1, 3)[at] = np.rint(mixed).astype(np.uint8)
    return result


def _edges(bright: npt.NDArray[np.uint8], rim: int) -> Places:
    """The flat indices of pixels at an edge."""
    found = np.zeros(bright.shape, dtype=bool)
    beside = _differ(bright[:, 1:], bright[:, :-1])
    below = _differ(bright[1:], bright[:-1])
    beside &= _near_ends(beside.T).T
    below &= _near_ends(below)
    found[:, 1:] = beside
    found[:, :-1] |= beside
    found[1:] |= below
    found[:-1] |= below
    found[:rim] = found[-rim:] = False
    found[:, :rim] = found[:, -rim:] = False
    return np.flatnonzero(found)


def _near_ends(edge: Mask) -> Mask:
    """Where edges along the rows begin or end within REACH: elsewhere they are straight."""
    near = np.zeros(edge.shape, dtype=bool)
    near[:, 1:] = edge[:, 1:] != edge[:, :-1]
    for shift in (1, 2, 4):
        near[:, shift:] |= near[:, :-shift]
    near[:, :-1] |= near[:, 1:]
    for shift in (1, 2, 4):
        near[:, :-shift] |= near[:, shift:]
    return near


def _differ(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> Mask:
    """Where two pictures differ by more than CONTRAST, without leaving the bytes that they are."""
    more: Mask = np.maximum(one, other) - np.minimum(one, other) > CONTRAST
    return more


@dataclass(frozen=True, eq=False)
class _Edge:
    """The edges through some pixels."""

    across: Places
    """The step to the neighbor on the other side, in flat indices."""
    along: Places
    """The step to the next pixel on the same side."""


def _edge(light: Floats, at: Places, width: int) -> tuple[Places, _Edge]:
    """Whether edges lie or stand, and on which side of the pixels; those that are at one."""
    up, down, left, right = -width, width, -1, 1
    middle = light.take(at)
    lying = 2 * np.abs(light.take(at + up) + light.take(at + down) - 2 * middle)
    standing = 2 * np.abs(light.take(at + left) + light.take(at + right) - 2 * middle)
    for side in (left, right):
        there = at + side
        lying += np.abs(light.take(there + up) + light.take(there + down) - 2 * light.take(there))
    for side in (up, down):
        there = at + side
        standing += np.abs(
            light.take(there + left) + light.take(there + right) - 2 * light.take(there)
        )
    is_lying = lying >= standing
    step = np.where(is_lying, width, 1)
    back, ahead = np.abs(light.take(at - step) - middle), np.abs(light.take(at + step) - middle)
    sharp = np.maximum(back, ahead) > CONTRAST
    step, is_lying = step[sharp], is_lying[sharp]
    across = np.where(back[sharp] >= ahead[sharp], -step, step)
    return at[sharp], _Edge(across, np.where(is_lying, 1, width))


def _shares(light: Floats, at: Places, edge: _Edge) -> Floats:
    """How much of the neighbor across belongs into each pixel: 0 to 0.5."""
    here, there = light.take(at), light.take(at + edge.across)
    level = ((here + there) / 2).astype(np.float32)
    least = (np.abs(there - here) / 4).astype(np.float32)
    ends = [_end(light, at, edge.across, sign * edge.along, level, least) for sign in (-1, 1)]
    (back, back_light), (ahead, ahead_light) = ends
    end_light = np.where(back <= ahead, back_light, ahead_light)
    share = 0.5 - np.minimum(back, ahead) / (back + ahead)
    # A pixel takes of its neighbor only where the edge's nearer end bends to its own side.
    bends = ((end_light < 0) != (here < level)) & (end_light != 0)
    shares: Floats = np.where(bends, np.clip(share, 0, 0.5), 0).astype(np.float32)
    return shares


def _end(
    light: Floats, at: Places, across: Places, along: Places, level: Floats, least: Floats
) -> tuple[Floats, Floats]:
    """How far the edge runs, and how bright its end is relative to `level`."""
    far = np.full(len(at), REACH, dtype=np.float32)
    found = np.zeros(len(at), dtype=np.float32)
    todo = np.arange(len(at))
    for step in STEPS:
        place = at + step * along
        off = (light.take(place) + light.take(place + across)) / 2 - level
        running = np.abs(off) < least
        done = todo[~running]
        far[done], found[done] = step, off[~running]
        on = np.flatnonzero(running)
        todo, at, across, along = todo[on], at[on], across[on], along[on]
        level, least = level[on], least[on]
    return far, found
