"""Worlds with unknown facts, and the worlds that they may be in truth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from is_bench.domain import Domain
from is_bench.domain.effect_world import EffectWorld
from is_bench.domain.model import Predicate, PredicateKind
from is_bench.domain.relations import Relations
from is_bench.domain.state import Placement, StaticContext
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable, make_object, synset_of

NAMES = (
    "apple.n.01_1",
    "half__apple.n.01_1",
    "plate.n.04_1",
    "cabinet.n.01_1",
    "electric_refrigerator.n.01_1",
    "stove.n.01_1",
    "wineglass.n.01_1",
    "watering_can.n.01_1",
    "rag.n.01_1",
    "carving_knife.n.01_1",
    "floor.n.01_1",
    "water.n.06_1",
    "dust.n.01_1",
    "agent.n.01_1",
)
OBJECTS = ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))
SUBSTANCES = ("water.n.06_1", "dust.n.01_1")


def thinkable(domain: Domain) -> list[Atom]:
    """Every fact over `NAMES` that may be told."""
    return [
        Atom(predicate.name, arguments)
        for predicate in domain.predicates.values()
        if predicate.sort is not PredicateKind.DERIVED or predicate.name == "future"
        for arguments in _arguments(predicate)
        if len(set(arguments)) == len(arguments)
    ]


def _arguments(predicate: Predicate) -> Iterator[tuple[str, ...]]:
    seconds = SUBSTANCES if predicate.sort is PredicateKind.AMOUNT else NAMES
    yield from product(NAMES, *[seconds] * (predicate.arity - 1))


class Completion:
    """Decides what is true of all that is not known."""

    def __init__(self, world: EffectWorld, domain: Domain, random: Random) -> None:
        self._seen = world._seen
        self._domain = domain
        self._random = random
        self._setting = StaticContext(domain.predicates, self._seen.setting.removers, closed=True)
        # In an open world, little of what is not told holds.
        closed = self._seen.setting.closed
        self._share = 0.0 if closed else random.choice([0.0, 0.005, 0.02])

    def world(self) -> EffectWorld:
        """A world without unknown facts that the given one may be in truth."""
        state = self._seen.state.copied()
        state.facts = dict.fromkeys(self._facts(), Truth.TRUE)
        state.edges = {name: edges for name, edges in self._places() if edges}
        state.enclosing = {
            name: Truth.TRUE
            for name in self._seen.universe.things
            if self._holds(self._seen.enclosed(name), is_told=True)
        }
        found = EffectWorld(self._domain, OBJECTS, FactSet(frozenset()))
        found._setting = self._setting
        found._seen = Relations(self._setting, state)
        return found

    def _holds(self, truth: Truth, *, is_told: bool) -> bool:
        if truth is not Truth.UNKNOWN:
            return truth is Truth.TRUE
        return self._random.random() < (0.5 if is_told else self._share)

    def _facts(self) -> Iterator[Atom]:
        told = self._seen.state.facts
        for fact in dict.fromkeys((*thinkable(self._domain), *told)):
            if fact.predicate == "future":
                truth = self._seen.state.is_gone(fact.arguments[0])
            elif fact.predicate in self._setting.places:
                continue
            else:
                truth = self._seen.stored(fact)
            if self._holds(truth, is_told=fact in told):
                yield fact

    def _places(self) -> Iterator[tuple[str, tuple[Placement, ...]]]:
        for name in self._seen.universe.things:
            told = {edge[:2] for edge in self._seen.state.edges.get(name, ())}
            yield (
                name,
                tuple(
                    Placement(predicate, support, Truth.TRUE)
                    for predicate, support in self._thinkable_places()
                    if self._holds(
                        self._seen.direct(predicate, name, support),
                        is_told=(predicate, support) in told,
                    )
                ),
            )

    def _thinkable_places(self) -> Iterator[tuple[str, str]]:
        for predicate in sorted(self._setting.places):
            unary = self._setting.arity(predicate) == 1
            for support in [""] if unary else self._seen.universe.things:
                yield predicate, support


def is_consistent(truth: EffectWorld, world: EffectWorld) -> bool:
    """Whether in `truth` nothing is inside of what it was told not to be inside of."""
    pairs = world._seen.state.outside
    return all(truth.truth(Atom("inside", pair)) is Truth.FALSE for pair in pairs)


def disagreements(world: EffectWorld, truth: EffectWorld) -> list[str]:
    """Facts that `world` holds for known, and that are otherwise in `truth`."""
    found = [
        f"{fact} is known, and {truth.truth(fact).name}"
        for fact in world.facts().true
        if truth.truth(fact) is not Truth.TRUE
    ]
    facts = truth.facts()
    found += [
        f"{fact} is known to be false, and holds"
        for fact in facts.true | facts.unknown
        if world.truth(fact) is Truth.FALSE
    ]
    return found
