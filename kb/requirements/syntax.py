"""The parts of a sentence, as the grammar finds them; nothing is resolved to objects yet."""

from __future__ import annotations

from dataclasses import dataclass

from kb.constraint import Bounds

Words = tuple[str, ...]


@dataclass(frozen=True)
class Noun:
    """A noun with its adjectives, a pronoun, or a word such as `anything`."""

    at: int
    """The position of its first word."""
    words: Words = ()
    """Without words: a pronoun, or anything."""
    pronoun: str = ""
    negative: bool = False
    """`no cup`, `nothing`."""
    second: bool = False
    """`another cup`."""
    definite: bool = True
    """`the cup`, not `cups` or `a cup`."""
    adjectives: tuple[str, ...] = ()
    """Names of states."""
    where: Place | None = None
    """`on the table`, where that tells which one is meant."""
    but: Nouns | None = None
    """`anything but the cup`."""
    only: bool = False
    """`only the cup`."""
    subject: bool = False
    """Whether a pronoun is the subject of its clause."""
    unlike: Nouns | None = None
    """What a pronoun does not mean."""


@dataclass(frozen=True)
class Nouns:
    """One noun or several: `the knife and the fork`."""

    nouns: tuple[Noun, ...]

    @property
    def negative(self) -> bool:
        """Whether none is meant: `nothing`, `no cup`."""
        return self.nouns[0].negative

    @property
    def only(self) -> bool:
        """Whether nothing else is meant."""
        return self.nouns[0].only


@dataclass(frozen=True)
class Place:
    """A preposition (by its name in the lexicon) and what it governs."""

    preposition: str
    nouns: Nouns


@dataclass(frozen=True)
class Quality:
    """A state in words: an adjective, or a place."""

    adjective: str = ""
    place: Place | None = None
    negative: bool = False


@dataclass(frozen=True)
class Description:
    """One state or several, of which all or any hold."""

    qualities: tuple[Quality, ...]
    either: bool = False


@dataclass(frozen=True)
class Action:
    """A verb with what it acts on and where."""

    verb: str
    target: Nouns | None = None
    particles: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    waits_for: Is | None = None
    """`wait for the pan to be cool`."""
    depictive: str = ""
    """The state in which the target is: `put it away hot`."""


@dataclass(frozen=True)
class Is:
    """Something is in a state."""

    subject: Nouns | None
    """None: what was named last."""
    description: Description
    negative: bool = False
    becomes: bool = False
    """Whether it is told as a change: `it bakes`."""


@dataclass(frozen=True)
class Does:
    """Something is done; in the passive without anybody who does it."""

    action: Action
    negative: bool = False


Clause = Is | Does


@dataclass(frozen=True)
class Measure:
    """A number of steps or seconds, and what it is: exact, `most`, `least` or `over`."""

    bounds: Bounds
    kind: str = ""


@dataclass(frozen=True)
class Sub:
    """A subordinate clause, or what stands for one.

    The kinds are before, after, when, until, while, if, unless, without, only (with the clause's
    own kind in `of`), for and within (a measure), end, first, afterwards (of `other`, if something
    must have been named that it is after) and reason.
    """

    kind: str
    clause: Clause | None = None
    measure: Measure | None = None
    of: str = ""


@dataclass(frozen=True)
class Main:
    """A main clause and what it is.

    do: an order.  keep: the state is kept.  ensure: it is brought about, or it is as it should be.
    have: it is so at any time (`never have ...`).  leave: it is left so at the end.
    may: it is permitted.  same: what the order before says, of something else.
    """

    kind: str
    clause: Clause
    negative: bool = False
    firm: bool = False
    """`You must ...`, `make sure to ...`."""
    only: bool = False
    again: bool = False
    together: bool = False
    always: bool = False


@dataclass(frozen=True)
class Statement:
    """Main clauses that are joined, with the subordinate clauses of them all."""

    main: Main
    subs: tuple[Sub, ...] = ()
