"""A world that follows the effects that a domain states.

Its facts are true, false or unknown.  What it says is sound: whatever the unknown facts may be in
truth, executing a call leads to facts that agree with those that are known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from is_bench.calls import SkillCall
from is_bench.domain.applying import applied, vanish
from is_bench.domain.effects import Effect, assignments, conditions
from is_bench.domain.entry import entered
from is_bench.domain.explaining import not_of_class, why_not
from is_bench.domain.happening import Happening, happening, of_facts
from is_bench.domain.listing import listed
from is_bench.domain.model import Domain, Skill
from is_bench.domain.relations import Relations
from is_bench.domain.state import Setting, State
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


class EffectWorld:
    """A world of a domain.  A `FactView`; deterministic; snapshots are O(1)."""

    def __init__(
        self,
        domain: Domain,
        objects: ObjectTable,
        facts: FactSet,
        wash_rules: Iterable[WashRule] = (),
    ) -> None:
        """Begin in `facts`, as a robot or simulator tells them."""
        self.domain = domain
        self._setting = Setting(domain.predicates, Removers(wash_rules), closed=facts.closed)
        latent = latent_substances(_substances(domain, objects))
        self._seen = self._look(entered(self._setting, Universe(objects, latent), facts))

    @property
    def objects(self) -> ObjectTable:
        """The objects that are known, those that came to be included."""
        return self._seen.universe.objects

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of one of the domain's skills, over names of `objects`.

        It fails if a requirement is false.  If one is unknown, it may fail: then every fact that
        it would change is unknown, but for those that are the same either way.
        """
        if call.is_done:
            return OK
        try:
            self.domain.check(call)
        except InputError as error:
            return Outcome(ok=False, error=error.message)
        skill = self.domain.skills[call.skill]
        binding = {f"?{p.name}": n for p, n in zip(skill.parameters, call.arguments, strict=True)}
        certainty, why = self._possible(skill, call, binding)
        if certainty is FALSE:
            return Outcome(ok=False, error=why)
        for effect in skill.effects:
            self._happen(happening(effect, self._seen, binding, certainty))
        return OK

    def change(self, changes: Changes) -> None:
        """Make changes that no skill makes: things come and go, and facts change."""
        gone = [fact.arguments[0] for fact in changes.removes if fact.predicate == "real"]
        come = [fact.arguments[0] for fact in changes.adds if fact.predicate == "real"]
        if gone or come:
            state = self._seen.state.copied()
            for name in gone:
                vanish(state, self._seen, name, TRUE)
            new = [make_object(n, synset_of(n)) for n in come if self.objects.get(n) is None]
            state.universe = state.universe.joined(new)
            for name in come:
                state.put(Atom("future", (name,)), FALSE, FALSE)
            self._seen = self._look(state)
        adds = [fact for fact in changes.adds if fact.predicate not in ("real", "future")]
        removes = [fact for fact in changes.removes if fact.predicate not in ("real", "future")]
        self._happen(of_facts(adds, removes, self._seen))

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        return self._seen.truth(fact)

    def facts(self) -> FactSet:
        """Every fact that holds and what is not known; derived ones, too."""
        if self._seen.told is None:
            self._seen.told = listed(self._seen)
        return self._seen.told

    def snapshot(self) -> object:
        """A token for the present state."""
        return self._seen

    def restore(self, snapshot: object) -> None:
        """Return to the state of `snapshot`, a token of this world."""
        self._seen = cast(Relations, snapshot)

    def _look(self, state: State) -> Relations:
        return Relations(self._setting, state)

    def _happen(self, change: Happening) -> None:
        if change.adds or change.removes or change.vanishing or change.appearing:
            self._seen = self._look(applied(self._seen, change))

    def _possible(self, skill: Skill, call: SkillCall, binding: Binding) -> tuple[Truth, str]:
        """Whether a call succeeds; if it fails, why."""
        certainty = TRUE
        for parameter, name in zip(skill.parameters, call.arguments, strict=True):
            there = self._seen.real(name)
            if there is FALSE:
                return FALSE, f"there is no object {name!r}"
            fits = TRUE
            if parameter.where.text != "anything":
                fits = self._seen.universe.is_a(name, parameter.where.text)
            if fits is FALSE:
                return FALSE, not_of_class(call, parameter, name)
            if UNKNOWN in (there, fits):
                certainty = UNKNOWN
        for requirement in skill.requires:
            found = evaluate(requirement, self._seen, self._seen.universe, binding=binding)
            if found.truth is FALSE:
                return FALSE, why_not(self.domain, call, found.reasons, self._seen)
            if found.truth is UNKNOWN:
                certainty = UNKNOWN
        return certainty, ""


def _substances(domain: Domain, objects: ObjectTable) -> Iterator[str]:
    """Synsets of substances that may come to be: sources give them, or effects name them."""
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
