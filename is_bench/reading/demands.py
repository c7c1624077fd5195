"""The requirements that rules make, one function for each kind, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from is_bench.reading import signs
from is_bench.reading.making import Makers
from is_bench.reading.mentions import Names
from is_bench.reading.requirement import (
    ANY_STEP,
    ANYTHING,
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
_IDLE = frozenset({"DONE", "NAVIGATE_TO", "WAIT"})
_LONG = frozenset({"WAIT", "WAIT_FOR_COOKED", "HEAT", "COOL"})
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
    return StatedRequirement(Demands.NEVER, after, None, steps, until, within=within)


def only_if(found: StatedRequirement, condition: State | None) -> StatedRequirement:
    """`found`, where `condition` holds."""
    return replace(found, condition=both(found.condition, condition))


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


def _is_stowing(event: Event | None) -> bool:
    return event is not None and any(step.skill == "PLACE_INSIDE" for step in event.steps)


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


def merged(main: Main) -> Main:
    """`main` with adverbials that belong together as one clause."""
    if signs.ONCE in main.floats:
        main = _once(main)
    subs, floats = list(main.subs), main.floats
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


GOALS = frozenset({signs.BEFORE, signs.UNTIL, signs.UNLESS, signs.WITHOUT, signs.EXCEPT})
FACTS = frozenset({signs.WHILE, signs.IF, signs.WHEN, signs.WITH})


class Rules:
    """What rules for orders and for states share."""

    def __init__(self, makers: Makers) -> None:
        """`makers` knows which steps bring states about."""
        self.makers = makers

    def opening(self, sub: Sub) -> Steps:
        """The steps with which that begins which `sub` tells of."""
        if sub.event is not None:
            steps = tuple(step for step in sub.event.steps if step is not ANY_STEP)
            if not steps:
                raise UnreadError("nothing was asked for before")
            return steps
        if sub.state is None:
            raise UnreadError("nothing begins")
        return (*self.makers.made(sub.state), *self._used_on(sub.state))

    def _used_on(self, state: State) -> Steps:
        """What brings a tool to a place beside putting it there: wiping it."""
        if not isinstance(state, Lit) or state.predicate != "ontop" or not state.positive:
            return ()
        bound = dict(zip("01", state.things, strict=True))
        return self.makers.steps("WIPE(1, 0:particleRemover)", bound)

    def any_but(self, steps: Steps = ()) -> Steps:
        """Every step but `steps`, and but waiting and walking."""
        own = {step.skill: step.things[:1] for step in steps}
        found = [DONE] if steps else []
        for name, arity in self.makers.stock.arities.items():
            kept = tuple(replace(t, others=not t.others) for t in own.get(name, ()) if t)
            if name not in _IDLE and (kept or name not in own):
                found.append(Step(name, (*kept, *(None,) * (arity - len(kept)))))
        return tuple(found)

    def late(self, sub: Sub, state: State) -> StatedRequirement:
        """That `state` comes true after that which `sub` tells of."""
        steps = self.opening(sub)
        if steps == (DONE,):
            return at_end(state)
        plain = tuple(dict.fromkeys(replace(step, state=None) for step in steps))
        # What is in a vessel may have left it by then, so that its own state tells.
        reached = sub.clause.reached if sub.clause is not None else None
        return only_if(due(plain, state, sub.span), None if plain == steps else reached)

    def rest(self, steps: Steps, subs: Sequence[Sub]) -> StatedRequirement | None:
        """That some time passes after `steps` before something else, if `subs` tell that."""
        before = [sub for sub in subs if sub.kind == signs.BEFORE]
        measures = [sub.measure for sub in subs if sub.kind == SPAN and sub.measure]
        if len(subs) != 2 or len(before) != 1 or len(measures) != 1:
            return None
        if measures[0].kind not in ("least", "during", "over"):
            return None
        if any(step.skill in _LONG for step in steps):
            raise UnreadError("waiting is itself that time")
        return never(steps, self.opening(before[0]), too_early(measures[0]))

    def begun(self, state: State, subs: Sequence[Sub]) -> Found:
        """That a device has been switched on at all before it has run for some time."""
        steps = self.makers.of(state)
        before = [sub for sub in subs if sub.kind == signs.BEFORE]
        if {step.skill for step in steps} == {"TOGGLE_ON"}:
            begun = StatedRequirement(Demands.DONE, self.opening(before[0]), None, steps)
            yield only_if(begun, negated(state))

    def reached(self, steps: Steps, sub: Sub, within: Span = UNBOUNDED) -> StatedRequirement:
        """That `steps` come only once that was done, or is so, which `sub` tells of."""
        own = sub.clause.own if sub.clause is not None else None
        if sub.event is None and own is not None and sub.clause is not None and sub.clause.state:
            state = negated(sub.clause.state) if sub.clause.negative else sub.clause.state
            return only_if(needed(steps, state, (), within), own)
        if sub.event is None:
            return needed(steps, sub.known, (), within)
        if sub.kind == signs.EXCEPT:
            raise UnreadError("what is done meanwhile")
        return needed(steps, *goal_of(sub.event, ()), within)

    def only(self, steps: Steps, main: Main) -> Found:
        """That `steps` are taken only when, only after, only until something."""
        if main.clause.negative or not all(sub.only for sub in main.subs):
            raise UnreadError("only, and another condition")
        for sub in main.subs:
            if sub.kind in (signs.UNTIL, signs.BEFORE):
                yield never(self.opening(sub), steps)
            else:
                yield self.reached(steps, sub, sub.span)

    def counted(self, main: Main, count: Count) -> Found:
        """That no more, or no fewer, of some things are in a state."""
        clause, kinds = main.clause, {sub.kind for sub in main.subs}
        each = clause.each if len(clause.each) > 1 else ()
        if not each:
            raise UnreadError("how many of one thing?")
        if count.is_denied != clause.negative or kinds - {signs.END} or main.clause.own:
            raise UnreadError("a number of things, and a condition")
        if kinds or signs.ALWAYS not in main.floats:
            yield at_end(both(*counted_states(each, count)) or NOWHERE)
        if kinds or clause.mode == "leave":
            return
        for state in each:
            others = tuple(other for other in each if other is not state)
            if count.most is not None:
                fewer = both(*counted_states(others, Count(0, count.most - 1)))
                yield needed(self.makers.made(state), fewer)
            if count.least and signs.ALWAYS in main.floats:
                left = both(*counted_states(others, Count(count.least)))
                yield needed(self.makers.breaking(state), left)

    def grouped(self, main: Main, names: Names) -> Found:
        """That things are, or are not, in the same container, when that is switched on."""
        is_apart = signs.APART in main.floats
        each = [Things((name,)) for name in names]
        others = [replace(thing, others=True) for thing in each] if is_apart else []
        others = each if len(each) > 1 else others
        pairs = [(one, other) for one in each for other in others if one != other]
        if not pairs or main.subs or main.clause.negative:
            raise UnreadError("together with what?")
        for one, other in pairs:
            at_one, at_other = (Lit("inside", (thing, ANYTHING)) for thing in (one, other))
            running = Step("TOGGLE_ON", (ANYTHING,))
            if not is_apart:
                yield only_if(needed((running,), at_other), at_one)
            elif _is_stowing(main.clause.event):
                yield needed((Step("PLACE_INSIDE", at_one.things),), negated(at_other))
            else:
                yield only_if(needed((running,), negated(at_other)), at_one)

    def not_together(self, clause: Clause, subs: tuple[Sub, ...]) -> Found:
        """That only one of some states holds at a time."""
        if not clause.negative or subs or len(clause.each) < 2:
            raise UnreadError("together")
        for state in clause.each:
            for other in clause.each:
                if other is not state:
                    yield needed(self.makers.made(state), negated(other))
