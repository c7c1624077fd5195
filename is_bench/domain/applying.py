"""Applies a set of simultaneous changes to a state.

After an uncertain change, a fact is known only if it is the same either way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from is_bench.domain.pieces import appear
from is_bench.domain.relations import Relations
from is_bench.domain.state import State, StaticContext, join_truths, set_placements
from is_bench.domain.state_change import StateChange
from is_bench.facts import Atom, Truth

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
Changes = Mapping[Atom, Truth]


def apply_change(relations: Relations, change: StateChange) -> State:
    """The state after `change` in the state of `relations`."""
    state = relations.state.copied()
    for name, certainty in change.vanishing.items():
        remove_object(state, relations, name, certainty)
    for (count, piece, whole), certainty in change.appearing.items():
        appear(state, relations, count, piece, whole, certainty)
    places = relations.setting.places
    _assign_places(
        state,
        relations,
        {fact: truth for fact, truth in change.adds.items() if fact.predicate in places},
        {fact: truth for fact, truth in change.removes.items() if fact.predicate in places},
    )
    others = {**dict.fromkeys(change.removes), **dict.fromkeys(change.adds)}
    for fact in others:
        if fact.predicate not in places:
            before = _stored(state, relations, fact)
            add, remove = change.adds.get(fact, FALSE), change.removes.get(fact, FALSE)
            state.put(fact, _after(before, add, remove), _default(state, relations, fact))
    _register_substances(state, relations.setting, change.adds)
    return state


def _after(before: Truth, add: Truth, remove: Truth) -> Truth:
    """Truth after an add and a delete with given certainty; adds take precedence."""
    if add is TRUE:
        return TRUE
    if remove is not FALSE:
        before = FALSE if remove is TRUE else join_truths(FALSE, before)
    return before if add is FALSE else join_truths(TRUE, before)


def _stored(state: State, relations: Relations, fact: Atom) -> Truth:
    found = state.facts.get(fact)
    return _default(state, relations, fact) if found is None else found


def _default(state: State, relations: Relations, fact: Atom) -> Truth:
    """The truth of a fact that is not stored."""
    if relations.setting.closed or fact.predicate == "future":
        return FALSE
    if fact.predicate in relations.setting.loose and any(
        a in state.settled for a in fact.arguments
    ):
        return FALSE
    return FALSE if any(state.is_gone(name) is TRUE for name in fact.arguments) else UNKNOWN


# Places


def _assign_places(state: State, relations: Relations, adds: Changes, removes: Changes) -> None:
    by_object: dict[str, dict[tuple[str, str], tuple[Truth, Truth]]] = defaultdict(dict)
    for fact in {**dict.fromkeys(removes), **dict.fromkeys(adds)}:
        name, *rest = fact.arguments
        place = fact.predicate, rest[0] if rest else ""
        by_object[name][place] = adds.get(fact, FALSE), removes.get(fact, FALSE)
    for name, changes in by_object.items():
        moves = [add for add, _ in changes.values() if add is not FALSE]
        if moves:
            moved = TRUE if TRUE in moves else UNKNOWN
            _forget_outside(
                state,
                relations,
                name,
                [place for place, (add, _) in changes.items() if add is not FALSE],
            )
            end_loose(state, relations.setting, name, moved)
            _replace(state, relations, name, changes, moved, len(moves))
        else:
            _replace(state, relations, name, changes, FALSE, 0)


def _replace(
    state: State,
    relations: Relations,
    name: str,
    changes: Mapping[tuple[str, str], tuple[Truth, Truth]],
    moved: Truth,
    count: int,
) -> None:
    old = {(edge.predicate, edge.support): edge.truth for edge in state.edges.get(name, ())}
    found: dict[tuple[str, str], Truth] = {}
    for place in dict.fromkeys((*old, *changes)):
        add, remove = changes.get(place, (FALSE, FALSE))
        before = old.get(place)
        if before is None:
            before = _unstored_place(state, relations, name, place)
        others = moved if add is FALSE or count > 1 else FALSE
        if others is TRUE and add is not TRUE and _certainly_elsewhere(changes, place):
            before = FALSE
        elif others is not FALSE:
            before = join_truths(FALSE, before)
        found[place] = _after(before, add, remove)
    set_placements(state, relations.setting, name, found, complete=moved is TRUE)


def _certainly_elsewhere(
    changes: Mapping[tuple[str, str], tuple[Truth, Truth]], place: tuple[str, str]
) -> bool:
    return any(add is TRUE for other, (add, _) in changes.items() if other != place)


def _unstored_place(state: State, relations: Relations, name: str, place: tuple[str, str]) -> Truth:
    if relations.setting.closed or name in state.settled or place in state.not_at.get(name, ()):
        return FALSE
    gone = state.is_gone(name) is TRUE or state.is_gone(place[1]) is TRUE
    return FALSE if gone else UNKNOWN


def end_loose(state: State, setting: StaticContext, name: str, moved: Truth) -> None:
    """Remove the loose relations of an object that has moved, or may have."""
    for fact in list(state.facts):
        if fact.predicate in setting.loose and name in fact.arguments:
            after = FALSE if moved is TRUE else join_truths(FALSE, state.facts[fact])
            if after is FALSE:
                _drop(state, setting, fact)
            else:
                state.facts[fact] = after


def _drop(state: State, setting: StaticContext, fact: Atom) -> None:
    if setting.closed:
        del state.facts[fact]
    else:
        state.facts[fact] = FALSE


def _forget_outside(
    state: State, relations: Relations, name: str, places: list[tuple[str, str]]
) -> None:
    """Drop `outside` pairs that may be wrong once `name` may have these places."""
    kept = set()
    for other, container in state.outside:
        apart = other != name and relations.bears(name, other) is FALSE
        away = all(
            not support or (support != container and relations.inside(support, container) is FALSE)
            for _, support in places
        )
        if apart or away:
            kept.add((other, container))
    state.outside = frozenset(kept)


# Creation and removal


def remove_object(state: State, relations: Relations, name: str, certainty: Truth) -> None:
    """Remove an object from the world; objects on it get its places."""
    setting = relations.setting
    future = Atom("future", (name,))
    gone = _after(state.is_gone(name), certainty, FALSE)
    _inherit_placements(state, relations, name, certainty)
    for fact, truth in list(state.facts.items()):
        if name in fact.arguments:
            after = FALSE if certainty is TRUE else join_truths(FALSE, truth)
            state.put(fact, after, setting.default)
    places = {
        (edge.predicate, edge.support): FALSE if certainty is TRUE else UNKNOWN
        for edge in state.edges.get(name, ())
    }
    set_placements(state, setting, name, places, complete=certainty is TRUE)
    state.put(future, gone, FALSE)
    if certainty is TRUE:
        state.outside = frozenset(pair for pair in state.outside if name not in pair)


def _inherit_placements(state: State, relations: Relations, name: str, certainty: Truth) -> None:
    """Give the objects on `name` the places of `name`."""
    places = state.edges.get(name, ())
    for other, edges in list(state.edges.items()):
        on = [edge for edge in edges if edge.support == name]
        if not on:
            continue
        surely = certainty is TRUE and any(edge.truth is TRUE for edge in on)
        found = {(e.predicate, e.support): e.truth for e in edges}
        for edge in on:
            found[edge.predicate, name] = FALSE if certainty is TRUE else UNKNOWN
        for place in places:
            key = place.predicate, place.support
            new = TRUE if surely and place.truth is TRUE else UNKNOWN
            old = found.get(key, FALSE)
            found[key] = old if old is TRUE else new
        set_placements(state, relations.setting, other, found, complete=False)
        if not relations.is_settled(name):
            state.settled -= {other}
    if not relations.setting.closed:
        # Other objects may rest on it unknown, and then get its places, too.
        state.not_at = {other: no for other, no in state.not_at.items() if other == name}


def _register_substances(state: State, setting: StaticContext, adds: Changes) -> None:
    """Add substances to the objects once a fact refers to them."""
    latent = {thing.name: thing for thing in state.universe.latent}
    new = [
        latent[fact.arguments[1]]
        for fact, truth in adds.items()
        if fact.predicate in setting.amounts and fact.arguments[1] in latent and truth is not FALSE
    ]
    if new:
        state.universe = state.universe.joined(new)
