"""The requirements that rules make, one function for each kind, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from is_bench.reading import signs
from is_bench.reading.requirement import (
    ANY_STEP,
    DONE,
    UNBOUNDED,
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
    is_rinsing,
    negated,
    rinsed,
)
from is_bench.reading.signs import Count, Measure
from is_bench.reading.stating import Clause

NOWHERE = Either(())
"""What never holds."""
LIFTED = ("ontop", "overlaid", "inside")
_NEAR = (*LIFTED, "nextto")
PLACING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PLACE_NEXT_TO", "PLACE_UNDER", "PICK"})
"""Skills of which the first thing is moved."""
SPAN = "SPAN"
"""The kind of an adverbial that only tells a time."""
_MOST_GROUPS = 60
"""How many groups of things a number of them may be told by."""
GOALS = frozenset({signs.BEFORE, signs.UNTIL, signs.UNLESS, signs.WITHOUT, signs.EXCEPT})
_BUT = frozenset({signs.UNLESS, signs.EXCEPT})
_LASTING = frozenset({signs.WHILE, signs.WHEN, signs.WITH})
FACTS = frozenset({signs.WHILE, signs.IF, signs.WHEN, signs.WITH})
Steps = tuple[Step, ...]
Found = Iterator[StatedRequirement]


@dataclass(frozen=True)
class Sub:
    """A subordinate clause, or an adverbial that says when."""

    kind: str
    """Its sign, or SPAN."""
    clause: Clause | None = None
    measure: Measure | None = None
    only: bool = False

    @property
    def event(self) -> Event | None:
        """What it tells to be done."""
        if self.clause is None or self.clause.event is None:
            return None
        if self.clause.negative:
            raise UnreadError("what does not happen has no time")
        return self.clause.event

    @property
    def state(self) -> State | None:
        """What it tells to be so."""
        return None if self.clause is None else self.clause.whole

    @property
    def known(self) -> State:
        """As `state`, or what is on; raises UnreadError if there is none."""
        result = self.event.result if self.event is not None else None
        if self.state is not None:
            return self.state
        if isinstance(result, Lit) and result.predicate in ("toggled_on", "held"):
            return result
        raise UnreadError("a moment is no state")

    @property
    def is_after(self) -> bool:
        """Whether it tells when something begins that goes on."""
        return self.kind == signs.AFTER or (self.kind == signs.WHEN and self.event is not None)

    @property
    def is_mere(self) -> bool:
        """Whether it only tells in which state something holds."""
        is_fact = self.kind in FACTS and not self.is_after
        is_fact = is_fact or (self.kind in _BUT and self.state is not None)
        return is_fact and self.measure is None and not self.only

    @property
    def span(self) -> Span:
        """Its time, at most; raises UnreadError for a least time."""
        if self.measure is not None and self.measure.kind in ("least", "over"):
            raise UnreadError("a least time")
        return UNBOUNDED if self.measure is None else self.measure.span

    @property
    def duration(self) -> Span:
        """Its time, for which something lasts; raises UnreadError for a longest time."""
        if self.measure is not None and self.measure.kind in ("over", "upto"):
            raise UnreadError("a longest time")
        return UNBOUNDED if self.measure is None else self.measure.span


@dataclass(frozen=True)
class Main:
    """A main clause with all that says when it holds."""

    clause: Clause
    subs: tuple[Sub, ...] = ()
    floats: frozenset[str] = frozenset()
    """The signs in it that belong to no clause of their own."""
    count: Count | None = None
    """Of how many of its things it speaks."""
    other: Event | None = None
    """What `first` and `afterwards` refer to."""
    before: Event | None = None
    """What the same sentence asks for before."""


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


def forbidden(steps: Steps, *, lasting: bool = False) -> StatedRequirement:
    """That none of `steps` is ever taken; `lasting`: unless the task asks for it itself."""
    return StatedRequirement(Demands.HOLDS, steps, NOWHERE, lasting=lasting)


def at_end(state: State) -> StatedRequirement:
    """That `state` holds at the end of the task."""
    return StatedRequirement(Demands.HOLDS, (DONE,), state)


def due(after: Steps, state: State, within: Span = UNBOUNDED) -> StatedRequirement:
    """That `state` comes true within bounds of each of the steps `after`, or holds at the end."""
    return StatedRequirement(Demands.DUE, after, state, within=within)


def never(
    after: Steps, steps: Steps, within: Span = UNBOUNDED, until: Steps = ()
) -> StatedRequirement:
    """That after a step `after` none of `steps` is taken, for some time or until a step."""
    spread = [step.things[-1] for step in after if step.skill == "SPREAD"]
    steps = tuple(_where_spread(step, spread) for step in steps)
    return StatedRequirement(Demands.NEVER, after, None, steps, until, within=within)


def _where_spread(step: Step, places: list[Things | None]) -> Step:
    """`step`, which wipes something off anything, on the place where that was spread."""
    first = step.things[0] if step.things else None
    is_off = isinstance(step.state, Lit) and step.state.predicate == "covered"
    if not places or places[0] is None or first is None or not first.others or not is_off:
        return step
    return replace(step, things=(places[0], *step.things[1:]), state=None)


def only_if(found: StatedRequirement, condition: State | None) -> StatedRequirement:
    """`found`, where `condition` holds."""
    state = _of_the_same(found.state, condition)
    return replace(found, state=state, condition=both(found.condition, condition))


def _of_the_same(state: State | None, condition: State | None) -> State | None:
    """`state`, of things in the room that `condition` names: "if the hall window is open, ..."."""
    if not isinstance(state, Lit) or not isinstance(condition, Lit):
        return state
    is_same = [one.names for one in state.things] == [one.names for one in condition.things]
    is_same = is_same and state.predicate == condition.predicate
    rooms = [one.room for one in condition.things]
    things = (replace(a, room=b) for a, b in zip(state.things, rooms, strict=False))
    return replace(state, things=tuple(things)) if is_same else state


def goal_of(event: Event, steps: Steps) -> tuple[State | None, Steps]:
    """What is to have come about before `steps`, by what `event` does.

    What is taken away, without a word of where from, is not at the things that `steps` act on.
    """
    if is_rinsing(event):
        return None, rinsed(event)
    places = [step.things[0] for step in steps if step.things]
    if event.away is not None and all(step.skill in PLACING for step in steps):
        return None, event.steps
    if event.away is None or not places or any(place is None for place in places):
        return event.result, event.steps
    relations = _NEAR if event.is_far else LIFTED
    return both(*(apart(event.away, place, relations) for place in places if place)), event.steps


def apart(things: Things, place: Things, relations: tuple[str, ...]) -> State:
    """That `things` are not at a place."""
    place = replace(place, state=None)
    return negated(Either(tuple(Lit(name, (things, place)) for name in relations)))


def is_stowing(event: Event | None) -> bool:
    """Whether it puts something into something."""
    return event is not None and any(step.skill == "PLACE_INSIDE" for step in event.steps)


def opposite(state: State) -> State:
    """The opposite of `state`; raises UnreadError where "nothing is" would be "everything is"."""
    parts = (state,) if isinstance(state, Lit) else state.parts
    for part in parts:
        if not isinstance(part, Lit):
            opposite(part)
        elif not part.positive and any(t.others and not t.names for t in part.things):
            raise UnreadError("something, but what?")
    return negated(state)


def result_of(event: Event) -> State:
    """What holds after `event`; raises UnreadError if no fact tells."""
    if event.result is None and {step.skill for step in event.steps} == {"PICK"}:
        return Lit("held", tuple(thing for thing in event.steps[0].things if thing is not None))
    if event.result is None:
        raise UnreadError("no fact tells that it was done")
    return event.result


def is_start(sub: Sub) -> bool:
    """Whether it tells of whatever is done: "before anything else"."""
    return sub.clause is not None and sub.event is not None and ANY_STEP in sub.event.steps


def is_switching(event: Event) -> bool:
    """Whether it opens, closes or switches something, which others may undo."""
    return isinstance(event.result, Lit) and event.result.predicate in ("open", "toggled_on")


def too_early(measure: Measure) -> Span:
    """The time in which something must not be done yet: one step less than when it may be."""
    steps = measure.span.steps
    if steps is None or measure.kind == "over":
        return measure.span
    if steps < 2:
        raise UnreadError("the next step is never too early")
    return replace(measure.span, steps=steps - 1)


def parted(subs: Sequence[Sub], *, is_order: bool = False) -> tuple[list[Sub], State | None]:
    """`subs` without those that only tell in which state the others hold, and that state.

    `is_order`: what they are said of may hold under nothing but "if" and "unless".
    """
    mere, kinds = [sub for sub in subs if sub.is_mere], {sub.kind for sub in subs}
    if len(mere) == len(subs) and not (is_order and kinds <= {signs.IF, *_BUT}):
        if len(kinds) < 2 and kinds != {signs.IF}:
            return list(subs), None
        mere.remove(next((sub for sub in mere if sub.kind in _LASTING), mere[0]))
    if any(sub.kind == SPAN for sub in subs) and any(sub.kind in _LASTING for sub in mere):
        raise UnreadError("from when on?")
    states = (negated(sub.known) if sub.kind in _BUT else sub.known for sub in mere)
    return [sub for sub in subs if sub not in mere], both(*states)


def merged(main: Main) -> Main:
    """`main` with adverbials that belong together as one clause."""
    if signs.ONCE in main.floats:
        main = _once(main)
    main = _at_once(main)
    subs, floats = list(main.subs), main.floats
    if signs.ONLY in floats and subs and main.clause.focused and main.clause.exclusive:
        raise UnreadError("only there, and a condition")
    if signs.ONLY in floats and subs:
        main = replace(main, clause=replace(main.clause, exclusive=()))
        subs = [replace(sub, only=True) for sub in subs]
    elif signs.ONLY in floats and not main.clause.exclusive:
        raise UnreadError("only what?")
    if signs.FIRST in floats:
        subs = _first(subs)
    if not main.clause.negative:
        is_done = [sub.kind == signs.IF and sub.event is not None for sub in subs]
        subs = [
            replace(sub, kind=signs.WHEN) if done else sub
            for sub, done in zip(subs, is_done, strict=True)
        ]
    subs = _timed(main, subs)
    subs += [Sub(signs.END)] if signs.END in floats and signs.LAST not in floats else []
    return replace(main, subs=tuple(subs))


def _at_once(main: Main) -> Main:
    """`main`, where what several things are not to be "at once" is what they are together."""
    if not main.clause.negative or signs.NOW not in main.floats or len(main.clause.each) < 2:
        return main
    short = Sub(SPAN, measure=Measure("most", signs.SHORT[signs.NOW]))
    subs = tuple(sub for sub in main.subs if sub != short)
    return replace(main, subs=subs, floats=main.floats - {signs.NOW} | {signs.TOGETHER})


def _once(main: Main) -> Main:
    """`main`, of what is done only once, as one of what is never done again."""
    if main.clause.negative or main.clause.event is None:
        raise UnreadError("once, or not at all?")
    clause = replace(main.clause, negative=True, may=False, exclusive=())
    floats = main.floats - {signs.ONCE, signs.ONLY} | {signs.AGAIN}
    return replace(main, clause=clause, floats=floats)


def _first(subs: list[Sub]) -> list[Sub]:
    """`subs` of a clause with "first": what it comes before."""
    done = [s for s in subs if s.kind in (signs.IF, signs.WHEN) and s.event is not None]
    if len(done) == 1 and not done[0].only:
        return [replace(sub, kind=signs.BEFORE) if sub is done[0] else sub for sub in subs]
    is_said = any(sub.kind in (signs.WHEN, signs.AFTER, *GOALS) for sub in subs)
    return subs if is_said else [*subs, Sub(signs.FIRST)]


def _timed(main: Main, subs: list[Sub]) -> list[Sub]:
    """`subs` with a time joined to the clause from which on it counts."""
    told = [sub.measure for sub in subs if sub.kind != SPAN]
    subs = [sub for sub in subs if sub.kind != SPAN or sub.measure not in told]
    after = [s for s in subs if s.kind in (signs.AFTER, signs.WHEN) and s.measure is None]
    spans = [sub for sub in subs if sub.kind == SPAN]
    measure = spans[0].measure if len(spans) == 1 else None
    if len(after) == 1 and not after[0].only and measure and measure.kind not in ("during", "upto"):
        kept = [sub for sub in subs if sub not in (after[0], spans[0])]
        return [replace(after[0], measure=measure), *kept]
    if signs.THEN not in main.floats:
        return subs
    if measure and measure.kind in ("most", "least"):
        return [*(sub for sub in subs if sub not in spans), Sub(signs.THEN, measure=measure)]
    if not subs and main.other is None and main.clause.firm:
        raise UnreadError("after what?")
    event = main.clause.event
    is_plain = event is not None and not main.clause.negative and event.result is None
    return subs if subs or is_plain or main.other is None else [Sub(signs.THEN)]


def counted_states(states: tuple[State, ...], count: Count) -> Iterator[State]:
    """That as many of `states` hold; raises UnreadError if that takes too many words."""
    for size, sign in ((count.most, negated), (len(states) - count.least, None)):
        if size is None or (sign is None and not count.least):
            continue
        groups = list(islice(combinations(states, size + 1), _MOST_GROUPS + 1))
        if not states or len(groups) > _MOST_GROUPS or size < 0:
            raise UnreadError("so many of them")
        yield from (Either(tuple(map(sign, own) if sign else own)) for own in groups)
