"""Conditions on the value of a field, with three truth values: a value may be unreadable."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from is_bench.facts import Truth
from is_safety_monitor.bindings.units import Unit

Scalar = bool | int | float | str


@dataclass(frozen=True)
class Condition:
    """What a value has to be; everything that is given has to hold."""

    one_of: tuple[Scalar, ...] = ()
    """Empty: any value."""
    constants: tuple[str, ...] = ()
    """Names of constants of the message that has the field; the value has to be one of theirs."""
    above: float | None = None
    below: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    """In the unit of the field."""
    pattern: re.Pattern[str] | None = None
    """Of the whole text."""
    unit: Unit | None = None
    """Of the field."""

    def truth(self, value: Any, owner: Any = None) -> Truth:
        """Whether `value` is as required; unknown for a value of another kind, and for NaN.

        `owner` is the message whose field it is; its class has the constants.
        """
        parts = [
            _is_one_of(value, self.one_of),
            self._constants(value, owner),
            self._pattern(value),
            self._bounds(value),
        ]
        if Truth.UNKNOWN in parts:
            return Truth.UNKNOWN
        return Truth.of(Truth.FALSE not in parts)

    def __str__(self) -> str:
        unit = f" {self.unit.name}" if self.unit and self.unit.name != "1" else ""
        bounds = (
            ("above", self.above),
            ("below", self.below),
            ("at least", self.at_least),
            ("at most", self.at_most),
        )
        parts = [f"{word} {bound:g}{unit}" for word, bound in bounds if bound is not None]
        if self.one_of:
            parts.append(" or ".join(map(_shown, self.one_of)) + unit)
        if self.constants:
            parts.append(" or ".join(self.constants))
        if self.pattern is not None:
            parts.append(f"like {self.pattern.pattern!r}")
        return " and ".join(parts) or "anything"

    def _constants(self, value: Any, owner: Any) -> Truth:
        known = [getattr(type(owner), name, None) for name in self.constants]
        if None in known:
            return Truth.UNKNOWN
        return _is_one_of(value, tuple(number for number in known if number is not None))

    def _pattern(self, value: Any) -> Truth:
        if self.pattern is None:
            return Truth.TRUE
        if not isinstance(value, str):
            return Truth.UNKNOWN
        return Truth.of(self.pattern.fullmatch(value) is not None)

    def _bounds(self, value: Any) -> Truth:
        if (self.above, self.below, self.at_least, self.at_most) == (None,) * 4:
            return Truth.TRUE
        number = number_of(value)
        if number is None:
            return Truth.UNKNOWN
        return Truth.of(
            (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
            and (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
        )


def number_of(value: Any) -> float | None:
    """A number that is not a bool and not NaN; None for anything else."""
    if isinstance(value, (bool, str, bytes)) or value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def _shown(value: Scalar) -> str:
    """A value as a file has it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _is_one_of(value: Any, wanted: tuple[Scalar, ...]) -> Truth:
    if not wanted:
        return Truth.TRUE
    if not any(_comparable(value, each) for each in wanted):
        return Truth.UNKNOWN
    return Truth.of(any(_comparable(value, each) and value == each for each in wanted))


def _comparable(value: Any, wanted: Scalar) -> bool:
    """Whether to compare two values makes sense: 1 is not True, and "1" not 1."""
    if isinstance(wanted, (bool, str)):
        return isinstance(value, type(wanted))
    return number_of(value) is not None
