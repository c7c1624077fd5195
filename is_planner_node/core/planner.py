"""The Protocol that every planner follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from is_bench.evaluation import Status


@dataclass(frozen=True)
class LastStep:
    """What became of the step that the planner asked for last."""

    index: int
    action: str
    status: Status
    message: str
    """The error of a failed step, the guard's feedback on a blocked one."""
    mitigation: tuple[str, ...] = ()
    """Skill calls that the guard offers to mend a blocked step."""


@dataclass(frozen=True)
class Observation:
    """What a planner sees when it is asked for the next step."""

    index: int
    """The index of the step that is asked for."""
    last: LastStep | None
    """None at the start."""


class Planner(Protocol):
    """Plans one episode, step by step."""

    def next_step(self, observation: Observation) -> str | None:
        """The next step as text, "DONE" to finish, None if the planner has nothing more to say."""
        ...
