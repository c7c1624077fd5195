"""Builds findings and obligations (text, objects, remedy) from violations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.facts import FactSet, FactView, Truth
from is_bench.goal import Reason, evaluate
from is_bench.goal.evaluate import Ranges
from is_bench.goal.syntax import And, Imply, Not
from is_bench.verdict import Decision, GuardStage, Obligation
from is_safety_monitor.core.call_sequences import carries_living
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.monitors import Grounder, Violation
from is_safety_monitor.core.requested_states import RequestedStates
from is_safety_monitor.core.skill_mapping import SkillMapping
from kb.constraint import (
    GRAVE,
    LAW_FORMS,
    CheckTime,
    Constraint,
    ConstraintForm,
    OnUnknown,
    Pattern,
)
from kb.properties import load_properties
from kb.requirements import STATED

BELIEVED = " It cannot be seen, but follows from what was done."
_ABOUT_STEPS = (ConstraintForm.DONE_BEFORE, ConstraintForm.NEVER_AFTER)
_DUE_AT_THE_END = (ConstraintForm.REQUIRE_AFTER, ConstraintForm.COMES_ABOUT)
_UNAWARE = frozenset({"children", "infants", "pets"})
ASKED_FOR = " The instruction asks for it."
RESTORED = " It ran when the robot came."


class Explainer:
    """Explains violations: objects, reasons, and the robot's calls that resolve them."""

    def __init__(self, grounder: Grounder, domain: Domain, wishes: RequestedStates) -> None:
        """Violations that `wishes` explain only warn, where the constraint allows the exemption."""
        self._grounder = grounder
        self._domain = domain
        self._skill_mapping = SkillMapping(domain)
        self._wishes = wishes

    def finding(
        self,
        violation: Violation,
        facts: FactView,
        *,
        believed: bool,
        at_end: bool,
        after: FactSet | None,
        found_running: frozenset[str],
    ) -> Finding:
        """The finding of a violation; `believed`: earlier steps imply that it does not hold.

        `at_end`: it is one at DONE, where a lesser hazard only warns, and a device that is left
        on only if the robot did not find it so: `found_running`.  `after` is the state that the
        step is predicted to lead to; None if it is predicted to fail.
        """
        constraint, binding = violation.constraint, self._binding(violation)
        reasons = self._reasons(violation, facts)
        unsure = violation.truth is Truth.UNKNOWN
        warns = believed or (unsure and constraint.unknown is OnUnknown.WARN)
        warns |= at_end and constraint.form in LAW_FORMS and constraint.is_lesser
        warns |= self._is_mild(violation, after)
        asked = self._is_asked_for(violation, reasons)
        restored = at_end and self._is_restored(violation, reasons, found_running)
        decision = Decision.WARN if warns or asked or restored else constraint.decision
        said = ((believed, BELIEVED), (asked, ASKED_FOR), (restored, RESTORED))
        remark = "".join(text for holds, text in said if holds)
        missing = (reason.fact for reason in reasons if reason.actual is Truth.UNKNOWN)
        return Finding(
            constraint=constraint.id,
            decision=decision,
            module=GuardStage.ACTION_SAFE,
            feedback=_in_words(violation, binding, reasons) + remark,
            remedy=self.remedy(constraint, binding),
            objects=self._about(binding, reasons),
            standing=violation.standing,
            grave=constraint.severity in GRAVE,
            lesser=constraint.is_lesser,
            unknown=tuple(missing) if unsure else (),
            holds=unsure and not believed and constraint.unknown is OnUnknown.HOLD,
            past=constraint.form in _ABOUT_STEPS,
            preexisting=violation.preexisting,
            places=self._safe_places(constraint, binding),
            within_reach=bool(constraint.harms) and _UNAWARE.issuperset(constraint.harms),
            asked=asked,
            text=constraint.text,
        )

    def obligation(self, violation: Violation, facts: FactView) -> Obligation:
        """The obligation of a violation."""
        binding = self._binding(violation)
        return Obligation(
            constraint=violation.constraint.id,
            since=violation.since or 0,
            objects=tuple(dict.fromkeys(binding.values())),
            feedback=_in_words(violation, binding, self._reasons(violation, facts)),
        )

    def remedy(self, constraint: Constraint, binding: Mapping[str, str]) -> tuple[SkillCall, ...]:
        """The robot's calls for what `constraint` names as its remedy, in order.

        Empty where the robot would carry a person or an animal.
        """
        named = (
            pattern.ground(binding)
            for pattern in (constraint.mend or constraint.done)
            if set(pattern.variables) <= set(binding)
        )
        steps = tuple(own for call in named for own in self._own(call))
        objects = self._grounder.objects
        return () if any(carries_living(one, self._domain, objects) for one in steps) else steps

    def is_remedy(self, violation: Violation, call: SkillCall) -> bool:
        """Whether `call` is one of those that the constraint names as its remedy."""
        binding = self._binding(violation)
        return any(
            _is_step(pattern, binding, kind)
            for kind in self._grounder.kinds(call)
            for pattern in violation.constraint.mend
        )

    def _own(self, general: SkillCall) -> Sequence[SkillCall]:
        return self._skill_mapping.calls(general, self._grounder.objects)[:1]

    def _binding(self, violation: Violation) -> dict[str, str]:
        return self._grounder.names(violation.constraint, violation.binding)

    def _bound(self, violation: Violation) -> dict[str, str]:
        """The objects by the variables of expressions."""
        return {f"?{name}": thing for name, thing in self._binding(violation).items()}

    def _about(self, binding: Mapping[str, str], reasons: Iterable[Reason]) -> tuple[str, ...]:
        named = (*binding.values(), *(name for reason in reasons for name in reason.fact.arguments))
        known = self._grounder.objects.by_name
        return tuple(name for name in dict.fromkeys(named) if name in known)

    def _is_mild(self, violation: Violation, after: FactSet | None) -> bool:
        """Whether the step surely leads to what its constraint calls mild."""
        constraint = violation.constraint
        if constraint.mild is None or after is None:
            return False
        bound, ranges = self._bound(violation), self._ranges(constraint)
        return evaluate(constraint.mild, after, ranges, binding=bound).truth is Truth.TRUE

    def _is_restored(
        self, violation: Violation, reasons: Sequence[Reason], found_running: frozenset[str]
    ) -> bool:
        """Whether devices alone are at fault that run again as they were found, without heat."""
        constraint = violation.constraint
        is_due = constraint.id.startswith(STATED) or CheckTime.START in constraint.checks
        if is_due or violation.preexisting:
            return False
        running = [one.fact for one in reasons if one.actual is Truth.TRUE]
        names = {fact.arguments[0] for fact in running if fact.predicate == "toggled_on"}
        things = (self._grounder.objects.by_name[name] for name in names & found_running)
        cool = [thing for thing in things if "hot_when_on" not in load_properties().of_thing(thing)]
        return bool(cool) and len(cool) == len(reasons)

    def _is_asked_for(self, violation: Violation, reasons: Sequence[Reason]) -> bool:
        """Whether the instruction requests the state, and the constraint exempts that.

        Where what is known violates it already, what is unknown does not count.
        """
        constraint = violation.constraint
        if not self._wishes or constraint.id.startswith(STATED):  # what is demanded is no wish
            return False
        if violation.truth is Truth.FALSE:
            reasons = [reason for reason in reasons if reason.actual is not Truth.UNKNOWN]
        excusable = constraint.form in _DUE_AT_THE_END or constraint.asked is Decision.WARN
        is_leaving = not (violation.predicted or violation.standing)
        return excusable and self._wishes.explain(
            reasons, is_leaving=is_leaving, is_caused=not violation.preexisting
        )

    def _safe_places(
        self, constraint: Constraint, binding: Mapping[str, str]
    ) -> tuple[tuple[str, str], ...]:
        """The things of a hazard, each with every place in the scene where it would be safe."""
        return tuple(
            (binding[variable], name)
            for variable, kind in constraint.safe_places.items()
            for name in self._grounder.named(kind)
            if name != binding[variable]
        )

    def _reasons(self, violation: Violation, facts: FactView) -> tuple[Reason, ...]:
        """Why the condition fails, by the goal language's own evaluation."""
        constraint = violation.constraint
        bound, expression = self._bound(violation), constraint.require
        if constraint.form in LAW_FORMS:
            expression = Not((constraint.danger,))
        elif expression is None:
            expression = Not((constraint.condition,)) if constraint.condition else And(())
        elif constraint.condition is not None and violation.truth is Truth.UNKNOWN:
            expression = Imply(constraint.condition, expression)
        return evaluate(expression, facts, self._ranges(constraint), binding=bound).reasons

    def _ranges(self, constraint: Constraint) -> Ranges:
        """What the quantifiers of a constraint range over."""
        return _Ranges({n: self._grounder.named(kind) for n, kind in constraint.ranges.items()})


@dataclass(frozen=True)
class _Ranges:
    by_synset: Mapping[str, tuple[str, ...]]


def _in_words(violation: Violation, binding: Mapping[str, str], reasons: Iterable[Reason]) -> str:
    """The constraint in words, and what makes it fail here."""
    constraint = violation.constraint
    if constraint.form is ConstraintForm.DONE_BEFORE:
        named = " or ".join(map(str, constraint.done))
        reason = f"not done before: {_fill(named, binding)}"
    elif constraint.form is ConstraintForm.NEVER_AFTER:
        reason = f"since step {(violation.since or 0) + 1}"
    else:
        reason = "; ".join(map(str, reasons))
    return f"{constraint.text} ({reason})" if reason else constraint.text


def _is_step(pattern: Pattern, binding: Mapping[str, str], call: SkillCall) -> bool:
    named = pattern.match(call)
    return named is not None and all(
        binding.get(variable, name) == name for variable, name in named.items()
    )


def _fill(text: str, binding: Mapping[str, str]) -> str:
    """A pattern's text with objects for variables."""
    for variable, name in binding.items():
        text = re.sub(rf"\b{re.escape(variable)}\b(?=[,)])", name, text)
    return text
