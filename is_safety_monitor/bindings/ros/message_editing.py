"""Changing messages by path: the answers to refusals, and speeds that are slowed."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from is_safety_monitor.bindings.conditions import Scalar, number_of
from is_safety_monitor.bindings.paths import FieldPath, Member, field_names, member, read


def assign(message: Any, path: FieldPath, value: Scalar) -> None:
    """Set the field at a plain path; a number takes the kind of what stands there."""
    *above, last = path.names
    owner = read(FieldPath(tuple(map(Member, above))), message)
    old = member(owner, last, path)
    setattr(owner, last, value if isinstance(value, bool) else type(old)(value))


class Speeds:
    """The numbers at and under a path of messages of one type, found once."""

    def __init__(self, default: Any, path: FieldPath) -> None:
        """`default` is a message of the type; raises FieldError if it has no such field."""
        names = [".".join(names) for names in _numbers(read(path, default), path.names)]
        self._read = [attrgetter(name) for name in names]
        self._parts = [name.rpartition(".") for name in names]

    def read(self, message: Any) -> tuple[float, ...]:
        """The speeds of a message, in the order of its fields."""
        return tuple(float(get(message)) for get in self._read)

    def scale(self, message: Any, factor: float) -> None:
        """Multiply the speeds of a message; 0 makes zeros of whatever they are."""
        for (owner, _, name), speed in zip(self._parts, self.read(message), strict=True):
            of = attrgetter(owner)(message) if owner else message
            setattr(of, name, speed * factor if factor else 0.0)


def _numbers(value: Any, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name in field_names(value):
        yield from _numbers(member(value, name), (*above, name))
    if number_of(value) is not None:
        yield above
