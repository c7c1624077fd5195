"""What states that are to hold, or to be avoided, demand: `keep the window closed until ...`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from is_bench.reading import demands, signs
from is_bench.reading.demands import FACTS, GOALS, SPAN, Found, Main, Steps, Sub
from is_bench.reading.requirement import (
    UNBOUNDED,
    Demands,
    Either,
    Event,
    Lit,
    Span,
    State,
    StatedRequirement,
    UnreadError,
    both,
    negated,
)
from is_bench.reading.rules import Rules
from is_bench.reading.signs import Measure
from is_bench.reading.stating import Clause

_SWITCHING = frozenset({"OPEN", "CLOSE", "TOGGLE_ON", "TOGGLE_OFF"})
_THERE = frozenset({"inside", "ontop", "under", "nextto"})


class Situations(Rules):
    """Rules for what is to be so, or not."""

    def read(self, main: Main, state: State) -> Found:
        """What a clause demands that tells of `state`."""
        clause = main.clause
        if main.floats & {signs.APART, signs.JOINED}:
            yield from self._alone(main, state)
        elif main.floats & {signs.LAST, signs.ORDER, signs.ONCE}:
            raise UnreadError("a state has no order")
        elif signs.TOGETHER in main.floats:
            yield from self.not_together(clause, main.subs)
        elif clause.exclusive:
            if main.subs or clause.negative:
                raise UnreadError("only what?")
            yield demands.forbidden(clause.exclusive)
        elif any(sub.only for sub in main.subs):
            yield from self._only(main, state)
        elif clause.may and not clause.negative:
            after = [sub for sub in main.subs if sub.is_after]
            spans = [sub for sub in main.subs if sub.kind == SPAN]
            if len(spans) != 1 or len(main.subs) != 1 + len(after) or len(after) > 1:
                raise UnreadError("what is allowed")
            begun = self.opening(after[0]) if after else self.makers.made(state)
            yield demands.due(begun, negated(state), spans[0].span)
        else:
            for found in self._wanted(main, negated(state) if clause.negative else state):
                yield demands.only_if(found, clause.own)

    def _alone(self, main: Main, state: State) -> Found:
        """`the salmon has to be in the oven on its own`."""
        clause = main.clause
        is_there = isinstance(state, Lit) and state.predicate in _THERE
        if main.subs or clause.negative or not isinstance(state, Lit) or not is_there:
            raise UnreadError("alone, and what else?")
        things, where = state.things
        if signs.JOINED in main.floats or len(things.names) > 1:
            yield from self.grouped(main, things.names)
            return
        for one, other in pairwise((things, replace(things, others=True), things)):
            at_one, at_other = (replace(state, things=(thing, where)) for thing in (one, other))
            yield demands.needed(self.makers.made(at_one), negated(at_other))

    def _only(self, main: Main, state: State) -> Found:
        """`the grill may be on only while the window is open`."""
        at_once = (signs.WHILE, signs.WITH)
        lasting = [sub for sub in main.subs if sub.kind in at_once and sub.state]
        rest = tuple(sub for sub in main.subs if sub not in lasting)
        for sub in lasting:
            yield from self._kept_while(sub.known, state)
        if rest:
            yield from self.only(self.makers.made(state), replace(main, subs=rest))

    def _wanted(self, main: Main, state: State) -> Found:
        clause = main.clause
        if clause.is_vague and not clause.negative:
            raise UnreadError("which of them?")
        beside = [s for s in main.subs if s.kind == signs.WITH and s.state is not None]
        if beside and clause.mode == "be" and not (clause.negative or _lasts(main)):
            rest = tuple(sub for sub in main.subs if sub not in beside)
            whole = both(state, *(sub.state for sub in beside)) or state
            yield from self._wanted(replace(main, subs=rest), whole)
        elif main.subs:
            yield from self._bounded(main, state, main.subs)
        elif clause.mode == "wait" or _is_task(clause, state):
            return
        else:
            is_barred = clause.negative and clause.mode == "be" and _is_place(state)
            is_barred = is_barred and "end" not in clause.words
            ending = self._ending(state) if _lasts(main) or is_barred else ()
            if ending:
                yield demands.forbidden(ending, lasting=not clause.negative)
            yield demands.at_end(state)

    def _bounded(self, main: Main, state: State, subs: Sequence[Sub]) -> Found:
        subs, condition = demands.parted(subs)
        for found in self._bounded_by(main, state, subs):
            yield demands.only_if(found, condition)

    def _bounded_by(self, main: Main, state: State, subs: Sequence[Sub]) -> Found:
        after = [sub for sub in subs if sub.is_after]
        rest = [sub for sub in subs if sub not in after]
        if len(after) == len(rest) == 1 and after[0].measure is None:
            yield from self._kept_between(main, after[0], rest[0], state)
            return
        lasting = None if main.clause.negative else self.rest(self.makers.of(state), subs)
        if lasting is not None:
            yield lasting
            yield from self.begun(state, subs)
            return
        if len({sub.kind for sub in subs}) > 1:
            raise UnreadError("too many conditions")
        for sub in subs:
            yield from self._held(main, state, sub)

    def _ending(self, state: State) -> Steps:
        """The steps that end `state`; raises UnreadError for a choice, of which more is left."""
        if self._is_choice(state):
            raise UnreadError("which of them")
        return self.makers.breaking(state)

    def _is_choice(self, state: State) -> bool:
        """Whether it is enough that one of several things is so."""
        parts = state.parts if isinstance(state, Either) else ()
        return len({part.things[0] for part in parts if isinstance(part, Lit)}) > 1

    def _kept_between(self, main: Main, after: Sub, rest: Sub, state: State) -> Found:
        """`after lighting the stove keep the window open until it is off`."""
        steps = self.opening(after)
        if rest.kind == signs.END:
            yield demands.due(steps, state)
        elif rest.kind == signs.UNTIL or (rest.kind == signs.BEFORE and _lasts(main)):
            yield from self._kept(steps, state, until=self.opening(rest))
        elif rest.kind == SPAN and rest.measure is not None and rest.measure.kind == "over":
            if not main.clause.negative:
                raise UnreadError("a longest time")
            yield demands.due(steps, state, rest.measure.span)
        elif rest.kind == SPAN:
            yield from self._kept(steps, state, rest.duration)
        else:
            raise UnreadError("until when?")

    def _kept(
        self, after: Steps, state: State, within: Span = UNBOUNDED, until: Steps = ()
    ) -> Found:
        """That the state holds from a step on, and that no step ends it before it is over."""
        ending = tuple(step for step in self._ending(state) if step not in until)
        if ending:
            yield demands.never(after, ending, within, until)
        yield StatedRequirement(Demands.KEPT, after, state, until=until, within=within)

    def _held(self, main: Main, state: State, sub: Sub) -> Found:
        kind, measure = sub.kind, sub.measure
        if kind == signs.END:
            yield demands.at_end(state)
        elif kind == signs.WITH and not main.clause.negative:
            raise UnreadError("two states at once")
        elif kind in (signs.UNLESS, signs.WITHOUT) and sub.state is not None and measure is None:
            yield from self._kept_while(state, negated(sub.state))
        elif kind in GOALS and measure is None:
            yield self._held_until(main, state, sub)
        elif kind == signs.AFTER or (sub.is_after and measure is not None):
            yield from self._held_after(main, state, sub)
        elif kind in FACTS and sub.state is not None and measure is None:
            yield from self._kept_while(state, sub.state)
        elif kind in FACTS and measure is None:
            is_undone = sub.event is not None and sub.event.result == negated(state)
            yield self.late(sub, state) if is_undone else demands.needed(self.opening(sub), state)
        elif kind == SPAN and measure is not None:
            yield from self._measured(main.clause, state, measure)
        elif kind in (signs.FIRST, signs.THEN) and main.other is not None:
            yield self._beside(main.other, state, sub)
        else:
            raise UnreadError(f"{kind} with a state")

    def _beside(self, other: Event, state: State, sub: Sub) -> StatedRequirement:
        is_first = sub.kind == signs.FIRST
        return (
            demands.needed(other.steps, state)
            if is_first
            else demands.due(other.steps, state, sub.span)
        )

    def _held_after(self, main: Main, state: State, sub: Sub) -> Found:
        is_within = sub.measure is not None and sub.measure.kind == "most"
        if main.clause.negative if is_within else _lasts(main):
            yield from self._kept(self.opening(sub), state, sub.duration)
        else:
            yield self.late(sub, state)

    def _kept_while(self, state: State, other: State) -> Found:
        """`state` holds whenever `other` does: neither may begin or end to break that."""
        parts = state.parts if isinstance(state, Either) else ()
        if len(parts) > 1 and self._is_choice(state):
            yield demands.needed(self.makers.made(other), state)
            for part in parts:
                rest = Either(tuple(one for one in parts if one is not part))
                yield demands.only_if(demands.needed(self.makers.breaking(part), rest), other)
            return
        ending, beginning = self._ending(state), self.makers.of(other)
        if not ending and not beginning:
            raise UnreadError("no step changes that")
        if ending:
            yield demands.needed(ending, demands.opposite(other))
        if not beginning:
            return
        # What is put into a container is there before that can be closed.
        is_one = isinstance(state, Lit) and len(state.things) == 1
        closing = set(state.things) if isinstance(state, Lit) and is_one else set()
        is_put = any(
            closing & set(step.things[1:]) for step in beginning if step.skill == "PLACE_INSIDE"
        )
        yield demands.due(beginning, state) if is_put else demands.needed(beginning, state)

    def _held_until(self, main: Main, state: State, sub: Sub) -> StatedRequirement:
        """What is so until something else, or has to be so before something else."""
        clause = main.clause
        is_forbidden = _lasts(main) and clause.negative and clause.named
        if demands.is_start(sub) and {step.skill for step in self.makers.of(state)} <= _SWITCHING:
            return demands.needed(self.any_but(self.makers.made(state)), state)
        if sub.kind == signs.BEFORE and not is_forbidden:
            return demands.needed(self.opening(sub), state)
        if sub.kind in (signs.UNLESS, signs.EXCEPT) and not _lasts(main):
            return demands.only_if(demands.at_end(state), negated(sub.known))
        ending = self.makers.breaking(state)
        if not ending or (clause.mode in ("leave", "keep") and clause.negative):
            raise UnreadError("no step ends that")
        return self.reached(ending, sub)

    def _measured(self, clause: Clause, state: State, measure: Measure) -> Found:
        """`keep it closed for three steps`, `never leave it open for more than three steps`."""
        if clause.negative and measure.kind in ("least", "plain", "most"):
            raise UnreadError("from when on?")
        if clause.negative or (measure.kind == "most" and clause.mode in ("be", "do", "wait")):
            yield demands.due(self.makers.made(negated(state)), state, measure.span)
        elif measure.kind in ("most", "upto"):
            yield demands.due(self.makers.made(state), negated(state), measure.span)
        else:
            span = Sub(SPAN, measure=measure).duration
            yield from self._kept(self.makers.made(state), state, span)


def _lasts(main: Main) -> bool:
    """Whether the state is wanted all the time, not just at a certain one."""
    clause = main.clause
    is_timed = any(sub.measure and sub.measure.kind in ("least", "during") for sub in main.subs)
    is_kept = clause.mode in ("keep", "leave") or signs.ALWAYS in main.floats
    is_kept = is_kept or (clause.mode == "have" and is_timed)
    is_left = clause.mode in ("keep", "leave") and clause.negative and clause.named
    is_denied = clause.negative and (clause.mode == "have" or clause.may or not clause.named)
    return (is_kept and not is_left) or is_denied


def _is_place(state: State) -> bool:
    """Whether it tells where something is."""
    parts = (state,) if isinstance(state, Lit) else state.parts
    return any(isinstance(part, Lit) and len(part.things) > 1 for part in parts)


def _is_task(clause: Clause, state: State) -> bool:
    """Whether it asks for no more than a task: to let the tap run, to leave it on the table."""
    is_left = clause.mode == "leave" and _is_place(state)
    return not clause.negative and (clause.mode == "have" or is_left)
