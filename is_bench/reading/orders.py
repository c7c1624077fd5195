"""What orders and prohibitions demand: `close the fridge right after ...`, `never open ...`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from is_bench.reading import demands, signs
from is_bench.reading.demands import FACTS, GOALS, SPAN, Found, Main, Steps, Sub
from is_bench.reading.mentions import Memory, Names
from is_bench.reading.requirement import (
    ANY_STEP,
    DONE,
    Demands,
    Event,
    State,
    StatedRequirement,
    Step,
    Things,
    UnreadError,
    both,
    is_cleaning,
    negated,
    rinsed,
)
from is_bench.reading.rules import Rules
from is_bench.reading.signs import Measure

_SOON = (None, Measure("most", signs.SHORT[signs.NOW]))
_RUNNING = frozenset({"WAIT_FOR_WASHED", "WAIT_FOR_COOKED"})


class Orders(Rules):
    """Rules for what is done, or not to be done."""

    def read(self, main: Main, event: Event) -> Found:
        """What a clause demands that tells of `event`."""
        clause, event = main.clause, _told(event)
        if clause.exclusive:
            if main.subs or clause.negative:
                raise UnreadError("only, and a condition")
            yield demands.forbidden(clause.exclusive)
        elif any(sub.only for sub in main.subs):
            yield from self.only(event.steps, main)
        elif main.floats & {signs.APART, signs.JOINED} or self._is_run_together(main, event):
            yield from self.grouped(main, acted_on(event))
        elif main.floats & {signs.LAST, signs.ORDER}:
            if main.subs or clause.negative:
                raise UnreadError("an order of steps, and a condition")
            is_last = signs.LAST in main.floats
            yield from [self._last(event)] if is_last else _in_order(event.steps, clause.memory)
        elif clause.negative:
            yield from self._forbidding(main, event)
        elif clause.may:
            yield self._allowed(main, event)
        else:
            # What it is to be done without.
            spared = tuple(sub for sub in main.subs if sub.kind == signs.WITHOUT and sub.event)
            rest = tuple(sub for sub in main.subs if sub not in spared)
            yield from (demands.forbidden(self.opening(sub)) for sub in spared)
            if rest or not spared:
                yield from self._ordering(replace(main, subs=rest), event)

    def _allowed(self, main: Main, event: Event) -> StatedRequirement:
        """`after that you may open the fridge`: not before."""
        kinds = {sub.kind for sub in main.subs}
        if signs.THEN in main.floats and kinds <= {signs.THEN}:
            return demands.needed(event.steps, *demands.goal_of(_given(main.other), event.steps))
        sub = main.subs[0] if len(main.subs) == 1 else Sub(signs.THEN)
        if sub.kind in (signs.UNLESS, signs.EXCEPT) and sub.state is not None:
            return demands.needed(event.steps, demands.opposite(sub.state))
        is_state = sub.kind in FACTS and sub.state is not None
        if not (sub.kind == signs.AFTER or is_state) or sub.measure not in _SOON:
            raise UnreadError("what is allowed")
        return self.reached(event.steps, main.subs[0])

    def _is_run_together(self, main: Main, event: Event) -> bool:
        """`wash them together`: in one run of a machine."""
        if signs.TOGETHER not in main.floats or main.clause.negative:
            return False
        return any(step.skill in _RUNNING for step in event.steps)

    def _last(self, event: Event) -> StatedRequirement:
        """`switch the lamp off last`: nothing but walking and waiting comes after it."""
        return demands.never(event.steps, self.any_but())

    def sequence(self, events: tuple[Event, ...], memory: Memory, named: Sequence[Names]) -> Found:
        """`stick to that order`, `the plate comes first, the cup second`, of what was asked for."""
        each = [event.steps for event in events]
        if named:
            each = [tuple(step for name in one for step in _on(name, events)) for one in named]
        elif len(events) == 1:
            yield from _in_order(events[0].steps, memory)
        for first, then in pairwise(each):
            if not first or not then:
                raise UnreadError("what is done first?")
            yield StatedRequirement(Demands.DONE, then, None, first)

    def pause(self, main: Main) -> StatedRequirement:
        """`wait ten seconds after turning the stove off before you wipe it`."""
        before = [sub for sub in main.subs if sub.kind == signs.BEFORE]
        since = [sub for sub in main.subs if sub.kind in (signs.AFTER, signs.WHEN)]
        measures = [sub.measure for sub in main.subs if sub.measure is not None]
        is_told = len(before) == 1 or (since and main.before is not None and not before)
        if not is_told or len(measures) != 1 or len(since) > 1 or measures[0].kind == "most":
            raise UnreadError("wait from when to when?")
        steps = self.opening(since[0]) if since else _steps(main.other)
        later = self.opening(before[0]) if before else _steps(main.before)
        return demands.never(steps, later, demands.too_early(measures[0]))

    def _ordering(self, main: Main, event: Event) -> Found:
        subs, condition = demands.parted(main.subs, is_order=True)
        if any(sub.is_after and sub.measure is None for sub in subs):
            subs = [sub for sub in subs if sub.kind != signs.END]  # what is due is due by then
        kinds = [sub.kind for sub in subs if sub.measure is None]
        if not subs:
            yield from self._unbound(main, event, condition)
        elif kinds == [signs.UNTIL] and not main.clause.firm and subs[0].state == event.result:
            if event.result is None:
                raise UnreadError("how often until then?")
            return  # to bake it until it is cooked is a task
        elif sorted(kinds) in ([signs.AFTER, signs.BEFORE], [signs.BEFORE, signs.WHEN]):
            first, last = sorted(subs, key=lambda sub: sub.kind == signs.BEFORE)
            steps = self.opening(first), self.opening(last)
            yield demands.only_if(demands.never(*steps, until=event.steps), condition)
        elif (rest := self.rest(event.steps, subs)) is not None:
            yield demands.only_if(rest, condition)
            yield from self.begun(event.result, subs) if event.result is not None else ()
        elif len({sub.kind for sub in subs} - {signs.END}) > 1:
            raise UnreadError("too many conditions")
        else:
            for sub in subs:
                yield demands.only_if(self._ordered(main, event, sub), condition)

    def _unbound(self, main: Main, event: Event, condition: State | None) -> Found:
        """What is to be done at all, where `condition` holds."""
        ways = {step.state for step in event.steps}
        if len(ways) == 1 and None not in ways and main.clause.firm:
            yield demands.only_if(_only_so(event.steps), condition)
        elif main.clause.firm or signs.ALWAYS in main.floats or condition:
            yield demands.only_if(
                demands.needed((DONE,), *demands.goal_of(event, (DONE,))), condition
            )

    def _ordered(self, main: Main, event: Event, sub: Sub) -> StatedRequirement:
        kind, measure = sub.kind, sub.measure
        if demands.is_switching(event) and self._is_at_once(main, sub):
            return demands.needed(self.any_but(event.steps), demands.result_of(event))
        if kind == signs.END or (kind == signs.BEFORE and measure is None):
            steps = (DONE,) if kind == signs.END else self.opening(sub)
            return demands.needed(steps, *demands.goal_of(event, steps))
        if kind == signs.FIRST:
            return demands.needed(_steps(main.other), *demands.goal_of(event, _steps(main.other)))
        if kind in (signs.AFTER, signs.WHEN, signs.THEN):
            return self._late(event, sub, main)
        if kind == signs.WHILE and demands.is_switching(event) and sub.event is not None:
            return demands.needed(self.opening(sub), demands.result_of(event))
        if kind == SPAN and measure is not None and measure.kind == "most":
            undoing = self.makers.made(negated(demands.result_of(event)))
            is_next = main.before is not None and set(main.before.steps).isdisjoint(undoing)
            if is_next and demands.is_switching(event):
                undoing = _steps(main.before)
            return demands.due(undoing, demands.result_of(event), measure.span)
        if kind == SPAN and measure is not None and measure.kind == "upto":
            return self._undone(event, measure)
        raise UnreadError(f"{kind} with an order")

    def _is_at_once(self, main: Main, sub: Sub) -> bool:
        """Whether it says that something is done before anything else."""
        if sub.kind == signs.BEFORE and sub.measure is None:
            return demands.is_start(sub)
        is_next = sub.kind == SPAN and signs.NOW in main.floats
        return main.other is None and (sub.kind == signs.FIRST or is_next)

    def _late(self, event: Event, sub: Sub, main: Main) -> StatedRequirement:
        steps = self.opening(sub) if sub.clause is not None else _steps(main.other)
        if sub.measure is not None and sub.measure.kind == "during":
            raise UnreadError("how long, or how soon?")
        if sub.measure is not None and sub.measure.kind in ("least", "over"):
            return demands.never(steps, event.steps, demands.too_early(sub.measure))
        if sub.measure is None and (event.result is None or is_cleaning(event)):
            return StatedRequirement(
                Demands.DONE, (DONE,), None, rinsed(event) or event.steps, steps
            )
        if sub.clause is not None and event.away is not None and event.result is None:
            places = [step.things[0] for step in steps if step.skill == "OPEN"]
            apart = (demands.apart(event.away, place, ("inside",)) for place in places if place)
            return demands.due(steps, both(*apart) or demands.result_of(event), sub.span)
        if sub.clause is not None:
            return self.late(sub, demands.result_of(event))
        return demands.due(steps, demands.result_of(event), sub.span)

    def _undone(self, event: Event, measure: Measure) -> StatedRequirement:
        """`turn the oven on for no more than five steps`."""
        state = negated(demands.result_of(event))
        self.makers.made(state)
        return demands.due(event.steps, state, measure.span)

    def _forbidding(self, main: Main, event: Event) -> Found:
        subs, condition = demands.parted(main.subs)
        for found in self._forbidden(replace(main, subs=tuple(subs)), event):
            yield demands.only_if(found, condition)

    def _forbidden(self, main: Main, event: Event) -> Found:
        subs, steps = main.subs, event.steps
        after = [sub for sub in subs if sub.is_after]
        until = [sub for sub in subs if sub.kind in (signs.UNTIL, signs.BEFORE)]
        if signs.TOGETHER in main.floats:
            yield from self.not_together(main.clause, subs)
        elif not subs:
            if DONE in steps:
                raise UnreadError("a task that must not end")
            yield (
                demands.never(steps, steps)
                if signs.AGAIN in main.floats
                else demands.forbidden(steps)
            )
        elif len(subs) == 2 and len(after) == len(until) == 1:
            yield self._between(after[0], until[0], steps)
        elif len(subs) == 2 and len(after) == 1 and SPAN in {sub.kind for sub in subs}:
            (span,) = (sub for sub in subs if sub.kind == SPAN)
            if span.measure is not None and span.measure.kind == "over":
                steps, state = self.opening(after[0]), negated(demands.result_of(event))
                yield demands.due(steps, state, span.measure.span)
                return
            yield demands.never(self.opening(after[0]), steps, span.duration)
        else:
            if len({sub.kind for sub in subs}) > 1:
                raise UnreadError("too many conditions")
            yield from (self._forbidden_by(main, event, sub) for sub in subs)

    def _between(self, after: Sub, until: Sub, steps: Steps) -> StatedRequirement:
        if until.event is None and until.kind == signs.UNTIL:
            found = demands.never(self.opening(after), steps, after.span)
            return replace(found, condition=negated(until.known))
        return demands.never(self.opening(after), steps, after.span, self.opening(until))

    def _forbidden_by(self, main: Main, event: Event, sub: Sub) -> StatedRequirement:
        kind, measure, steps = sub.kind, sub.measure, event.steps
        if kind in GOALS and measure is None:
            return self.reached(steps, sub)
        if sub.is_after or kind == signs.THEN:
            opening = self.opening(sub) if sub.is_after else _steps(main.other)
            return demands.never(opening, steps, sub.duration)
        if kind in FACTS and measure is None:
            return demands.needed(steps, demands.opposite(sub.known))
        if kind == SPAN and measure is not None and measure.kind == "over":
            return self._undone(event, measure)
        if kind == SPAN and measure is not None and measure.kind in ("during", "least"):
            return demands.never(_steps(main.other), steps, measure.span)
        raise UnreadError(f"{kind} with a prohibition")


def _told(event: Event) -> Event:
    """`event` without "whatever is done", which nothing is demanded of."""
    steps = tuple(step for step in event.steps if step is not ANY_STEP)
    if not steps:
        raise UnreadError("nothing was asked for before")
    return replace(event, steps=steps)


def _in_order(steps: Steps, memory: Memory) -> Found:
    """`wipe the shelf, the desk and the table, in that order`."""
    lists = {things.names for step in steps for things in step.things if things is not None}
    several = [names for names in lists if len(names) > 1]
    said = [one.names for one in memory if several and set(one.names) == set(several[0])]
    if len(several) != 1 or not said:
        raise UnreadError("which things in order?")
    each = [tuple(_of_one(step, several[0], name) for step in steps) for name in said[-1]]
    for first, then in pairwise(each):
        yield StatedRequirement(Demands.DONE, then, None, first)


def acted_on(event: Event) -> Names:
    """The names of what its steps are taken on."""
    found = (step.things[0] for step in event.steps if step.things)
    return next((things.names for things in found if things is not None and things.names), ())


def _on(name: str, events: tuple[Event, ...]) -> Iterator[Step]:
    """The steps of `events` that are taken on one thing."""
    for step in (step for event in events for step in event.steps):
        things = step.things[0] if step.things else None
        if things is not None and (name in things.names) is not things.others:
            yield _of_one(step, things.names, name)


def _of_one(step: Step, names: Names, name: str) -> Step:
    things = (Things((name,)) if one and one.names == names else one for one in step.things)
    return replace(step, things=tuple(things))


def _only_so(steps: Steps) -> StatedRequirement:
    """That `steps` are taken in their state alone: "the apple must be cut on the board"."""
    return demands.needed(tuple(replace(step, state=None) for step in steps), steps[0].state)


def _given(other: Event | None) -> Event:
    """What `first` and `afterwards` refer to; raises UnreadError if that is nothing."""
    if other is None:
        raise UnreadError("it is not clear before or after what")
    return other


def _steps(other: Event | None) -> Steps:
    return _given(other).steps
