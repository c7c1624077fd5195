"""Exogenous state changes."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.facts import Atom
from is_bench.objects import synset_of
from is_bench.world.state import AMOUNTS, FLAGS, POSITIONS, WorldState

CHANGEABLE = frozenset({*FLAGS, *AMOUNTS, *POSITIONS, "filled", "real"})
"""The predicates of facts that can change so; the others are derived or static."""


@dataclass(frozen=True)
class Changes:
    """Added and removed facts.

    An added place replaces the object's other places.  `real` is added when an object enters the
    scene, and removed when it leaves.
    """

    adds: tuple[Atom, ...] = ()
    removes: tuple[Atom, ...] = ()


def apply_changes(state: WorldState, changes: Changes) -> None:
    """Make `changes` in `state`, whether or not they are possible there."""
    for fact in changes.removes:
        _remove(state, fact)
    for fact in sorted(changes.adds, key=lambda fact: fact.predicate != "real"):
        _add(state, fact)


def _remove(state: WorldState, fact: Atom) -> None:
    predicate, (name, *rest) = fact
    if predicate in FLAGS:
        state.set_flag(predicate, name, False)
    elif predicate == "real":
        state.remove(name)
    elif predicate not in POSITIONS:
        state.remove_amounts(_aspect(predicate), name, {synset_of(rest[0])})


def _add(state: WorldState, fact: Atom) -> None:
    predicate, (name, *rest) = fact
    if predicate in FLAGS:
        state.set_flag(predicate, name, True)
    elif predicate == "real":
        state.appear(name)
    elif predicate in POSITIONS:
        state.move(name, predicate, rest[0])
    else:
        state.add_amounts(_aspect(predicate), name, {synset_of(rest[0])})


def _aspect(predicate: str) -> str:
    return "contains" if predicate == "filled" else predicate
