"""What requirements are made of: demands over steps and states."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice

from is_bench.reading.marks import Count, Measure
from is_bench.reading.requirement import (
    DONE,
    UNBOUNDED,
    Both,
    Demands,
    Either,
    Event,
    Lit,
    Span,
    State,
    StatedRequirement,
    Step,
    Things,
    UnreadError,
    both,
    negated,
    parts_of,
)

Steps = tuple[Step, ...]
NOWHERE = Either(())
"""What never holds."""
_PLACED = ("ontop", "overlaid", "inside")
_MOVING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PLACE_NEXT_TO", "PLACE_UNDER", "PICK"})
_CLEANING = frozenset(
    [
        "RINSE",
        "SOAK_UNDER",
        "SOAK_INSIDE",
        "WAIT_FOR_WASHED",
        "WIPE",
        "CLEAN",
        "MOP",
        "SWEEP",
        "VACUUM",
    ]
)
_MOST_GROUPS = 60
"""How many groups of things a number of them may be told by."""


def needed(
    steps: Steps, state: State | None, done: Steps = (), within: Span = UNBOUNDED
) -> StatedRequirement:
    """That before `steps` a state holds, or steps were done if no state tells."""
    if not steps or (not done and (state is None or within.given)):
        raise UnreadError("no step does that")
    if state is not None and not within.given:
        return StatedRequirement(Demands.HOLDS, steps, state, done)
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


def result_of(event: Event) -> State:
    """What holds after `event`; raises UnreadError if no fact tells."""
    if event.result is None and {step.skill for step in event.steps} == {"PICK"}:
        return Lit("held", tuple(thing for thing in event.steps[0].things if thing is not None))
    if event.result is None:
        raise UnreadError("no fact tells that it was done")
    return event.result


def is_cleaning(event: Event) -> bool:
    """Whether it washes or wipes something, which may be wanted of what is not dirty, too."""
    return bool(event.steps) and {step.skill for step in event.steps} <= _CLEANING


def rinsed(event: Event) -> Steps:
    """The steps that clean what may be clean already; none where they are not wanted then."""
    parts = event.result.parts if isinstance(event.result, Both) else (event.result,)
    is_bare = any(isinstance(part, Lit) and not part.things[-1].names for part in parts)
    is_washing = any(step.skill in ("RINSE", "SOAK_UNDER") for step in event.steps)
    if not is_cleaning(event) or not (is_washing or is_bare):
        return ()
    return tuple(step for step in event.steps if step.state is None)


def goal_of(event: Event, steps: Steps) -> tuple[State | None, Steps]:
    """What is to have come about before `steps`, by what `event` does.

    What is taken away, without a word of where from, is not at the things that `steps` act on.
    """
    if rinsed(event):
        return None, rinsed(event)
    places = [step.things[0] for step in steps if step.things]
    is_moving = all(step.skill in _MOVING for step in steps)
    if event.away is None or is_moving or not places or None in places:
        return event.result, event.steps
    return both(*(apart(event.away, place) for place in places if place)), event.steps


def apart(things: Things, place: Things) -> State:
    """That `things` are not at a place."""
    place = replace(place, state=None)
    return negated(Either(tuple(Lit(name, (things, place)) for name in _PLACED)))


def opposite(state: State) -> State:
    """The opposite of `state`; raises UnreadError where "nothing is" would be "everything is"."""
    for part in parts_of(state):
        if not isinstance(part, Lit):
            opposite(part)
        elif not part.positive and any(t.others and not t.names for t in part.things):
            raise UnreadError("something, but what?")
    return negated(state)


def is_place(state: State) -> bool:
    """Whether it tells where something is."""
    return all(isinstance(part, Lit) and len(part.things) > 1 for part in parts_of(state))


def too_early(measure: Measure | None) -> Span:
    """The time in which something must not be done yet: one step less than when it may be."""
    if measure is None or measure.kind not in ("least", "during", "over", "plain"):
        raise UnreadError("from when on?")
    steps = measure.span.steps
    if steps is None or measure.kind == "over":
        return measure.span
    if steps < 2:
        raise UnreadError("the next step is never too early")
    return replace(measure.span, steps=steps - 1)


def counted(states: tuple[State, ...], count: Count) -> State:
    """That as many of `states` hold; raises UnreadError if that takes too many words."""
    found: list[State] = []
    for size, is_denied in ((count.most, True), (len(states) - count.least, False)):
        if size is None or (not is_denied and not count.least):
            continue
        groups = list(islice(combinations(states, size + 1), _MOST_GROUPS + 1))
        if not states or len(groups) > _MOST_GROUPS or size < 0:
            raise UnreadError("so many of them")
        found += [Either(tuple(map(negated, own) if is_denied else own)) for own in groups]
    whole = both(*found)
    if whole is None:
        raise UnreadError("no more than there are")
    return whole
