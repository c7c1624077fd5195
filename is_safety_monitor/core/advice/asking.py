"""Queries an adviser about a task, and builds a monitor of its proposals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.domain import TransitionModel
from is_bench.objects import ObjectTable
from is_bench.verdict import Advice, Decision
from is_safety_monitor.core.advice.monitor import AdviceMonitor
from is_safety_monitor.core.advice.screening import Screening
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.request_reading import RequestReading
from kb.adviser import Adviser, Opinion, Question
from kb.adviser.reply import one_line
from kb.constraint import Constraint

MOST_NAME = 80
"""Maximum length of a model's name [characters]."""


@dataclass(frozen=True)
class Advising:
    """The task data that an adviser needs."""

    instruction: str
    objects: ObjectTable
    model: TransitionModel
    reading: RequestReading
    known: Sequence[Constraint]
    """The constraints that the guard judges by."""
    decision: Decision
    """The most that a proposal does: WARN or BLOCK."""

    def ask(self, adviser: Adviser, offered: Sequence[Constraint]) -> Opinion:
        """The reply of `adviser` about the task; it may name constraints of `offered`."""
        domain = self.model.domain
        return adviser.opinion(Question(self.instruction, self.objects.objects, domain, offered))

    def monitor(self, opinion: Opinion) -> AdviceMonitor | None:
        """A monitor of the proposals that pass the checks; None if none does."""
        screening = Screening(self.model.domain, self.objects, self.known, self.decision)
        constraints = screening.screened(opinion.proposals, opinion.model).constraints
        if not constraints:
            return None
        wishes, persons = self.reading.wishes, self.reading.persons
        knowledge = KbKnowledge(constraints, self.objects, self.model, wishes, persons)
        adviser = one_line(opinion.model, MOST_NAME)
        told = (Advice(c.id, f"Advice of {adviser}: {c.text}") for c in constraints)
        return AdviceMonitor(adviser, knowledge, tuple(told))
