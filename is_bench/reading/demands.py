"""What requirements are made of: demands over steps and states."""

from __future__ import annotations

from dataclasses import replace

from is_bench.reading.marks import Measure
from is_bench.reading.requirement import (
    UNBOUNDED,
    Demands,
    Either,
    Lit,
    Span,
    State,
    StatedRequirement,
    Steps,
    Things,
    UnreadError,
    literals,
    negated,
)


def needed(
    steps: Steps, state: State | None, done: Steps = (), within: Span = UNBOUNDED
) -> StatedRequirement:
    """That before `steps` a state holds, or steps were done if no state tells."""
    if not steps or (not done and (state is None or within != UNBOUNDED)):
        raise UnreadError("no step does that")
    if state is not None and within == UNBOUNDED:
        return StatedRequirement(Demands.HOLDS, steps, state)
    if any(step.state or any(t and t.state for t in step.things) for step in done):
        raise UnreadError("something that is done only in a state")
    return StatedRequirement(Demands.DONE, steps, None, done, within=within)


def opposite(state: State) -> State:
    """The opposite of `state`; raises UnreadError where "nothing is" would be "everything is"."""
    denied = (fact for fact in literals(state) if not fact.positive)
    if any(things.others and not things.names for fact in denied for things in fact.things):
        raise UnreadError("something, but what?")
    return negated(state)


def each_of(state: State | None) -> list[State]:
    """`state` of each of its things alone."""
    if not isinstance(state, Lit) or state.things[0].room:
        return []
    names, others = state.things[0].names, state.things[1:]
    return [replace(state, things=(Things((name,)), *others)) for name in names]


def is_choice(state: State) -> bool:
    """Whether it is enough that one of several things is so."""
    facts = literals(state) if isinstance(state, Either) else ()
    return len({fact.things[0] for fact in facts}) > 1


def elapsing(measure: Measure) -> Span:
    """How long something must not be done: one step less than when it may be, if that is told."""
    steps = measure.span.steps
    if measure.kind in ("over", "upto") or (measure.kind == "least" and steps == 1):
        raise UnreadError("from when on?")
    return Span(steps - 1) if steps is not None and measure.kind == "least" else measure.span


def is_place(state: State) -> bool:
    """Whether it tells where something is."""
    return all(len(fact.things) > 1 for fact in literals(state))
