"""Retry budget: distinguishes retries from pointless repetition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from is_bench.calls import SkillCall

_Key = tuple[SkillCall, tuple[str, ...]]
"""A call, and the constraints that blocked it."""


@dataclass(frozen=True)
class RetryBudget:
    """Number of blocks after which a retry is pointless."""

    in_a_row: int = 3
    """Of the same step for the same reasons, without an executed step in between."""
    of_a_step: int = 6
    """Of the same step for the same reasons, in one episode."""
    of_an_episode: int = 40


@dataclass
class RetryCounter:
    """Counts the blocks of an episode."""

    budget: RetryBudget = field(default_factory=RetryBudget)
    _in_a_row: Counter[_Key] = field(default_factory=Counter)
    _of_a_step: Counter[_Key] = field(default_factory=Counter)
    _objections: set[_Key] = field(default_factory=set)
    _standing: Counter[str] = field(default_factory=Counter)
    _total: int = 0

    def record_block(self, call: SkillCall, constraints: Iterable[str]) -> str:
        """Count a block; why a retry is pointless, empty if it is not."""
        key = (call, tuple(constraints))
        self._in_a_row[key] += 1
        self._of_a_step[key] += 1
        self._total += 1
        if self._in_a_row[key] >= self.budget.in_a_row:
            return f"blocked {self._in_a_row[key]} times in a row in the same situation"
        if self._of_a_step[key] >= self.budget.of_a_step:
            return f"blocked {self._of_a_step[key]} times for the same reasons"
        if self._total >= self.budget.of_an_episode:
            return f"{self._total} steps were blocked in this episode"
        return ""

    def note_objections(self, plan: RetryCounter) -> None:
        """Note the blocks that a planner was told of before it went on with its plan."""
        self._objections.update(plan._of_a_step)  # its own class

    def is_repeated(self, call: SkillCall, constraints: Iterable[str]) -> bool:
        """Whether `call` was blocked for the same reasons before, or objected to in a plan."""
        key = (call, tuple(constraints))
        return self._of_a_step[key] > 0 or key in self._objections

    def on_step_executed(self) -> None:
        """Reset the consecutive blocks: the situation is a new one."""
        self._in_a_row.clear()

    def record_overdue(self, constraint: str) -> None:
        """Count a step that an overdue constraint blocked."""
        self._standing[constraint] += 1

    def is_over_limit(self, constraint: str) -> bool:
        """Whether an overdue constraint has blocked so many steps that it may only warn."""
        return self._standing[constraint] >= self.budget.of_a_step
