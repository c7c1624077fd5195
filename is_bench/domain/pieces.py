"""Pieces of objects that are cut, broken or cooked."""

from __future__ import annotations

from itertools import count as counting

from is_bench.domain.relations import Relations
from is_bench.domain.state import State, join_truths, set_placements
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, Truth
from is_bench.objects import SceneObject, class_of, make_object, synset_of
from is_bench.taxonomy import taxonomy

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
_SENSES = ("n.01", "n.02", "n.03", "n.04")
_KEPT = frozenset({"cookable", "flammable", "freezable", "heatable", "meltable"})
"""Abilities that a piece inherits: those of the material."""


def appear(
    state: State, relations: Relations, count: int, piece: str, whole: str, certainty: Truth
) -> None:
    """Create pieces of `whole`, at its place in the state of `relations`.

    Declared pieces that do not exist yet are used first, as in the benchmark; otherwise new ones
    get the next free numbers.
    """
    parent = relations.universe.get(whole)
    if parent is None:
        return
    first = _piece(piece, parent, 1)
    known = [
        thing.name
        for thing in relations.universe.objects
        if synset_of(thing.name) == synset_of(first.name) and thing.name != whole
    ]
    waiting = [name for name in known if state.is_gone(name) is TRUE][:count]
    unsure = [name for name in known if state.is_gone(name) is UNKNOWN]
    names = [*waiting, *unsure]
    if not waiting:
        new = [_piece(piece, parent, n) for n in _free(count, first.name, state.universe)]
        state.universe = state.universe.joined(new)
        state.facts.update({Atom("future", (thing.name,)): TRUE for thing in new})
        names += [thing.name for thing in new]
    for name in names:
        _come(state, relations, name, whole, UNKNOWN if unsure else certainty)


def _come(state: State, relations: Relations, name: str, whole: str, certainty: Truth) -> None:
    future = Atom("future", (name,))
    gone = state.is_gone(name)
    state.put(future, FALSE if certainty is TRUE else join_truths(FALSE, gone), FALSE)
    old = {(e.predicate, e.support): e.truth for e in state.edges.get(name, ())}
    new = {(e.predicate, e.support): e.truth for e in relations.state.edges.get(whole, ())}
    if certainty is TRUE and new:
        places = {**dict.fromkeys(old, FALSE), **new}
    else:
        places = {
            key: join_truths(old.get(key, FALSE), new.get(key, FALSE)) for key in {**old, **new}
        }
    known = certainty is TRUE and relations.is_settled(whole)
    set_placements(state, relations.setting, name, places, complete=known)


def _piece(piece: str, whole: SceneObject, number: int) -> SceneObject:
    """A piece of an object: with its own synset if there is one, otherwise with the whole's."""
    label = f"piece of {whole.label}" if whole.label else ""
    if "." in piece:
        return make_object(f"{piece}_{number}", piece, label=label)
    word = f"{piece}__{class_of(whole.synset)}"
    for sense in _SENSES:
        if f"{word}.{sense}" in taxonomy():
            return make_object(f"{word}.{sense}_{number}", f"{word}.{sense}", label=label)
    name = f"{piece}__{whole.synset or whole.name}_{number}"
    abilities = whole.abilities & _KEPT
    return SceneObject(name, whole.synset, abilities, whole.matter, label)


def _free(count: int, example: str, universe: Universe) -> list[int]:
    """The lowest numbers that are not used in such object names."""
    stem = synset_of(example)
    free = (number for number in counting(1) if f"{stem}_{number}" not in universe.things)
    return [next(free) for _ in range(count)]
