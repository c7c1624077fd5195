"""A message of a bound interface as a goal request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_safety_monitor.bindings.arguments import DecodeError
from is_safety_monitor.bindings.goals import CallReader
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.core.refusals import not_understood


class BindingContext(Protocol):
    """Context shared by bound interfaces."""

    def facts(self) -> FactSet | None:
        """The known facts; None: there are none."""
        ...

    def episode(self) -> str:
        """The episode that goals belong to: planners of such interfaces name none."""
        ...

    def next_index(self) -> int:
        """The number of the next goal of the episode, from 0."""
        ...

    def source_problem(self) -> str:
        """Why the fact sources are unreliable; empty if they are fine."""
        ...


@dataclass
class BoundGoal:
    """A goal or request of a bound interface; what is read is what is sent on."""

    name: str
    """Of the interface, in the file."""
    message: Any
    reader: CallReader
    request: str
    """How verdicts and events name it."""
    around: BindingContext
    robot_problem: Callable[[], str]
    _index: int = -1
    _unreadable: str = ""

    def goal(self) -> Goal:
        """The goal, decoded again; one that cannot be decoded is an invalid call."""
        self._unreadable = ""
        try:
            call = self.reader.read(self.message, self.around.facts())
        except Exception as error:  # noqa: BLE001  # whatever broke, an unread goal must not pass
            why = error.message if isinstance(error, DecodeError) else repr(error)
            self._unreadable = not_understood(self.name, why)
            call = SkillCall(f"{self.name} (not understood)")
        if self._index < 0:
            self._index = self.around.next_index()
        return Goal(self.around.episode(), self.request, self._index, call)

    def refusal(self) -> str:
        """Why nothing can be sent to the robot."""
        return self.robot_problem()

    def objection(self) -> str:
        """Why it is rejected without judging: undecodable, or unreliable fact sources."""
        return self._unreadable or self.around.source_problem()
