"""The belief about a world at one time: stored facts with three truth values.

Only direct relations are stored: for a cup on a tray in a cabinet, the cup on the tray and the tray
in the cabinet.  `domain.relations` derives the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from is_bench.domain.model import Predicate, PredicateKind
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, Truth
from is_bench.world.removers import Removers

RESTING = frozenset({"ontop", "inside", "overlaid"})
"""Placements in or on an object that carries the placed one."""


class Placement(NamedTuple):
    """A placement of an object."""

    predicate: str
    support: str
    """The supporting object; empty for a place without one, such as the robot's hand."""
    truth: Truth
    """TRUE or UNKNOWN."""


class StaticContext:
    """The constant part of a world."""

    def __init__(
        self, predicates: Mapping[str, Predicate], removers: Removers, *, closed: bool
    ) -> None:
        """`closed`: facts that are not stored are false; otherwise unknown."""
        self.predicates = predicates
        self.removers = removers
        self.closed = closed
        self.default = Truth.FALSE if closed else Truth.UNKNOWN
        self._arities = {name: predicate.arity for name, predicate in predicates.items()}
        self.sorts = {name: predicate.sort for name, predicate in predicates.items()}
        self.places = frozenset(
            name for name, sort in self.sorts.items() if sort is PredicateKind.PLACE
        )
        self.relations = tuple(sorted(n for n in self.places if predicates[n].arity == 2))
        self.loose = frozenset(n for n, sort in self.sorts.items() if sort is PredicateKind.LOOSE)
        self.amounts = frozenset(
            n for n, sort in self.sorts.items() if sort is PredicateKind.AMOUNT
        )

    def arity(self, predicate: str) -> int | None:
        """The number of a predicate's arguments; None if the domain does not have it."""
        return self._arities.get(predicate)


def join_truths(first: Truth, second: Truth) -> Truth:
    """The join of two truth values: known only if they agree."""
    return first if first is second else Truth.UNKNOWN


@dataclass(eq=False)
class State:
    """Stored facts; immutable once it is in use."""

    universe: Universe
    facts: dict[Atom, Truth] = field(default_factory=dict)
    """All facts except places; facts with the context's default are omitted."""
    edges: dict[str, tuple[Placement, ...]] = field(default_factory=dict)
    """Per object, its places that are not false."""
    not_at: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    """In an open world: per object, the places known to be false."""
    settled: frozenset[str] = frozenset()
    """In an open world: objects whose places and loose relations are all known."""
    outside: frozenset[tuple[str, str]] = frozenset()
    """In an open world: pairs of an object and a container that it is known not to be inside."""
    enclosing: Mapping[str, Truth] = field(default_factory=dict)
    """Objects that contained, or may have contained, something at the start."""

    def copied(self) -> State:
        """An independent copy."""
        return replace(
            self, facts=dict(self.facts), edges=dict(self.edges), not_at=dict(self.not_at)
        )

    def put(self, fact: Atom, truth: Truth, default: Truth) -> None:
        """Store a fact that is not a place."""
        if truth is default:
            self.facts.pop(fact, None)
        else:
            self.facts[fact] = truth

    def is_gone(self, name: str) -> Truth:
        """Whether an object does not exist: not yet, or no longer."""
        return self.facts.get(Atom("future", (name,)), Truth.FALSE)


def set_placements(
    state: State,
    setting: StaticContext,
    name: str,
    places: Mapping[tuple[str, str], Truth],
    *,
    complete: bool,
) -> None:
    """Store the places of an object; `complete`: it has no others."""
    edges = tuple(
        Placement(*place, truth) for place, truth in places.items() if truth is not Truth.FALSE
    )
    state.edges.pop(name, None)
    if edges:
        state.edges[name] = edges
    if setting.closed:
        return
    if complete:
        state.settled |= {name}
        state.not_at.pop(name, None)
    elif name not in state.settled:
        no = frozenset(place for place, truth in places.items() if truth is Truth.FALSE)
        left = state.not_at.get(name, frozenset()) - places.keys()
        state.not_at[name] = left | no
