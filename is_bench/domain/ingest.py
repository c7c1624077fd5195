"""Builds the stored state from reported facts.

Reported facts are complete: a cup on a tray in a cabinet is reported to be in the cabinet, too.
Only the direct relations are kept, so that the cup leaves the cabinet with the tray.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from is_bench.domain.relations import Relations
from is_bench.domain.state import RESTING, State, StaticContext, set_placements
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, FactSet, Truth

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
_SYMMETRIC = ("nextto", "touching")
_FOLLOWING = ("under", "touching")
"""Relations that are derived from places, and can hold without them, too."""


def state_from_facts(setting: StaticContext, universe: Universe, facts: FactSet) -> State:
    """The stored state of `facts`."""
    reported = _canonical(universe, setting, facts)
    state = State(universe)
    _enter_places(state, setting, reported)
    rest = {
        fact: truth
        for fact, truth in reported.items()
        if fact.predicate not in setting.places and fact.predicate not in _FOLLOWING
    }
    for fact, truth in rest.items():
        default = FALSE if fact.predicate == "future" else setting.default
        state.put(fact, truth, default)
    seen = Relations(setting, state)
    implied = _implied(seen) if setting.closed else frozenset()
    for fact, truth in reported.items():
        if fact.predicate not in _FOLLOWING or fact.predicate not in setting.loose:
            continue
        if truth is TRUE and fact in implied:
            continue
        if truth is FALSE or seen.truth(fact) is FALSE or not setting.closed:
            state.put(fact, truth, setting.default)
    return state


def _implied(seen: Relations) -> frozenset[Atom]:
    """What surely follows from a direct place: both touch, and what bears the other is under it."""
    found: list[Atom] = []
    for name, edges in seen.state.edges.items():
        for edge in edges:
            if not edge.support or edge.truth is not TRUE:
                continue
            pair = (edge.support, name)
            found += (Atom("touching", pair), Atom("touching", pair[::-1]))
            is_on = edge.predicate in RESTING - {"inside"}
            if is_on and len(edges) == 1 and not seen.is_open_vessel(edge.support):
                found.append(Atom("under", pair))
    return frozenset(found)


def _canonical(universe: Universe, setting: StaticContext, facts: FactSet) -> dict[Atom, Truth]:
    """Reported facts in stored form; on duplicates, the value closest to true."""
    reported: dict[Atom, Truth] = {}
    plain = setting.sorts.keys() - {*setting.amounts, *_SYMMETRIC, "filled", "real"}
    false = () if setting.closed else facts.false
    for truth, atoms in ((FALSE, false), (UNKNOWN, facts.unknown), (TRUE, facts.true)):
        for fact in atoms:
            if fact.predicate in plain and len(fact.arguments) == setting.arity(fact.predicate):
                reported[fact] = truth  # stored as it is: most facts are
                continue
            for each in _stored_as(fact, universe, setting):
                reported[each] = truth
    for name in [f.arguments[0] for f in facts.false | facts.unknown if f.predicate == "real"]:
        reported[Atom("future", (name,))] = (
            TRUE if Atom("real", (name,)) in facts.false else UNKNOWN
        )
    return reported


def _stored_as(fact: Atom, universe: Universe, setting: StaticContext) -> Iterator[Atom]:
    predicate, arguments = fact
    if predicate == "filled":
        predicate = "contains"
    if predicate == "real" or len(arguments) != setting.arity(predicate):
        return
    if predicate in setting.amounts and len(arguments) == 2:
        arguments = (arguments[0], universe.substance(arguments[1]))
    yield Atom(predicate, arguments)
    if predicate in _SYMMETRIC:
        yield Atom(predicate, arguments[::-1])


def _enter_places(state: State, setting: StaticContext, reported: dict[Atom, Truth]) -> None:
    inside: dict[tuple[str, ...], Truth] = {
        fact.arguments: truth for fact, truth in reported.items() if fact.predicate == "inside"
    }
    carried: dict[str, set[str]] = defaultdict(set)
    for fact, truth in reported.items():
        if fact.predicate in RESTING and truth is TRUE:
            carried[fact.arguments[0]].add(fact.arguments[1])
    places: dict[str, dict[tuple[str, str], Truth]] = defaultdict(dict)
    for fact, truth in reported.items():
        if fact.predicate in setting.places:
            name, *rest = fact.arguments
            if fact.predicate != "inside" or _is_direct(fact, truth, inside, carried[name]):
                places[name][fact.predicate, rest[0] if rest else ""] = truth
    for name, found in places.items():
        set_placements(state, setting, name, found, complete=False)
    state.enclosing = _enclosing(inside)
    if not setting.closed:
        state.outside = frozenset(
            (pair[0], pair[1]) for pair, truth in inside.items() if truth is FALSE
        )


def _is_direct(
    fact: Atom, truth: Truth, inside: dict[tuple[str, ...], Truth], supports: Iterable[str]
) -> bool:
    """Whether an object is inside a container not only by way of its certain supports."""
    _, container = fact.arguments
    by_way = [inside.get((s, container), FALSE) for s in supports if s != container]
    return TRUE not in by_way and (truth is not UNKNOWN or UNKNOWN not in by_way)


def _enclosing(inside: dict[tuple[str, ...], Truth]) -> dict[str, Truth]:
    found: dict[str, Truth] = {}
    for (_, container), truth in inside.items():
        if truth is not FALSE and found.get(container) is not TRUE:
            found[container] = truth
    return found
