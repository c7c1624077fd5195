"""Task-Safe: what the guard says of an instruction, before there is any plan.

It refuses instructions that ask for what an instruction constraint forbids, and picks the
constraints that the planner should know: those that retrieval finds for the instruction and that
the scene has objects for.  Safety never depends on what retrieval finds: every constraint is
checked before every step all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.verdict import Advice, Decision, Module, TaskVerdict
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.verdicts import verdict_of
from kb.constraint import Constraint, Form
from kb.instruction import asks_for
from kb.relevance.opinion import Opinion, Relevance

RETRIEVED = 20
"""How many constraints retrieval offers."""
MAX_REMEDIES = 20
"""The most remedies that come with one piece of advice."""


class Hit(Protocol):
    """A constraint that retrieval has found, and how near it is."""

    @property
    def constraint(self) -> Constraint:
        """What was found."""
        ...


class Search(Protocol):
    """Finds the constraints nearest in meaning to texts."""

    def search_many(self, texts: Sequence[str], k: int) -> Sequence[Sequence[Hit]]:
        """The `k` nearest to each of `texts`, the nearest first."""
        ...


@dataclass(frozen=True)
class TaskSafe:
    """Judges instructions by the constraints of a knowledge base."""

    constraints: tuple[Constraint, ...]
    search: Search | None = None
    """None: no advice but what the instruction demands itself."""
    relevance: Relevance | None = None
    """A language model, which can only add."""

    def assess(
        self, instruction: str, knowledge: KbKnowledge, stated: Iterable[Constraint] = ()
    ) -> TaskVerdict:
        """The verdict on `instruction` in the scene that `knowledge` is grounded in.

        `stated` are requirements that the instruction itself states.
        """
        findings = [f for c in self.constraints if (f := _finding(c, instruction)) is not None]
        hits: Sequence[Hit] = ()
        if self.search is not None:
            (hits,) = self.search.search_many([instruction], RETRIEVED)
        found = [hit.constraint for hit in hits]
        relevant = [c for c in found if knowledge.groundable(c)]
        if self.relevance is not None:
            opinion = self.relevance.opinion(instruction, knowledge.names, found)
            relevant += [c for c in found if c.id in opinion.relevant]
            findings += _advised(opinion, found)
        told = {constraint.id: constraint for constraint in (*stated, *relevant)}
        advice = tuple(_advice(constraint, knowledge) for constraint in told.values())
        return TaskVerdict(verdict_of(0, instruction, findings, Module.TASK_SAFE), advice)


def _finding(constraint: Constraint, instruction: str) -> Finding | None:
    if constraint.form is not Form.INSTRUCTION:
        return None
    words = asks_for(constraint, instruction)
    if words is None:
        return None
    feedback = f"{constraint.text} (the instruction says {words!r})"
    return Finding(constraint.id, constraint.decision, Module.TASK_SAFE, feedback)


def _advised(opinion: Opinion, offered: Sequence[Constraint]) -> list[Finding]:
    """A refusal that the model asks for; it has to name a constraint that it was shown."""
    named = next((c for c in offered if c.id == opinion.refuse), None)
    if named is None:
        return []
    feedback = f"{named.text} (a language model says: {opinion.reason})"
    return [Finding(named.id, Decision.BLOCK, Module.TASK_SAFE, feedback)]


def _advice(constraint: Constraint, knowledge: KbKnowledge) -> Advice:
    remedies = knowledge.remedies(constraint)[:MAX_REMEDIES] if constraint.variables else ()
    return Advice(constraint.id, constraint.text, remedies)
