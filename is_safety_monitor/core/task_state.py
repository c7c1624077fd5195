"""State of a task: its verdict by the instruction alone, and once the first state is observed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.facts import FactSet
from is_bench.recognised import RecognisedObject
from is_bench.verdict import Decision, TaskVerdict
from is_safety_monitor.core.guard import Guard


@dataclass(frozen=True)
class TaskState:
    """The last verdict on a task."""

    verdict: TaskVerdict | None = None
    """None: nothing is judged, or there is no task."""
    is_observed: bool = False
    """Whether the verdict considers an observed state."""

    @property
    def refused(self) -> bool:
        """Whether the task must not be carried out."""
        return self.verdict is not None and self.verdict.verdict.decision is Decision.BLOCK

    @property
    def why(self) -> str:
        """The feedback of the verdict."""
        return "" if self.verdict is None else self.verdict.verdict.feedback

    def reassess(self, guard: Guard, facts: FactSet, now_ns: int) -> TaskState:
        """The task reassessed with `facts`, the first that are known."""
        if self.verdict is None or self.is_observed:
            return self
        return TaskState(guard.reassess(self.verdict, facts, now_ns), is_observed=True)

    def about(self, things: tuple[RecognisedObject, ...]) -> TaskState:
        """The same verdict, about these objects."""
        return (
            self
            if self.verdict is None
            else replace(self, verdict=replace(self.verdict, objects=things))
        )
