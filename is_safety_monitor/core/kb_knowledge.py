"""Knowledge-base backend of the guard (no access to annotations).

It knows the things of the scene (names, classes, abilities), the facts of the moment, the steps
that were forwarded, and the constraints.  Judging a call is exact matching and evaluation: no model
and no embedding is involved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain import TransitionModel
from is_bench.durations import seconds_to_ns
from is_bench.facts import Atom, FactSet, FactView, Truth
from is_bench.objects import ObjectTable, SceneObject
from is_bench.verdict import Obligation
from is_safety_monitor.core.explanation import Explainer
from is_safety_monitor.core.knowledge import Finding, JudgedSituation
from is_safety_monitor.core.monitors import (
    AtomSpace,
    CheckTable,
    CompiledConstraints,
    Grounder,
    Hazards,
    MonitorBank,
    Precedence,
    RecentlyOn,
    UnexpectedChanges,
    Violation,
)
from is_safety_monitor.core.monitors.atoms import Truths
from is_safety_monitor.core.requested_states import RequestedStates
from is_safety_monitor.core.tracker import PastStep
from kb.clauses import ROOM
from kb.constraint import Constraint, ConstraintForm

NO_WISHES = RequestedStates()
_MEMORIES = ("_bank", "_precedence", "_unexpected_changes", "_hazards")
"""What remembers steps and states, over the groundings of the scene."""


class KbKnowledge:
    """Judges by constraints: those before a step, and those that an earlier step has opened."""

    name = "kb"

    def __init__(
        self,
        constraints: Iterable[Constraint],
        objects: ObjectTable,
        model: TransitionModel,
        wishes: RequestedStates = NO_WISHES,
        persons: Sequence[SceneObject] = (),
        compiled: CompiledConstraints | None = None,
    ) -> None:
        """Ground `constraints` in a scene of `objects`, among which a robot acts as `model` says.

        Violations that `wishes` explain only warn, where the constraint allows the exemption.
        `persons` are known to be about, people and animals, besides the objects.  `compiled` is
        of most of the constraints, kept for scene after scene.
        """
        self.constraints = tuple(constraints)
        self._model = model
        self._wishes = wishes
        literals = frozenset().union(*(c.literals for c in self.constraints))
        arities = {literal.predicate: len(literal.terms) for literal in literals}
        rooms = {term[1:] for item in literals for term in item.terms if term.startswith(ROOM)}
        atoms = AtomSpace(objects, arities, rooms)
        self._ground(Grounder(objects, atoms, model.domain, persons, compiled))
        self._bank = MonitorBank(self.constraints, self._grounder)
        self._precedence = Precedence(self.constraints, self._grounder)
        self._unexpected_changes = UnexpectedChanges(self.constraints, self._grounder)
        self._hazards = Hazards(self.constraints, self._grounder)
        self._recently_on = RecentlyOn()
        self._has_mild = any(one.mild is not None for one in self.constraints)
        self._found_running: frozenset[str] | None = None
        """The devices that were on in the first state; None before it is seen."""
        self._latest: JudgedSituation | None = None
        """When the world was last seen."""

    def _ground(self, grounder: Grounder) -> None:
        self._grounder = grounder
        self._atoms = grounder.atoms
        self._checks = CheckTable(self.constraints, grounder)
        self._explainer = Explainer(grounder, self._model.domain, self._wishes)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the objects of the scene."""
        return tuple(thing.name for thing in self._grounder.objects)

    @property
    def groundings(self) -> int:
        """How many groundings are checked before some step."""
        return len(self._checks) + len(self._hazards)

    def fork(self) -> KbKnowledge:
        """The same knowledge with a memory of its own."""
        other = copy(self)
        for name in (*_MEMORIES, "_recently_on"):
            setattr(other, name, getattr(self, name).fork())
        return other

    def extend(self, objects: ObjectTable) -> None:
        """Ground the constraints in more things; what is remembered stays."""
        self._ground(self._grounder.extended(objects))
        for name in _MEMORIES:
            setattr(self, name, getattr(self, name).regrounded(self._grounder))

    def forwarded(self, step: PastStep) -> None:
        """Update the obligations triggered or discharged by the step."""
        self._bank.step(step.call, step.index, step.at_ns, ok=step.ok)
        self._precedence.step(step.call, step.at_ns, ok=step.ok)
        self._unexpected_changes.step(step.index)
        self._hazards.step(step.call, step.index)
        self._expect(step)
        self._recently_on.step(self._grounder.kinds(step.call), ok=step.ok)

    def observe(self, situation: JudgedSituation) -> None:
        """Discharge fulfilled obligations, and open those of unexpected changes."""
        self._latest = situation
        if self._found_running is None:
            on = (fact for fact in situation.facts.true if fact.predicate == "toggled_on")
            self._found_running = frozenset(fact.arguments[0] for fact in on)
        self._recently_on.observe(situation.facts, situation.now_ns)
        truths = self._truths(situation.facts, situation)
        self._bank.observe(truths)
        self._unexpected_changes.observe(
            truths, lambda: self._truths(situation.tracker.expected(), situation)
        )
        self._hazards.observe(truths)

    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        """All findings for `call` in the current state."""
        situation = replace(situation, after=self._after(call, situation))
        found = list(self._violations(call, situation))
        if not found:
            return ()
        found = [v for v in found if not (v.standing and self._explainer.is_remedy(v, call))]
        doubtful = self._doubtful(found, call, situation)
        return [
            self._explainer.finding(
                violation,
                self._view(violation, situation),
                believed=violation not in doubtful,
                at_end=call == DONE,
                after=situation.after,
                found_running=self._found_running or frozenset(),
            )
            for violation in found
        ]

    def obligations(self, situation: JudgedSituation) -> Sequence[Obligation]:
        """Obligations opened by executed steps and unexpected changes, not yet fulfilled."""
        truths = self._truths(situation.facts, situation)
        unmet = [
            *self._bank.open_obligations(truths, situation.now_ns),
            *self._unexpected_changes.open_obligations(truths),
            *self._hazards.open_obligations(truths),
        ]
        unmet.sort(key=lambda found: found.since or 0)
        return [self._explainer.obligation(v, self._view(v, situation)) for v in unmet]

    def relevant_constraints(self, call: SkillCall) -> set[str]:
        """Ids of the constraints evaluated for `call`."""
        found = {c.id for c in (*self._checks.touches(call), *self._precedence.touches(call))}
        opened = (
            *self._bank.opened(),
            *self._unexpected_changes.opened(),
            *self._hazards.constraints,
        )
        return found | {constraint.id for constraint in opened}

    def groundable(self, constraint: Constraint) -> bool:
        """Whether `constraint` has groundings in the scene."""
        if constraint.form is ConstraintForm.INSTRUCTION:
            return False
        return bool(len(self._grounder.bindings(constraint)))

    def remedies(self, constraint: Constraint) -> tuple[SkillCall, ...]:
        """The calls in the scene that do what `constraint` demands, in any of its groundings."""
        rows = self._grounder.bindings(constraint).tolist()
        bindings = [self._grounder.names(constraint, row) for row in rows]
        calls = (
            call for binding in bindings for call in self._explainer.remedy(constraint, binding)
        )
        return tuple(dict.fromkeys(calls))

    def _violations(self, call: SkillCall, situation: JudgedSituation) -> Iterator[Violation]:
        truths = self._truths(situation.facts, situation)
        yield from self._checks.violations(call, truths)
        yield from self._precedence.violations(call, truths, situation.now_ns)
        ends_ns = situation.now_ns + seconds_to_ns(self._model.domain.duration_s(call))
        yield from self._bank.violations(call, truths, situation.now_ns, ends_ns)
        if call == DONE:
            yield from self._unexpected_changes.open_obligations(truths)
            yield from self._hazards.open_obligations(truths)
        else:
            after = None if situation.after is None else self._truths(situation.after, situation)
            if after is not None:
                yield from self._hazards.caused_by(truths, after)
            end = None if _vanishes(call, situation) else after
            yield from self._hazards.persisting(call, truths, end)

    def _truths(self, facts: FactSet, situation: JudgedSituation) -> Truths:
        return self._atoms.vector(facts, self._recently_on.names(situation.now_ns))

    def _view(self, violation: Violation, situation: JudgedSituation) -> FactView:
        """The state that a violation is about."""
        after = situation.after if violation.predicted else None
        recent = self._recently_on.names(situation.now_ns)
        return self._atoms.view(situation.facts if after is None else after, recent)

    def _after(self, call: SkillCall, situation: JudgedSituation) -> FactSet | None:
        """What `call` is predicted to lead to; None where nothing depends on it, or it fails."""
        is_needed = bool(len(self._hazards)) or self._has_mild
        if situation.after is not None or call == DONE or not is_needed:
            return situation.after
        objects = self._grounder.objects
        outcomes = situation.tracker.outcomes(self._model, objects, situation.facts)
        after = outcomes.after(call)
        return outcomes.world.facts() if after is None and _is_partial(situation.facts) else after

    def _expect(self, step: PastStep) -> None:
        """Note what a step may begin that nobody may see, where not everything is seen."""
        seen = self._latest
        if seen is None or not _is_partial(seen.facts):
            return
        after = self._after(step.call, seen)
        if after is not None:
            self._hazards.expect(self._truths(seen.facts, seen), self._truths(after, seen))

    def _doubtful(
        self, found: Sequence[Violation], call: SkillCall, situation: JudgedSituation
    ) -> Sequence[Violation]:
        """Those of `found` that remain if what follows from earlier steps is taken for known."""
        if all(violation.truth is Truth.FALSE for violation in found):
            return found
        facts = situation.facts
        if _is_partial(facts):  # what is known is not only believed
            facts = situation.tracker.with_beliefs(facts, situation.now_ns)
        settled = replace(situation, facts=facts, after=None)
        settled = replace(settled, after=self._after(call, settled))
        left = {(id(v.constraint), v.binding) for v in self._violations(call, settled)}
        return [v for v in found if v.truth is Truth.FALSE or (id(v.constraint), v.binding) in left]


def _vanishes(call: SkillCall, situation: JudgedSituation) -> bool:
    """Whether an object of `call` is replaced by others: what is cut keeps what is on it."""
    if situation.after is None:
        return False
    there = [Atom("real", (name,)) for name in call.arguments]
    return any(one in situation.facts.true and one not in situation.after.true for one in there)


def _is_partial(facts: FactSet) -> bool:
    """Whether there is something that is not known."""
    return bool(facts.unknown) or not facts.closed
