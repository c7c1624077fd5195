"""What the robot's arms do: which of them reaches for what, and where its hand is then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist

from sim_bridge.embodied.arms import LONGEST, SHOULDERS, arm
from sim_bridge.embodied.arrangement import Arrangement
from sim_bridge.embodied.geometry import Box, Frame, Vec
from sim_bridge.embodied.room_model import RoomModel
from sim_bridge.embodied.shape import LEFT, RIGHT, Part

FOOT = 0.24
"""Half the side of the square that the robot stands on, in meters."""
SMALL = 0.6
"""What is shorter is taken hold of from above, in meters."""
PATCH = 0.15
"""Half the side of the patch of floor that is worked at once, in meters."""
WITHIN_REACH = LONGEST + FOOT


def busy_arms(
    room: RoomModel, arrangement: Arrangement, frames: Mapping[str, Frame]
) -> dict[str, Vec]:
    """The points, in the robot's frame, that the hands of its arms are at which do not rest."""
    robot = next(iter(arrangement.agents), None)
    hands: dict[str, Vec] = {}
    if robot is None:
        return hands
    own = frames[robot]
    holding = sum(place.rest.support == robot for place in arrangement.places.values())
    free = [LEFT, RIGHT] if not holding else [LEFT] if holding == 1 else []
    for name in dict.fromkeys(arrangement.reach):
        if not free or carries(arrangement, name, arrangement.reach[0]):
            continue
        found = _hand_on(room, arrangement, name, (own, frames.get(name)), free)
        if found is not None:
            side, hands[side] = found
            free.remove(side)
    return hands


def _hand_on(
    room: RoomModel,
    arrangement: Arrangement,
    name: str,
    frames: tuple[Frame, Frame | None],
    free: Sequence[str],
) -> tuple[str, Vec] | None:
    """Which of the free arms reaches for a thing, and where its hand is; None: it is too far."""
    robot = next(iter(arrangement.agents))
    if name in room.floors:
        return free[0], (SHOULDERS[free[0]][0], -FOOT - PATCH, 0.06)
    own, there = frames
    if there is None or name not in room.shapes or carries(arrangement, robot, name):
        return None
    box = _inverse_box(own, there.box(room.shapes[name].bounds))
    side = min(free, key=lambda one: abs(SHOULDERS[one][0] - box.center[0]))
    hand = _grip(SHOULDERS[side], box)
    return (side, hand) if dist(SHOULDERS[side], hand) <= WITHIN_REACH else None


def carries(arrangement: Arrangement, below: str, name: str) -> bool:
    """Whether `name` rests on or in `below`, directly or by way of others."""
    while name in arrangement.places:
        name = arrangement.places[name].rest.support
        if name == below:
            return True
    return False


def arm_parts(hands: Mapping[str, Vec]) -> list[Part]:
    """The arms that do not rest, in the robot's frame."""
    return [part for side, hand in hands.items() for part in arm(side, hand)]


def _inverse_box(frame: Frame, box: Box) -> Box:
    """A box of the world in a frame."""
    back = Frame(quarter=-frame.quarter, scale=1 / frame.scale)
    moved = box.moved(tuple(-value for value in frame.origin))  # type: ignore[arg-type]  # three
    return back.box(moved)


def _grip(shoulder: Vec, box: Box) -> Vec:
    """Where a hand takes hold of a box: its near side if it is large, just above it if small."""
    x = min(max(shoulder[0], box.lo[0]), box.hi[0])
    y = min(max(shoulder[1], box.lo[1]), box.hi[1])
    z = min(max(shoulder[2] + 0.1, box.lo[2]), box.hi[2])
    if max(box.size) < SMALL:
        y = min(y, box.center[1])
        z = box.hi[2] + 0.05
    return (x, y - 0.03, z)
