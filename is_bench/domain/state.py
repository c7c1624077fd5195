"""What is believed of a world at one moment: stored facts with three truth values.

Direct relations are stored: a cup on a tray in a cabinet stands on the tray, and the tray in the
cabinet.  What follows from them is in `domain.relations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from is_bench.domain.model import Predicate, Sort
from is_bench.domain.universe import Universe
from is_bench.facts import Atom, Truth
from is_bench.world.removers import Removers

RESTING = frozenset({"ontop", "inside", "overlaid"})
"""Places in or on something that carries the object."""


class Edge(NamedTuple):
    """A place of an object."""

    predicate: str
    support: str
    """Where; empty for a place without another object, such as the robot's hand."""
    truth: Truth
    """TRUE or UNKNOWN."""


class Setting:
    """What never changes in a world."""

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
        self.places = frozenset(name for name, sort in self.sorts.items() if sort is Sort.PLACE)
        self.relations = tuple(sorted(n for n in self.places if predicates[n].arity == 2))
        self.loose = frozenset(n for n, sort in self.sorts.items() if sort is Sort.LOOSE)
        self.amounts = frozenset(n for n, sort in self.sorts.items() if sort is Sort.AMOUNT)

    def arity(self, predicate: str) -> int | None:
        """The number of a predicate's arguments; None if the domain does not have it."""
        return self._arities.get(predicate)


def merged(first: Truth, second: Truth) -> Truth:
    """What is known if either may be so."""
    return first if first is second else Truth.UNKNOWN


@dataclass(eq=False)
class State:
    """Stored facts; changed only while it is new, and then kept as it is."""

    universe: Universe
    facts: dict[Atom, Truth] = field(default_factory=dict)
    """All but places; what has the setting's default is not in it."""
    edges: dict[str, tuple[Edge, ...]] = field(default_factory=dict)
    """By object, its places that are not false."""
    not_at: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    """In an open world: by object, the places that it is known not to have."""
    settled: frozenset[str] = frozenset()
    """In an open world: objects with no other places than `edges`, and no other loose relations."""
    outside: frozenset[tuple[str, str]] = frozenset()
    """In an open world: pairs of an object and what it is known not to be inside of."""
    enclosing: Mapping[str, Truth] = field(default_factory=dict)
    """What held, or may have held, something inside at the start."""

    def copied(self) -> State:
        """A state that can be changed without changing this one."""
        return replace(
            self, facts=dict(self.facts), edges=dict(self.edges), not_at=dict(self.not_at)
        )

    def put(self, fact: Atom, truth: Truth, default: Truth) -> None:
        """Store a fact that is no place."""
        if truth is default:
            self.facts.pop(fact, None)
        else:
            self.facts[fact] = truth

    def is_gone(self, name: str) -> Truth:
        """Whether an object is not there: still to come, or no more."""
        return self.facts.get(Atom("future", (name,)), Truth.FALSE)


def settle(
    state: State,
    setting: Setting,
    name: str,
    places: Mapping[tuple[str, str], Truth],
    *,
    settled: bool,
) -> None:
    """Store the places of an object; `settled`: it has no others."""
    edges = tuple(
        Edge(*place, truth) for place, truth in places.items() if truth is not Truth.FALSE
    )
    state.edges.pop(name, None)
    if edges:
        state.edges[name] = edges
    if setting.closed:
        return
    if settled:
        state.settled |= {name}
        state.not_at.pop(name, None)
    elif name not in state.settled:
        no = frozenset(place for place, truth in places.items() if truth is Truth.FALSE)
        left = state.not_at.get(name, frozenset()) - places.keys()
        state.not_at[name] = left | no
