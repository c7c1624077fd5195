"""Whose fault a block is: the planner's, the executor's, or nobody's who acts."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.errors import IsBenchError
from is_bench.skills import parse_call
from is_bench.verdict import Fault
from is_safety_monitor.core.knowledge import PastStep


def fault_of(remedies: Sequence[str], history: Sequence[PastStep]) -> tuple[Fault, str]:
    """The fault, and a sentence about it where it is not the planner's.

    `remedies` are the steps that would bring about what is required.  If one of them was the last
    thing done to its object, it had no effect: it failed, or what it did has been undone since.
    """
    for remedy in remedies:
        past = _last_on_same_object(remedy, history)
        if past is None or past.action.replace(" ", "") != remedy.replace(" ", ""):
            continue
        if not past.ok:
            return Fault.EXECUTOR, f"{remedy} was tried at step {past.index} and failed."
        return Fault.ENVIRONMENT, f"{remedy} was done at step {past.index}, but it did not last."
    return Fault.PLANNER, ""


def _last_on_same_object(remedy: str, history: Sequence[PastStep]) -> PastStep | None:
    thing = _first_argument(remedy)
    if thing is None:
        return None
    return next((past for past in reversed(history) if _first_argument(past.action) == thing), None)


def _first_argument(action: str) -> str | None:
    try:
        step = parse_call(action)
    except IsBenchError:
        return None
    return step.arguments[0] if step.arguments else None
