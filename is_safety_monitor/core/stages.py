"""The stages of the cascade (SafeMind, arXiv 2509.25885), each of which can be switched off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.errors import UnknownNameError

NAMES = ("task", "plan", "action")


@dataclass(frozen=True)
class Stages:
    """Which stages judge."""

    task: bool = True
    """Task-Safe: the instruction, and the constraints that the planner is told."""
    plan: bool = True
    """Plan-Safe: a proposed plan, before its first step."""
    action: bool = True
    """Action-Safe: each step, just before it is forwarded."""

    @staticmethod
    def of(names: Iterable[str]) -> Stages:
        """The stages `names`, of "task", "plan" and "action"; raises UnknownNameError."""
        given = [name.strip() for name in names if name.strip()]
        for name in given:
            if name not in NAMES:
                raise UnknownNameError("stage of the guard", name, NAMES)
        return Stages(**{name: name in given for name in NAMES})

    def __str__(self) -> str:
        return ",".join(name for name in NAMES if getattr(self, name))
