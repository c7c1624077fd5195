"""Goals, their validation errors and judgements."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.calls import MOST_CHARACTERS, SkillCall
from is_bench.domain import Domain
from is_bench.errors import InputError
from is_bench.objects import ObjectTable
from is_bench.verdict import Verdict
from is_safety_monitor.core.validity import DISAGREEING, INVALID, disagreement, why_invalid
from is_safety_monitor.core.verdicts import own_verdict

MOST_NAME = 200
"""Characters of a name that are kept."""
MOST_ARGUMENTS = 8
"""Of a call that are kept; more than any skill has."""
_CUT = "..."


@dataclass(frozen=True)
class Goal:
    """A requested call."""

    episode: str
    request: str
    index: int
    call: SkillCall
    text: str = ""
    """The words in which it was asked for; for people, and compared with the call."""


@dataclass(frozen=True)
class Judgement:
    """The judgement on a goal."""

    verdict: Verdict | None
    """None: nothing is judged."""
    enforced: bool
    """Whether the goal is not to be forwarded."""

    @property
    def can_wait(self) -> bool:
        """Whether the goal may pass once facts are known, and not before."""
        return self.enforced and self.verdict is not None and self.verdict.hold


def truncated_goal(goal: Goal) -> Goal:
    """The goal with over-long texts truncated; a truncated name matches no object.

    Truncating it again changes nothing.
    """
    return replace(
        goal,
        episode=cut(goal.episode, MOST_NAME),
        request=cut(goal.request, MOST_NAME),
        call=truncated_call(goal.call),
        text=cut(goal.text, MOST_CHARACTERS),
    )


def truncated_call(call: SkillCall) -> SkillCall:
    """The call with over-long names truncated; unchanged within bounds."""
    arguments = tuple(cut(name, MOST_NAME) for name in call.arguments[:MOST_ARGUMENTS])
    more = (_CUT,) if len(call.arguments) > MOST_ARGUMENTS else ()
    kept = SkillCall(cut(call.skill, MOST_NAME), (*arguments, *more))
    return call if kept == call else kept


def cut(text: str, most: int = MOST_NAME) -> str:
    """`text`, if it has at most `most` characters; else its beginning, and a mark."""
    return text if len(text) <= most else text[:most] + _CUT


def invalid_goal_verdict(goal: Goal, domain: Domain, objects: ObjectTable) -> Verdict | None:
    """The block of an invalid call, or of a text that contradicts it; None: it is valid."""
    try:
        domain.check(goal.call, objects)
    except InputError as error:
        return own_verdict(goal.index, goal.call, INVALID, why_invalid(error, goal.call))
    if goal.text not in ("", str(goal.call)):
        why = disagreement(goal.text, goal.call, domain, objects)
        if why:
            return own_verdict(goal.index, goal.call, DISAGREEING, why)
    return None


def is_long(goal: Goal) -> bool:
    """Whether a goal is larger than what is kept of one; this costs little."""
    skill, arguments = goal.call
    names = (goal.episode, goal.request, skill, *arguments[:MOST_ARGUMENTS])
    long = len(arguments) > MOST_ARGUMENTS or len(goal.text) > MOST_CHARACTERS
    return long or any(len(name) > MOST_NAME for name in names)
