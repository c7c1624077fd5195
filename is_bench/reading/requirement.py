"""What a sentence states: things, states, steps, and requirements over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from is_bench.errors import IsBenchError

INROOM = "inroom"
"""The predicate of the room that a thing is in; the room is no thing, but a name."""


class UnreadError(IsBenchError):
    """Words that have no meaning over the scene and the skills; says why."""


@dataclass(frozen=True)
class Things:
    """Objects of the scene that a noun means."""

    names: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    """What the objects are cut or cooked into; meant, too, where something is forbidden."""
    others: bool = False
    """Whether everything but `names` is meant; without names: everything."""
    some: bool = False
    """Whether a state of any of them is enough; else it is one of each of them."""
    second: bool = False
    """Whether another one of them is meant than the one that was named before."""
    state: State | None = None
    """The state that they are meant in, over themselves: the *hot* pan, the *kitchen* window."""
    room: str = ""
    """The room in which those are that are meant; empty: anywhere."""


@dataclass(frozen=True)
class Lit:
    """A predicate over things, or its negation."""

    predicate: str
    things: tuple[Things, ...]
    positive: bool = True


@dataclass(frozen=True)
class Both:
    """All of some states."""

    parts: tuple[State, ...]


@dataclass(frozen=True)
class Either:
    """Any of some states."""

    parts: tuple[State, ...]


State = Lit | Both | Either
NOWHERE = Either(())
"""What never holds."""


def literals(state: State | None) -> Iterator[Lit]:
    """Every fact in `state`."""
    if isinstance(state, Lit):
        yield state
    elif state is not None:
        for part in state.parts:
            yield from literals(part)


def negated(state: State) -> State:
    """The opposite of `state`."""
    if isinstance(state, Lit):
        return replace(state, positive=not state.positive)
    parts = tuple(map(negated, state.parts))
    return Either(parts) if isinstance(state, Both) else Both(parts)


def is_place(state: State) -> bool:
    """Whether it tells where something is."""
    return all(len(fact.things) > 1 for fact in literals(state))


def both(*states: State | None) -> State | None:
    """All of those states that are given; None: nothing in particular."""
    parts = tuple(dict.fromkeys(state for state in states if state is not None))
    return parts[0] if len(parts) == 1 else Both(parts) if parts else None


@dataclass(frozen=True)
class Step:
    """A skill over things; None stands for anything."""

    skill: str
    things: tuple[Things | None, ...] = ()
    state: State | None = None
    """When it is meant at all."""


Steps = tuple[Step, ...]
DONE = Step("DONE")


@dataclass(frozen=True)
class Event:
    """Something that a robot does."""

    steps: Steps
    """Any of which is it."""
    result: State | None = None
    """What holds once it is done; None: that cannot be seen."""


@dataclass(frozen=True)
class Span:
    """A time in steps or in seconds; None: unbounded."""

    steps: int | None = None
    seconds: float | None = None


UNBOUNDED = Span()


class Demands(Enum):
    """What a requirement demands, by the form of its constraint."""

    HOLDS = "before ... require"
    """When a step is about to be taken, a state holds."""
    DONE = "before ... done"
    """When a step is about to be taken, another one has been done."""
    DUE = "after ... require"
    """After a step, a state comes true."""
    NEVER = "after ... never"
    """After a step, others are not taken."""
    KEPT = "after ... keep"
    """After a step, a state holds all the time."""


@dataclass(frozen=True)
class StatedRequirement:
    """A requirement that a sentence states, over the things of a scene."""

    demands: Demands
    trigger: Steps
    """The steps before, or after, which something is demanded."""
    state: State | None = None
    """What is demanded; None where steps are."""
    steps: Steps = ()
    """The steps that must have been done, or must not be taken."""
    until: Steps = ()
    """Steps that end what they trigger."""
    condition: State | None = None
    """When it is demanded at all."""
    within: Span = UNBOUNDED
    lasting: bool = False
    """Whether it forbids what would end a state; what the task asks for itself is excepted."""
    text: str = ""
    """The sentence."""
