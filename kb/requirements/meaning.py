"""What requirements mean: things, states, steps and demands, before they become constraints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kb.constraint import Bounds, Form, Kind


@dataclass(frozen=True)
class Things:
    """Objects of the scene that a noun means."""

    names: tuple[str, ...]
    """In declared order."""
    pieces: tuple[str, ...] = ()
    """What the objects are cut or cooked into; meant, too, where something is forbidden."""
    others: bool = False
    """Whether everything but `names` is meant; without names: everything."""
    some: bool = False
    """Whether a state of any of them is enough; else it is one of each of them."""
    second: bool = False
    """Whether another one of them is meant than the one that was named before."""
    definite: bool = True
    """Whether these ones are meant, not just any such ones."""
    state: State | None = None
    """The state that they are meant in, over themselves: the *hot* pan."""

    def alike(self) -> Things:
        """The same objects, whatever state they are in."""
        return replace(self, state=None, definite=True)


ANYTHING = Things((), others=True, some=True)


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


def negated(state: State) -> State:
    """The opposite of `state`."""
    if isinstance(state, Lit):
        return replace(state, positive=not state.positive)
    parts = tuple(map(negated, state.parts))
    return Either(parts) if isinstance(state, Both) else Both(parts)


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


DONE = Step("DONE")


@dataclass(frozen=True)
class Event:
    """Something that a robot does."""

    steps: tuple[Step, ...]
    """Any of which is it."""
    result: State | None = None
    """What holds once it is done; None: that cannot be seen."""
    away: Things | None = None
    """What it takes away, from wherever it may be in the way."""


@dataclass(frozen=True)
class Demand:
    """One executable form over things; as `kb.constraint.Constraint`, which tells the fields."""

    form: Form
    kind: Kind
    before: tuple[Step, ...] = ()
    after: tuple[Step, ...] = ()
    until: tuple[Step, ...] = ()
    done: tuple[Step, ...] = ()
    never: tuple[Step, ...] = ()
    condition: State | None = None
    require: State | None = None
    lasting: bool = False
    """Whether it forbids what would end a state; what the task asks for itself is excepted."""
    bounds: Bounds = field(default_factory=Bounds)
