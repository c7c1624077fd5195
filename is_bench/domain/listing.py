"""Enumerates all facts of a state, including derived ones."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.domain.relations import Relations
from is_bench.domain.state import RESTING
from is_bench.facts import Atom, FactSet, Truth

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
Told = Iterator[tuple[Atom, Truth]]


def enumerate_facts(relations: Relations) -> FactSet:
    """All true and unknown facts; in an open world, also those known to be false."""
    predicates = relations.setting.predicates
    sets: dict[Truth, set[Atom]] = {TRUE: set(), FALSE: set(), UNKNOWN: set()}
    for tell in (_objects, _stored, _places):
        for fact, truth in tell(relations):
            if fact.predicate in predicates:
                sets[truth].add(fact)
    closed = relations.setting.closed
    if not closed:
        for fact in _denied(relations):
            sets[FALSE].add(fact)
    true = frozenset(sets[TRUE])
    unknown = frozenset(sets[UNKNOWN] - true)
    false = frozenset() if closed else frozenset(sets[FALSE] - true - unknown)
    return FactSet(true, false, unknown, closed)


def _objects(relations: Relations) -> Told:
    gone = relations.state.facts
    for thing in relations.universe.objects:
        name = (thing.name,)
        truth = gone.get(Atom("future", name), FALSE)
        yield Atom("real", name), ~truth
        yield Atom("future", name), truth


def _stored(relations: Relations) -> Told:
    amounts = relations.setting.amounts
    for fact, truth in relations.state.facts.items():
        predicate, arguments = fact
        if predicate in amounts and len(arguments) == 2:
            name, substance = arguments
            for each in relations.universe.instances(relations.universe.synset(substance)):
                yield Atom(predicate, (name, each)), truth
                if predicate == "contains":
                    yield Atom("filled", (name, each)), truth
        elif predicate in ("under", "touching"):
            yield fact, relations.truth(fact)
        elif predicate != "future":
            yield fact, truth


def _places(relations: Relations) -> Told:
    for name, edges in relations.state.edges.items():
        for predicate, support, truth in edges:
            if not support:
                yield Atom(predicate, (name,)), truth
                continue
            if predicate not in ("inside", "ontop"):
                yield Atom(predicate, (name, support)), truth
            if predicate in RESTING and (
                predicate != "inside" or relations.is_open_vessel(support)
            ):
                yield Atom("ontop", (name, support)), relations.ontop(name, support)
            for pair in ((name, support), (support, name)):
                touch = truth if truth is TRUE else relations.touching(*pair)
                yield Atom("touching", pair), touch
        yield from _reached(relations, name)


def _reached(relations: Relations, name: str) -> Told:
    above = relations.above(name, possible=True)
    for support in above.containers:
        yield Atom("inside", (name, support)), relations.inside(name, support)
    for support in above.resting:
        yield Atom("under", (support, name)), relations.under(support, name)


def _denied(relations: Relations) -> Iterator[Atom]:
    """Placements known to be false, in an open world."""
    for name, places in relations.state.not_at.items():
        for predicate, support in places:
            fact = Atom(predicate, (name, support) if support else (name,))
            if relations.truth(fact) is FALSE:
                yield fact
    for pair in relations.state.outside:
        if relations.inside(*pair) is FALSE:
            yield Atom("inside", pair)
    for name in relations.state.settled:
        for arguments, predicate in _possible_placements(relations, name):
            fact = Atom(predicate, arguments)
            if relations.truth(fact) is FALSE:
                yield fact


def _possible_placements(relations: Relations, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for predicate in relations.setting.places:
        if relations.setting.arity(predicate) == 1:
            yield (name,), predicate
        else:
            for thing in relations.universe.objects:
                yield (name, thing.name), predicate
