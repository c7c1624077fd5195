"""Whose fault a block is: the planner's, the executor's, or nobody's who acts."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.verdict import ResponsibleParty
from is_safety_monitor.core.tracker import PastStep


def fault_of(
    remedy: Sequence[SkillCall], history: Sequence[PastStep]
) -> tuple[ResponsibleParty, str]:
    """The fault, and a sentence about it where it is not the planner's.

    `remedy` are the calls that would bring about what is required.  If the first of them for
    an object was the last thing done to it, it had no effect: it failed, or has been undone since.
    """
    begun: set[tuple[str, ...]] = set()
    for call in remedy:
        past, about = _last_on_same_object(call, history), call.arguments[:1]
        is_first = about not in begun
        begun.add(about)
        if past is None or past.call != call or not is_first:
            continue
        if past.is_predicted:
            return ResponsibleParty.PLANNER, _in_plan(past)
        step = f"step {past.index + 1}"
        if not past.ok:
            return ResponsibleParty.EXECUTOR, f"{call} was tried at {step} and failed."
        return ResponsibleParty.ENVIRONMENT, f"{call} was done at {step}, but it did not last."
    return ResponsibleParty.PLANNER, ""


def _in_plan(step: PastStep) -> str:
    """What a plan that was not executed says of the remedy, which stands in it before."""
    place = f"The plan's {step.call} (step {step.index + 1})"
    return f"{place} is undone by then." if step.ok else f"{place} is predicted to fail."


def _last_on_same_object(call: SkillCall, history: Sequence[PastStep]) -> PastStep | None:
    if not call.arguments:
        return None
    about = call.arguments[:1]
    return next((past for past in reversed(history) if past.call.arguments[:1] == about), None)
