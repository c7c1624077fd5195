"""What orders and prohibitions demand: `close the fridge right after ...`, `never open ...`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.constraint import Bounds
from kb.requirements.demands import (
    Goal,
    at_most,
    due,
    forbidden,
    goal_of,
    long_enough,
    needed,
    never_after,
    result_of,
    too_early,
)
from kb.requirements.exclusive import exclusive_steps
from kb.requirements.meaning import DONE, Demand, Event, Lit, State, Step, both, negated
from kb.requirements.resolving import CannotRead
from kb.requirements.syntax import Action, Does, Is, Main, Measure, Sub
from kb.requirements.times import FACTS, Times, alone, is_after, steps_of

_ON_OFF = frozenset({"open", "toggled_on"})


class Orders:
    """Reads main clauses that tell of something that is done, or is not to be done."""

    def __init__(self, times: Times) -> None:
        """Use what subordinate clauses mean."""
        self._times = times

    def read(
        self, main: Main, clause: Does, subs: list[Sub], other: Event | None
    ) -> tuple[tuple[Demand, ...], Event | None]:
        """What is demanded, and the event if it is to happen."""
        event, negated_ = self._times.event(clause)
        negative = main.negative != negated_
        if negative:
            return tuple(self._forbidding(main, clause.action, event, subs, other)), None
        return tuple(self._ordering(main, clause.action, event, subs, other)), event

    def pause(self, subs: Sequence[Sub], other: Event | None) -> Iterator[Demand]:
        """`wait ten seconds after turning the stove off before you wipe it`."""
        before = [sub for sub in subs if sub.kind == "before"]
        rest = [sub for sub in subs if sub.kind in ("after", "when", "for", "afterwards")]
        measures = [sub.measure for sub in subs if sub.measure is not None]
        since = [sub for sub in rest if sub.clause is not None]
        plain = len(before) + len(rest) == len(subs)
        if not plain or len(before) != 1 or len(measures) != 1 or len(since) > 1:
            raise CannotRead("wait from when to when?")
        steps = self._times.opening(since[0]) if since else steps_of(other)
        yield never_after(steps, self._times.opening(before[0]), too_early(measures[0]))

    # Orders

    def _ordering(
        self, main: Main, action: Action, event: Event, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        only = [sub for sub in subs if sub.kind == "only"]
        if only:
            yield from self._times.only_then(event.steps, only, subs)
            return
        exclusive = exclusive_steps(action, event, main)
        if exclusive:
            if subs:
                raise CannotRead("only, and a condition")
            yield forbidden(exclusive)
            return
        subs, condition = self._times.conditions(subs)
        if not subs:
            if main.firm or main.always or condition is not None:
                yield needed((DONE,), goal_of(event, (DONE,)), condition)
            return
        between = self._between(event, subs)
        if between is not None:
            yield replace(between, condition=condition)
            return
        for sub in subs:
            yield from self._ordered(event, sub, other, condition)

    def _between(self, event: Event, subs: Sequence[Sub]) -> Demand | None:
        """`after cutting the chicken wipe the knife before you cut the apple`."""
        after = [sub for sub in subs if is_after(sub) and sub.measure is None]
        before = [sub for sub in subs if sub.kind == "before" and sub.measure is None]
        if not len(after) == len(before) == 1 or len(subs) != 2:
            return None
        opening, never = self._times.opening(after[0]), self._times.opening(before[0])
        return never_after(opening, never, until=event.steps)

    def _ordered(  # a case for each kind of order
        self, event: Event, sub: Sub, other: Event | None, condition: State | None
    ) -> Iterator[Demand]:
        kind = sub.kind
        if kind in ("before", "first"):
            steps = steps_of(other) if kind == "first" else self._times.opening(sub)
            yield needed(steps, goal_of(event, steps), condition, at_most(sub.measure))
        elif kind == "end":
            yield needed((DONE,), goal_of(event, (DONE,)), condition)
        elif kind == "while":
            yield self._meanwhile(event, sub, condition)
        elif kind == "without":
            yield replace(forbidden(self._times.opening(sub)), condition=condition)
        elif kind == "unless":
            condition = both(condition, negated(self._times.known(sub)))
            yield needed((DONE,), goal_of(event, (DONE,)), condition)
        elif kind == "for" and sub.clause is None and _is_on_off(event):
            yield self._for_a_while(event, sub.measure, condition)
        else:
            steps = self._since(event, sub, other)
            if steps:
                yield self._ordered_after(steps, event, sub, condition)

    def _since(self, event: Event, sub: Sub, other: Event | None) -> tuple[Step, ...]:
        """The steps from which on something is due; none where it is just a part of the task."""
        kind = sub.kind
        if kind in ("after", "when"):
            return self._times.opening(sub)
        if kind == "afterwards" and other is not None:
            return other.steps
        if kind == "within" or (kind == "afterwards" and sub.of == "" and _is_on_off(event)):
            return self._times.events.made(negated(result_of(event))).steps
        if kind == "until" or (kind == "afterwards" and sub.of == ""):
            return ()
        raise CannotRead(f"{kind} with an order")

    def _ordered_after(
        self, steps: tuple[Step, ...], event: Event, sub: Sub, condition: State | None
    ) -> Demand:
        measure = sub.measure
        if measure is not None and measure.kind in ("least", "over"):
            return never_after(steps, event.steps, too_early(measure), condition=condition)
        return due(steps, result_of(event), at_most(measure), condition)

    def _for_a_while(
        self, event: Event, measure: Measure | None, condition: State | None
    ) -> Demand:
        """`turn the oven on for no more than five steps`."""
        if measure is None or measure.kind != "most":
            raise CannotRead("for how long something is done")
        return due(event.steps, negated(result_of(event)), measure.bounds, condition)

    def _meanwhile(self, event: Event, sub: Sub, condition: State | None) -> Demand:
        """`open the window while you use the bleach`; other things are done at the same time."""
        result = event.result
        if result is None or not _is_on_off(event) or self._times.fact(sub.clause) is not None:
            raise CannotRead("something that is done while something else holds")
        return needed(self._times.opening(sub), Goal(result), condition)

    # Prohibitions

    def _forbidding(
        self, main: Main, action: Action, event: Event, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        if main.together:
            yield from self._not_together(action, event, subs)
        elif not subs:
            yield self._never(main, event)
        else:
            yield from self._forbidden_with(event, subs, other)

    def _never(self, main: Main, event: Event) -> Demand:
        if main.again:
            return never_after(event.steps, event.steps)
        if DONE in event.steps:
            raise CannotRead("a task that must not end")
        return forbidden(event.steps)

    def _forbidden_with(
        self, event: Event, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        after = [sub for sub in subs if is_after(sub)]
        until = [sub for sub in subs if sub.kind in ("until", "before")]
        if len(subs) == 2 and len(after) == len(until) == 1:
            yield self._never_between(after[0], until[0], event)
            return
        facts = [sub for sub in subs if sub.kind in FACTS and sub not in after]
        rest = [sub for sub in subs if sub not in facts]
        if facts and rest:
            condition = both(*map(self._times.known, facts))
            for sub in rest:
                for demand in self._forbidden_by(event, sub, other):
                    yield replace(demand, condition=both(demand.condition, condition))
            return
        if len({sub.kind for sub in subs}) > 1:
            raise CannotRead("too many conditions")
        for sub in subs:
            yield from self._forbidden_by(event, sub, other)

    def _never_between(self, after: Sub, until: Sub, event: Event) -> Demand:
        opening, bounds = self._times.opening(after), self._duration(after.measure)
        if isinstance(until.clause, Is):
            unmet = negated(self._times.known(until))
            return never_after(opening, event.steps, bounds, condition=unmet)
        return never_after(opening, event.steps, bounds, self._times.opening(until))

    def _forbidden_by(self, event: Event, sub: Sub, other: Event | None) -> Iterator[Demand]:
        kind, steps = sub.kind, event.steps
        if kind in ("before", "until", "unless", "without"):
            if sub.measure is not None:
                raise CannotRead("a measure with a prohibition")
            yield needed(steps, self._times.goal(sub))
        elif is_after(sub):
            yield never_after(self._times.opening(sub), steps, self._duration(sub.measure))
        elif kind in FACTS:
            yield needed(steps, Goal(negated(self._times.known(sub))))
        elif kind == "for" and sub.measure is not None:
            yield self._limited(event, sub.measure, other)
        elif kind == "afterwards":
            yield never_after(steps_of(other), steps, self._duration(sub.measure))
        else:
            raise CannotRead(f"{kind} with a prohibition")

    def _duration(self, measure: Measure | None) -> Bounds:
        """`never ... within two steps of`, `never ... for two steps after`: both last as long."""
        if measure is not None and measure.kind == "most":
            return measure.bounds
        return long_enough(measure)

    def _limited(self, event: Event, measure: Measure, other: Event | None) -> Demand:
        """`do not run the tap for more than two steps`, `do not open it for three steps`."""
        if measure.kind == "over" and event.result is not None:
            return due(event.steps, negated(event.result), measure.bounds)
        return never_after(steps_of(other), event.steps, long_enough(measure))

    def _not_together(self, action: Action, event: Event, subs: list[Sub]) -> Iterator[Demand]:
        """`never run the stove and the kettle together`."""
        nouns = action.target.nouns if action.target is not None else ()
        if subs or len(nouns) < 2 or event.result is None:
            raise CannotRead("together")
        each = [replace(action, target=alone(noun)) for noun in nouns]
        events = [self._times.events.read(one) for one in each]
        yield from self._times.exclusive([result_of(one) for one in events])


def _is_on_off(event: Event) -> bool:
    """Whether it opens, closes or switches something, which others may undo."""
    return isinstance(event.result, Lit) and event.result.predicate in _ON_OFF
