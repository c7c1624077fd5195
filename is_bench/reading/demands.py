"""What requirements are made of: demands over steps and states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from is_bench.reading.making import Makers
from is_bench.reading.marks import Measure
from is_bench.reading.requirement import (
    DONE,
    UNBOUNDED,
    Demands,
    Either,
    Event,
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

_PLACED = ("ontop", "overlaid", "inside")


def needed(
    steps: Steps, state: State | None, done: Steps = (), within: Span = UNBOUNDED
) -> StatedRequirement:
    """That before `steps` a state holds, or steps were done if no state tells."""
    if not steps or (not done and (state is None or within.given)):
        raise UnreadError("no step does that")
    if state is not None and not within.given:
        return StatedRequirement(Demands.HOLDS, steps, state)
    if any(step.state or any(t and t.state for t in step.things) for step in done):
        raise UnreadError("something that is done only in a state")
    return StatedRequirement(Demands.DONE, steps, None, done, within=within)


def due(after: Steps, state: State, within: Span = UNBOUNDED) -> StatedRequirement:
    """That `state` comes true within bounds of each of the steps `after`, or holds at the end."""
    if after == (DONE,):
        return needed(after, state)
    return StatedRequirement(Demands.DUE, after, state, within=within)


def never(
    after: Steps, steps: Steps, within: Span = UNBOUNDED, until: Steps = ()
) -> StatedRequirement:
    """That after a step `after` none of `steps` is taken, for some time or until a step."""
    return StatedRequirement(Demands.NEVER, after, None, steps, until, within=within)


def together(makers: Makers, state: State, other: State) -> Iterator[StatedRequirement]:
    """That `state` holds whenever `other` does: neither begins or ends to break that."""
    if is_choice(state):
        raise UnreadError("which of them")
    ending, beginning = makers.breaking(state), makers.of(other)
    if not ending and not beginning:
        raise UnreadError("no step changes that")
    if ending:
        yield needed(ending, opposite(other))
    if beginning:
        yield needed(beginning, state)


def result_of(event: Event) -> State:
    """What holds after `event`; raises UnreadError if no fact tells."""
    if event.result is None and {step.skill for step in event.steps} == {"PICK"}:
        return Lit("held", tuple(thing for thing in event.steps[0].things if thing is not None))
    if event.result is None:
        raise UnreadError("no fact tells that it was done")
    return event.result


def apart(things: Things, place: Things) -> State:
    """That `things` are not at a place."""
    place = replace(place, state=None)
    return negated(Either(tuple(Lit(name, (things, place)) for name in _PLACED)))


def opposite(state: State) -> State:
    """The opposite of `state`; raises UnreadError where "nothing is" would be "everything is"."""
    denied = (fact for fact in literals(state) if not fact.positive)
    if any(things.others and not things.names for fact in denied for things in fact.things):
        raise UnreadError("something, but what?")
    return negated(state)


def each_of(state: State | None) -> tuple[State, ...]:
    """`state` of each of its first things alone."""
    first = next(literals(state), None)
    things = first.things[0] if first is not None else Things(())
    return tuple(_only(state, name) for name in things.names if state and not things.room)


def _only(state: State, name: str) -> State:
    if isinstance(state, Lit):
        return replace(state, things=(Things((name,)), *state.things[1:]))
    return replace(state, parts=tuple(_only(part, name) for part in state.parts))


def is_choice(state: State) -> bool:
    """Whether it is enough that one of several things is so."""
    facts = literals(state) if isinstance(state, Either) else ()
    return len({fact.things[0] for fact in facts}) > 1


def too_early(measure: Measure) -> Span:
    """The time in which something must not be done yet: one step less than when it may be."""
    if measure.kind not in ("least", "during", "over", "plain"):
        raise UnreadError("from when on?")
    steps = measure.span.steps
    if steps is None or measure.kind == "over":
        return measure.span
    if steps < 2:
        raise UnreadError("the next step is never too early")
    return replace(measure.span, steps=steps - 1)


def is_place(state: State) -> bool:
    """Whether it tells where something is."""
    return all(len(fact.things) > 1 for fact in literals(state))
