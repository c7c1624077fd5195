"""Enumerates all facts of a state, including derived ones."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.domain.relations import Relations
from is_bench.domain.state import RESTING
from is_bench.facts import Atom, FactSet, Truth

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
Told = Iterator[tuple[Atom, Truth]]


def enumerate_facts(seen: Relations) -> FactSet:
    """All true and unknown facts; in an open world, also those known to be false."""
    predicates = seen.setting.predicates
    sets: dict[Truth, set[Atom]] = {TRUE: set(), FALSE: set(), UNKNOWN: set()}
    for tell in (_objects, _stored, _places):
        for fact, truth in tell(seen):
            if fact.predicate in predicates:
                sets[truth].add(fact)
    closed = seen.setting.closed
    if not closed:
        for fact in _denied(seen):
            sets[FALSE].add(fact)
    true = frozenset(sets[TRUE])
    unknown = frozenset(sets[UNKNOWN] - true)
    false = frozenset() if closed else frozenset(sets[FALSE] - true - unknown)
    return FactSet(true, false, unknown, closed)


def _objects(seen: Relations) -> Told:
    gone = seen.state.facts
    for thing in seen.universe.objects:
        name = (thing.name,)
        truth = gone.get(Atom("future", name), FALSE)
        yield Atom("real", name), ~truth
        yield Atom("future", name), truth


def _stored(seen: Relations) -> Told:
    amounts = seen.setting.amounts
    for fact, truth in seen.state.facts.items():
        predicate, arguments = fact
        if predicate in amounts and len(arguments) == 2:
            name, substance = arguments
            for each in seen.universe.instances(seen.universe.synset(substance)):
                yield Atom(predicate, (name, each)), truth
                if predicate == "contains":
                    yield Atom("filled", (name, each)), truth
        elif predicate in ("under", "touching"):
            yield fact, seen.truth(fact)
        elif predicate != "future":
            yield fact, truth


def _places(seen: Relations) -> Told:
    for name, edges in seen.state.edges.items():
        for predicate, support, truth in edges:
            if not support:
                yield Atom(predicate, (name,)), truth
                continue
            if predicate not in ("inside", "ontop"):
                yield Atom(predicate, (name, support)), truth
            if predicate in RESTING and (predicate != "inside" or seen.is_open_vessel(support)):
                yield Atom("ontop", (name, support)), seen.ontop(name, support)
            for pair in ((name, support), (support, name)):
                touch = truth if truth is TRUE else seen.touching(*pair)
                yield Atom("touching", pair), touch
        yield from _reached(seen, name)


def _reached(seen: Relations, name: str) -> Told:
    above = seen.above(name, possible=True)
    for support in above.containers:
        yield Atom("inside", (name, support)), seen.inside(name, support)
    for support in above.resting:
        yield Atom("under", (support, name)), seen.under(support, name)


def _denied(seen: Relations) -> Iterator[Atom]:
    """Placements known to be false, in an open world."""
    for name, places in seen.state.not_at.items():
        for predicate, support in places:
            fact = Atom(predicate, (name, support) if support else (name,))
            if seen.truth(fact) is FALSE:
                yield fact
    for pair in seen.state.outside:
        if seen.inside(*pair) is FALSE:
            yield Atom("inside", pair)
    for name in seen.state.settled:
        for arguments, predicate in _possible_placements(seen, name):
            fact = Atom(predicate, arguments)
            if seen.truth(fact) is FALSE:
                yield fact


def _possible_placements(seen: Relations, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for predicate in seen.setting.places:
        if seen.setting.arity(predicate) == 1:
            yield (name,), predicate
        else:
            for thing in seen.universe.objects:
                yield (name, thing.name), predicate
