"""From a state to the next one: a happening is applied all at once.

A change that may or may not happen leaves a fact known only if it is the same either way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from is_bench.domain.happening import Happening
from is_bench.domain.pieces import appear
from is_bench.domain.relations import Relations
from is_bench.domain.state import Setting, State, merged, settle
from is_bench.facts import Atom, Truth

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
Changes = Mapping[Atom, Truth]


def applied(seen: Relations, change: Happening) -> State:
    """The state after `change` in the state that is `seen`."""
    state = seen.state.copied()
    for name, certainty in change.vanishing.items():
        vanish(state, seen, name, certainty)
    for (count, piece, whole), certainty in change.appearing.items():
        appear(state, seen, count, piece, whole, certainty)
    places = seen.setting.places
    _assign_places(
        state,
        seen,
        {fact: truth for fact, truth in change.adds.items() if fact.predicate in places},
        {fact: truth for fact, truth in change.removes.items() if fact.predicate in places},
    )
    others = {**dict.fromkeys(change.removes), **dict.fromkeys(change.adds)}
    for fact in others:
        if fact.predicate not in places:
            before = _stored(state, seen, fact)
            add, remove = change.adds.get(fact, FALSE), change.removes.get(fact, FALSE)
            state.put(fact, _after(before, add, remove), _default(state, seen, fact))
    _introduce(state, seen.setting, change.adds)
    return state


def _after(before: Truth, add: Truth, remove: Truth) -> Truth:
    """The truth of a fact that so surely comes to hold, and ceases to; coming to hold wins."""
    if add is TRUE:
        return TRUE
    if remove is not FALSE:
        before = FALSE if remove is TRUE else merged(FALSE, before)
    return before if add is FALSE else merged(TRUE, before)


def _stored(state: State, seen: Relations, fact: Atom) -> Truth:
    found = state.facts.get(fact)
    return _default(state, seen, fact) if found is None else found


def _default(state: State, seen: Relations, fact: Atom) -> Truth:
    """What a fact that is not stored means."""
    if seen.setting.closed or fact.predicate == "future":
        return FALSE
    if fact.predicate in seen.setting.loose and any(a in state.settled for a in fact.arguments):
        return FALSE
    return FALSE if any(state.is_gone(name) is TRUE for name in fact.arguments) else UNKNOWN


# Places


def _assign_places(state: State, seen: Relations, adds: Changes, removes: Changes) -> None:
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
                seen,
                name,
                [place for place, (add, _) in changes.items() if add is not FALSE],
            )
            end_loose(state, seen.setting, name, moved)
            _replace(state, seen, name, changes, moved, len(moves))
        else:
            _replace(state, seen, name, changes, FALSE, 0)


def _replace(
    state: State,
    seen: Relations,
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
            before = _unstored_place(state, seen, name, place)
        others = moved if add is FALSE or count > 1 else FALSE
        if others is TRUE and add is not TRUE and _surely_elsewhere(changes, place):
            before = FALSE
        elif others is not FALSE:
            before = merged(FALSE, before)
        found[place] = _after(before, add, remove)
    settle(state, seen.setting, name, found, settled=moved is TRUE)


def _surely_elsewhere(
    changes: Mapping[tuple[str, str], tuple[Truth, Truth]], place: tuple[str, str]
) -> bool:
    return any(add is TRUE for other, (add, _) in changes.items() if other != place)


def _unstored_place(state: State, seen: Relations, name: str, place: tuple[str, str]) -> Truth:
    if seen.setting.closed or name in state.settled or place in state.not_at.get(name, ()):
        return FALSE
    gone = state.is_gone(name) is TRUE or state.is_gone(place[1]) is TRUE
    return FALSE if gone else UNKNOWN


def end_loose(state: State, setting: Setting, name: str, moved: Truth) -> None:
    """End the loose relations of an object that has moved, or may have."""
    for fact in list(state.facts):
        if fact.predicate in setting.loose and name in fact.arguments:
            after = FALSE if moved is TRUE else merged(FALSE, state.facts[fact])
            if after is FALSE:
                _drop(state, setting, fact)
            else:
                state.facts[fact] = after


def _drop(state: State, setting: Setting, fact: Atom) -> None:
    if setting.closed:
        del state.facts[fact]
    else:
        state.facts[fact] = FALSE


def _forget_outside(
    state: State, seen: Relations, name: str, places: list[tuple[str, str]]
) -> None:
    """Forget what may no longer be outside of something, once `name` may have these places."""
    kept = set()
    for other, container in state.outside:
        apart = other != name and seen.bears(name, other) is FALSE
        away = all(
            not support or (support != container and seen.inside(support, container) is FALSE)
            for _, support in places
        )
        if apart or away:
            kept.add((other, container))
    state.outside = frozenset(kept)


# Coming and going


def vanish(state: State, seen: Relations, name: str, certainty: Truth) -> None:
    """Take an object out of the world; what stood on it gets its places."""
    setting = seen.setting
    future = Atom("future", (name,))
    gone = _after(state.is_gone(name), certainty, FALSE)
    _hand_down(state, seen, name, certainty)
    for fact, truth in list(state.facts.items()):
        if name in fact.arguments:
            after = FALSE if certainty is TRUE else merged(FALSE, truth)
            state.put(fact, after, setting.default)
    places = {
        (edge.predicate, edge.support): FALSE if certainty is TRUE else UNKNOWN
        for edge in state.edges.get(name, ())
    }
    settle(state, setting, name, places, settled=certainty is TRUE)
    state.put(future, gone, FALSE)
    if certainty is TRUE:
        state.outside = frozenset(pair for pair in state.outside if name not in pair)


def _hand_down(state: State, seen: Relations, name: str, certainty: Truth) -> None:
    """Give what rests on an object the places of that object."""
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
        settle(state, seen.setting, other, found, settled=False)
        if not seen.is_settled(name):
            state.settled -= {other}
    if not seen.setting.closed:
        # Of others nobody may know that they rest on it; they too may get its places.
        state.not_at = {other: no for other, no in state.not_at.items() if other == name}


def _introduce(state: State, setting: Setting, adds: Changes) -> None:
    """Count substances among the objects once a fact speaks of them."""
    latent = {thing.name: thing for thing in state.universe.latent}
    new = [
        latent[fact.arguments[1]]
        for fact, truth in adds.items()
        if fact.predicate in setting.amounts and fact.arguments[1] in latent and truth is not FALSE
    ]
    if new:
        state.universe = state.universe.joined(new)
