"""Where the robot stands: it goes to what it acts on.

Like an arrangement, this follows from the moment before and from what was done, and from nothing
else; no fact depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from is_bench.facts import Atom, atom
from is_bench.objects import Matter
from sim_bridge.embodied.appearance import NOTHING, parts_in, states_of
from sim_bridge.embodied.arrangement import Arrangement, frames_of
from sim_bridge.embodied.geometry import Box, Frame, Vec, quarter_towards
from sim_bridge.embodied.reaching import FOOT, PATCH, carries
from sim_bridge.embodied.resting import HELD, IN
from sim_bridge.embodied.room_model import RoomModel

TALL_AS = 1.08
"""The robot's height in meters."""
BEHIND = 0.6
"""Beside or behind furniture counts as so much farther away, in meters."""
HIDING = 0.42
"""Nearer than this to the middle, the robot hides from the south camera what it acts on."""
LAZY = 0.12
"""It stays where it is for a place that is not better by more than this, in meters."""
GRID, AIR = 0.08, 0.012

Floats = npt.NDArray[np.float64]


def attended(
    room: RoomModel,
    now: Arrangement,
    before: Arrangement | None,
    facts: frozenset[Atom],
    acted: Sequence[str],
) -> Arrangement:
    """`now`, with the robot at what it `acted` on, the arguments of its call, if anything.

    Otherwise it stays, or makes room for what has come to stand where it was.
    """
    robot = next(iter(now.agents), None)
    if robot is None:
        return now
    frames = frames_of(room, now)
    past = frames if before is None else frames_of(room, before)
    targets = _targets(room, now, facts, acted, (frames, past))
    ground = _ground(room, now, robot, frames, facts)
    frame = _stand(ground, now, robot, targets[0].box if targets else None)
    reach = tuple(target.name for target in targets) if acted else now.reach
    return replace(now, agents={**now.agents, robot: frame}, reach=reach)


def passing(
    room: RoomModel, now: Arrangement, facts: frozenset[Atom], point: tuple[float, float]
) -> Vec:
    """The free spot nearest to a point, on the way of the robot of `now`."""
    robot = next(iter(now.agents))
    ground = _ground(room, now, robot, frames_of(room, now), facts)
    spots = _free(ground, now.agents[robot], 0.0)
    if not len(spots):
        return now.agents[robot].origin
    far = np.hypot(spots[:, 0] - point[0], spots[:, 1] - point[1])
    x, y = (float(value) for value in spots[int(np.argmin(far))])
    return (x, y, _height(ground, x, y))


@dataclass(frozen=True)
class _Target:
    name: str
    box: Box
    """Around it, in the world."""


def _targets(
    room: RoomModel,
    now: Arrangement,
    facts: frozenset[Atom],
    acted: Sequence[str],
    frames: tuple[Mapping[str, Frame], Mapping[str, Frame]],
) -> list[_Target]:
    """What can be reached for of what was acted on; where it was, if it is not there any more."""
    found = []
    for name in acted:
        thing = room.scene.objects.get(name)
        if name in room.floors:
            found.append(_Target(name, _patch(room.layout.floor)))
        if thing is None or name not in room.shapes or thing.matter is Matter.AGENT:
            continue
        shown = _outside(room, now, facts, name)
        held = shown in now.places and now.places[shown].rest.how == HELD
        where = frames[1] if held or shown not in frames[0] else frames[0]
        if shown in where and shown in room.shapes:
            found.append(_Target(shown, where[shown].box(room.shapes[shown].bounds)))
    return found


def _patch(floor: Box) -> Box:
    """Where on a floor it is worked: its middle."""
    x, y, _ = floor.center
    return Box((x - PATCH, y - PATCH, 0.0), (x + PATCH, y + PATCH, 0.02))


def _outside(room: RoomModel, now: Arrangement, facts: frozenset[Atom], name: str) -> str:
    """`name`, or the closed thing that it is inside of."""
    outermost, one = name, name
    while one in now.places:
        rest = now.places[one].rest
        holder = room.scene.objects.get(rest.support)
        shut = holder is not None and holder.can("openable")
        if rest.how == IN and shut and atom("open", rest.support) not in facts:
            outermost = rest.support
        one = rest.support
    return outermost


# Where it stands


@dataclass(frozen=True)
class _Ground:
    """The floor, what is in the way on it, and from where wall furniture is used."""

    floor: Box
    taken: tuple[Box, ...]
    slabs: tuple[Box, ...]
    """Flat ground, such as a lawn, that the robot may stand on."""
    fronts: tuple[tuple[Box, Frame, float], ...]
    """Furniture at walls: its box in the world, its frame, and how far forward it comes."""
    margin: float
    """What the robot holds sticks out of its footprint so far."""


def _ground(
    room: RoomModel,
    now: Arrangement,
    robot: str,
    frames: Mapping[str, Frame],
    facts: frozenset[Atom],
) -> _Ground:
    states = states_of(facts)
    carried = {name for name in now.places if carries(now, robot, name)}
    taken, slabs, fronts, sticks_out = [], [], [], 0.0
    for name, frame in frames.items():
        if name in room.floors or name in now.agents:
            continue
        shape = room.shapes[name]
        if name in carried:
            box = frames[robot].box(room.shapes[robot].bounds)
            held = frame.box(shape.bounds)
            sticks_out = max(sticks_out, *_over(held, box))
            continue
        if shape.mount == "ground":
            slabs.append(frame.box(shape.bounds))
            continue
        if name in room.fixtures and name not in now.places:
            parts = parts_in(shape, states.get(name, NOTHING).tags)
            taken += [frame.box(part.bounds) for part in parts if not part.ghost]
            if shape.mount == "wall":
                fronts.append((frame.box(shape.bounds), frame, shape.bounds.lo[1]))
        taken.append(frame.box(shape.bounds))
    low = [box for box in taken if box.lo[2] < TALL_AS and box.hi[2] > 0.0]
    margin = min(0.3, sticks_out)
    return _Ground(room.layout.floor, tuple(low), tuple(slabs), tuple(fronts), margin)


def _over(inner: Box, outer: Box) -> list[float]:
    """How far a box sticks out of another at its four sides."""
    return [
        *(outer.lo[i] - inner.lo[i] for i in (0, 1)),
        *(inner.hi[i] - outer.hi[i] for i in (0, 1)),
    ]


def _stand(ground: _Ground, now: Arrangement, robot: str, target: Box | None) -> Frame:
    """Where the robot goes; its home is always free."""
    here, home = now.agents[robot], now.homes.get(robot, now.agents[robot])
    spots = _free(ground, here, ground.margin)
    if not len(spots):
        spots = _free(ground, here, 0.0)
    if not len(spots):
        return home
    moved = np.hypot(spots[:, 0] - here.origin[0], spots[:, 1] - here.origin[1])
    if target is None:
        x, y = spots[int(np.argmin(moved))]
        return replace(here, origin=(float(x), float(y), _height(ground, x, y)))
    cost = _distance(spots, target) + 0.3 * np.hypot(
        spots[:, 0] - target.center[0], spots[:, 1] - target.center[1]
    )
    for box, frame, edge in ground.fronts:
        if box.grown(0.02).holds(target.center) or box.gap(target) < AIR:
            cost += BEHIND * (_forward(spots, frame, edge) < 0)
    aside = np.abs(spots[:, 0] - target.center[0])
    cost += 0.8 * np.maximum(0, HIDING - aside) * (spots[:, 1] < target.lo[1])
    cost += 0.02 * moved + LAZY * (moved > AIR)
    x, y = (float(value) for value in spots[int(np.argmin(cost))])
    return Frame((x, y, _height(ground, x, y)), _facing((x, y), target), here.scale)


def _height(ground: _Ground, x: float, y: float) -> float:
    """How high the ground is at a spot."""
    foot = Box((x - FOOT, y - FOOT, 0), (x + FOOT, y + FOOT, TALL_AS))
    return max((slab.hi[2] for slab in ground.slabs if foot.overlap(slab) > 0), default=0.0)


def _free(ground: _Ground, here: Frame, margin: float) -> Floats:
    """The spots on which the robot fits, the present one first, if it still is one."""
    foot = FOOT * here.scale + AIR
    (x0, y0, _), (x1, y1, _) = ground.floor.lo, ground.floor.hi
    xs = np.arange(x0 + foot, x1 - foot + 1e-9, GRID)
    ys = np.arange(y0 + foot, y1 - foot + 1e-9, GRID)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    spots: Floats = np.concatenate([[here.origin[:2]], grid])
    free = np.ones(len(spots), dtype=bool)
    side = foot + margin
    for box in ground.taken:
        away = np.maximum(np.array(box.lo[:2]) - spots, spots - np.array(box.hi[:2]))
        free &= away.max(axis=1) > side
    return spots[free]


def _distance(spots: Floats, target: Box) -> Floats:
    """From each spot to the outline of a box on the plane."""
    away = np.maximum(np.array(target.lo[:2]) - spots, spots - np.array(target.hi[:2]))
    distance: Floats = np.hypot(*np.maximum(away, 0).T)
    return distance


def _forward(spots: Floats, frame: Frame, edge: float) -> Floats:
    """How far each spot is before the front edge of furniture; negative: beside or behind it."""
    front = Frame(quarter=frame.quarter).point((0, -1, 0))
    offset = spots - np.array(frame.origin[:2])
    before: Floats = offset @ np.array(front[:2]) + edge * frame.scale
    return before


def _facing(spot: tuple[float, float], target: Box) -> int:
    """The quarter turn with which the robot, whose front is -y, looks at a box."""
    x, y = (max(target.lo[i] - spot[i], 0.0) - max(spot[i] - target.hi[i], 0.0) for i in (0, 1))
    if not (x or y):
        x, y = target.center[0] - spot[0], target.center[1] - spot[1]
    return quarter_towards(x, y)
