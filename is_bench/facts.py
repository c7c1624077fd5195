"""Facts about the world, and the three truth values that they take.

A fact is an `Atom`, a predicate over object names, such as `inside(apple.n.01_1, jar.n.01_1)`.
Whoever can say whether atoms hold is a `FactView`: the symbolic world, a message from a robot's
state estimator, the guard's aged memory.  The goal language asks nothing but a `FactView`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

ARITY = {
    "cooked": 1,
    "frozen": 1,
    "open": 1,
    "folded": 1,
    "unfolded": 1,
    "toggled_on": 1,
    "hot": 1,
    "on_fire": 1,
    "future": 1,
    "real": 1,
    "broken": 1,
    "saturated": 2,
    "covered": 2,
    "filled": 2,
    "contains": 2,
    "ontop": 2,
    "nextto": 2,
    "under": 2,
    "touching": 2,
    "inside": 2,
    "overlaid": 2,
    "attached": 2,
    "draped": 2,
    "insource": 2,
    "inroom": 2,
    "grasped": 2,
}
"""Every predicate of the BEHAVIOR domain (`domain_omnigibson.bddl` of bddl 3.5.0) and its arity."""


class Truth(Enum):
    """A truth value of Kleene's strong three-valued logic."""

    FALSE = 0
    TRUE = 1
    UNKNOWN = 2

    __hash__ = object.__hash__  # members are unique; that of Enum hashes the name each time

    def __bool__(self) -> bool:
        """Not allowed: `if truth` would silently treat unknown as true."""
        raise TypeError("a Truth is not a bool; compare it, e.g. `truth is Truth.TRUE`")

    def __invert__(self) -> Truth:
        """Kleene's not."""
        return _NOT[self]

    @staticmethod
    def of(value: bool | None) -> Truth:
        """TRUE, FALSE, or UNKNOWN for None."""
        if value is None:
            return Truth.UNKNOWN
        return Truth.TRUE if value else Truth.FALSE


TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
"""Its members by short names, which are found ten times as fast."""
_NOT = {FALSE: TRUE, TRUE: FALSE, UNKNOWN: UNKNOWN}


class Atom(NamedTuple):
    """A predicate over object names: `Atom("inside", ("apple.n.01_1", "jar.n.01_1"))`."""

    predicate: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(self.arguments)})"


def atom(predicate: str, *arguments: str) -> Atom:
    """Short for `Atom(predicate, arguments)`."""
    return Atom(predicate, arguments)


class FactView(Protocol):
    """Protocol for querying the truth of facts."""

    def truth(self, fact: Atom) -> Truth:
        """The truth of `fact` now, as far as known."""
        ...


@dataclass(frozen=True)
class FactSet:
    """A set of facts as a view of the world.

    `closed` says what an atom means that is neither in `true` nor in `unknown`: false in a closed
    world, unknown in an open one (where `false` holds the atoms known not to hold).
    """

    true: frozenset[Atom]
    false: frozenset[Atom] = frozenset()
    unknown: frozenset[Atom] = frozenset()
    closed: bool = True

    @staticmethod
    def closed_world(facts: Iterable[Atom]) -> FactSet:
        """A closed world in which exactly `facts` hold."""
        return FactSet(frozenset(facts))

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds."""
        if fact in self.true:
            return TRUE
        if fact in self.unknown:
            return UNKNOWN
        return FALSE if self.closed or fact in self.false else UNKNOWN

    def __iter__(self) -> Iterator[Atom]:
        return iter(sorted(self.true))
