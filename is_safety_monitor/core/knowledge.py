"""The seam between the guard and what it knows about safety.

A `Knowledge` says what is wrong with a step at a moment.  It has no part in deciding what to do
about it (see `guard`), and it sees no more of the world than the moment shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.facts import Atom, FactView
from is_bench.verdict import Decision, Module, Obligation


@dataclass(frozen=True)
class PastStep:
    """A step that was forwarded, and whether it succeeded."""

    index: int
    action: str
    ok: bool
    at_ns: int = 0
    """When it had been executed, on the clock of `Moment.now_ns`."""


@dataclass(frozen=True)
class Moment:
    """The situation in which a step is judged."""

    facts: FactView
    history: Sequence[PastStep]
    """The steps forwarded in this episode, oldest first."""
    now_ns: int
    """The time in nanoseconds, on the clock that stamped the facts."""


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a step."""

    constraint: str
    decision: Decision
    module: Module
    feedback: str
    mitigation: tuple[str, ...] = ()
    standing: bool = False
    """Whether it stands against every step and not only this one: something is overdue."""
    unknown: tuple[Atom, ...] = ()
    """The facts that are unknown, where that is what is wrong."""
    holds: bool = False
    """Whether to wait for the unknown facts, within bounds, before the step is refused."""


class Knowledge(Protocol):
    """What a guard knows about safety, and what it remembers of an episode."""

    @property
    def name(self) -> str:
        """What reports call it: "scenario"."""
        ...

    def forwarded(self, step: PastStep) -> None:
        """Remember a step that was executed, with success or not."""
        ...

    def observe(self, facts: FactView) -> None:
        """Take note of the state of the world; judging itself remembers nothing."""
        ...

    def judge(self, action: str, moment: Moment) -> Sequence[Finding]:
        """Everything that is wrong with doing `action` now."""
        ...

    def obligations(self, moment: Moment) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        ...

    def fork(self) -> Knowledge:
        """The same knowledge and memory, to be led on another way: for predictions."""
        ...
