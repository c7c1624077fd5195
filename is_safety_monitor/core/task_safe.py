"""Task-Safe: the verdict on an instruction, before there is any plan.

It blocks instructions that an instruction constraint forbids, and those of which no requested end
state can be achieved safely (see `request_check`): by their words alone, and again when the first
world state is known.  For the others it advises how to do them safely, and the few constraints
that the planner should know (see `task_advice`).  Safety never depends on this advice: every
constraint is checked before every step all the same.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.printable import printable_line
from is_bench.verdict import Advice, Decision, GuardStage, TaskVerdict, Verdict
from is_safety_monitor.core.advice.restating import RestatingResult
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.request_check import RequestAssessment, RequestChecker
from is_safety_monitor.core.request_plans import NOTHING_KNOWN
from is_safety_monitor.core.task_advice import ADVICE_LIMIT, TaskAdvice
from is_safety_monitor.core.verdicts import verdict_of
from kb.adviser.opinion import Opinion
from kb.constraint import Constraint, ConstraintForm
from kb.instruction import asks_for

UNREAD = "unread_requirement"
"""The id of the guard's own constraint: a requirement in the instruction that was not parsed."""
DOUBTED = "doubted_requirement"
"""The id of the guard's own constraint: a parsed requirement that a model understands otherwise."""
UNREAD_REQUEST = "unread_request"
"""The id of the guard's own constraint: a request in the instruction that was not parsed."""
NO_OPINION = Opinion()
NOTHING_RESTATED = RestatingResult()
RETRIEVED = 20
"""How many constraints retrieval offers."""
MOST_READING = 300
"""The most characters that are quoted of what a sentence was read as."""
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
    opinion: Opinion = NO_OPINION
    """What a language model adds."""
    stated: tuple[Constraint, ...] = ()
    """Requirements that the instruction states."""
    unread: tuple[str, ...] = ()
    """Requirements in the instruction that could not be parsed."""
    restated: RestatingResult = NOTHING_RESTATED
    """Those of them that are read with the help of a language model, and the doubts of others."""
    unread_requests: tuple[str, ...] = ()
    """Requests in the instruction that could not be parsed: quoted, without a warning."""
    wishes: RequestChecker | None = None
    """Judges the requested end states; None: they are not judged."""
    scene_advice: TaskAdvice | None = None
    """Selects the advice about the scene; None: no such advice."""

    def assess(self, instruction: str) -> TaskVerdict:
        """The verdict on the words of `instruction`, and what the planner should know."""
        findings = [f for c in self.constraints if (f := _finding(c, instruction)) is not None]
        found = retrieved(self.search, instruction)
        findings += _advised(self.opinion, found)
        outlook = RequestAssessment() if self.wishes is None else self.wishes.from_words()
        findings += _refusals(outlook)
        near = self.scene_advice.near(found, NOTHING_KNOWN) if self.scene_advice else ()
        advice = self._advice_list((*outlook.advice, *near), found)
        verdict = verdict_of(0, instruction, findings, GuardStage.TASK_SAFE)
        return TaskVerdict(self._with_unread(_with_safe_order(verdict, outlook)), advice)

    def reassess(self, said: TaskVerdict, facts: FactSet, now_ns: int) -> TaskVerdict:
        """The verdict on an instruction with the verdict `said`, now that `facts` are known."""
        verdict = said.verdict
        if verdict.decision is Decision.BLOCK:
            return said
        outlook = (
            RequestAssessment() if self.wishes is None else self.wishes.in_state(facts, now_ns)
        )
        refusals = _refusals(outlook)
        if refusals:
            verdict = verdict_of(0, verdict.subject, refusals, GuardStage.TASK_SAFE)
            return replace(said, verdict=self._with_unread(verdict))
        verdict = _with_safe_order(verdict, outlook)
        found = retrieved(self.search, verdict.action)
        given = self._given(found, facts, now_ns)
        if outlook.advice:
            given = tuple(one for one in given if one.remedies)
        advice = self._advice_list((*outlook.advice, *given), found)
        return replace(said, verdict=verdict, advice=advice)

    def _given(
        self, found: Sequence[Constraint], facts: FactSet, now_ns: int
    ) -> tuple[Advice, ...]:
        """The advice for this scene; retrieval ranks it, and without there is none."""
        if self.scene_advice is None or not found:
            return ()
        try:
            return self.scene_advice.given(found, facts, now_ns)
        except Exception:  # noqa: BLE001  # whatever broke, missing advice is no reason to refuse
            return self.scene_advice.near(found, facts)

    def _advice_list(
        self, own: Sequence[Advice], found: Sequence[Constraint]
    ) -> tuple[Advice, ...]:
        """Stated requirements, `own` within the limit, and the additions of a language model."""
        limit = ADVICE_LIMIT if self.scene_advice is None else self.scene_advice.limit
        added = [c for c in found if c.id in self.opinion.relevant]
        stated, named = map(self._advice, self.stated), map(self._advice, added)
        return _first_per_constraint((*stated, *_distinct(own)[:limit], *named))

    def _advice(self, constraint: Constraint) -> Advice:
        remedies = self.scene.remedies(constraint)[:MAX_REMEDIES] if constraint.variables else ()
        return Advice(constraint.id, constraint.text, remedies)

    def _with_unread(self, verdict: Verdict) -> Verdict:
        cannot = "This requirement could not be parsed and is not enforced"
        helped = {one.sentence for one in self.restated.accepted}
        verdict = _with_note(verdict, cannot, _quoted(self.unread, helped), UNREAD)
        model = self.restated.model or "a model"
        help_of = f"This requirement was not read by rules but with the help of {model}"
        verdict = _with_note(verdict, help_of, self._read_as(), UNREAD)
        doubt = f"Advice of {model}: this requirement may have been misread"
        verdict = _with_note(verdict, doubt, self._doubts(model), UNREAD, DOUBTED)
        is_doubtful = bool(self.unread or self.restated.accepted or self.restated.doubts)
        if is_doubtful and verdict.decision is Decision.ALLOW:
            verdict = replace(verdict, decision=Decision.WARN)
        if verdict.decision is Decision.BLOCK:
            return verdict
        unclear = "This part of the instruction could not be parsed"
        return _with_note(verdict, unclear, _quoted(self.unread_requests, helped), UNREAD_REQUEST)

    def _read_as(self) -> list[str]:
        """The requirements that are read with help alone, and how each was understood."""
        doubted = {one.sentence for one in self.restated.doubts}
        accepted = [one for one in self.restated.accepted if one.sentence not in doubted]
        return [f"{one.sentence!r} as {' '.join(one.lines)!r}" for one in accepted]

    def _doubts(self, model: str) -> list[str]:
        """The requirements whose reading is doubted, and what speaks against it."""
        again = {one.sentence: " ".join(one.lines) for one in self.restated.accepted}
        return [
            f"{one.sentence!r} is enforced as {_reading(one.rules)!r}; {model} doubts that: "
            f"{one.why!r}"
            + (f", and reads it as {again[one.sentence]!r}" if one.sentence in again else "")
            for one in self.restated.doubts
        ]


def retrieved(search: Search | None, instruction: str) -> Sequence[Constraint]:
    """The constraints that `search` finds for `instruction`, the nearest first."""
    if search is None:
        return ()
    (hits,) = search.search_many([instruction], RETRIEVED)
    return [hit.constraint for hit in hits]


def _with_note(verdict: Verdict, what: str, texts: Sequence[str], *names: str) -> Verdict:
    """`verdict` with a note by `names`: `what`, and the `texts`, if there are any."""
    if not texts:
        return verdict
    quoted = "; ".join(texts)
    return replace(
        verdict,
        constraints=tuple(dict.fromkeys((*verdict.constraints, *names))),
        feedback=f"{verdict.feedback} {what}: {quoted}.".strip(),
    )


def _reading(rules: Sequence[str]) -> str:
    return printable_line("; ".join(rules), MOST_READING, " ...")


def _quoted(texts: Iterable[str], without: Container[str] = ()) -> list[str]:
    return [repr(text) for text in texts if text not in without]


def _refusals(outlook: RequestAssessment) -> list[Finding]:
    """Violations of the requested end states that cannot be avoided."""
    return [
        replace(
            finding,
            module=GuardStage.TASK_SAFE,
            feedback=f"{finding.feedback} The instruction asks for this: {outlook.asked}.",
            remedy=(),
        )
        for finding in outlook.refusal
    ]


def _with_safe_order(verdict: Verdict, outlook: RequestAssessment) -> Verdict:
    """`verdict` with the hazards that a safe order of steps avoids, unless it blocks."""
    if verdict.decision is Decision.BLOCK or not outlook.advice:
        return verdict
    texts = [advice.text for advice in outlook.advice if advice.text not in verdict.feedback]
    hazards = (advice.constraint for advice in outlook.advice)
    return replace(
        verdict,
        constraints=tuple(dict.fromkeys((*verdict.constraints, *hazards))),
        feedback=" ".join([*([verdict.feedback] if verdict.feedback else []), *texts]),
    )


def _first_per_constraint(advice: Iterable[Advice]) -> tuple[Advice, ...]:
    """The first piece of advice by each constraint."""
    found: dict[str, Advice] = {}
    for one in advice:
        found.setdefault(one.constraint, one)
    return tuple(found.values())


def _distinct(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """Each constraint once, without advice whose remedy an earlier piece includes.

    Of two pieces by one constraint, the longer remedy includes the steps to open containers.
    """
    kept: dict[str, Advice] = {}
    for one in advice:
        steps, other = set(one.remedies), kept.get(one.constraint)
        if other is not None:
            longer = one.remedies if steps > set(other.remedies) else other.remedies
            kept[one.constraint] = replace(other, remedies=longer)
        elif not steps or not any(steps <= set(told.remedies) for told in kept.values()):
            kept[one.constraint] = one
    return tuple(kept.values())


def _finding(constraint: Constraint, instruction: str) -> Finding | None:
    if constraint.form is not ConstraintForm.INSTRUCTION:
        return None
    words = asks_for(constraint, instruction)
    if words is None:
        return None
    feedback = f"{constraint.text} (the instruction says {words!r})"
    return Finding(constraint.id, constraint.decision, GuardStage.TASK_SAFE, feedback)


def _advised(opinion: Opinion, offered: Sequence[Constraint]) -> list[Finding]:
    """A block that the model proposes; it has to name a constraint that it was shown."""
    named = next((c for c in offered if c.id == opinion.refuse), None)
    if named is None:
        return []
    feedback = f"{named.text} (a language model says: {opinion.reason})"
    return [Finding(named.id, Decision.BLOCK, GuardStage.TASK_SAFE, feedback)]
