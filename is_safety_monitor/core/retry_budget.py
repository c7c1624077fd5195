"""The retry budget: telling a planner that tries again from one that only repeats itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from is_bench.calls import SkillCall

_Key = tuple[SkillCall, tuple[str, ...]]
"""A call, and the constraints for which it was refused."""


@dataclass(frozen=True)
class RetryBudget:
    """How many refusals there may be before asking again is pointless."""

    in_a_row: int = 3
    """Of the same step for the same reasons, without any step done in between."""
    of_a_step: int = 6
    """Of the same step for the same reasons, in one episode."""
    of_an_episode: int = 40


@dataclass
class Patience:
    """Counts the refusals of an episode."""

    budget: RetryBudget = field(default_factory=RetryBudget)
    _in_a_row: Counter[_Key] = field(default_factory=Counter)
    _of_a_step: Counter[_Key] = field(default_factory=Counter)
    _standing: Counter[str] = field(default_factory=Counter)
    _total: int = 0

    def refused(self, call: SkillCall, constraints: Iterable[str]) -> str:
        """Note a refusal; why asking again is pointless, or an empty text."""
        key = (call, tuple(constraints))
        self._in_a_row[key] += 1
        self._of_a_step[key] += 1
        self._total += 1
        if self._in_a_row[key] >= self.budget.in_a_row:
            return f"refused {self._in_a_row[key]} times in a row in the same situation"
        if self._of_a_step[key] >= self.budget.of_a_step:
            return f"refused {self._of_a_step[key]} times for the same reasons"
        if self._total >= self.budget.of_an_episode:
            return f"{self._total} steps were refused in this episode"
        return ""

    def moved(self) -> None:
        """Note that a step was done: the situation is a new one."""
        self._in_a_row.clear()

    def overdue(self, constraint: str) -> None:
        """Note that an overdue constraint has stood against a step."""
        self._standing[constraint] += 1

    def has_stood_long(self, constraint: str) -> bool:
        """Whether an overdue constraint has stopped so many steps that it must let others pass."""
        return self._standing[constraint] >= self.budget.of_a_step
