"""The demands that clauses make, one function for each kind."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.constraint import Bounds, Form, Kind
from kb.requirements.meaning import (
    DONE,
    Demand,
    Either,
    Event,
    Lit,
    State,
    Step,
    Things,
    both,
    negated,
)
from kb.requirements.resolving import CannotRead
from kb.requirements.syntax import Measure

NOWHERE = Either(())
"""What never holds."""
UNBOUNDED = Bounds()
_CLOSE = ("ontop", "overlaid", "inside", "nextto")


@dataclass(frozen=True)
class Goal:
    """What has to have come about: a state, or else steps one of which was done."""

    state: State | None
    steps: tuple[Step, ...] = ()


def forbidden(steps: tuple[Step, ...], *, lasting: bool = False) -> Demand:
    """That none of `steps` is ever taken; `lasting`: unless the task asks for it itself."""
    return Demand(Form.REQUIRE_BEFORE, Kind.FACTUAL, before=steps, require=NOWHERE, lasting=lasting)


def needed(
    steps: tuple[Step, ...],
    goal: Goal,
    condition: State | None = None,
    bounds: Bounds = UNBOUNDED,
) -> Demand:
    """That `goal` has come about before `steps`; a state is judged then and there."""
    if not steps:
        raise CannotRead("no step does that")
    if goal.state is not None and not bounds.given:
        kind = Kind.CAUSAL if goal.steps else Kind.FACTUAL
        form = Form.REQUIRE_BEFORE
        return Demand(form, kind, before=steps, require=goal.state, condition=condition)
    if not goal.steps:
        raise CannotRead("no step does that")
    kind = Kind.TEMPORAL if bounds.given else Kind.CAUSAL
    return Demand(
        Form.DONE_BEFORE, kind, before=steps, done=goal.steps, condition=condition, bounds=bounds
    )


def at_the_end(state: State) -> Demand:
    """That `state` holds at the end of the task."""
    return Demand(Form.REQUIRE_BEFORE, Kind.FACTUAL, before=(DONE,), require=state)


def due(
    after: tuple[Step, ...],
    state: State,
    bounds: Bounds = UNBOUNDED,
    condition: State | None = None,
) -> Demand:
    """That `state` comes true within bounds of each of the steps `after`, or holds at the end."""
    return Demand(
        Form.REQUIRE_AFTER,
        Kind.TEMPORAL,
        after=after,
        require=state,
        bounds=bounds,
        condition=condition,
    )


def never_after(
    after: tuple[Step, ...],
    never: tuple[Step, ...],
    bounds: Bounds = UNBOUNDED,
    until: tuple[Step, ...] = (),
    condition: State | None = None,
) -> Demand:
    """That after a step `after` none of `never` is taken, for some time or until a step."""
    return Demand(
        Form.NEVER_AFTER,
        Kind.TEMPORAL,
        after=after,
        never=never,
        bounds=bounds,
        until=until,
        condition=condition,
    )


def kept(
    after: tuple[Step, ...],
    state: State,
    bounds: Bounds = UNBOUNDED,
    until: tuple[Step, ...] = (),
) -> Demand:
    """That after a step `after` the state holds at every step, for some time or until a step."""
    return Demand(
        Form.KEEP_AFTER, Kind.TEMPORAL, after=after, require=state, bounds=bounds, until=until
    )


def goal_of(event: Event, steps: tuple[Step, ...]) -> Goal:
    """What is to have come about before `steps`, by what `event` does.

    What is taken away, without a word of where from, is not at the things that `steps` act on.
    """
    if event.away is None:
        return Goal(event.result, event.steps)
    places = [step.things[0] for step in steps if step.things]
    if not places or any(place is None for place in places):
        return Goal(None, event.steps)
    return Goal(both(*(_off(event.away, place) for place in places if place)), event.steps)


def _off(things: Things, place: Things) -> State:
    return negated(Either(tuple(Lit(name, (things, place)) for name in _CLOSE)))


def result_of(event: Event) -> State:
    """What holds after `event`; raises CannotRead if no fact tells."""
    if event.result is None:
        raise CannotRead("no fact tells that it was done")
    return event.result


def at_most(measure: Measure | None) -> Bounds:
    """The time in which something is due; raises CannotRead for a least time."""
    if measure is None:
        return UNBOUNDED
    if measure.kind in ("least", "over"):
        raise CannotRead("a least time")
    return measure.bounds


def long_enough(measure: Measure | None) -> Bounds:
    """The time for which something holds; raises CannotRead for a longest time."""
    if measure is None:
        return UNBOUNDED
    if measure.kind in ("most", "over"):
        raise CannotRead("a longest time")
    return measure.bounds


def too_early(measure: Measure) -> Bounds:
    """The time in which something must not be done yet: one step less than when it may be."""
    steps = measure.bounds.steps
    if measure.kind == "most":
        raise CannotRead("a longest time")
    if steps is None or measure.kind == "over":
        return measure.bounds
    if steps < 2:
        raise CannotRead("the next step is never too early")
    return replace(measure.bounds, steps=steps - 1)
