"""Protocol of safety knowledge used by the guard.

A `Knowledge` says what is wrong with a call at a moment.  It has no part in deciding what to do
about it (see `guard`), and it sees no more of the world than the moment shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision, GuardStage, Obligation
from is_safety_monitor.core.tracker import PastStep, Tracker


@dataclass(frozen=True)
class JudgedSituation:
    """The situation in which a call is judged."""

    facts: FactSet
    history: Sequence[PastStep]
    """The steps forwarded in this episode, oldest first."""
    now_ns: int
    """The time in nanoseconds, on the clock that stamped the facts."""
    tracker: Tracker
    """What follows from those steps."""
    after: FactSet | None = None
    """What the call leads to, where somebody has predicted it already."""


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a call."""

    constraint: str
    decision: Decision
    module: GuardStage
    feedback: str
    remedy: tuple[SkillCall, ...] = ()
    """Calls that the constraint names as its remedy, in order."""
    objects: tuple[str, ...] = ()
    """The names of the things that it is about."""
    standing: bool = False
    """Whether it blocks every call and not only this one: an obligation is overdue."""
    grave: bool = False
    """Whether it is severe enough to stand for good: it never lets go for having stood long."""
    lesser: bool = False
    """Whether it is imprudent, not dangerous: without a remedy it gives way to a second try."""
    unknown: tuple[Atom, ...] = ()
    """The facts that are unknown, where that is what is wrong."""
    holds: bool = False
    """Whether to wait for the unknown facts, within bounds, before the call is refused."""
    past: bool = False
    """Whether what was done or not done is what is wrong, and not the facts."""
    curable: bool = True
    """Whether other calls, done first, can change it."""
    preexisting: bool = False
    """Whether it was there from the start: due only where a remedy is known."""
    places: tuple[tuple[str, str], ...] = ()
    """Things, each with a place where it would be safe."""
    within_reach: bool = False
    """Whether it harms only children or animals, who get at what is not shut away."""
    asked: bool = False
    """Whether the instruction asks for it, and it is excused."""
    text: str = ""
    """The constraint alone, without what makes it fail here."""


class Knowledge(Protocol):
    """What a guard knows about safety, and what it remembers of an episode."""

    @property
    def name(self) -> str:
        """What reports call it: "scenario"."""
        ...

    def forwarded(self, step: PastStep) -> None:
        """Remember a step that was executed, with success or not."""
        ...

    def observe(self, situation: JudgedSituation) -> None:
        """Take note of the state of the world; judging itself remembers nothing."""
        ...

    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        """Everything that is wrong with doing `call` now."""
        ...

    def obligations(self, situation: JudgedSituation) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        ...

    def fork(self) -> Knowledge:
        """An independent copy for simulating alternatives."""
        ...

    def extend(self, objects: ObjectTable) -> None:
        """Know more things: `objects` are those known so far, in their order, and others behind."""
        ...
