"""The kitchen and the robot's body in it: what moves, how fast, and what is where.

Lengths are in meters, angles in radians unless a name says degrees, the frame is the map's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Protocol

CARRY_HEIGHT = 1.3
"""Of the gripper while the robot drives [m]."""
REACH = 1.0
"""Of the arm, on the floor plan [m]."""
LIFT_SPEED = 0.6
"""Of the gripper [m/s]."""
TURN_SPEED = 2.0
"""Of the base [rad/s]."""
KNOB_SPEED = 90.0
"""Of a knob [degree/s]."""
FASTEST = 1.0
"""The most that the base drives [m/s]."""

Point = tuple[float, float, float]
SURFACES: dict[str, Point] = {"stove": (2.3, 2.3, 0.9), "counter": (1.0, 2.3, 0.9)}
"""The middle of each surface."""


@dataclass
class Kitchen:
    """What is so at a moment."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    height: float = CARRY_HEIGHT
    """Of the gripper."""
    holding: str = ""
    knob_degrees: float = 0.0
    """Of the stove; 0: off."""
    lamp: bool = False
    lying: dict[str, Point] = field(default_factory=lambda: {"towel": SURFACES["stove"]})
    """Where each object lies that is not held."""

    def objects(self) -> dict[str, Point]:
        """Where every object is."""
        held: dict[str, Point] = {self.holding: (self.x, self.y, self.height)}
        return self.lying | held if self.holding else dict(self.lying)

    def too_far(self, point: Point) -> str:
        """Why the arm does not reach `point`; empty if it does."""
        away = math.hypot(point[0] - self.x, point[1] - self.y)
        return "" if away <= REACH else f"it is {away:.1f} m away, the arm reaches {REACH:g} m"


class Motion(Protocol):
    """Something that the robot does, which takes time."""

    def problem(self, kitchen: Kitchen) -> str:
        """Why it cannot be begun; empty if it can."""
        ...

    def advance(self, kitchen: Kitchen, seconds: float) -> bool:
        """Move on for a while; whether it is done."""
        ...

    def progress(self, kitchen: Kitchen) -> float:
        """What its feedback tells."""
        ...


@dataclass(frozen=True)
class Driving:
    """The base turns to a point on the floor, then drives there."""

    x: float
    y: float
    speed: float

    def problem(self, _: Kitchen) -> str:
        """A speed that the base does not have."""
        if 0 < self.speed <= FASTEST and math.isfinite(self.x + self.y):
            return ""
        return f"a speed of {self.speed:g} m/s; the base drives up to {FASTEST:g} m/s"

    def advance(self, kitchen: Kitchen, seconds: float) -> bool:
        """Turn, or drive."""
        left = self.progress(kitchen)
        heading = math.atan2(self.y - kitchen.y, self.x - kitchen.x)
        turn = math.remainder(heading - kitchen.yaw, math.tau)
        if left > 0 and abs(turn) > 1e-9:
            kitchen.yaw += _towards(0.0, turn, TURN_SPEED * seconds)
            return False
        part = min(1.0, self.speed * seconds / left) if left > 0 else 1.0
        kitchen.x += part * (self.x - kitchen.x)
        kitchen.y += part * (self.y - kitchen.y)
        return part == 1.0

    def progress(self, kitchen: Kitchen) -> float:
        """The distance that is left [m]."""
        return math.hypot(self.x - kitchen.x, self.y - kitchen.y)


@dataclass(frozen=True)
class Grasping:
    """The gripper goes down to an object, closes, and lifts it."""

    name: str

    def problem(self, kitchen: Kitchen) -> str:
        """A full gripper, or an object that is not there."""
        if kitchen.holding:
            return f"the gripper holds the {kitchen.holding}"
        if self.name not in kitchen.lying:
            return f"there is no {self.name!r}"
        return kitchen.too_far(kitchen.lying[self.name])

    def advance(self, kitchen: Kitchen, seconds: float) -> bool:
        """Go down, or up again with the object."""
        if kitchen.holding:
            return _lift(kitchen, CARRY_HEIGHT, seconds)
        if _lift(kitchen, kitchen.lying[self.name][2], seconds):
            del kitchen.lying[self.name]
            kitchen.holding = self.name
        return False

    def progress(self, kitchen: Kitchen) -> float:
        """The height of the gripper [m]."""
        return kitchen.height


@dataclass(frozen=True)
class Placing:
    """The gripper goes down to a surface, opens, and goes up again."""

    surface: str

    def problem(self, kitchen: Kitchen) -> str:
        """An empty gripper, or a surface that is not there."""
        if not kitchen.holding:
            return "the gripper is empty"
        if self.surface not in SURFACES:
            return f"there is no {self.surface!r}"
        return kitchen.too_far(SURFACES[self.surface])

    def advance(self, kitchen: Kitchen, seconds: float) -> bool:
        """Go down with the object, or up without."""
        if not kitchen.holding:
            return _lift(kitchen, CARRY_HEIGHT, seconds)
        if _lift(kitchen, SURFACES[self.surface][2], seconds):
            kitchen.lying[kitchen.holding] = SURFACES[self.surface]
            kitchen.holding = ""
        return False

    def progress(self, kitchen: Kitchen) -> float:
        """The height of the gripper [m]."""
        return kitchen.height


@dataclass(frozen=True)
class Turning:
    """The gripper turns the knob of an appliance."""

    appliance: str
    degrees: float

    def problem(self, kitchen: Kitchen) -> str:
        """An appliance without knob, or an angle that the knob does not have."""
        if self.appliance != "stove":
            return f"the {self.appliance!r} has no knob"
        if not 0 <= self.degrees <= 270:
            return f"an angle of {self.degrees:g} degrees; the knob turns from 0 to 270"
        return kitchen.too_far(SURFACES["stove"])

    def advance(self, kitchen: Kitchen, seconds: float) -> bool:
        """Turn a bit."""
        kitchen.knob_degrees = _towards(kitchen.knob_degrees, self.degrees, KNOB_SPEED * seconds)
        return kitchen.knob_degrees == self.degrees

    def progress(self, kitchen: Kitchen) -> float:
        """The angle of the knob [degree]."""
        return kitchen.knob_degrees


def _lift(kitchen: Kitchen, height: float, seconds: float) -> bool:
    kitchen.height = _towards(kitchen.height, height, LIFT_SPEED * seconds)
    return kitchen.height == height


def _towards(value: float, goal: float, most: float) -> float:
    """`value`, changed towards `goal` by `most` at most."""
    return goal if abs(goal - value) <= most else value + math.copysign(most, goal - value)
