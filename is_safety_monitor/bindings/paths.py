"""Fields of messages by path: `pose.position.x`, `points[-1].positions[0]`, `position[name=door]`.

A message is anything with named fields: an object of a ROS message class, a mapping, an object with
attributes.  This module knows no ROS.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from is_bench.errors import InputError, UnknownNameError

MOST_CHARACTERS = 300
"""Of a path."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_STEP = re.compile(
    r"(?:^|\.)(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|\[(?P<index>-?\d{1,6})\]"
    r"|\[(?P<key>[A-Za-z_][A-Za-z0-9_.]*)=(?P<value>[^\[\]]+)\]",
    re.ASCII,
)


class FieldError(InputError):
    """A message has no such field, element or value."""


@dataclass(frozen=True)
class Member:
    """A field by name."""

    name: str


@dataclass(frozen=True)
class Index:
    """An element of an array by number; negative ones count from the end."""

    number: int


@dataclass(frozen=True)
class Select:
    """The one element of an array by what it, or an array beside it, says.

    `detections[label=cup]` is the element whose `label` is "cup"; `position[name=door]` is the
    element of `position` at the place where the array `name` beside it has "door".
    """

    key: str
    value: str


Step = Member | Index | Select


@dataclass(frozen=True)
class FieldPath:
    """Where in a message a value stands."""

    steps: tuple[Step, ...]
    text: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields down to the first array that the path goes into."""
        found = []
        for step in self.steps:
            if not isinstance(step, Member):
                break
            found.append(step.name)
        return tuple(found)

    @property
    def is_plain(self) -> bool:
        """Whether the path goes into no array."""
        return len(self.names) == len(self.steps)


def parse_path(text: str) -> FieldPath:
    """The path in `text`; "" is the message itself.  Raises InputError."""
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"a path of {len(text)} characters; at most {MOST_CHARACTERS}")
    steps: list[Step] = []
    position = 0
    while position < len(text):
        match = _STEP.match(text, position)
        if match is None or (not steps and match[0] != match["name"]):
            raise InputError(
                f"{text!r} is no path of a field; write names with dots between them, such as "
                "pose.position.x, points[0] or position[name=door_joint]"
            )
        steps.append(_step(match))
        position = match.end()
    return FieldPath(tuple(steps), text)


def read(path: FieldPath, message: Any) -> Any:
    """The value at `path` of `message`; raises FieldError if there is none."""
    return read_with_owner(path, message)[0]


def read_with_owner(path: FieldPath, message: Any) -> tuple[Any, Any]:
    """The value at `path`, and the message whose field it is (None for an element of an array).

    Raises FieldError if there is none.
    """
    here, parent = message, None
    for step in path.steps:
        if isinstance(step, Member):
            here, parent = member(here, step.name, path), here
        elif isinstance(step, Index):
            here, parent = _element(here, step.number, path), None
        else:
            here, parent = _selected(here, parent, step, path), None
    return here, parent


def field_names(message: Any) -> tuple[str, ...]:
    """The names of a message's fields; none of a number, a text or an array."""
    if isinstance(message, Mapping):
        return tuple(map(str, message))
    described = getattr(message, "get_fields_and_field_types", None)
    if described is not None:
        return tuple(described())
    if is_array(message) or isinstance(message, (str, bytes, int, float)) or message is None:
        return ()
    return tuple(name for name in getattr(message, "__dict__", ()) if _NAME.fullmatch(name))


def member(message: Any, name: str, path: object = "") -> Any:
    """The field `name` of a message; raises FieldError, which offers near names."""
    names = field_names(message)
    if name not in names:
        if not names:
            kind = type(message).__name__
            raise FieldError(f"{path or name}: a {kind} has no field {name!r}")
        error = UnknownNameError("field", name, names)
        raise FieldError(f"{path}: {error.message}" if path else error.message)
    return message[name] if isinstance(message, Mapping) else getattr(message, name)


def is_array(value: Any) -> bool:
    """Whether a value is an array of elements, and no text."""
    if isinstance(value, (str, bytes, bytearray, Mapping)):
        return False
    return isinstance(value, Sequence) or (hasattr(value, "__len__") and hasattr(value, "tolist"))


def unaccounted(default: Any, used: Iterable[FieldPath]) -> tuple[tuple[FieldPath, Any], ...]:
    """The largest parts of a message that no path of `used` covers, each with its default value.

    `default` is a message as its constructor makes it.  A path that goes into an array covers
    nothing of it: its other elements would be read by nobody.
    """
    covered = {path.names for path in used if path.is_plain}
    return tuple(_rest(default, (), covered))


def same(left: Any, right: Any) -> bool:
    """Whether two values of one field are equal; NaN equals nothing."""
    names = field_names(right)
    if names:
        return names == field_names(left) and all(
            same(member(left, name), member(right, name)) for name in names
        )
    if is_array(right):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def not_finite(message: Any, skipped: Iterable[FieldPath]) -> FieldPath | None:
    """The first number of a message that is NaN or infinite, outside `skipped`; None: none is."""
    left_out = {path.names for path in skipped if path.is_plain}
    return next(_not_finite(message, (), left_out), None)


def _not_finite(
    value: Any, above: tuple[str, ...], left_out: set[tuple[str, ...]]
) -> Iterator[FieldPath]:
    if above in left_out:
        return
    if isinstance(value, float) and not math.isfinite(value):
        yield FieldPath(tuple(map(Member, above)), ".".join(above))
    for name in field_names(value):
        yield from _not_finite(member(value, name), (*above, name), left_out)
    if is_array(value):
        for item in value:
            yield from _not_finite(item, above, left_out)


def _rest(
    message: Any, above: tuple[str, ...], covered: set[tuple[str, ...]]
) -> Iterator[tuple[FieldPath, Any]]:
    if above in covered:
        return
    names = field_names(message)
    is_split = any(path[: len(above)] == above for path in covered)
    if not names or (above and not is_split):
        text = ".".join(above)
        yield FieldPath(tuple(map(Member, above)), text), message
        return
    for name in names:
        yield from _rest(member(message, name), (*above, name), covered)


def _step(match: re.Match[str]) -> Step:
    if match["name"]:
        return Member(match["name"])
    if match["index"]:
        return Index(int(match["index"]))
    return Select(match["key"], match["value"].strip())


def _element(array: Any, number: int, path: FieldPath) -> Any:
    if not is_array(array):
        raise FieldError(f"{path}: a {type(array).__name__} is no array")
    if not -len(array) <= number < len(array):
        raise FieldError(f"{path}: there is no element {number} of {len(array)}")
    return array[number]


def _selected(array: Any, parent: Any, step: Select, path: FieldPath) -> Any:
    if not is_array(array):
        raise FieldError(f"{path}: a {type(array).__name__} is no array")
    keys = _keys(array, parent, step, path)
    found = [index for index, key in enumerate(keys) if str(key) == step.value]
    if len(found) != 1:
        number = f"{len(found)} elements" if found else "no element"
        raise FieldError(f"{path}: {number} with {step.key} {step.value!r}; one is meant")
    if found[0] >= len(array):
        raise FieldError(f"{path}: {step.key} names more elements than there are")
    return array[found[0]]


def _keys(array: Any, parent: Any, step: Select, path: FieldPath) -> list[Any]:
    """What `step.key` says of each element."""
    if parent is not None and step.key in field_names(parent):
        beside = member(parent, step.key)
        if is_array(beside):
            return list(beside)
    inner = parse_path(step.key)
    try:
        return [read(inner, element) for element in array]
    except FieldError as error:
        raise FieldError(f"{path}: {error.message}") from None
