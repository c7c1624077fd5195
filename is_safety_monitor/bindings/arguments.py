"""Where the arguments of a call or fact come from: the file, a field, the map, what is known."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from is_bench.errors import InputError
from is_bench.facts import FactSet
from is_safety_monitor.bindings.paths import FieldError, FieldPath, field_names, member, read
from is_safety_monitor.bindings.regions import Map, Region

POSE_TYPES = ("Pose", "PoseStamped", "PoseWithCovariance", "Point", "PointStamped", "Vector3")
"""What a region can be told by: x, y and z, alone or in `position`, `pose` or `point`."""
LEAST_NORM = 1e-3
"""Of a quaternion; one that is shorter says no orientation."""


class DecodeError(InputError):
    """A message that cannot be decoded to a call or fact."""


class Argument(Protocol):
    """Where one argument comes from."""

    @property
    def paths(self) -> tuple[FieldPath, ...]:
        """The fields that it is read from, with all that is in them."""
        ...

    def name(self, message: Any, facts: FactSet | None) -> str:
        """The name of the thing that `message` means; raises DecodeError.

        `facts` is what is known of the world, None where nothing is.
        """
        ...


@dataclass(frozen=True)
class Named:
    """A thing that the file names."""

    thing: str
    paths: tuple[FieldPath, ...] = ()

    def name(self, message: Any, facts: FactSet | None) -> str:
        """The thing, whatever the message says."""
        del message, facts
        return self.thing

    def __str__(self) -> str:
        return self.thing


@dataclass(frozen=True)
class FromField:
    """A thing that a field names, in words or by a number."""

    path: FieldPath
    names: Mapping[str, str] = field(default_factory=dict)
    """By what the field says, the thing's name; empty: the field says it."""
    pattern: re.Pattern[str] | None = None
    """What of the field's text is meant: its group `name`, else its first, else all of it."""

    @property
    def paths(self) -> tuple[FieldPath, ...]:
        """The field."""
        return (self.path,)

    def name(self, message: Any, facts: FactSet | None) -> str:
        """The thing that the field names."""
        del facts
        value = _read(self.path, message)
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise DecodeError(f"{self.path} is {_short(value)}, which matches no object")
        text = self._meant(str(value))
        if not self.names:
            return text
        if text not in self.names:
            known = ", ".join(sorted(self.names)[:8])
            raise DecodeError(f"{self.path} is {_short(text)}, and the file knows {known} there")
        return self.names[text]

    def _meant(self, text: str) -> str:
        if self.pattern is None:
            return text
        match = self.pattern.fullmatch(text)
        if match is None:
            raise DecodeError(f"{self.path} is {_short(text)}, not like {self.pattern.pattern!r}")
        if "name" in self.pattern.groupindex:
            return match["name"] or ""
        return (match[1] if self.pattern.groups else match[0]) or ""

    def __str__(self) -> str:
        how = f" like {self.pattern.pattern!r}" if self.pattern else ""
        count = len(self.names)
        names = "1 name" if count == 1 else f"{count} names"
        table = f", by a table of {names}" if self.names else ""
        return f"the thing that {self.path} names{how}{table}"


@dataclass(frozen=True)
class FromPose:
    """The region of the map that holds a pose."""

    path: FieldPath
    map: Map
    frame: str = ""
    """Of poses that do not say theirs; empty: they say it, in a header."""

    @property
    def paths(self) -> tuple[FieldPath, ...]:
        """The pose, with its orientation and its stamp, and the header that is its owner's."""
        return (self.path,)

    def name(self, message: Any, facts: FactSet | None) -> str:
        """The smallest region that holds the pose, which has to be turned in some direction."""
        del facts
        frame, point = self._point(message)
        if math.hypot(*self._orientation(message)) < LEAST_NORM:
            raise DecodeError(f"{self.path}: the orientation is zero; send a unit quaternion")
        try:
            return self.map.region_at(frame, *point).name
        except InputError as error:
            raise DecodeError(f"{self.path or 'the message'}: {error.message}") from None

    def regions(self, message: Any) -> Mapping[Region, bool]:
        """Of each region, whether it holds the pose; raises DecodeError."""
        frame, point = self._point(message)
        try:
            placed = self.map.place(frame, *point)
        except InputError as error:
            raise DecodeError(f"{self.path or 'the message'}: {error.message}") from None
        return {region: region.contains(*placed) for region in self.map.regions}

    def _point(self, message: Any) -> tuple[str, tuple[float, float, float]]:
        pose = _read(self.path, message)
        try:
            told = member(member(pose, "header"), "frame_id") if _has(pose, "header") else ""
            while inner := next((n for n in ("pose", "position", "point") if _has(pose, n)), ""):
                pose = member(pose, inner)
            x, y, z = (float(member(pose, axis)) for axis in "xyz")
        except (FieldError, TypeError, ValueError):
            raise DecodeError(
                f"{self.path or 'the message'} is no pose: one of {', '.join(POSE_TYPES)} is wanted"
            ) from None
        return str(told or self.frame), (x, y, z)

    def _orientation(self, message: Any) -> tuple[float, ...]:
        """The quaternion of the pose; that of no turn for a point."""
        pose = _read(self.path, message)
        while not _has(pose, "orientation") and _has(pose, "pose"):
            pose = member(pose, "pose")
        if not _has(pose, "orientation"):
            return (0.0, 0.0, 0.0, 1.0)
        turned = member(pose, "orientation")
        return tuple(float(member(turned, axis)) for axis in "xyzw" if _has(turned, axis))

    def __str__(self) -> str:
        frame = f", which is in {self.frame}" if self.frame else ""
        return f"the region that holds {self.path or 'the pose'}{frame}"


@dataclass(frozen=True)
class FromFacts:
    """The one thing of which a predicate is known to hold: what the robot holds, for instance."""

    predicate: str
    paths: tuple[FieldPath, ...] = ()

    def name(self, message: Any, facts: FactSet | None) -> str:
        """The thing; unreadable if there is none or there are several."""
        del message
        true = facts.true if facts is not None else frozenset()
        found = sorted({fact.arguments[0] for fact in true if fact.predicate == self.predicate})
        if len(found) != 1:
            several = f"{len(found)} objects ({', '.join(found[:4])})" if found else "nothing"
            raise DecodeError(f"{self.predicate} holds for {several}; exactly one is required")
        return found[0]

    def __str__(self) -> str:
        return f"the one thing that is known to be {self.predicate}"


def _read(path: FieldPath, message: Any) -> Any:
    try:
        return read(path, message)
    except FieldError as error:
        raise DecodeError(error.message) from None


def _has(message: Any, name: str) -> bool:
    return name in field_names(message)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
