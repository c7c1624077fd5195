"""From clauses to demands: what an order, a state to be kept and their conditions mean together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.constraint import Bounds, Form, Kind
from kb.requirements.events import Events
from kb.requirements.exclusive import exclusive_steps
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
from kb.requirements.resolving import CannotRead, Resolver
from kb.requirements.states import Makers, States
from kb.requirements.syntax import Clause, Does, Is, Main, Measure, Noun, Nouns, Sub

NOWHERE = Either(())
"""What never holds."""
_FACTS = frozenset({"while", "if", "when"})


@dataclass(frozen=True)
class Goal:
    """What has to have come about: a state, or else steps one of which was done."""

    state: State | None
    steps: tuple[Step, ...]


class Reader:
    """Reads main clauses with their subordinate clauses; remembers what was done last."""

    def __init__(self, resolver: Resolver, states: States, events: Events) -> None:
        """Use what nouns, states and verbs mean."""
        self._states = states
        self._events = events
        self._makers = Makers(resolver)

    def demands(
        self, main: Main, subs: Sequence[Sub], other: Event | None
    ) -> tuple[tuple[Demand, ...], Event | None]:
        """What a clause demands, and what it does, if that is what it tells.

        `other` is what `first` and `afterwards` refer to.  A clause without any demand is a part of
        the task.  Raises CannotRead.
        """
        clause = main.clause
        if isinstance(clause, Does):
            event, negative = self._event(clause)
            found = self._done(main, event, list(subs), other, negative=main.negative != negative)
            return tuple(found), None if main.negative != negative else event
        return tuple(self._stated(main, clause, list(subs), other)), None

    def _event(self, clause: Does) -> tuple[Event, bool]:
        """The event, and whether it is negated: `put nothing on the laptop`."""
        action = clause.action
        nouns = [action.target, *(place.nouns for place in action.places)]
        flips = sum(1 for each in nouns if each is not None and each.negative)
        return self._events.read(action), (clause.negative + flips) % 2 == 1

    # Parts of subordinate clauses

    def _opening(self, clause: Clause | None) -> tuple[Step, ...]:
        """The steps with which what `clause` tells of begins."""
        if clause is None:
            raise CannotRead("nothing begins")
        if isinstance(clause, Is):
            return self._events.made(self._states.read(clause)).steps
        event, negative = self._event(clause)
        if negative:
            raise CannotRead("what does not happen has no time")
        return event.steps

    def _goal(self, clause: Clause | None) -> Goal:
        if isinstance(clause, Is):
            return Goal(self._states.read(clause), ())
        if clause is None:
            raise CannotRead("no goal")
        event, negative = self._event(clause)
        if negative:
            raise CannotRead("what does not happen is no goal")
        return Goal(event.result, event.steps)

    def _fact(self, clause: Clause | None) -> State | None:
        """The state that `clause` tells of; None for what is done at one moment."""
        if isinstance(clause, Is):
            return self._states.read(clause)
        if isinstance(clause, Does):
            event, negative = self._event(clause)
            result = event.result
            if not negative and isinstance(result, Lit) and result.predicate == "toggled_on":
                return result if result.positive and clause.action.verb in ("use", "run") else None
        return None

    # Orders and prohibitions

    def _done(
        self, main: Main, event: Event, subs: list[Sub], other: Event | None, *, negative: bool
    ) -> Iterator[Demand]:
        only = [sub for sub in subs if sub.kind == "only"]
        if only and not negative:
            yield from self._only_then(event.steps, only, subs)
            return
        clause = main.clause
        exclusive = exclusive_steps(clause.action, event, main) if isinstance(clause, Does) else ()
        if exclusive and not negative:
            if subs:
                raise CannotRead("only, and a condition")
            yield _forbidden(exclusive)
            return
        if negative:
            yield from self._forbidding(main, event, subs, other)
        else:
            yield from self._ordering(main, event, subs, other)

    def _only_then(
        self, steps: tuple[Step, ...], only: list[Sub], subs: list[Sub]
    ) -> Iterator[Demand]:
        if len(subs) != len(only):
            raise CannotRead("only, and another condition")
        for sub in only:
            if sub.measure is not None and sub.of == "after":
                yield _never_after(self._opening(sub.clause), steps, _before_the_end(sub.measure))
                continue
            if sub.of in ("until", "before"):
                yield replace(_never_after(self._opening(sub.clause), steps, Bounds()))
                continue
            yield _needed(steps, self._goal(sub.clause))

    def _ordering(
        self, main: Main, event: Event, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        subs, condition = self._conditions(subs)
        if not subs:
            if main.firm or main.always or condition is not None:
                yield _needed((DONE,), _goal_of(event, (DONE,)), condition)
            return
        for sub in subs:
            yield from self._ordered(event, sub, other, condition)

    def _ordered(
        self, event: Event, sub: Sub, other: Event | None, condition: State | None
    ) -> Iterator[Demand]:
        kind = sub.kind
        if kind == "before" or kind == "first":
            steps = self._steps_of(other) if kind == "first" else self._opening(sub.clause)
            goal = _goal_of(event, steps)
            if sub.measure is not None:
                goal = Goal(None, event.steps)
            yield _needed(steps, goal, condition, _most(sub.measure))
        elif kind == "end":
            yield _needed((DONE,), _goal_of(event, (DONE,)), condition)
        elif kind in ("after", "when"):
            yield from self._ordered_after(self._opening(sub.clause), event, sub, condition)
        elif kind == "afterwards" and other is not None:
            yield from self._ordered_after(self._steps_of(other), event, sub, condition)
        elif kind in ("within", "afterwards"):
            steps = self._events.made(negated(_result(event))).steps
            yield from self._ordered_after(steps, event, sub, condition)
        elif kind == "while":
            yield from self._kept_while(_result(event), sub, condition)
        elif kind == "without":
            for demand in self._forbidding_plainly(self._opening(sub.clause)):
                yield demand
        elif kind == "unless":
            state = negated(_known(self._fact(sub.clause)))
            yield _needed((DONE,), _goal_of(event, (DONE,)), both(condition, state))
        elif kind == "until":
            return  # how long something is done is a part of the task
        elif kind == "for" and sub.clause is not None:
            raise CannotRead("for how long something is done")
        else:
            raise CannotRead(f"{kind} with an order")

    def _ordered_after(
        self, steps: tuple[Step, ...], event: Event, sub: Sub, condition: State | None
    ) -> Iterator[Demand]:
        measure = sub.measure
        if measure is not None and measure.kind in ("least", "over"):
            yield _never_after(steps, event.steps, _before_the_end(measure))
            return
        yield _due(steps, _result(event), _most(measure), condition)

    def _steps_of(self, other: Event | None) -> tuple[Step, ...]:
        if other is None:
            raise CannotRead("it is not clear before or after what")
        return other.steps

    def _conditions(self, subs: list[Sub]) -> tuple[list[Sub], State | None]:
        """The other clauses, and the state that `if` tells of."""
        conditions = [_known(self._fact(sub.clause)) for sub in subs if sub.kind == "if"]
        return [sub for sub in subs if sub.kind != "if"], both(*conditions)

    def _forbidding_plainly(self, steps: tuple[Step, ...]) -> Iterator[Demand]:
        yield _forbidden(steps)

    def _forbidding(
        self, main: Main, event: Event, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        steps = event.steps
        if not subs:
            if main.again:
                yield _never_after(steps, steps, Bounds())
            elif _is_done(steps):
                raise CannotRead("a task that must not end")
            else:
                yield _forbidden(steps)
            return
        after = [sub for sub in subs if self._is_after(sub)]
        until = [sub for sub in subs if sub.kind in ("until", "before")]
        if after and until and len(subs) == len(after) + len(until) == 2:
            yield self._never_between(after[0], until[0], steps)
            return
        facts = [sub for sub in subs if sub.kind in _FACTS and sub not in after]
        if facts and len(facts) < len(subs):
            condition = both(*(_known(self._fact(sub.clause)) for sub in facts))
            for sub in subs:
                if sub not in facts:
                    for demand in self._forbidden_by(event, sub, other):
                        yield replace(demand, condition=both(demand.condition, condition))
            return
        if len(subs) > 1 and not all(sub.kind == subs[0].kind for sub in subs):
            raise CannotRead("too many conditions")
        for sub in subs:
            yield from self._forbidden_by(event, sub, other)

    def _is_after(self, sub: Sub) -> bool:
        """Whether a clause tells when a prohibition begins."""
        if sub.kind == "after" or (sub.kind == "for" and sub.clause is not None):
            return True
        return sub.kind == "when" and isinstance(sub.clause, Does)

    def _never_between(self, after: Sub, until: Sub, steps: tuple[Step, ...]) -> Demand:
        demand = _never_after(self._opening(after.clause), steps, _bounds(after.measure))
        if isinstance(until.clause, Is):
            return replace(demand, condition=negated(self._states.read(until.clause)))
        return replace(demand, until=self._opening(until.clause))

    def _forbidden_by(self, event: Event, sub: Sub, other: Event | None) -> Iterator[Demand]:
        kind, steps = sub.kind, event.steps
        if kind in ("before", "until", "unless", "without"):
            if sub.measure is not None:
                raise CannotRead("a measure with a prohibition")
            yield _needed(steps, self._goal(sub.clause))
        elif self._is_after(sub):
            yield _never_after(self._opening(sub.clause), steps, _bounds(sub.measure))
        elif kind in _FACTS:
            state = self._fact(sub.clause)
            if state is None:
                raise CannotRead("a moment is no time to keep off something")
            yield _needed(steps, Goal(negated(state), ()))
        elif kind == "for" and sub.measure is not None:
            yield from self._limited(event, sub.measure, other)
        elif kind == "afterwards":
            yield _never_after(self._steps_of(other), steps, Bounds())
        elif kind == "only":
            yield _needed(steps, Goal(negated(_known(self._fact(sub.clause))), ()))
        else:
            raise CannotRead(f"{kind} with a prohibition")

    def _limited(self, event: Event, measure: Measure, other: Event | None) -> Iterator[Demand]:
        if measure.kind == "over" and event.result is not None:
            yield _due(event.steps, negated(event.result), measure.bounds)
        elif other is not None and measure.kind != "over":
            yield _never_after(other.steps, event.steps, measure.bounds)
        else:
            raise CannotRead("for how long, from when on?")

    # States

    def _stated(
        self, main: Main, clause: Is, subs: list[Sub], other: Event | None
    ) -> Iterator[Demand]:
        if main.together or _is_both(clause):
            yield from self._not_together(main, clause, subs)
            return
        state = self._states.read(clause)
        only = [sub for sub in subs if sub.kind == "only"]
        if clause.subject is not None and clause.subject.only:
            yield from self._only_there(main, clause)
            return
        if only or main.only:
            if main.negative or not only:
                raise CannotRead("only what?")
            yield from self._only_then(self._events.made(state).steps, only, subs)
            return
        flipped = clause.subject is not None and clause.subject.negative
        kind = "have" if flipped and main.kind == "may" else main.kind
        if kind == "may":
            yield from self._permitted(state, subs)
            return
        lasting = kind == "keep" or main.always or (kind == "leave" and not _is_placed(clause))
        lasting = lasting or (kind == "have" and (main.negative or flipped))
        if main.negative:
            state = negated(state)
            lasting = kind == "have" or main.always or kind == "keep"
        if not subs:
            if kind == "leave" and not main.negative and _is_placed(clause):
                return  # to leave something on the table is a task
            yield from self._lasting(state) if lasting else iter((_at_the_end(state),))
            return
        yield from self._bounded(state, subs, other, lasting=lasting, negative=main.negative)

    def _only_there(self, main: Main, clause: Is) -> Iterator[Demand]:
        """`only the towel may be on the heater`: nothing else may."""
        if main.negative or clause.subject is None:
            raise CannotRead("only what?")
        things = self._states.subject(clause.subject, clause.description)
        others = replace(things, others=not things.others, state=None)
        yield _forbidden(self._events.made(self._states.of(others, clause.description)).steps)

    def _permitted(self, state: State, subs: list[Sub]) -> Iterator[Demand]:
        for sub in subs:
            if sub.kind not in ("for", "within") or sub.measure is None:
                raise CannotRead("what is permitted")
            if sub.measure.kind not in ("most", ""):
                raise CannotRead("what is permitted")
            yield _due(self._events.made(state).steps, negated(state), sub.measure.bounds)

    def _lasting(self, state: State) -> Iterator[Demand]:
        breaking = self._makers.breaking(state)
        if breaking:
            yield _forbidden(breaking)
        yield _at_the_end(state)

    def _bounded(
        self,
        state: State,
        subs: list[Sub],
        other: Event | None,
        *,
        lasting: bool,
        negative: bool,
    ) -> Iterator[Demand]:
        after = [sub for sub in subs if self._is_after(sub)]
        rest = [sub for sub in subs if sub not in after]
        if after and rest:
            yield self._kept_between(after, rest, state)
            return
        subs, condition = self._conditions(subs) if len(subs) > 1 else (subs, None)
        if len(subs) > 1 and not all(sub.kind == subs[0].kind for sub in subs):
            raise CannotRead("too many conditions")
        for sub in subs:
            for demand in self._held(state, sub, other, lasting=lasting, negative=negative):
                yield replace(demand, condition=both(demand.condition, condition))

    def _kept_between(self, after: list[Sub], rest: list[Sub], state: State) -> Demand:
        if len(after) > 1 or len(rest) > 1:
            raise CannotRead("too many conditions")
        sub = rest[0]
        bounds, until = Bounds(), ()
        if sub.kind == "until":
            until = self._opening(sub.clause)
        elif sub.kind == "for" and sub.measure is not None:
            bounds = sub.measure.bounds
        elif sub.kind != "end":
            raise CannotRead("until when?")
        steps = self._opening(after[0].clause)
        if sub.kind == "end":
            return _due(steps, state, Bounds())
        return _keep(steps, state, bounds, until)

    def _held(
        self, state: State, sub: Sub, other: Event | None, *, lasting: bool, negative: bool
    ) -> Iterator[Demand]:
        kind, measure = sub.kind, sub.measure
        if kind in ("before", "first"):
            opening = self._steps_of(other) if kind == "first" else self._opening(sub.clause)
            if lasting and negative and kind == "before":
                yield _needed(self._makers.breaking(state), self._goal(sub.clause))
            else:
                yield _needed(opening, Goal(state, ()))
        elif kind == "until" or (kind in ("unless", "without") and lasting):
            breaking = self._makers.breaking(state)
            if not breaking:
                raise CannotRead("no step ends that")
            yield _needed(breaking, self._goal(sub.clause))
        elif kind in _FACTS and self._fact(sub.clause) is not None:
            yield from self._kept_while(state, sub, None)
        elif kind == "while":
            yield _needed(self._opening(sub.clause), Goal(state, ()))
        elif kind == "when" and isinstance(sub.clause, Does) and not _is_past(sub):
            yield _needed(self._opening(sub.clause), Goal(state, ()))
        elif kind in ("after", "when"):
            opening = self._opening(sub.clause)
            if lasting:
                yield _keep(opening, state, _bounds(measure), ())
            else:
                yield _due(opening, state, _most(measure))
        elif kind == "for" and measure is not None:
            yield self._measured(state, sub, measure, negative=negative)
        elif kind == "end":
            yield _at_the_end(state)
        elif kind == "afterwards" and other is not None:
            yield _due(other.steps, state, _most(measure))
        elif kind in ("within", "afterwards") and measure is not None:
            yield _due(self._events.made(negated(state)).steps, state, _most(measure))
        elif kind == "unless":
            condition = negated(_known(self._fact(sub.clause)))
            yield replace(_at_the_end(state), condition=condition)
        else:
            raise CannotRead(f"{kind} with a state")

    def _measured(self, state: State, sub: Sub, measure: Measure, *, negative: bool) -> Demand:
        """`keep it closed for three steps`, `never leave it open for more than three steps`."""
        if sub.clause is not None:
            return _keep(self._opening(sub.clause), state, measure.bounds, ())
        if negative:
            return _due(self._events.made(negated(state)).steps, state, measure.bounds)
        opening = self._events.made(state).steps
        if measure.kind == "most":
            return _due(opening, negated(state), measure.bounds)
        if measure.kind == "over":
            raise CannotRead("for more than how long?")
        return _keep(opening, state, measure.bounds, ())

    def _kept_while(self, state: State, sub: Sub, condition: State | None) -> Iterator[Demand]:
        """`state` holds whenever another one does: neither may begin or end to break that."""
        other = self._fact(sub.clause)
        if other is None:
            yield _needed(self._opening(sub.clause), Goal(state, ()), condition)
            return
        ending, beginning = self._makers.breaking(state), self._makers.of(other)
        if not ending and not beginning:
            raise CannotRead("no step changes that")
        if ending:
            yield _needed(ending, Goal(negated(other), ()), condition)
        if beginning:
            yield _needed(beginning, Goal(state, ()), condition)

    def _not_together(self, main: Main, clause: Is, subs: list[Sub]) -> Iterator[Demand]:
        """`never have the stove and the kettle on together`."""
        subject = clause.subject
        flipped = main.negative != clause.negative
        if not flipped or subs or subject is None or len(subject.nouns) < 2:
            raise CannotRead("together")
        states = [
            self._states.of(
                self._states.subject(Nouns((_plain(noun),)), clause.description),
                clause.description,
            )
            for noun in subject.nouns
        ]
        for state in states:
            for other in states:
                if other is not state:
                    yield _needed(self._events.made(state).steps, Goal(negated(other), ()))


def _plain(noun: Noun) -> Noun:
    return replace(noun, negative=False)


def _is_both(clause: Is) -> bool:
    return False if clause.subject is None else getattr(clause.subject.nouns[0], "both", False)


def _is_placed(clause: Is) -> bool:
    return any(quality.place is not None for quality in clause.description.qualities)


def _is_past(sub: Sub) -> bool:
    """Whether a clause tells of what has been done, rather than of what is being done."""
    return sub.kind == "after"


def _is_done(steps: tuple[Step, ...]) -> bool:
    return DONE in steps


def _known(state: State | None) -> State:
    if state is None:
        raise CannotRead("no state")
    return state


def _result(event: Event) -> State:
    if event.result is None:
        raise CannotRead("no fact tells that it was done")
    return event.result


def _goal_of(event: Event, steps: tuple[Step, ...]) -> Goal:
    """What is to have come about before `steps`: what is taken away is not where they are done."""
    if event.away is None:
        return Goal(event.result, event.steps)
    places = [step.things[0] for step in steps if step.things]
    if not places or any(place is None for place in places):
        return Goal(None, event.steps)
    return Goal(both(*(_off(event.away, place) for place in places if place)), event.steps)


def _off(things: Things, place: Things) -> State:
    relations = ("ontop", "overlaid", "inside", "nextto")
    return negated(Either(tuple(Lit(name, (things, place)) for name in relations)))


def _most(measure: Measure | None) -> Bounds:
    if measure is None:
        return Bounds()
    if measure.kind in ("least", "over"):
        raise CannotRead("a least time")
    return measure.bounds


def _bounds(measure: Measure | None) -> Bounds:
    return Bounds() if measure is None else measure.bounds


def _before_the_end(measure: Measure) -> Bounds:
    """The time in which something must not yet be done: one step less than when it may be."""
    steps = measure.bounds.steps
    if steps is None or measure.kind == "over":
        return measure.bounds
    if steps < 2:
        raise CannotRead("the next step is always allowed")
    return replace(measure.bounds, steps=steps - 1)


def _forbidden(steps: tuple[Step, ...]) -> Demand:
    return Demand(Form.REQUIRE_BEFORE, Kind.FACTUAL, before=steps, require=NOWHERE)


def _needed(
    steps: tuple[Step, ...], goal: Goal, condition: State | None = None, bounds: Bounds = Bounds()
) -> Demand:
    """That `goal` has come about before `steps`."""
    if not steps:
        raise CannotRead("no step does that")
    if goal.state is not None:
        kind = Kind.CAUSAL if goal.steps else Kind.FACTUAL
        form = Form.REQUIRE_BEFORE
        return Demand(form, kind, before=steps, require=goal.state, condition=condition)
    kind = Kind.TEMPORAL if bounds.given else Kind.CAUSAL
    return Demand(
        Form.DONE_BEFORE, kind, before=steps, done=goal.steps, condition=condition, bounds=bounds
    )


def _at_the_end(state: State) -> Demand:
    return Demand(Form.REQUIRE_BEFORE, Kind.FACTUAL, before=(DONE,), require=state)


def _due(
    after: tuple[Step, ...], state: State, bounds: Bounds, condition: State | None = None
) -> Demand:
    return Demand(
        Form.REQUIRE_AFTER,
        Kind.TEMPORAL,
        after=after,
        require=state,
        bounds=bounds,
        condition=condition,
    )


def _never_after(after: tuple[Step, ...], never: tuple[Step, ...], bounds: Bounds) -> Demand:
    return Demand(Form.NEVER_AFTER, Kind.TEMPORAL, after=after, never=never, bounds=bounds)


def _keep(
    after: tuple[Step, ...], state: State, bounds: Bounds, until: tuple[Step, ...]
) -> Demand:
    return Demand(
        Form.KEEP_AFTER, Kind.TEMPORAL, after=after, require=state, bounds=bounds, until=until
    )
