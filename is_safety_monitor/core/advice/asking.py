"""Queries an adviser about a task, and builds a monitor of its proposals and restatements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from is_bench.domain import TransitionModel
from is_bench.objects import ObjectTable
from is_bench.printable import printable_line
from is_bench.verdict import Advice, Decision
from is_safety_monitor.core.advice.doubting import readings
from is_safety_monitor.core.advice.monitor import AdviceMonitor
from is_safety_monitor.core.advice.proposal_screening import Screening
from is_safety_monitor.core.advice.restating import RestatementScreening, RestatingResult
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.request_reading import TaskReading
from kb.adviser import Adviser, Opinion, Question
from kb.constraint import Constraint

MOST_NAME = 80
"""Maximum length of a model's name [characters]."""
MOST_UNREAD = 20
"""How many sentences are to be restated, the first ones."""


@dataclass(frozen=True)
class Advising:
    """The task data that an adviser needs."""

    instruction: str
    objects: ObjectTable
    model: TransitionModel
    reading: TaskReading
    known: Sequence[Constraint]
    """The constraints that the guard judges by."""
    decision: Decision
    """The most that a proposal or a restatement does: WARN or BLOCK."""

    def ask(self, adviser: Adviser, offered: Sequence[Constraint]) -> Opinion:
        """The reply of `adviser` about the task; it may name constraints of `offered`."""
        domain, unread = self.model.domain, self.reading.doubtful[:MOST_UNREAD]
        read = readings(self.reading.stated, self.reading.doubtful, domain)
        question = Question(self.instruction, self.objects.objects, domain, offered, unread, read)
        return adviser.opinion(question)

    def restated(self, opinion: Opinion) -> RestatingResult:
        """The restatements of unread requirements and the doubts of read ones, checked."""
        screening = RestatementScreening(
            self.instruction,
            self.model.domain,
            self.objects,
            self.reading.doubtful,
            self.reading.stated,
            self.decision,
        )
        return screening.screened(opinion.restatements, opinion.model)

    def monitor(self, opinion: Opinion, restated: Sequence[Constraint]) -> AdviceMonitor | None:
        """A monitor of what is `restated` and of the proposals that pass the checks; or None."""
        among = (*self.known, *restated)
        screening = Screening(self.model.domain, self.objects, among, self.decision)
        proposed = screening.screened(opinion.proposals, opinion.model).constraints
        constraints = (*restated, *proposed)
        if not constraints:
            return None
        wishes, persons = self.reading.request.wishes, self.reading.request.persons
        knowledge = KbKnowledge(constraints, self.objects, self.model, wishes, persons)
        adviser = printable_line(opinion.model, MOST_NAME)
        told = (Advice(c.id, f"Advice of {adviser}: {c.text}") for c in constraints)
        return AdviceMonitor(adviser, knowledge, tuple(told))
