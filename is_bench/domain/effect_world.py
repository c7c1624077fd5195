"""A world with the effects declared by a domain.

Its facts are true, false or unknown.  Predictions are sound: whatever the true values of the
unknown facts, executing a call leads to a state that agrees with the facts known here.  A world
that assumes that preconditions hold is sound for steps that succeed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import cast

from is_bench.calls import SkillCall
from is_bench.domain.applying import apply_change, remove_object
from is_bench.domain.effects import Effect, assignments, conditions
from is_bench.domain.explaining import not_of_class, why_not
from is_bench.domain.ingest import state_from_facts
from is_bench.domain.listing import differing_facts, enumerate_facts
from is_bench.domain.model import Domain, Skill
from is_bench.domain.relations import Relations
from is_bench.domain.state import State, StaticContext
from is_bench.domain.state_change import StateChange, of_facts, state_change
from is_bench.domain.universe import Universe, latent_substances
from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal import evaluate
from is_bench.goal.evaluate import Binding
from is_bench.goal.substitution import facts_in
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.taxonomy import taxonomy
from is_bench.world.changes import Changes
from is_bench.world.outcome import OK, Outcome
from is_bench.world.removers import Removers, WashRule

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN


class Preconditions(Enum):
    """What a world makes of preconditions that do not hold for certain."""

    CHECKED = auto()
    """A step with a false one fails; one with an unknown one may fail."""
    UNKNOWN_HOLD = auto()
    """A step with a false one fails; unknown ones hold."""
    CLASSES_IGNORED = auto()
    """Unknown ones hold, and arguments fit whatever their class: a label says little about lids,
    switches and hollows, and the robot may know better."""


class EffectWorld:
    """A world of a domain.  A `FactView`; deterministic; snapshots are O(1)."""

    def __init__(
        self,
        domain: Domain,
        objects: ObjectTable,
        facts: FactSet,
        wash_rules: Iterable[WashRule] = (),
        universe: Universe | None = None,
        *,
        preconditions: Preconditions = Preconditions.CHECKED,
    ) -> None:
        """Start in the state `facts`, as reported by a robot or simulator.

        `universe` is that of `objects` in `domain`, for who makes many worlds of it.
        """
        self.domain = domain
        self._preconditions = preconditions
        self._setting = StaticContext(domain.predicates, Removers(wash_rules), closed=facts.closed)
        universe = universe_of(domain, objects) if universe is None else universe
        self._seen = self._relations_view(state_from_facts(self._setting, universe, facts))

    @property
    def objects(self) -> ObjectTable:
        """The known objects, including those created during the episode."""
        return self._seen.universe.objects

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of one of the domain's skills, over names of `objects`.

        It fails if a precondition is false.  If one is unknown, it may fail: then every fact that
        it would change becomes unknown, except those that are the same either way; unless this
        world assumes that preconditions hold.
        """
        if call.is_done:
            return OK
        try:
            self.domain.check(call)
        except InputError as error:
            return Outcome(ok=False, error=error.message)
        skill = self.domain.skills[call.skill]
        binding = {f"?{p.name}": n for p, n in zip(skill.parameters, call.arguments, strict=True)}
        certainty, why = self._precondition_result(skill, call, binding)
        if certainty is FALSE:
            return Outcome(ok=False, error=why)
        if self._preconditions is not Preconditions.CHECKED:
            certainty = TRUE
        for effect in skill.effects:
            self._apply(state_change(effect, self._seen, binding, certainty))
        return OK

    def change(self, changes: Changes) -> None:
        """Make exogenous changes: objects are added and removed, and facts change."""
        gone = [fact.arguments[0] for fact in changes.removes if fact.predicate == "real"]
        come = [fact.arguments[0] for fact in changes.adds if fact.predicate == "real"]
        if gone or come:
            state = self._seen.state.copied()
            for name in gone:
                remove_object(state, self._seen, name, TRUE)
            new = [make_object(n, synset_of(n)) for n in come if self.objects.get(n) is None]
            state.universe = state.universe.joined(new)
            for name in come:
                state.put(Atom("future", (name,)), FALSE, FALSE)
            self._seen = self._relations_view(state)
        adds = [fact for fact in changes.adds if fact.predicate not in ("real", "future")]
        removes = [fact for fact in changes.removes if fact.predicate not in ("real", "future")]
        self._apply(of_facts(adds, removes, self._seen))

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        return self._seen.truth(fact)

    def facts(self) -> FactSet:
        """All true and unknown facts, including derived ones."""
        if self._seen.all_facts is None:
            self._seen.all_facts = enumerate_facts(self._seen)
        return self._seen.all_facts

    def differences(self, start: object) -> tuple[FactSet, FactSet]:
        """The facts at `start`, a token of this world, and those now, as far as they differ.

        Some that hold at both times may be among them.
        """
        return differing_facts(cast(Relations, start), self._seen)

    def snapshot(self) -> object:
        """A token for the present state."""
        return self._seen

    def restore(self, snapshot: object) -> None:
        """Return to the state of `snapshot`, a token of this world."""
        self._seen = cast(Relations, snapshot)

    def _relations_view(self, state: State) -> Relations:
        return Relations(self._setting, state)

    def _apply(self, change: StateChange) -> None:
        if change.adds or change.removes or change.vanishing or change.appearing:
            self._seen = self._relations_view(apply_change(self._seen, change))

    def _precondition_result(
        self, skill: Skill, call: SkillCall, binding: Binding
    ) -> tuple[Truth, str]:
        """Whether a call's preconditions hold, and why not."""
        certainty = TRUE
        any_class = self._preconditions is Preconditions.CLASSES_IGNORED
        for parameter, name in zip(skill.parameters, call.arguments, strict=True):
            there = self._seen.real(name)
            if there is FALSE:
                return FALSE, f"there is no object {name!r}"
            fits = TRUE
            if parameter.where.text != "anything" and not any_class:
                fits = self._seen.universe.is_a(name, parameter.where.text)
            if fits is FALSE:
                return FALSE, not_of_class(call, parameter, name)
            if UNKNOWN in (there, fits):
                certainty = UNKNOWN
        for requirement in skill.requires:
            found = evaluate(requirement, self._seen, self._seen.universe, binding=binding)
            if found.truth is FALSE:
                if any_class:  # nobody asks for the reason
                    return FALSE, ""
                return FALSE, why_not(self.domain, call, found.reasons, self._seen)
            if found.truth is UNKNOWN:
                certainty = UNKNOWN
        return certainty, ""


def universe_of(domain: Domain, objects: ObjectTable) -> Universe:
    """`objects`, and the substances that may appear among them."""
    return Universe(objects, latent_substances(_substances(domain, objects)))


def _substances(domain: Domain, objects: ObjectTable) -> Iterator[str]:
    """Synsets of substances that may appear: provided by sources, or named in effects."""
    for thing in objects:
        yield from taxonomy().produced(thing.synset)
    for skill in domain.skills.values():
        for effect in skill.effects:
            yield from _named_in(effect)


def _named_in(effect: Effect) -> Iterator[str]:
    facts = [assign.fact for assign in assignments(effect)]
    for condition in conditions(effect):
        facts.extend(facts_in(condition))
    for fact in facts:
        last = fact.arguments[-1]
        if not last.startswith("?") and fact.predicate != "is" and last in taxonomy():
            yield last
