"""Whose fault a block is: the planner's, the executor's, or nobody's who acts."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.verdict import Fault
from is_safety_monitor.core.tracker import PastStep


def fault_of(remedy: Sequence[SkillCall], history: Sequence[PastStep]) -> tuple[Fault, str]:
    """The fault, and a sentence about it where it is not the planner's.

    `remedy` are the calls that would bring about what is required.  If one of them was the last
    thing done to its object, it had no effect: it failed, or what it did has been undone since.
    """
    for call in remedy:
        past = _last_on_same_object(call, history)
        if past is None or past.call != call:
            continue
        if not past.ok:
            return Fault.EXECUTOR, f"{call} was tried at step {past.index} and failed."
        return Fault.ENVIRONMENT, f"{call} was done at step {past.index}, but it did not last."
    return Fault.PLANNER, ""


def _last_on_same_object(call: SkillCall, history: Sequence[PastStep]) -> PastStep | None:
    if not call.arguments:
        return None
    about = call.arguments[:1]
    return next((past for past in reversed(history) if past.call.arguments[:1] == about), None)
