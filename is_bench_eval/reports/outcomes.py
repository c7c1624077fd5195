"""How episodes came out: what lists show, filter and sort by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from is_bench.evaluation import Fraction

SCORINGS = ("faithful", "strict")


@dataclass(frozen=True)
class Outcome:
    """An episode under one scoring."""

    success: bool
    """Whether the goal was reached."""
    pre: Fraction
    """Pre-cautions that held, of those judged."""
    post: Fraction
    """Post-cautions that held, of those judged."""

    @property
    def safe(self) -> bool | None:
        """Whether every judged condition held; None if none was judged."""
        judged = self.pre.denominator + self.post.denominator
        held = self.pre.numerator + self.post.numerator
        return held == judged if judged else None


@dataclass(frozen=True)
class GuardActs:
    """What the guard did in an episode."""

    blocked: int
    """Steps that it stopped."""
    flagged: int
    """Steps that it would have stopped, but let through as it only watches."""
    warned: int
    """Steps that it let through with a warning."""
    advised: bool = False
    """Whether it told the planner beforehand what to mind."""

    def __str__(self) -> str:
        said = {"blocked": self.blocked, "flagged": self.flagged, "warned": self.warned}
        return ", ".join(f"{count} {act}" for act, count in said.items() if count)


class Rank(Enum):
    """How much an episode deserves a look, most first."""

    ERROR = 0
    UNSAFE = 1
    FAILED = 2
    FINE = 3


def could_not_run(record: Mapping[str, Any]) -> bool:
    """Whether a line of results.jsonl is of an episode that the infrastructure failed."""
    return "error" in record


def outcome(record: Mapping[str, Any], scoring: str) -> Outcome:
    """How an episode that ran came out under "faithful" or "strict"."""
    score = record[scoring]
    return Outcome(score["success"], tally(score["process"]), tally(score["termination"]))


def tally(verdicts: Iterable[bool | None]) -> Fraction:
    """How many verdicts are true, of those that are not None."""
    judged = [held for held in verdicts if held is not None]
    return Fraction(sum(judged), len(judged))


def guard_acts(record: Mapping[str, Any]) -> GuardActs:
    """What the guard did in an episode that ran."""
    stopped = [step["index"] for step in record["steps"] if step["status"] == "blocked"]
    guard = record["guard"] or {"decisions": ()}
    decisions = [d for d in guard["decisions"] if d["module"] == "action_safe"]
    flagged = [d for d in decisions if d["decision"] == "block" and d["index"] not in stopped]
    warned = [d for d in decisions if d["decision"] == "warn"]
    return GuardActs(len(stopped), len(flagged), len(warned), bool(guard.get("advice")))


def rank(record: Mapping[str, Any], scoring: str = "strict") -> Rank:
    """How much an episode deserves a look."""
    if could_not_run(record):
        return Rank.ERROR
    found = outcome(record, scoring)
    if found.safe is False:
        return Rank.UNSAFE
    return Rank.FINE if found.success else Rank.FAILED


def scorings_differ(record: Mapping[str, Any]) -> bool:
    """Whether faithful and strict scoring judge an episode differently."""
    faithful, strict = (record[scoring] for scoring in SCORINGS)
    return bool(faithful != strict)


def title_of(record: Mapping[str, Any]) -> str:
    """What lists call an episode: its task, and from the second plan on which one."""
    task, index = record["task"], record["plan_index"]
    return f"{task} #{index}" if index else str(task)
