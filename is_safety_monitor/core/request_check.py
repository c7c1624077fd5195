"""Checks whether a request can be fulfilled safely, and how.

Only what is surely wrong counts: a fact that is unknown speaks neither for nor against anything.
From the words alone, a call is refused if it leads to a hazard when nothing is known but which
wishes are fulfilled by then: whatever mends that, undoes one of them.  In a state that was seen,
the plan of what is asked for is judged like any plan: a step that is stopped and has a remedy which
undoes no wish is taken after it, and the remedy is told.  What is due at the end counts where the
wishes themselves keep anybody from doing it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain.model import PredicateKind
from is_bench.facts import FactSet
from is_bench.objects import SceneObject
from is_bench.verdict import Advice
from is_safety_monitor.core.advice_text import before, before_done, reasons
from is_safety_monitor.core.call_sequences import is_living, is_movable, is_substance
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.request_plans import (
    NOTHING_KNOWN,
    PlannedCall,
    planned_calls,
    reorderings,
    with_ways,
)
from is_safety_monitor.core.request_simulation import ALL_WISHES, RequestSimulation

MOST_JUDGEMENTS = 60
"""Of calls in predicted states, for one instruction; some hundredths of a second."""


@dataclass(frozen=True)
class RequestAssessment:
    """Predicted outcome of an instruction."""

    refusal: tuple[Finding, ...] = ()
    """Violations that no order and no remedy avoids; empty: there is a safe order."""
    asked: str = ""
    """The part of the instruction that it is about."""
    at: int = -1
    """The place of that part in the plan; -1 where it is no single call."""
    advice: tuple[Advice, ...] = ()
    """How it can be done safely, if the plain order is unsafe."""


@dataclass(frozen=True)
class RequestChecker:
    """Simulates the requested plan and assesses its outcome."""

    scene: RequestSimulation

    def from_words(self) -> RequestAssessment:
        """The assessment for any world state."""
        return self._first_way(self._from_words)

    def in_state(self, facts: FactSet, now_ns: int) -> RequestAssessment:
        """The assessment in `facts`."""
        return self._first_way(lambda plan: self._in_state(plan, facts, now_ns))

    def _first_way(
        self, follow: Callable[[Sequence[PlannedCall]], RequestAssessment]
    ) -> RequestAssessment:
        """What comes of the first order of what is asked for that is safe, or else as asked.

        Nothing is refused of which no safe way is found only because the search gets too long.
        """
        if not self.scene.asked:
            return RequestAssessment()
        self.scene.budget.left = MOST_JUDGEMENTS
        found = self._searched(follow)
        return RequestAssessment() if self.scene.budget.is_spent else found

    def _searched(
        self, follow: Callable[[Sequence[PlannedCall]], RequestAssessment]
    ) -> RequestAssessment:
        scene = self.scene
        plain = follow(scene.plan)
        if not plain.refusal or self._is_unavoidable(plain):
            return plain
        for order in reorderings(scene.plan, plain.at, scene.model, scene.objects):
            if any(scene.wrong(planned.call, planned.before, planned.after) for planned in order):
                continue  # it only brings the same hazard about another way
            other = follow(order)
            if not other.refusal:
                return RequestAssessment(
                    advice=(self._in_order(order, plain.refusal), *other.advice)
                )
        return plain

    def _is_unavoidable(self, outlook: RequestAssessment) -> bool:
        """Whether the violation is unavoidable in any order: by the wishes, or the call alone."""
        scene = self.scene
        if outlook.at < 0 or len(scene.plan) == 1:
            return True
        names = {finding.constraint for finding in outlook.refusal}
        wished = scene.wrong(ALL_WISHES, NOTHING_KNOWN, scene.asked.all_fulfilled)
        if names & {finding.constraint for finding in (*wished, *scene.due_anyway)}:
            return True
        found = self._wrong_anywhere(scene.plan[outlook.at])
        return bool(names & {finding.constraint for finding in found})

    def _wrong_anywhere(self, planned: PlannedCall) -> tuple[Finding, ...]:
        """What blocks a call alone, or, if it is to last, beside all that is wished for."""
        scene = self.scene
        (alone,) = planned_calls([planned.call], scene.model, scene.objects)
        found = scene.wrong(alone.call, alone.before, alone.after)
        if not self._lasts(planned):
            return found
        end = scene.asked.all_fulfilled
        return (*found, *scene.wrong(planned.call, end, end))

    def _lasts(self, planned: PlannedCall) -> bool:
        """Whether a call begins a state that is wished for, and does not only move a thing."""
        known = self.scene.own_model.domain.predicates
        wished = self.scene.asked.all_fulfilled.true & planned.made
        return any(known[fact.predicate].sort is PredicateKind.STATE for fact in wished)

    # One order

    def _from_words(self, plan: Sequence[PlannedCall]) -> RequestAssessment:
        """What comes of `plan`, whatever the state of the world."""
        asked = self.scene.asked
        for place, planned in enumerate(plan):
            kept = asked.fulfilled(planned.before)
            found = self.scene.wrong(planned.call, kept, planned.from_state(kept))
            if found:
                return RequestAssessment(found, asked.words(planned.call), place)
        return self._in_the_end(self.scene.due_anyway)

    def _in_state(
        self, plan: Sequence[PlannedCall], facts: FactSet, now_ns: int
    ) -> RequestAssessment:
        """What comes of `plan` in `facts`; the first step without a safe way decides."""
        scene = self.scene
        now, advice = scene.rehearsal(facts, now_ns), list[Advice]()
        plan = with_ways(plan, scene.asked, scene.model, scene.objects, facts)
        for place, planned in enumerate(plan):
            found = now.attempt(planned.call)
            steps = now.apply_remedy(planned.call, found) if found else ()
            if steps:
                advice.append(self._advice(found, planned.call, steps))
            elif any(self._may_change(finding) for finding in found):
                now.take(planned.call)  # a refusal would hold when it has changed, too
            elif any(
                not finding.preexisting and not scene.can_be_cut(finding) for finding in found
            ):
                return RequestAssessment(tuple(found), scene.asked.words(planned.call), place)
            elif found:
                now.take(planned.call)
        return self._in_the_end([f for f in now.due() if not f.preexisting], advice)

    def _in_the_end(
        self, due: Sequence[Finding], advice: Sequence[Advice] = ()
    ) -> RequestAssessment:
        """What is due at the end: what the wishes forbid to mend, or else what is to be told."""
        names = {finding.constraint for finding in self.scene.due_anyway}
        kept = tuple(finding for finding in due if finding.constraint in names)
        if kept:
            return RequestAssessment(kept, "; ".join(map(str, self.scene.asked.wishes)))
        told = (Advice(f.constraint, before_done(reasons([f])), f.remedy) for f in due if f.remedy)
        return RequestAssessment(advice=(*advice, *told))

    def _may_change(self, finding: Finding) -> bool:
        """Whether it is about something besides what is wished for that somebody can change.

        No way to do it may be known here; the step is judged when it comes.
        """
        wished = self.scene.asked.all_fulfilled.true
        held = {name for fact in wished for name in fact.arguments}
        things = [self.scene.objects.get(name) for name in finding.objects]
        return any(
            thing is not None
            and (_is_changeable(thing) if thing.name not in held else self._is_free(thing, finding))
            for thing in things
        )

    def _is_free(self, thing: SceneObject, finding: Finding) -> bool:
        """Whether a thing that is wished for in some state may be brought elsewhere first.

        That may help only if the violation is about the place of the thing, too.
        """
        wished = self.scene.asked.all_fulfilled.true
        known = self.scene.own_model.domain.predicates
        is_placed = any(
            known[fact.predicate].sort is not PredicateKind.STATE
            for fact in wished
            if thing.name in fact.arguments
        )
        return len(finding.objects) > 1 and not is_placed and is_movable(thing)

    # In words

    def _advice(
        self, found: Sequence[Finding], call: SkillCall, steps: tuple[SkillCall, ...]
    ) -> Advice:
        text = before(self.scene.asked.words(call), reasons(found, len(steps)))
        return Advice(found[0].constraint, text, steps)

    def _in_order(self, order: Sequence[PlannedCall], found: Sequence[Finding]) -> Advice:
        asked = self.scene.asked
        steps = ", then ".join(asked.words(planned.call) for planned in order)
        own = tuple(planned.call for planned in order if planned.call in asked.calls)
        text = f"{reasons(found)} Safe in this order: {steps}."
        return Advice(found[0].constraint, text, own)


def _is_changeable(thing: SceneObject) -> bool:
    """Whether it goes away, or can be moved, opened, switched or wiped off."""
    is_operable = thing.can("openable") or thing.can("toggleable")
    return is_operable or is_living(thing) or is_movable(thing) or is_substance(thing)
