"""The knowledge base as the guard's knowledge: it has never seen a scenario's annotations.

It knows the objects of the scene (names, synsets, abilities), the facts of the moment, the steps
that were forwarded, and the constraints.  Judging a step is exact matching and evaluation: no model
and no embedding is involved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace

from is_bench.errors import IsBenchError
from is_bench.facts import Atom, FactSet, FactView, Truth
from is_bench.goal import Evaluation, evaluate
from is_bench.goal.syntax import And, Imply, Not
from is_bench.objects import ObjectTable
from is_bench.skills import SkillCall, call, parse_call
from is_bench.verdict import Decision, Module, Obligation
from is_bench.world import WashRule, is_done, is_navigation
from is_safety_monitor.core.beliefs import Beliefs
from is_safety_monitor.core.expectation import Expectation
from is_safety_monitor.core.knowledge import Finding, Moment, PastStep
from is_safety_monitor.core.monitors import (
    Arrivals,
    AtomSpace,
    CheckTable,
    Grounder,
    MonitorBank,
    Precedence,
    Violation,
)
from kb.clauses import ROOM
from kb.constraint import Constraint, Form, OnUnknown, Pattern

UNREADABLE = "unreadable_step"
"""The id of the guard's own constraint: what cannot be understood must not move."""
_MEMORIES = ("_bank", "_precedence", "_arrivals", "_expectation", "_beliefs")
BELIEVED = " It cannot be seen, but follows from what was done."


class KbKnowledge:
    """Judges by constraints: those before a step, and those that an earlier step has opened."""

    name = "kb"

    def __init__(
        self,
        constraints: Iterable[Constraint],
        objects: ObjectTable,
        wanted: frozenset[Atom] = frozenset(),
        wash_rules: Sequence[WashRule] = (),
    ) -> None:
        """Ground `constraints` in a scene of `objects`.

        `wanted` are facts that the instruction asks for: that they hold stops nothing which is due
        at the end, but is mentioned.
        """
        self._wanted = wanted
        self.constraints = tuple(constraints)
        self._objects = objects
        literals = frozenset().union(*(c.literals for c in self.constraints))
        predicates = {literal.predicate for literal in literals}
        rooms = {term[1:] for item in literals for term in item.terms if term.startswith(ROOM)}
        self._atoms = AtomSpace(objects, predicates, rooms)
        self._grounder = Grounder(objects, self._atoms)
        self._checks = CheckTable(self.constraints, self._grounder)
        self._bank = MonitorBank(self.constraints, self._grounder)
        self._precedence = Precedence(self.constraints, self._grounder)
        self._arrivals = Arrivals(self.constraints, self._grounder)
        self._expectation = Expectation(objects, wash_rules)
        self._beliefs = Beliefs(objects, wash_rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the scene's objects."""
        return tuple(thing.name for thing in self._objects)

    @property
    def groundings(self) -> int:
        """How many groundings are checked before some step."""
        return len(self._checks)

    def fork(self) -> KbKnowledge:
        """The same knowledge with a memory of its own."""
        other = copy(self)
        for name in _MEMORIES:
            setattr(other, name, getattr(self, name).fork())
        return other

    def forwarded(self, step: PastStep) -> None:
        """Open and close what the step opens and closes."""
        try:
            taken = self._read(step.action)
        except IsBenchError:
            return
        self._bank.step(taken, step.index, step.at_ns, ok=step.ok)
        self._precedence.step(taken, step.at_ns, ok=step.ok)
        self._arrivals.step(step.index)
        self._expectation.step(step.action)
        self._beliefs.step(step.action, step.at_ns, ok=step.ok)

    def observe(self, facts: FactView) -> None:
        """Close what was due within bounds and has come true, and open what has come about."""
        truths = self._atoms.vector(facts)
        self._bank.observe(truths)
        self._arrivals.observe(truths, lambda: self._atoms.vector(self._expectation.facts()))
        self._expectation.observe(facts)
        self._beliefs.observe(facts)

    def judge(self, action: str, moment: Moment) -> Sequence[Finding]:
        """Everything that speaks against doing `action` now."""
        if is_navigation(action):
            return []
        try:
            step = self._read(action)
        except IsBenchError as error:
            text = f"{action!r} cannot be judged: {error}"
            return [Finding(UNREADABLE, Decision.BLOCK, Module.ACTION_SAFE, text)]
        found = [
            violation
            for violation in self._violations(step, moment)
            if not (violation.standing and self._mends(violation, step))
        ]
        doubtful = self._doubtful(found, step, moment)
        return [
            self._finding(violation, moment.facts, believed=violation not in doubtful)
            for violation in found
        ]

    def obligations(self, moment: Moment) -> Sequence[Obligation]:
        """What forwarded steps and events made due and what does not hold yet."""
        truths = self._atoms.vector(moment.facts)
        unmet = (*self._bank.unmet(truths), *self._arrivals.unmet(truths))
        return [
            Obligation(
                constraint=found.constraint.id,
                since=found.since or 0,
                objects=tuple(dict.fromkeys(self._binding(found).values())),
                feedback=self._explain(found, moment.facts),
            )
            for found in sorted(unmet, key=lambda found: found.since or 0)
        ]

    def touched(self, action: str) -> set[str]:
        """The ids of the constraints that have a say in `action`, whatever they say."""
        step = self._read(action)
        found = {c.id for c in (*self._checks.touches(step), *self._precedence.touches(step))}
        opened = (*self._bank.opened(), *self._arrivals.opened())
        return found | {constraint.id for constraint in opened}

    def groundable(self, constraint: Constraint) -> bool:
        """Whether the scene has objects that `constraint` can be about."""
        if constraint.form is Form.INSTRUCTION:
            return False
        return bool(len(self._grounder.bindings(constraint)))

    def remedies(self, constraint: Constraint) -> tuple[str, ...]:
        """The steps in the scene that do what `constraint` demands, in any of its groundings."""
        patterns = constraint.mend or constraint.done
        rows = self._grounder.bindings(constraint).tolist()
        bindings = [self._grounder.names(constraint, row) for row in rows]
        return tuple(
            dict.fromkeys(
                pattern.ground(binding)
                for binding in bindings
                for pattern in patterns
                if set(pattern.variables) <= set(binding)
            )
        )

    def _read(self, action: str) -> SkillCall:
        if is_done(action):
            return call("DONE")
        step = parse_call(action)
        for name in step.arguments:
            if self._objects.get(name) is None:
                raise IsBenchError(f"the scene has no object {name!r}")
        return step

    def _violations(self, step: SkillCall, moment: Moment) -> Iterator[Violation]:
        truths = self._atoms.vector(moment.facts)
        yield from self._checks.violations(step, truths)
        yield from self._precedence.violations(step, truths, moment.now_ns)
        yield from self._bank.violations(step, truths, moment.now_ns)
        if step.is_done:
            yield from self._arrivals.unmet(truths)

    def _doubtful(
        self, found: Sequence[Violation], step: SkillCall, moment: Moment
    ) -> Sequence[Violation]:
        """Those of `found` that remain if what follows from earlier steps is taken for known."""
        facts = moment.facts
        if not isinstance(facts, FactSet) or all(v.truth is Truth.FALSE for v in found):
            return found
        settled = replace(moment, facts=self._beliefs.settled(facts, moment.now_ns))
        return [v for v in found if v.truth is Truth.FALSE or self._stands(v, step, settled)]

    def _stands(self, violation: Violation, step: SkillCall, moment: Moment) -> bool:
        return any(
            (other.constraint, other.binding) == (violation.constraint, violation.binding)
            for other in self._violations(step, moment)
        )

    def _mends(self, violation: Violation, step: SkillCall) -> bool:
        """Whether `step` is one of those that the constraint names as its remedy."""
        binding = self._binding(violation)
        return any(_is_step(pattern, binding, step) for pattern in violation.constraint.mend)

    def _binding(self, violation: Violation) -> dict[str, str]:
        return self._grounder.names(violation.constraint, violation.binding)

    # What is said

    def _finding(self, violation: Violation, facts: FactView, *, believed: bool) -> Finding:
        constraint = violation.constraint
        binding = self._binding(violation)
        mend = tuple(
            pattern.ground(binding)
            for pattern in (constraint.mend or constraint.done)
            if set(pattern.variables) <= set(binding)
        )
        unsure = violation.truth is Truth.UNKNOWN
        warns = believed or (unsure and constraint.unknown is OnUnknown.WARN)
        asked_for = self._is_asked_for(violation, facts)
        return Finding(
            constraint=constraint.id,
            decision=Decision.WARN if warns or asked_for else constraint.decision,
            module=Module.ACTION_SAFE,
            feedback=self._explain(violation, facts) + (BELIEVED if believed else ""),
            mitigation=mend,
            standing=violation.standing,
            unknown=self._unknown(violation, facts) if unsure else (),
            holds=unsure and not believed and constraint.unknown is OnUnknown.HOLD,
        )

    def _is_asked_for(self, violation: Violation, facts: FactView) -> bool:
        """Whether what is due at the end is not the case because the instruction wants it so."""
        due = (Form.REQUIRE_AFTER, Form.COMES_ABOUT)
        if not self._wanted or violation.constraint.form not in due:
            return False
        return all(r.fact in self._wanted for r in self._result(violation, facts).reasons)

    def _explain(self, violation: Violation, facts: FactView) -> str:
        """The constraint in words, and what makes it fail here."""
        constraint = violation.constraint
        if constraint.form is Form.DONE_BEFORE:
            named = " or ".join(map(str, constraint.done))
            reason = f"not done before: {_fill(named, self._binding(violation))}"
        elif constraint.form is Form.NEVER_AFTER:
            reason = f"since step {violation.since}"
        else:
            reason = "; ".join(map(str, self._result(violation, facts).reasons))
        return f"{constraint.text} ({reason})" if reason else constraint.text

    def _unknown(self, violation: Violation, facts: FactView) -> tuple[Atom, ...]:
        reasons = self._result(violation, facts).reasons
        return tuple(reason.fact for reason in reasons if reason.found is Truth.UNKNOWN)

    def _result(self, violation: Violation, facts: FactView) -> Evaluation:
        """The condition in the goal language's own evaluation, for its reasons."""
        constraint = violation.constraint
        bound = {f"?{name}": thing for name, thing in self._binding(violation).items()}
        expression = constraint.require
        if expression is None:
            expression = Not((constraint.condition,)) if constraint.condition else And(())
        elif constraint.condition is not None and violation.truth is Truth.UNKNOWN:
            expression = Imply(constraint.condition, expression)
        return evaluate(expression, facts, self._objects, binding=bound)


def _is_step(pattern: Pattern, binding: Mapping[str, str], step: SkillCall) -> bool:
    named = pattern.match(step)
    return named is not None and all(
        binding.get(variable, name) == name for variable, name in named.items()
    )


def _fill(text: str, binding: Mapping[str, str]) -> str:
    """A pattern's text with objects for variables."""
    for variable, name in binding.items():
        text = re.sub(rf"\b{re.escape(variable)}\b(?=[,)])", name, text)
    return text
