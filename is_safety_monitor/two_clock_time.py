"""A time on two clocks: stamps are compared with the one, durations measured on the other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TwoClockTime:
    """A time on two clocks."""

    stamp_ns: int
    """On the clock of stamps, which may be set, simulated or stand still."""
    steady_ns: int
    """On a clock that never goes back."""
