from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import InputError
from is_safety_monitor.bindings.units import UNITS, duration_ns, quantity, unit_of


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("180 deg", "rad", math.pi),
        ("40 mm", "m", 0.04),
        ("0.04", "m", 0.04),
        (3, "m", 3.0),
        ("36 km/h", "m/s", 10.0),
        ("60 %", "1", 0.6),
        ("-1.5e2 cm", "m", -1.5),
        ("5deg", "deg", 5.0),
    ],
)
def test_quantities_are_converted(text: str | float, unit: str, value: float) -> None:
    assert quantity(text, unit_of(unit)) == pytest.approx(value)


@given(st.sampled_from(sorted(UNITS)), st.floats(-1e6, 1e6))
def test_there_and_back_is_the_same(name: str, value: float) -> None:
    base = next(u for u in UNITS.values() if u.dimension == UNITS[name].dimension)
    there = quantity(f"{value!r} {name}", base)
    assert quantity(f"{there!r} {base.name}", UNITS[name]) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "unit", "why"),
    [
        ("5 deg", "m", "an angle, and the field is a length"),
        ("5 degs", "rad", "did you mean deg"),
        ("five", "m", "no quantity"),
        (math.nan, "m", "no finite number"),
        ("1e999", "m", "no finite number"),
        ("5 m", None, "give it a `unit`"),
    ],
)
def test_what_does_not_fit_is_refused(text: str | float, unit: str | None, why: str) -> None:
    with pytest.raises(InputError, match=why):
        quantity(text, None if unit is None else unit_of(unit))


def test_durations_are_nanoseconds() -> None:
    assert duration_ns("500 ms") == 500_000_000
    assert duration_ns(2) == 2_000_000_000


@pytest.mark.parametrize("text", ["0 s", "-1 s", "1 m", "200 h"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        duration_ns(text)
