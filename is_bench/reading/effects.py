"""What a request wishes for: what it says, and what the skill that it asks for surely does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from is_bench.calls import SkillCall
from is_bench.domain.model import Domain, Observer, PredicateKind
from is_bench.domain.relations import Relations
from is_bench.domain.state import State, StaticContext
from is_bench.domain.state_change import state_change
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, Truth
from is_bench.objects import Matter, ObjectTable
from is_bench.reading.matching import Match
from is_bench.reading.wordings import UNSPOKEN, StatedWish, names_of_kind, roles
from is_bench.reading.words import data
from is_bench.recognition.modifiers import is_a, is_food
from is_bench.world.removers import Removers

_WORKED_ON = roles("waited_for vessel soaked cleaned")
"""Roles of things that a device that was switched on before may serve."""
_MEANS = frozenset({"heatSource", "particleSource"})
_PASSAGES = ("door.n.01", "window.n.01", "gate.n.01")
_FURNITURE = ("furniture.n.01", "countertop.n.01", "shelf.n.01")
"""Food and drinks are served on them in a vessel."""


class Purposes:
    """Finds calls and wishes of requests."""

    def __init__(self, objects: ObjectTable, domain: Domain) -> None:
        """Of `objects`, nothing but their classes is known."""
        self._objects = objects
        self._domain = domain
        setting = StaticContext(domain.predicates, Removers(()), closed=False)
        self._unknown = Relations(setting, State(Universe(objects, ())))
        self._idle = frozenset(data("wordings.yaml")["without_purpose"])

    def calls(self, match: Match) -> list[SkillCall]:
        """The calls that `match` asks for; none if it leaves an argument open."""
        template = match.template
        if not template.is_complete or template.skill is None:
            return []
        things = [match.bound[name] for name in template.arguments]
        calls = [SkillCall(template.skill.name, names) for names in product(*things)]
        return [call for call in calls if self._is_possible(call)]

    def wishes(self, match: Match) -> Mapping[Atom, bool]:
        """The end states that `match` asks for; who has something cooked may well let it cool."""
        stated = [one for wish in match.template.wishes for one in self._stated(wish, match)]
        done = [found for call in self.calls(match) for found in self._effects(call)]
        cooked = {fact.arguments for fact, holds in stated if fact.predicate == "cooked" and holds}
        return {
            fact: holds
            for fact, holds in (*stated, *done)
            if fact.predicate != "hot" or fact.arguments not in cooked
        }

    def is_amount(self, fact: Atom) -> bool:
        """Whether `fact` says what is on, in or within its first thing."""
        return self._sort(fact) is PredicateKind.AMOUNT

    def is_place(self, fact: Atom) -> bool:
        """Whether `fact` says where its first thing is."""
        return self._sort(fact) in (PredicateKind.PLACE, PredicateKind.LOOSE)

    def outlasts(self, fact: Atom, *, is_brief: bool) -> bool:
        """Whether the robot is not to end `fact`, although it shall hold for a while only.

        What no device or place keeps up goes on.  A microwave oven stops on its own when some
        minutes are over; a window that is opened for a while is shut by people.
        """
        predicate = self._domain.predicates.get(fact.predicate)
        is_device = predicate is not None and predicate.observer is Observer.DEVICE
        synset = self._objects.by_name[fact.arguments[0]].synset
        is_timed = is_brief and fact.predicate == "toggled_on" and is_a(synset, "microwave.n.02")
        is_passage = fact.predicate == "open" and is_a(synset, *_PASSAGES)
        return is_timed or is_passage or not (is_device or self.is_place(fact))

    def serves(self, fact: Atom, match: Match) -> bool:
        """Whether `fact` was only asked for to serve what `match` asks for: an oven that is on."""
        thing = self._objects.by_name[fact.arguments[0]]
        if fact.predicate == "open":
            is_left = match.template.away != "" and not is_a(thing.synset, *_PASSAGES)
            return is_left or thing.name in match.named
        is_worked_on = any(slot.role in _WORKED_ON for slot in match.template.slots)
        is_means = not _MEANS.isdisjoint(thing.abilities)
        return fact.predicate == "toggled_on" and is_worked_on and is_means

    def _sort(self, fact: Atom) -> PredicateKind | None:
        predicate = self._domain.predicates.get(fact.predicate)
        return None if predicate is None else predicate.sort

    def _is_possible(self, call: SkillCall) -> bool:
        parameters = self._domain.skills[call.skill].parameters
        things = (self._objects.by_name[name] for name in call.arguments)
        return all(
            not thing.synset or one.where.contains(thing)
            for one, thing in zip(parameters, things, strict=True)
        )

    def _stated(self, wish: StatedWish, match: Match) -> Iterator[tuple[Atom, bool]]:
        unspoken = (slot for slot in wish.slots if slot.startswith(UNSPOKEN))
        kinds = {one: names_of_kind(self._objects, one.removeprefix(UNSPOKEN)) for one in unspoken}
        for names in product(*({**match.bound, **kinds}.get(slot, ()) for slot in wish.slots)):
            for fact in self.sayable(Atom(wish.predicate, names)):
                yield fact, wish.holds

    def sayable(self, fact: Atom) -> Iterator[Atom]:
        """`fact` in the domain's own predicates; nothing if it has none for it."""
        own = self._placed(fact.arguments) if fact.predicate == "rests" else fact
        sort = self._sort(own)
        is_stuff = self._objects.by_name[own.arguments[-1]].matter.is_substance
        if sort is not None and (is_stuff or sort is not PredicateKind.AMOUNT):
            yield own

    def _placed(self, names: tuple[str, ...]) -> Atom:
        """How the first of `names` rests on the second.

        A cloth lies over it, a paste covers it, and coffee on a table is in its cup.
        """
        first, second = (self._objects.by_name[one] for one in names)
        is_served = is_food(first.synset) and is_a(second.synset, *_FURNITURE)
        if first.matter.is_substance and not (second.can("heatSource") or is_served):
            return Atom("covered", names[::-1])
        is_laid = first.matter is Matter.CLOTH and second.matter is Matter.RIGID
        is_laid = is_laid and "overlaid" in self._domain.predicates
        return Atom("overlaid" if is_laid else "ontop", names)

    def _effects(self, call: SkillCall) -> Iterator[tuple[Atom, bool]]:
        """What a call surely brings about, whatever the state of the world."""
        kinds = self._domain.kinds(call, self._objects)
        if any(one.skill in self._idle for one in kinds):
            return
        skill = self._domain.skills[call.skill]
        names = (parameter.name for parameter in skill.parameters)
        binding = {f"?{name}": thing for name, thing in zip(names, call.arguments, strict=True)}
        for effect in skill.effects:
            found = state_change(effect, self._unknown, binding)
            for facts, holds in ((found.adds, True), (found.removes, False)):
                for fact, truth in facts.items():
                    is_sure = truth is Truth.TRUE and (holds or fact not in found.adds)
                    if is_sure and self._is_purpose(fact, call, holds):
                        yield fact, holds

    def _is_purpose(self, fact: Atom, call: SkillCall, holds: bool) -> bool:
        """Whether somebody who asks for `call` asks for `fact`."""
        predicate = self._domain.predicates.get(fact.predicate)
        if predicate is None or predicate.observer is Observer.ROBOT:
            return False
        if fact.predicate == "broken" or not set(fact.arguments) <= set(self._objects.by_name):
            return False
        return holds or (predicate.arity == 1 and fact.arguments[0] in call.arguments)
