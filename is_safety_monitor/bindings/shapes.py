"""The shapes of message types: what stands at a path, before any message has come."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from is_bench.errors import UnknownNameError
from is_safety_monitor.bindings.paths import FieldError, FieldPath, Index, Member, parse_path

INTEGERS = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
NUMBERS = INTEGERS | {"float", "double", "long double", "octet", "char"}
_ARRAY = re.compile(r"sequence<(?P<item>[^,<>]+(?:<\d+>)?)(?:, *\d+)?>|(?P<fixed>.+)\[\d+\]")


class TypeTable(Protocol):
    """Whoever knows the fields of message types."""

    def fields(self, name: str) -> Mapping[str, str]:
        """The fields of a type and the type of each, as rosidl writes them.

        `name` is such as "geometry_msgs/msg/Pose" or "nav2_msgs/action/NavigateToPose.goal".
        Raises InputError for a type that is not installed.
        """
        ...


@dataclass(frozen=True)
class FieldType:
    """What stands at a path."""

    name: str
    """`double`, `boolean`, `string`, or a message's "package/msg/Name"."""
    is_array: bool = False

    @property
    def is_string(self) -> bool:
        """Whether it is a string."""
        return not self.is_array and re.fullmatch(r"w?string(<\d+>)?", self.name) is not None

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return not self.is_array and self.name in NUMBERS

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer."""
        return not self.is_array and self.name in INTEGERS

    @property
    def is_bool(self) -> bool:
        """Whether it is a boolean."""
        return not self.is_array and self.name == "boolean"

    @property
    def is_message(self) -> bool:
        """Whether it has fields of its own."""
        return not self.is_array and "/" in self.name

    def __str__(self) -> str:
        return f"{self.name}[]" if self.is_array else self.name


def field_type(text: str) -> FieldType:
    """A type as rosidl writes it: "sequence<double>", "geometry_msgs/Pose", "float[9]"."""
    match = _ARRAY.fullmatch(text)
    if match is None:
        return FieldType(_full(text))
    return FieldType(_full(match["item"] or match["fixed"]), is_array=True)


def resolve(path: FieldPath, name: str, types: TypeTable) -> FieldType:
    """What stands at `path` of the type `name`; raises FieldError, and InputError as `types`."""
    here, owner = FieldType(name), FieldType("")
    for step in path.steps:
        if isinstance(step, Member):
            here, owner = _member(here, step.name, path, types), here
            continue
        if not here.is_array:
            raise FieldError(f"{path}: a {here} is no array")
        element = FieldType(here.name)
        if not isinstance(step, Index):
            _check_key(step.key, element, owner, path, types)
        here, owner = element, FieldType("")
    return here


def _member(owner: FieldType, name: str, path: FieldPath, types: TypeTable) -> FieldType:
    if not owner.is_message:
        raise FieldError(f"{path}: a {owner} has no field {name!r}")
    fields = types.fields(owner.name)
    if name not in fields:
        raise FieldError(f"{path}: {UnknownNameError('field', name, fields).message}")
    return field_type(fields[name])


def _check_key(
    key: str, element: FieldType, owner: FieldType, path: FieldPath, types: TypeTable
) -> None:
    """Raise FieldError unless `key` is an array beside the one that is searched, or in each."""
    if owner.is_message:
        beside = types.fields(owner.name).get(key)
        if beside is not None and field_type(beside).is_array:
            return
    if not element.is_message:
        known = types.fields(owner.name) if owner.is_message else ()
        raise FieldError(f"{path}: {UnknownNameError('array', key, known).message}")
    try:
        resolve(parse_path(key), element.name, types)
    except FieldError as error:
        raise FieldError(f"{path}: {error.message}") from None


def _full(name: str) -> str:
    """The full name of a message's type, which rosidl shortens."""
    package, slash, rest = name.partition("/")
    return f"{package}/msg/{rest}" if slash and "/" not in rest else name
