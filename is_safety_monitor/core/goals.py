"""What is asked of a guard, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.calls import MOST_CHARACTERS, SkillCall
from is_bench.verdict import Verdict

MOST_NAME = 200
"""Characters of a name that are kept."""
MOST_ARGUMENTS = 8
"""Of a call that are kept; more than any skill has."""
_CUT = "..."


@dataclass(frozen=True)
class Goal:
    """A call that somebody asks for."""

    episode: str
    request: str
    index: int
    call: SkillCall
    text: str = ""
    """The words in which it was asked for; for people, and compared with the call."""


@dataclass(frozen=True)
class Judgement:
    """What becomes of a goal."""

    verdict: Verdict | None
    """None: nothing is judged."""
    enforced: bool
    """Whether the goal is not to be forwarded."""

    @property
    def can_wait(self) -> bool:
        """Whether the goal may pass once facts are known, and not before."""
        return self.enforced and self.verdict is not None and self.verdict.hold


def kept_goal(goal: Goal) -> Goal:
    """What a guard keeps of a goal of any size: what it cuts is no name of anything.

    To cut it again changes nothing.
    """
    return replace(
        goal,
        episode=cut(goal.episode, MOST_NAME),
        request=cut(goal.request, MOST_NAME),
        call=kept_call(goal.call),
        text=cut(goal.text, MOST_CHARACTERS),
    )


def kept_call(call: SkillCall) -> SkillCall:
    """What a guard keeps of a call of any size; a call within bounds as it is."""
    arguments = tuple(cut(name, MOST_NAME) for name in call.arguments[:MOST_ARGUMENTS])
    more = (_CUT,) if len(call.arguments) > MOST_ARGUMENTS else ()
    kept = SkillCall(cut(call.skill, MOST_NAME), (*arguments, *more))
    return call if kept == call else kept


def cut(text: str, most: int = MOST_NAME) -> str:
    """`text`, if it has at most `most` characters; else its beginning, and a mark."""
    return text if len(text) <= most else text[:most] + _CUT
