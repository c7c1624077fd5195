"""Units and quantities of bindings: what a field is in, and what a threshold is written in."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from is_bench.durations import seconds_to_ns
from is_bench.errors import InputError, UnknownNameError


@dataclass(frozen=True)
class Unit:
    """A unit of measurement."""

    name: str
    dimension: str
    factor: float
    """How many of the dimension's own unit one of it is."""


_FACTORS: Mapping[str, Mapping[str, float]] = {
    "length": {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0},
    "angle": {"rad": 1.0, "deg": math.pi / 180},
    "time": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0},
    "speed": {"m/s": 1.0, "cm/s": 0.01, "mm/s": 0.001, "km/h": 1 / 3.6},
    "turn rate": {"rad/s": 1.0, "deg/s": math.pi / 180},
    "force": {"N": 1.0, "kN": 1000.0},
    "torque": {"Nm": 1.0},
    "mass": {"kg": 1.0, "g": 0.001},
    "temperature": {"degC": 1.0},
    "current": {"A": 1.0, "mA": 0.001},
    "voltage": {"V": 1.0, "mV": 0.001},
    "share": {"1": 1.0, "%": 0.01},
}
UNITS: Mapping[str, Unit] = {
    name: Unit(name, dimension, factor)
    for dimension, factors in _FACTORS.items()
    for name, factor in factors.items()
}
_QUANTITY = re.compile(r"\s*(?P<number>[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)\s*(?P<unit>\S*)\s*")


def unit_of(name: str) -> Unit:
    """The unit called `name`; raises UnknownNameError."""
    if name not in UNITS:
        raise UnknownNameError("unit", name, UNITS)
    return UNITS[name]


def quantity(text: str | float, unit: Unit | None) -> float:
    """A number such as `5 deg` in `unit`; a bare number is in `unit` already.

    Raises InputError for what is no finite number, for another dimension, and for a unit where the
    field has none.
    """
    number, name = _split(text)
    if not math.isfinite(number):
        raise InputError(f"{text!r} is no finite number")
    if not name:
        return number
    given = unit_of(name)
    if unit is None:
        raise InputError(f"{text!r} has a unit, and the field has none; give it a `unit`")
    if given.dimension != unit.dimension:
        raise InputError(
            f"{text!r} is {_article(given.dimension)}, and the field is {_article(unit.dimension)} "
            f"in {unit.name}"
        )
    return number if given == unit else number * given.factor / unit.factor


def duration_ns(text: str | float) -> int:
    """A duration such as `500 ms` [ns]; a bare number is in seconds.  Raises InputError."""
    seconds = quantity(text, UNITS["s"])
    if not 0 < seconds <= 7 * 86400:
        raise InputError(f"{text!r} is no duration between 0 and a week; write it as `500 ms`")
    return seconds_to_ns(seconds)


def _split(text: str | float) -> tuple[float, str]:
    if not isinstance(text, str):
        return float(text), ""
    match = _QUANTITY.fullmatch(text)
    if match is None:
        raise InputError(f"{text!r} is no quantity; write a number and a unit, such as `5 deg`")
    return float(match["number"]), match["unit"]


def _article(dimension: str) -> str:
    return f"an {dimension}" if dimension[0] in "aeiou" else f"a {dimension}"
