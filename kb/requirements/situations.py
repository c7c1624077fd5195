"""What states that are to be kept, or to be avoided, demand: `keep the window closed until ...`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.constraint import Bounds
from kb.requirements.demands import (
    UNBOUNDED,
    Goal,
    at_most,
    at_the_end,
    due,
    forbidden,
    kept,
    long_enough,
    needed,
    never_after,
)
from kb.requirements.meaning import Demand, Event, State, Step, both, negated
from kb.requirements.resolving import CannotRead
from kb.requirements.syntax import Is, Main, Measure, Sub
from kb.requirements.times import FACTS, Times, alone, is_after, steps_of


@dataclass(frozen=True)
class _Wish:
    """A state that is wanted."""

    state: State
    lasts: bool
    """Whether it is wanted all the time, not just at a certain one."""
    negative: bool
    """Whether it is the opposite of what is named: `must not be on`."""
    named: bool
    """Whether the negation is that of the clause, not that of `nothing`."""
    left: bool
    """Whether it is named by `leave`."""


class Situations:
    """Reads main clauses that tell in which state something is to be."""

    def __init__(self, times: Times) -> None:
        """Use what subordinate clauses mean."""
        self._times = times

    def read(
        self, main: Main, clause: Is, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        """What is demanded."""
        subject = clause.subject
        only = [sub for sub in subs if sub.kind == "only"]
        if main.together:
            yield from self._not_together(main, clause, subs)
        elif subject is not None and subject.only:
            yield self._only_there(main, clause, subs)
        elif only or main.only:
            if main.negative or not only:
                raise CannotRead("only what?")
            steps = self._times.events.made(self._times.states.read(clause)).steps
            yield from self._times.only_then(steps, only, subs)
        elif main.kind == "may" and not (subject is not None and subject.negative):
            yield from self._permitted(self._times.states.read(clause), subs)
        else:
            yield from self._wanted(main, clause, subs, other)

    def _wanted(
        self, main: Main, clause: Is, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        own = self._times.states.subject_of(clause).state
        for demand in self._demanded(main, clause, subs, other):
            yield replace(demand, condition=both(demand.condition, own))

    def _demanded(
        self, main: Main, clause: Is, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        wish = self._wish(main, clause)
        placed = any(quality.place is not None for quality in clause.description.qualities)
        if subs:
            yield from self._bounded(wish, subs, other)
        elif main.kind == "leave" and placed and not wish.negative:
            return  # to leave something on the table is a task
        elif main.kind == "have" and not wish.negative:
            return  # to let the tap run, too
        elif wish.lasts:
            breaking = self._times.makers.breaking(wish.state)
            if breaking:
                yield forbidden(breaking, lasting=not wish.negative)
            yield at_the_end(wish.state)
        else:
            yield at_the_end(wish.state)

    def _wish(self, main: Main, clause: Is) -> _Wish:
        state = self._times.states.predicate(clause)
        nothing = clause.subject is not None and clause.subject.negative
        negative = main.negative or nothing
        named_only = main.kind == "leave" and main.negative
        lasts = main.kind in ("keep", "leave") or main.always
        lasts = (lasts and not named_only) or (negative and main.kind in ("have", "may"))
        lasts = lasts or (nothing and main.kind == "ensure")
        left = main.kind == "leave"
        return _Wish(
            negated(state) if main.negative else state, lasts, negative, main.negative, left
        )

    def _only_there(self, main: Main, clause: Is, subs: Sequence[Sub]) -> Demand:
        """`only the towel may be on the heater`: nothing else may."""
        if main.negative or subs or clause.subject is None:
            raise CannotRead("only what?")
        things = self._times.states.subject(clause.subject, clause.description)
        others = replace(things, others=not things.others, state=None, some=True)
        state = self._times.states.of(others, clause.description)
        return forbidden(self._times.events.made(state).steps)

    def _permitted(self, state: State, subs: Sequence[Sub]) -> Iterator[Demand]:
        """`the fridge may be open for at most two steps`."""
        if not subs:
            raise CannotRead("what is permitted")
        for sub in subs:
            if sub.kind not in ("for", "within") or sub.measure is None or sub.clause is not None:
                raise CannotRead("what is permitted")
            yield due(self._times.events.made(state).steps, negated(state), at_most(sub.measure))

    def _bounded(self, wish: _Wish, subs: list[Sub], other: Event | None) -> Iterator[Demand]:
        after = [sub for sub in subs if is_after(sub)]
        rest = [sub for sub in subs if sub not in after]
        if after and rest:
            yield from self._kept_between(after, rest, wish.state)
            return
        subs, condition = self._times.conditions(subs) if len(subs) > 1 else (subs, None)
        if len({sub.kind for sub in subs}) > 1:
            raise CannotRead("too many conditions")
        for sub in subs:
            for demand in self._held(wish, sub, other):
                yield replace(demand, condition=both(demand.condition, condition))

    def _kept_between(
        self, after: Sequence[Sub], rest: Sequence[Sub], state: State
    ) -> Iterator[Demand]:
        """`after lighting the stove keep the window open until it is off`."""
        if len(after) > 1 or len(rest) > 1 or after[0].measure is not None:
            raise CannotRead("too many conditions")
        steps, sub = self._times.opening(after[0]), rest[0]
        if sub.kind == "end":
            yield due(steps, state)
        elif sub.kind == "until":
            yield from self._kept(steps, state, until=self._times.opening(sub))
        elif sub.kind == "for" and sub.measure is not None:
            yield from self._kept(steps, state, long_enough(sub.measure))
        else:
            raise CannotRead("until when?")

    def _kept(
        self,
        after: tuple[Step, ...],
        state: State,
        bounds: Bounds = UNBOUNDED,
        until: tuple[Step, ...] = (),
    ) -> Iterator[Demand]:
        """That the state holds from a step on, and that no step ends it before it is over."""
        ending = tuple(s for s in self._times.makers.breaking(state) if s not in until)
        if ending:
            yield never_after(after, ending, bounds, until)
        yield kept(after, state, bounds, until)

    def _held(self, wish: _Wish, sub: Sub, other: Event | None) -> Iterator[Demand]:
        kind, measure, state = sub.kind, sub.measure, wish.state
        if kind == "end":
            yield at_the_end(state)
        elif kind in ("before", "first", "until", "unless", "without"):
            yield self._held_until(wish, sub, other)
        elif kind == "if" and isinstance(sub.clause, Is):
            yield from self._times.kept_while(state, self._times.known(sub))
        elif kind in FACTS:
            fact = self._times.fact(sub.clause)
            if fact is not None:
                yield from self._times.kept_while(state, fact)
            else:
                yield needed(self._times.opening(sub), Goal(state))
        elif kind == "after":
            yield from self._held_after(wish, sub)
        elif kind == "for" and measure is not None:
            yield from self._measured(wish, sub, measure)
        elif kind == "afterwards" and other is not None:
            yield due(other.steps, state, at_most(measure))
        elif kind in ("within", "afterwards") and measure is not None:
            yield due(self._times.events.made(negated(state)).steps, state, at_most(measure))
        else:
            raise CannotRead(f"{kind} with a state")

    def _held_until(self, wish: _Wish, sub: Sub, other: Event | None) -> Demand:
        """What is so until something else, or has to be so before something else."""
        if sub.kind == "first":
            return needed(steps_of(other), Goal(wish.state))
        forbids = wish.lasts and wish.named
        if sub.kind == "before" and not forbids:
            return needed(self._times.opening(sub), Goal(wish.state))
        if sub.kind == "unless" and not wish.lasts:
            return replace(at_the_end(wish.state), condition=negated(self._times.known(sub)))
        breaking = self._times.makers.breaking(wish.state)
        if not breaking or (wish.left and wish.negative):
            raise CannotRead("no step ends that")
        return needed(breaking, self._times.goal(sub))

    def _held_after(self, wish: _Wish, sub: Sub) -> Iterator[Demand]:
        opening = self._times.opening(sub)
        if wish.lasts:
            yield from self._kept(opening, wish.state, long_enough(sub.measure))
        else:
            yield due(opening, wish.state, at_most(sub.measure))

    def _measured(self, wish: _Wish, sub: Sub, measure: Measure) -> Iterator[Demand]:
        """`keep it closed for three steps`, `never leave it open for more than three steps`."""
        events = self._times.events
        if sub.clause is not None:
            yield from self._kept(self._times.opening(sub), wish.state, long_enough(measure))
        elif wish.negative:
            if measure.kind == "least":
                raise CannotRead("a least time")
            yield due(events.made(negated(wish.state)).steps, wish.state, measure.bounds)
        elif measure.kind == "most":
            yield due(events.made(wish.state).steps, negated(wish.state), measure.bounds)
        else:
            opening = events.made(wish.state).steps
            yield from self._kept(opening, wish.state, long_enough(measure))

    def _not_together(self, main: Main, clause: Is, subs: Sequence[Sub]) -> Iterator[Demand]:
        """`never have the stove and the kettle on together`."""
        subject = clause.subject
        unwanted = main.negative != clause.negative
        if not unwanted or subs or subject is None:
            raise CannotRead("together")
        states = self._times.states
        description = clause.description
        subjects = [states.subject(alone(noun), description) for noun in subject.nouns]
        if len(subjects) == 1 and not subjects[0].others:
            subjects = [replace(subjects[0], names=(name,)) for name in subjects[0].names]
        if len(subjects) < 2:
            raise CannotRead("together")
        yield from self._times.exclusive([states.of(one, description) for one in subjects])
