"""Motion between two states: the robot goes to a thing, takes it, and carries it.

For clips alone: no observation shows it, and nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from is_bench.facts import Atom
from is_bench.views import Image
from sim_bridge.embodied.arrangement import Arrangement, Place, in_hand
from sim_bridge.embodied.geometry import Frame, quarter_towards
from sim_bridge.embodied.resting import HELD, Rest
from sim_bridge.embodied.robot import attended, passing
from sim_bridge.embodied.room_model import RoomModel

LARGEST = 1.0
"""What is larger is led or pushed, not held, in meters."""
WAY = (0.25, 0.5, 0.75)
"""Where on its way the robot is shown, as shares of it."""
GOING_S, TAKING_S = 0.2, 0.6
STILL = 0.1
"""A robot that goes less far than this is not shown on its way, in meters."""


@dataclass(frozen=True)
class Passing:
    """A state on the way, and how long it is shown."""

    arrangement: Arrangement
    seconds: float


@dataclass(frozen=True, eq=False)
class MotionFrame:
    """A picture of what happens between two moments, and how long it is shown."""

    picture: Image
    seconds: float


def passage(
    room: RoomModel,
    before: Arrangement,
    facts: frozenset[Atom],
    now: Arrangement,
    acted: Sequence[str],
) -> tuple[Passing, ...]:
    """What is to be seen after `before`, in which `facts` hold, and before `now`, in order."""
    robot = next(iter(before.agents), None)
    if robot is None or robot not in now.agents:
        return ()
    moved = next((name for name in acted if _is_moved(name, before, now)), None)
    if moved is None:
        return _way(room, facts, before, now)
    at_it = attended(room, before, before, facts, (moved,))
    to_it = _way(room, facts, before, at_it)
    if max(room.shapes[moved].bounds.size) > LARGEST:
        return (*to_it, Passing(at_it, TAKING_S), *_way(room, facts, at_it, now))
    holding = _holding(room, at_it, robot, moved)
    return (
        *to_it,
        Passing(at_it, TAKING_S),
        Passing(holding, TAKING_S),
        *_way(room, facts, holding, now),
    )


def _is_moved(name: str, before: Arrangement, now: Arrangement) -> bool:
    """Whether a thing has been taken from one place to another."""
    old, new = before.places.get(name), now.places.get(name)
    if old is None or new is None or old.rest == new.rest:
        return False
    return HELD not in (old.rest.how, new.rest.how)


def _holding(room: RoomModel, arrangement: Arrangement, robot: str, name: str) -> Arrangement:
    """The robot with a thing in its hand, turned to the open side of the room."""
    held = sum(place.rest.support == robot for place in arrangement.places.values())
    place = Place(Rest(HELD, robot), 0, in_hand(room.shapes[name], held))
    frame = replace(arrangement.agents[robot], quarter=0)
    return replace(
        arrangement,
        places={**arrangement.places, name: place},
        agents={**arrangement.agents, robot: frame},
        reach=(),
    )


def _way(
    room: RoomModel, facts: frozenset[Atom], start: Arrangement, end: Arrangement
) -> tuple[Passing, ...]:
    """The robot on its way from where it is at the start to where it is at the end."""
    robot = next(iter(start.agents))
    one, other = start.agents[robot], end.agents[robot]
    if dist(one.origin, other.origin) < STILL:
        return ()
    across, along, _ = (b - a for a, b in zip(one.origin, other.origin, strict=True))
    heading, found = quarter_towards(across, along), list[Passing]()
    for share in WAY:
        x, y, _ = (a + (b - a) * share for a, b in zip(one.origin, other.origin, strict=True))
        frame = Frame(passing(room, start, facts, (x, y)), heading, one.scale)
        state = replace(start, agents={**start.agents, robot: frame}, reach=())
        found.append(Passing(state, GOING_S))
    return tuple(found)
