"""Enumerates all facts of a state, including derived ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from is_bench.domain.relations import Relations
from is_bench.domain.state import RESTING, Placement
from is_bench.facts import Atom, FactSet, Truth

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
Told = Iterator[tuple[Atom, Truth]]
Stored = Mapping[Atom, Truth]
Edges = Mapping[str, tuple[Placement, ...]]
K = TypeVar("K")
V = TypeVar("V")


def enumerate_facts(relations: Relations) -> FactSet:
    """All true and unknown facts; in an open world, also those known to be false."""
    state = relations.state
    return _collected(relations, state.facts, state.edges, relations.universe.objects.by_name)


def differing_facts(before: Relations, after: Relations) -> tuple[FactSet, FactSet]:
    """Facts before and after a change of a closed world, without most of those that it left alone.

    In an open world, or if objects appeared, all facts.
    """
    if not before.setting.closed or before.universe is not after.universe:
        return enumerate_facts(before), enumerate_facts(after)
    changed = _differing(before.state.facts, after.state.facts)
    moved = _differing(before.state.edges, after.state.edges)
    names = {name for fact in changed for name in fact.arguments} | moved
    names = _with_borne(names, before) | _with_borne(names, after)
    return _about(before, names), _about(after, names)


def _differing(before: Mapping[K, V], after: Mapping[K, V]) -> set[K]:
    return {key for key in (*before, *after) if before.get(key) != after.get(key)}


def _with_borne(names: set[str], relations: Relations) -> set[str]:
    """`names`, and what rests on or in them, directly or not."""
    borne = (name for name in relations.state.edges if _is_borne(name, names, relations))
    return names.union(borne)


def _is_borne(name: str, supports: set[str], relations: Relations) -> bool:
    return not supports.isdisjoint(relations.above(name, possible=True).supports)


def _about(relations: Relations, names: set[str]) -> FactSet:
    """The facts that mention one of `names`, or more."""
    state = relations.state
    facts = {f: truth for f, truth in state.facts.items() if not names.isdisjoint(f.arguments)}
    edges = {name: edges for name, edges in state.edges.items() if name in names}
    return _collected(relations, facts, edges, names)


def _collected(relations: Relations, facts: Stored, edges: Edges, names: Iterable[str]) -> FactSet:
    predicates = relations.setting.predicates
    sets: dict[Truth, set[Atom]] = {TRUE: set(), FALSE: set(), UNKNOWN: set()}
    for told in (_objects(relations, names), _stored(relations, facts), _places(relations, edges)):
        for fact, truth in told:
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


def _objects(relations: Relations, names: Iterable[str]) -> Told:
    gone = relations.state.facts
    for each in names:
        name = (each,)
        truth = gone.get(Atom("future", name), FALSE)
        yield Atom("real", name), ~truth
        yield Atom("future", name), truth


def _stored(relations: Relations, facts: Stored) -> Told:
    amounts = relations.setting.amounts
    for fact, truth in facts.items():
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


def _places(relations: Relations, edges: Edges) -> Told:
    for name, placements in edges.items():
        for predicate, support, truth in placements:
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
