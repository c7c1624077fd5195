"""Builds the initial state of the symbolic world from a scenario's initial facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from is_bench.facts import Atom
from is_bench.objects import Matter, ObjectTable, class_of, synset_of
from is_bench.world.quirks import Quirks
from is_bench.world.state import FLAGS, LOOSE, POSITIONS, Key, Setting, Value, WorldState

IMPLIED_ABILITY = {
    "open": "openable",
    "toggled_on": "toggleable",
    "hot": "heatable",
    "filled": "fillable",
    "contains": "fillable",
}
"""Abilities that an initial fact implies of its first object."""


def initial_state(
    objects: ObjectTable, facts: Iterable[Atom], quirks: Quirks, *, complete: bool = True
) -> WorldState:
    """The state in which exactly `facts` hold.

    `complete` adds the implicit initial facts of the released environment: objects that share a
    support other than the floor are next to each other, and freezable objects inside a refrigerator
    are frozen.
    """
    flags: dict[Key, Value] = {}
    amounts: dict[Key, set[str]] = defaultdict(set)
    edges: dict[str, set[tuple[str, str]]] = defaultdict(set)
    loose: dict[str, set[tuple[str, str]]] = {relation: set() for relation in LOOSE}
    static: set[Atom] = set()
    for fact in facts:
        predicate, arguments = fact
        first, second = arguments[0], arguments[-1]
        if predicate in POSITIONS:
            edges[first].add((predicate, second))
        elif predicate in loose:
            loose[predicate].add((first, second))
        elif predicate in FLAGS:
            flags[predicate, first] = True
        elif predicate == "future":
            flags["gone", first] = True
        elif predicate in ("covered", "saturated", "contains", "filled"):
            aspect = "contains" if predicate == "filled" else predicate
            amounts[aspect, first].add(synset_of(second))
        elif predicate != "real":  # which goes without saying of what is declared
            static.add(fact)
    if complete:
        loose["nextto"] |= _neighbors(objects, edges)
    loose["nextto"] |= {(second, first) for first, second in loose["nextto"]}
    loose["touching"] |= {(second, first) for first, second in loose["touching"]}
    values: dict[Key, Value] = dict(flags)
    values.update({key: frozenset(synsets) for key, synsets in amounts.items()})
    values.update({("at", name): frozenset(places) for name, places in edges.items()})
    setting = Setting(
        objects,
        frozenset(static),
        {name: frozenset(pairs) for name, pairs in loose.items()},
        frozenset(parent for places in edges.values() for how, parent in places if how == "inside"),
    )
    state = WorldState(setting, values)
    if complete:
        _freeze_refrigerated(state, quirks)
    return state


def _neighbors(
    objects: ObjectTable, edges: dict[str, set[tuple[str, str]]]
) -> set[tuple[str, str]]:
    """Pairs of things that share a direct support other than the floor (released semantics)."""
    by_support: dict[str, list[str]] = defaultdict(list)
    for thing in objects:
        if thing.matter is Matter.AGENT or thing.matter.is_substance:
            continue
        for support in {parent for _, parent in edges.get(thing.name, ())}:
            bearer = objects.get(support)
            if class_of(support if bearer is None else bearer.synset or support) != "floor":
                by_support[support].append(thing.name)
    return {(a, b) for names in by_support.values() for a in names for b in names if a != b}


def _freeze_refrigerated(state: WorldState, quirks: Quirks) -> None:
    fridges = [t.name for t in state.things() if "refrigerator" in class_of(t.name)]
    if quirks.one_refrigerator_freezes:
        fridges = sorted(fridges, key=len, reverse=True)[:1]
    for thing in state.things():
        if thing.can("freezable") and any(state.is_inside(thing.name, f) for f in fridges):
            state.set_flag("frozen", thing.name, True)
