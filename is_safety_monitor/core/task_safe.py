"""Task-Safe: what the guard says of an instruction, before there is any plan.

It refuses instructions that ask for what an instruction constraint forbids, and picks the
constraints that the planner should know: those that retrieval finds for the instruction and that
the scene has things for.  Safety never depends on what retrieval finds: every constraint is
checked before every step all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.verdict import Advice, Decision, Module, TaskVerdict, Verdict
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.verdicts import verdict_of
from kb.constraint import Constraint, Form
from kb.instruction import asks_for
from kb.relevance.opinion import Opinion, Relevance

UNREAD = "unread_requirement"
"""The id of the guard's own constraint: a requirement in the instruction that it cannot check."""
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


class Grounded(Protocol):
    """Knows what constraints are about in a scene."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scene's things."""
        ...

    def groundable(self, constraint: Constraint) -> bool:
        """Whether the scene has things that `constraint` can be about."""
        ...

    def remedies(self, constraint: Constraint) -> tuple[SkillCall, ...]:
        """The calls in the scene that do what `constraint` demands."""
        ...


@dataclass(frozen=True)
class TaskSafe:
    """Judges instructions by the constraints of a knowledge base."""

    constraints: tuple[Constraint, ...]
    scene: Grounded
    search: Search | None = None
    """None: no advice but what the instruction demands itself."""
    relevance: Relevance | None = None
    """A language model, which can only add."""
    stated: tuple[Constraint, ...] = ()
    """Requirements that the instruction states."""
    unread: tuple[str, ...] = ()
    """Requirements in the instruction that could not be read."""

    def assess(self, instruction: str) -> TaskVerdict:
        """The verdict on `instruction`, and what the planner should know."""
        findings = [f for c in self.constraints if (f := _finding(c, instruction)) is not None]
        found = self._retrieved(instruction)
        relevant = [c for c in found if self.scene.groundable(c)]
        if self.relevance is not None:
            opinion = self.relevance.opinion(instruction, self.scene.names, found)
            relevant += [c for c in found if c.id in opinion.relevant]
            findings += _advised(opinion, found)
        told = {constraint.id: constraint for constraint in (*self.stated, *relevant)}
        advice = tuple(map(self._advice, told.values()))
        verdict = verdict_of(0, instruction, findings, Module.TASK_SAFE)
        return TaskVerdict(self._with_unread(verdict), advice)

    def _retrieved(self, instruction: str) -> Sequence[Constraint]:
        if self.search is None:
            return ()
        (hits,) = self.search.search_many([instruction], RETRIEVED)
        return [hit.constraint for hit in hits]

    def _advice(self, constraint: Constraint) -> Advice:
        remedies = self.scene.remedies(constraint)[:MAX_REMEDIES] if constraint.variables else ()
        return Advice(constraint.id, constraint.text, remedies)

    def _with_unread(self, verdict: Verdict) -> Verdict:
        if not self.unread:
            return verdict
        quoted = "; ".join(repr(text) for text in self.unread)
        feedback = f"The guard cannot check what the instruction demands here: {quoted}."
        decision = Decision.WARN if verdict.decision is Decision.ALLOW else verdict.decision
        return replace(
            verdict,
            decision=decision,
            constraints=(*verdict.constraints, UNREAD),
            feedback=f"{verdict.feedback} {feedback}".strip(),
        )


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
