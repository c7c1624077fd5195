"""Monitors a running skill: its own changes, unsafe changes, missing states."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from is_bench.calls import SkillCall
from is_bench.domain import Domain, Observer, PredicateKind, TransitionModel, changed_facts
from is_bench.durations import NS_PER_S
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable

PERIODIC = 3
"""Number of states during one skill after which their source counts as periodic."""
_RELATIONS = {PredicateKind.PLACE, PredicateKind.LOOSE, PredicateKind.DERIVED}
"""Sorts of predicates that a thing changes by being moved about."""


def possible_changes(
    call: SkillCall, model: TransitionModel, objects: ObjectTable, start: FactSet
) -> frozenset[Atom]:
    """The facts that `call` may change if it is begun in `start`, however it ends.

    Of a call whose end cannot be predicted, everything that is known of its arguments counts.
    """
    world = model.predict(objects, start)
    before = world.facts()
    outcome = world.execute(call)
    changed = changed_facts(before, world.facts())
    if outcome.ok:
        return changed
    named = start.true | start.false | start.unknown
    return changed | {fact for fact in named if not set(fact.arguments).isdisjoint(call.arguments)}


@dataclass(frozen=True)
class SkillRun:
    """A running skill, and the known facts when it was allowed."""

    call: SkillCall
    model: TransitionModel
    objects: ObjectTable
    start: FactSet
    text: str = ""
    """The planner's own words."""

    def is_named(self, action: str) -> bool:
        """Whether `action`, of a state of the world, is this skill."""
        return action in (self.text, str(self.call))

    @cached_property
    def changes(self) -> frozenset[Atom]:
        """The facts that it may change."""
        return possible_changes(self.call, self.model, self.objects, self.start)

    def unexplained(self, facts: FactSet) -> FactSet | None:
        """The start state with the known changes not caused by the skill; None: no changes."""
        different = changed_facts(self.start, facts)
        own = {fact for fact in different if self._explains(fact) or _unknown(facts, fact)}
        if own == different:
            return None
        return FactSet(
            (facts.true - own) | (self.start.true & own),
            (facts.false - own) | (self.start.false & own),
            (facts.unknown - own) | (self.start.unknown & own),
            facts.closed,
        )

    def _explains(self, fact: Atom) -> bool:
        """Whether the skill may have changed `fact`, at its end or on the way there."""
        if fact in self.changes:
            return True
        predicate = self._domain.predicates.get(fact.predicate)
        if predicate is None:
            return False
        if predicate.name in self._moving:
            return True
        return predicate.sort in _RELATIONS and not self._moved.isdisjoint(fact.arguments)

    @property
    def _domain(self) -> Domain:
        return self.model.domain

    @cached_property
    def _moved(self) -> frozenset[str]:
        """The things that it moves."""
        predicates = self._domain.predicates
        return frozenset(
            fact.arguments[0]
            for fact in self.changes
            if fact.predicate in predicates
            and predicates[fact.predicate].sort is PredicateKind.PLACE
        )

    @cached_property
    def _moving(self) -> frozenset[str]:
        """The predicates of the robot's own that it changes: it may pass many places."""
        predicates = self._domain.predicates
        return frozenset(
            fact.predicate
            for fact in self.changes
            if fact.predicate in predicates
            and predicates[fact.predicate].observer is Observer.ROBOT
        )


class StateTimeout:
    """Time-out of world states while a skill runs.

    Many robots publish the state only after each skill; the time-out applies to those that have
    published it periodically during a skill, or if that is required.
    """

    def __init__(self, most_ns: int, *, required: bool) -> None:
        """`most_ns` is the maximum interval between states; 0 disables the check."""
        self._most_ns = most_ns
        self._is_periodic = required
        self._count = 0
        self._since_ns: int | None = None
        """Time of the last state while a skill runs; None: no skill runs."""

    @property
    def is_periodic(self) -> bool:
        """Whether states are expected while a skill runs."""
        return self._is_periodic

    def begin(self, now_ns: int) -> None:
        """A skill begins."""
        self._since_ns, self._count = now_ns, 0

    def end(self) -> None:
        """No skill runs any more."""
        self._since_ns = None

    def heard(self, now_ns: int) -> None:
        """A valid state was received."""
        if self._since_ns is None:
            return
        self._since_ns = now_ns
        self._count += 1
        self._is_periodic = self._is_periodic or self._count >= PERIODIC

    def problem(self, now_ns: int) -> str:
        """Why the running skill must be canceled; empty if it need not be."""
        if self._since_ns is None or not self._is_periodic or not self._most_ns:
            return ""
        silent_ns = now_ns - self._since_ns
        if silent_ns <= self._most_ns:
            return ""
        return f"no world state for {silent_ns / NS_PER_S:.1f} s while the skill runs"


def _unknown(facts: FactSet, fact: Atom) -> bool:
    return facts.truth(fact) is Truth.UNKNOWN
