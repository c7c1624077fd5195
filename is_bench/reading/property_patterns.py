"""Specification patterns: from clauses and scopes to the few kinds of demands.

After M. Dwyer, G. Avrunin and J. Corbett, "Patterns in property specifications for finite-state
verification", ICSE 1999: a clause tells a pattern, a connective its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from is_bench.reading import demands
from is_bench.reading.making import Makers
from is_bench.reading.marks import Mark
from is_bench.reading.requirement import (
    DONE,
    NOWHERE,
    UNBOUNDED,
    Demands,
    Event,
    Lit,
    Span,
    State,
    StatedRequirement,
    Steps,
    UnreadError,
    both,
    literals,
    negated,
)
from is_bench.reading.scopes import EVERYWHERE, FACTS, SPAN, Scope, Statement, normalised, parted

Found = Iterable[StatedRequirement]
_DONE = Event((DONE,))
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
"""Skills that may be wanted after a step of what is not dirty, too."""


class Pattern(Enum):
    """What a clause demands of an event or a state."""

    ABSENCE = "an event never occurs"
    EXISTENCE = "an event occurs"
    STATE = "a state holds at a time"
    UNIVERSALITY = "a state holds all the time"


@dataclass(frozen=True)
class Case:
    """A statement under one scope, as the rules see it."""

    makers: Makers
    main: Statement
    scope: Scope = EVERYWHERE
    until: Scope | None = None
    """A second scope, which ends what the first one begins."""

    @property
    def event(self) -> Event | None:
        """What is to be done, or not."""
        return self.main.clause.event

    @property
    def state(self) -> State:
        """What is wanted to be so; raises UnreadError if no fact tells."""
        clause = self.main.clause
        state = clause.state or demands.result_of(clause.event or Event(()))
        return negated(state) if clause.negative else state

    @property
    def making(self) -> Steps:
        """The steps that do it, or bring it about."""
        return self.event.steps if self.event is not None else self.makers.made(self.state)

    @property
    def breaking(self) -> Steps:
        """The steps that are not to be taken, or end the state."""
        if self.event is not None and self.main.clause.negative:
            return self.event.steps
        if demands.is_choice(self.state):
            raise UnreadError("which of them")
        return self.makers.breaking(self.state)

    @property
    def goal(self) -> tuple[State | None, Steps]:
        """What has to be so, or to have been done."""
        return (self.state, ()) if self.event is None else (self.event.result, self.event.steps)

    def opening(self, scope: Scope | None = None) -> Steps:
        """The steps with which that begins which a scope tells of."""
        scope = scope or self.scope
        event = _DONE if scope.kind == "" else scope.event
        if event is None and scope.state is not None:
            return (*self.makers.made(scope.state), *self._used_at(scope.state))
        if event is None:
            raise UnreadError("nothing was asked for before")
        return event.steps

    def _used_at(self, state: State) -> Steps:
        """What brings a tool to a place beside putting it there: wiping it."""
        facts = (fact for fact in literals(state) if fact.predicate == "ontop" and fact.positive)
        bound = [dict(zip("01", fact.things, strict=True)) for fact in facts]
        return tuple(
            step for own in bound for step in self.makers.steps("WIPE(1, 0:particleRemover)", own)
        )

    @property
    def known(self) -> State:
        """What the scope tells to be so; raises UnreadError for a moment."""
        if self.scope.state is None:
            raise UnreadError("a moment is no state")
        return self.scope.state

    @property
    def within(self) -> Span:
        """The time of the scope; raises UnreadError if it is one that has to pass first."""
        measure = self.scope.measure
        if measure is not None and measure.kind not in ("within", "plain", "upto"):
            raise UnreadError("for how long, or how soon?")
        return UNBOUNDED if measure is None else measure.span


def _precede(case: Case) -> Found:
    """Precedence: what is done, or so, before a step."""
    yield demands.needed(case.opening(), *case.goal)


def _reached(case: Case, steps: Steps | None = None) -> Found:
    """Precedence: a step comes only once that was done, or is so, which the scope tells of."""
    scope, steps = case.scope, case.breaking if steps is None else steps
    if scope.event is not None and scope.kind != Mark.WHILE:
        yield demands.needed(steps, scope.event.result, scope.event.steps, case.within)
    elif scope.clause.own is not None:
        own = replace(scope.clause, own=None)
        found = demands.needed(steps, own.whole, (), case.within)
        yield replace(found, condition=scope.clause.own)
    else:
        yield demands.needed(steps, case.known, (), case.within)


def _respond(case: Case) -> Found:
    """Response: what is done, or so, after a step."""
    measure, event, opening = case.scope.measure, case.event, case.opening()
    is_cleaning = event is not None and {step.skill for step in event.steps} <= _CLEANING
    if measure is not None and measure.kind == "least":
        yield demands.never(opening, case.making, demands.too_early(measure))
    elif event is not None and measure is None and (event.result is None or is_cleaning):
        yield StatedRequirement(Demands.DONE, (DONE,), None, event.steps, opening)
    else:
        plain = tuple(dict.fromkeys(replace(step, state=None) for step in opening))
        yield demands.due(plain, case.state, case.within)


def _forbid(case: Case) -> Found:
    """Absence, or universality, everywhere."""
    breaking = case.breaking
    if DONE in breaking:
        raise UnreadError("a task that must not end")
    if case.event is not None and Mark.AGAIN in case.main.adverbials:
        yield demands.never(breaking, breaking)
    elif case.event is not None:
        yield demands.needed(breaking, NOWHERE)
    else:
        # A washer that is left open has been closed for washing.
        state, clause = case.state, case.main.clause
        is_open = isinstance(state, Lit) and state.predicate == "open" and state.positive
        if breaking and not (clause.mode == "leave" and is_open):
            kept = demands.needed(breaking, NOWHERE)
            yield replace(kept, lasting=not clause.negative)
        yield demands.needed((DONE,), state)


def _stay(case: Case) -> Found:
    """Absence, or universality, from a step on, until another one, or for some time."""
    until, opening = case.until, case.opening()
    measure = (until if until is not None and until.measure else case.scope).measure
    kind, within = (measure.kind, measure.span) if measure is not None else ("", UNBOUNDED)
    if kind in ("over", "upto"):
        yield demands.due(opening, case.state, within)
        return
    within = demands.too_early(measure) if measure and kind == "least" else within
    state = until.state if until is not None and case.event is not None else None
    is_ended = until is not None and until.measure is None and state is None
    ends = case.opening(until) if is_ended else ()
    breaking = tuple(s for s in case.breaking if case.event is not None or s not in ends)
    if breaking:
        found = demands.never(opening, breaking, within, ends)
        yield replace(found, condition=None if state is None else negated(state))
    if case.event is None:
        yield StatedRequirement(Demands.KEPT, opening, case.state, until=ends, within=within)


def _between(case: Case) -> Found:
    """Universality while a state holds."""
    if case.scope.state is None and case.event is None:
        return _precede(case)
    return demands.together(case.makers, case.state, case.known)


def _waited(case: Case) -> Found:
    """`bake it until it is cooked`: a task."""
    if case.main.clause.firm or case.state != case.scope.state:
        raise UnreadError("how often until then?")
    return ()


def _bounded(case: Case) -> Found:
    """Bounded existence: `never open for more than a minute`, `off within a minute`."""
    clause, measure = case.main.clause, case.scope.measure
    kind, span = (measure.kind, measure.span) if measure is not None else ("", UNBOUNDED)
    if clause.negative and kind in ("over", "upto"):
        yield demands.due(case.breaking, case.state, span)
    elif kind == "within" and not clause.negative and clause.mode in ("", "be", "bare"):
        before, state = case.main.before, case.state
        if before is None and Mark.NOW in case.main.adverbials:
            raise UnreadError("right after what?")
        is_switched = isinstance(state, Lit) and state.predicate in ("open", "toggled_on")
        is_next = is_switched and before and set(before.steps).isdisjoint(case.breaking)
        yield demands.due(before.steps if before and is_next else case.breaking, state, span)
    elif kind == "upto":
        yield demands.due(case.making, negated(case.state), span)
    else:
        raise UnreadError("how long, and from when on?")


_STATES: dict[str, Callable[[Case], Found]] = {
    **dict.fromkeys(("", Mark.BEFORE), _precede),
    **dict.fromkeys(FACTS, _between),
    Mark.AFTER: _respond,
    Mark.UNTIL: _reached,
    SPAN: _bounded,
}
_RULES: dict[Pattern, dict[str, Callable[[Case], Found]]] = {
    Pattern.ABSENCE: {
        "": _forbid,
        **dict.fromkeys((Mark.BEFORE, Mark.UNTIL), _reached),
        **dict.fromkeys(
            FACTS, lambda case: [demands.needed(case.breaking, demands.opposite(case.known))]
        ),
        Mark.AFTER: _stay,
        SPAN: _bounded,
    },
    Pattern.EXISTENCE: {
        **dict.fromkeys(("", Mark.BEFORE), _precede),
        Mark.AFTER: _respond,
        Mark.IF: _between,
        Mark.UNTIL: _waited,
        SPAN: _bounded,
    },
    Pattern.STATE: _STATES,
    Pattern.UNIVERSALITY: {**_STATES, "": _forbid, Mark.AFTER: _stay},
}
"""By pattern and scope, the rule that makes demands."""


def requirements(makers: Makers, main: Statement) -> Iterator[StatedRequirement]:
    """What `main` demands; raises UnreadError if no rule tells."""
    main = normalised(main)
    clause = main.clause
    each = demands.each_of(clause.state or (clause.event.result if clause.event else None))
    if Mark.TOGETHER in main.adverbials and len(each) > 1 and clause.negative and not main.scopes:
        pairs = ((one, other) for one in each for other in each if one != other)
        yield from (demands.needed(makers.made(one), negated(other)) for one, other in pairs)
    elif Mark.TOGETHER in main.adverbials:
        raise UnreadError("together")
    elif clause.may and not clause.negative:
        yield from _allowed(makers, main)
    else:
        scopes, condition = parted(main)
        condition = both(clause.own if clause.event is None else None, condition)
        for found in _ruled(makers, main, scopes):
            yield replace(found, condition=both(found.condition, condition))


def _pattern(main: Statement) -> Pattern:
    clause = main.clause
    if clause.event is not None:
        return Pattern.ABSENCE if clause.negative else Pattern.EXISTENCE
    is_barred = clause.negative and clause.mode == "be" and not main.scopes
    is_barred = is_barred and demands.is_place(clause.state or NOWHERE)
    return Pattern.UNIVERSALITY if main.lasts or is_barred else Pattern.STATE


def _ruled(makers: Makers, main: Statement, scopes: list[Scope]) -> Found:
    """What the rule of its pattern and its scopes makes of `main`."""
    pattern, by = _pattern(main), {scope.kind: scope for scope in scopes}
    after, span = by.get(Mark.AFTER), by.get(SPAN)
    before = by.get(Mark.BEFORE) or by.get(Mark.UNTIL)
    if len(scopes) == 2 and after and before and pattern is Pattern.EXISTENCE:
        case = Case(makers, main, after)
        return [demands.never(case.opening(), case.opening(before), until=case.making)]
    if len(scopes) == 2 and after and (before or span) and pattern is not Pattern.EXISTENCE:
        return _stay(Case(makers, main, after, before or span))
    rules = _RULES[pattern]
    if len(by) > 1 or not by.keys() <= rules.keys():
        raise UnreadError("too many conditions, or strange ones")
    cases = [Case(makers, main, scope) for scope in scopes or [EVERYWHERE]]
    return [found for case in cases for found in rules[case.scope.kind](case)]


def _allowed(makers: Makers, main: Statement) -> Found:
    """Precedence: what may be done, or be so, only then, or for so long."""
    clause, found = main.clause, list[StatedRequirement]()
    if not main.scopes:
        raise UnreadError("allowed, but when?")
    for case in (Case(makers, main, scope) for scope in main.scopes):
        scope, is_alone = case.scope, clause.event is None and len(main.scopes) == 1
        if scope.kind == SPAN and scope.measure and is_alone:
            found.append(demands.due(case.making, negated(case.state), scope.measure.span))
        elif scope.kind in (SPAN, Mark.UNTIL, Mark.BEFORE):
            raise UnreadError("at no other time, or just that?")
        elif scope.measure and scope.measure.kind != "within":
            raise UnreadError("from when on, or until when?")
        elif clause.event is None and scope.kind == Mark.WHILE and scope.state:
            found += demands.together(makers, scope.state, case.state)
        else:
            is_next = scope.measure is not None and scope.measure.span == Span(1)
            now = replace(case, scope=replace(scope, measure=None)) if is_next else case
            found += _reached(now, case.making)
    return found
