"""How a task stands: what was said of it when it was set, and in sight of the first state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.facts import FactSet
from is_bench.recognised import RecognisedObject
from is_bench.verdict import Decision, TaskVerdict
from is_safety_monitor.core.guard import Guard


@dataclass(frozen=True)
class TaskStanding:
    """What was last said of a task."""

    said: TaskVerdict | None = None
    """None: nothing is judged, or there is no task."""
    in_sight: bool = False
    """Whether it was said in sight of a state."""

    @property
    def refused(self) -> bool:
        """Whether the task must not be carried out."""
        return self.said is not None and self.said.verdict.decision is Decision.BLOCK

    @property
    def why(self) -> str:
        """What was said in words."""
        return "" if self.said is None else self.said.verdict.feedback

    def look(self, guard: Guard, facts: FactSet, now_ns: int) -> TaskStanding:
        """How the task stands in sight of `facts`, the first that are known."""
        if self.said is None or self.in_sight:
            return self
        return TaskStanding(guard.look(self.said, facts, now_ns), in_sight=True)

    def about(self, things: tuple[RecognisedObject, ...]) -> TaskStanding:
        """The same, said of these things."""
        return self if self.said is None else replace(self, said=replace(self.said, objects=things))
