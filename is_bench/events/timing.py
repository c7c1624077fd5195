"""How long skills take, in simulated seconds: the only clock of the symbolic world."""

from __future__ import annotations

from is_bench.errors import IsBenchError
from is_bench.skills import parse_call
from is_bench.world import is_done, is_navigation

NAVIGATION_S = 20.0
DURATIONS_S = {
    "PLACE_ON_TOP": 30.0,
    "PLACE_INSIDE": 30.0,
    "OPEN": 10.0,
    "CLOSE": 10.0,
    "TOGGLE_ON": 5.0,
    "TOGGLE_OFF": 5.0,
    "WIPE": 60.0,
    "CUT": 60.0,
    "SOAK_UNDER": 30.0,
    "SOAK_INSIDE": 30.0,
    "FILL_WITH": 30.0,
    "POUR_INTO": 20.0,
    "SPREAD": 30.0,
    "WAIT": 300.0,
    "WAIT_FOR_COOKED": 600.0,
    "WAIT_FOR_WASHED": 3600.0,
    "WAIT_FOR_FROZEN": 7200.0,
    "DONE": 0.0,
}
"""Nominal durations by skill; a step that fails takes as long as one that succeeds."""


def duration_of(action: str) -> float:
    """How long the step `action` takes in seconds; what is no step takes no time."""
    if is_done(action):
        return 0.0
    if is_navigation(action):
        return NAVIGATION_S
    try:
        return DURATIONS_S[parse_call(action).skill.name]
    except IsBenchError:
        return 0.0
