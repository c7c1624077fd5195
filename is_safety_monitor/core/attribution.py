"""Attributes blocks to planner, executor or environment."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.verdict import ResponsibleParty
from is_safety_monitor.core.tracker import PastStep


def responsible_party(
    remedy: Sequence[SkillCall], history: Sequence[PastStep]
) -> tuple[ResponsibleParty, str]:
    """The responsible party, and a sentence about it unless it is the planner.

    `remedy` are the calls that would achieve what is required.  If the first of them for an
    object was the last call on it, it had no effect: it failed, or was undone since.
    """
    begun: set[tuple[str, ...]] = set()
    for call in remedy:
        past, about = _last_on_same_object(call, history), call.arguments[:1]
        is_first = about not in begun
        begun.add(about)
        if past is None or past.call != call or not is_first:
            continue
        if past.is_predicted:
            return ResponsibleParty.PLANNER, _remedy_in_plan(past)
        step = f"step {past.index + 1}"
        if not past.ok:
            return ResponsibleParty.EXECUTOR, f"{call} failed at {step}."
        return ResponsibleParty.ENVIRONMENT, f"{call} succeeded at {step} but was undone."
    return ResponsibleParty.PLANNER, ""


def _remedy_in_plan(step: PastStep) -> str:
    """The predicted result of the remedy, which is an earlier step of the plan."""
    place = f"The plan's {step.call} (step {step.index + 1})"
    return f"{place} is undone before that point." if step.ok else f"{place} is predicted to fail."


def _last_on_same_object(call: SkillCall, history: Sequence[PastStep]) -> PastStep | None:
    if not call.arguments:
        return None
    about = call.arguments[:1]
    return next((past for past in reversed(history) if past.call.arguments[:1] == about), None)
