"""Specification patterns: from clauses and scopes to the few kinds of demands.

After M. Dwyer, G. Avrunin and J. Corbett, "Patterns in property specifications for finite-state
verification", ICSE 1999: a clause tells a pattern, a connective its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from is_bench.reading.making import Makers
from is_bench.reading.marks import ANY_TIME, Mark, Measure
from is_bench.reading.requirement import (
    DONE,
    NOWHERE,
    UNBOUNDED,
    Demands,
    Either,
    Event,
    Lit,
    Span,
    State,
    StatedRequirement,
    Steps,
    Things,
    UnreadError,
    both,
    is_place,
    literals,
    negated,
)
from is_bench.reading.scopes import EVERYWHERE, SPAN, Scope, Statement, normalised, parted

Found = Iterable[StatedRequirement]


@dataclass(frozen=True)
class Case:
    """A statement under one scope, as the rules see it."""

    makers: Makers
    main: Statement
    scope: Scope = EVERYWHERE
    until: Scope = EVERYWHERE
    """A second scope, which ends what the first one begins."""

    @property
    def event(self) -> Event | None:
        """What is to be done, or not."""
        return self.main.clause.event

    @property
    def state(self) -> State:
        """What is wanted to be so; raises UnreadError if no fact tells."""
        clause = self.main.clause
        state = clause.state or (clause.event.result if clause.event is not None else None)
        if state is None:
            raise UnreadError("no fact tells that it was done")
        return negated(state) if clause.negative else state

    @property
    def breaking(self) -> Steps:
        """The steps that are not to be taken, or end the state."""
        if self.event is not None and self.main.clause.negative:
            return self.event.steps
        facts = list(literals(self.state)) if isinstance(self.state, Either) else []
        if len({fact.things[0] for fact in facts}) > 1:
            raise UnreadError("which of them")
        return self.makers.breaking(self.state)

    def opening(self, scope: Scope) -> Steps:
        """The steps with which that begins which a scope tells of."""
        if scope.event is not None:
            return scope.event.steps
        if scope.state is None:
            raise UnreadError("nothing was asked for before")
        facts = (f for f in literals(scope.state) if f.predicate == "ontop" and f.positive)
        bound = (dict(zip("01", fact.things, strict=True)) for fact in facts)
        # A tool is at a place, too, while that is wiped with it.
        used = (self.makers.steps("WIPE(1, 0:particleRemover)", own) for own in bound)
        return (*self.makers.made(scope.state), *(step for own in used for step in own))

    @property
    def within(self) -> Span:
        """The time of the scope; raises UnreadError if it is one that has to pass first."""
        if self.scope.measure.kind not in ("", "within", "plain", "upto"):
            raise UnreadError("for how long, or how soon?")
        return self.scope.measure.span


def _needed(
    steps: Steps, state: State | None, done: Steps = (), within: Span = UNBOUNDED
) -> StatedRequirement:
    """That before `steps` a state holds, or steps were done if no state tells."""
    if not steps or (not done and (state is None or within != UNBOUNDED)):
        raise UnreadError("no step does that")
    if state is not None and within == UNBOUNDED:
        return StatedRequirement(Demands.HOLDS, steps, state)
    if any(step.state or any(t and t.state for t in step.things) for step in done):
        raise UnreadError("something that is done only in a state")
    return StatedRequirement(Demands.DONE, steps, None, done, within=within)


def _opposite(state: State) -> State:
    """The opposite of `state`; raises UnreadError where "nothing is" would be "everything is"."""
    denied = (fact for fact in literals(state) if not fact.positive)
    if any(things.others and not things.names for fact in denied for things in fact.things):
        raise UnreadError("something, but what?")
    return negated(state)


def _elapsing(measure: Measure) -> Span:
    """How long something must not be done: one step less than when it may be, if that is told."""
    steps = measure.span.steps
    if measure.kind in ("over", "upto") or (measure.kind == "least" and steps == 1):
        raise UnreadError("from when on?")
    return Span(steps - 1) if steps is not None and measure.kind == "least" else measure.span


def _precede(case: Case) -> Found:
    """Precedence: what is done, or so, before a step."""
    steps = case.opening(case.scope) if case.scope.kind else (DONE,)
    if case.event is None:
        yield _needed(steps, case.state)
    else:
        yield _needed(steps, case.event.result, case.event.steps)


def _reached(case: Case) -> Found:
    """Precedence: a step comes only once that was done, or is so, which the scope tells of."""
    event, before = case.scope.event or Event(()), case.scope.clause.opposite.whole
    state = event.result if before is None else negated(before)
    yield _needed(case.breaking, state, event.steps, case.within)


def _respond(case: Case) -> Found:
    """Response: what is done, or so, after a step."""
    event, opening = case.event, case.opening(case.scope)
    told = {fact.predicate for fact in literals(event.result)} if event is not None else {""}
    if event is not None and case.scope.measure == ANY_TIME and told <= {"covered"}:
        # What is not dirty is to be cleaned, too.
        yield StatedRequirement(Demands.DONE, (DONE,), None, event.steps, opening)
    else:
        plain = tuple(dict.fromkeys(replace(step, state=None) for step in opening))
        yield StatedRequirement(Demands.DUE, plain, case.state, within=case.within)


def _forbid(case: Case) -> Found:
    """Absence, or universality, everywhere."""
    breaking = case.breaking
    if DONE in breaking:
        raise UnreadError("a task that must not end")
    if case.event is not None and Mark.AGAIN in case.main.adverbials:
        yield StatedRequirement(Demands.NEVER, breaking, None, breaking)
    elif case.event is not None:
        yield _needed(breaking, NOWHERE)
    else:
        # A washer that is left open has been closed for washing.
        state, clause = case.state, case.main.clause
        is_open = isinstance(state, Lit) and state.predicate == "open" and state.positive
        if breaking and not (clause.mode == "leave" and is_open):
            kept = _needed(breaking, NOWHERE)
            yield replace(kept, lasting=not clause.negative)
        yield _needed((DONE,), state)


def _stay(case: Case) -> Found:
    """Absence, or universality, from a step on, until another one, or for some time."""
    opening = case.opening(case.scope)
    timed = case.scope if case.until.measure == ANY_TIME else case.until
    within = _elapsing(timed.measure)
    ends = () if case.until.kind in ("", SPAN) else case.opening(case.until)
    breaking = tuple(s for s in case.breaking if case.event is not None or s not in ends)
    if breaking:
        yield StatedRequirement(Demands.NEVER, opening, None, breaking, ends, within=within)
    if case.event is None:
        yield StatedRequirement(Demands.KEPT, opening, case.state, until=ends, within=within)


def _between(case: Case) -> Found:
    """Absence, or universality, while a state holds: no step begins or ends to break that."""
    ending, known = case.breaking, case.scope.state
    if known is None:
        raise UnreadError("a moment is no state")
    is_barred = case.event is not None and case.main.clause.negative
    beginning = () if is_barred else case.makers.of(known)
    if not ending and not beginning:
        raise UnreadError("no step changes that")
    if ending:
        yield _needed(ending, _opposite(known))
    if beginning:
        yield _needed(beginning, case.state)


def _bounded(case: Case) -> Found:
    """Bounded existence: `never open for more than a minute`."""
    clause, measure = case.main.clause, case.scope.measure
    if not clause.negative or not (measure.kind in ("over", "upto") or clause.may):
        raise UnreadError("how long, and from when on?")
    yield StatedRequirement(Demands.DUE, case.breaking, case.state, within=measure.span)


_EXISTENCE: dict[str, Callable[[Case], Found]] = {
    **dict.fromkeys(("", Mark.BEFORE), _precede),
    Mark.AFTER: _respond,
    Mark.IF: _between,
    SPAN: _bounded,
}
"""By the kind of a scope, what is demanded of an event that occurs."""
_STATE = {**_EXISTENCE, Mark.WHILE: _between, Mark.UNTIL: _reached}
"""The same of a state that holds at a time."""
_UNIVERSALITY = {**_STATE, "": _forbid, Mark.AFTER: _stay}
"""The same of a state that holds all the time."""
_ABSENCE = {**_UNIVERSALITY, Mark.BEFORE: _reached}
"""The same of an event that never occurs."""


def requirements(makers: Makers, main: Statement) -> Iterator[StatedRequirement]:
    """What `main` demands; raises UnreadError if no rule tells."""
    if Mark.TOGETHER in main.adverbials:
        yield from _apart(makers, main)
        return
    for one in normalised(main):
        scopes, condition = parted(one)
        condition = both(one.clause.own if one.clause.event is None else None, condition)
        for found in _ruled(makers, one, scopes):
            yield replace(found, condition=condition)


def _apart(makers: Makers, main: Statement) -> Found:
    """That several things are never in one state together."""
    clause = main.clause
    state = clause.state or (clause.event.result if clause.event is not None else None)
    if not isinstance(state, Lit) or not clause.negative or main.scopes:
        raise UnreadError("together")
    first, others = state.things[0], state.things[1:]
    if first.room or len(first.names) < 2:
        raise UnreadError("which of them, together?")
    each = [replace(state, things=(Things((name,)), *others)) for name in first.names]
    pairs = ((one, other) for one in each for other in each if one != other)
    return [_needed(makers.made(one), negated(other)) for one, other in pairs]


def _rules(main: Statement) -> dict[str, Callable[[Case], Found]]:
    """The rules for the pattern of a clause."""
    clause = main.clause
    if clause.event is not None:
        return _ABSENCE if clause.negative else _EXISTENCE
    if clause.mode in ("keep", "leave"):
        # "Leave it running" is no reason not to stop it for a while, to fill it.
        on = {one.predicate for one in literals(clause.state) if one.positive} == {"toggled_on"}
        is_task = on and clause.mode == "leave" and not (clause.firm or main.scopes)
        is_lasting = not (is_task or (clause.negative and clause.named))
    else:
        is_barred = clause.mode == "be" and not main.scopes and is_place(clause.state or NOWHERE)
        is_denied = clause.mode == "have" or clause.may or not clause.named or is_barred
        is_lasting = (clause.negative and is_denied) or Mark.ALWAYS in main.adverbials
    return _UNIVERSALITY if is_lasting else _STATE


def _ruled(makers: Makers, main: Statement, scopes: list[Scope]) -> Found:
    """What the rule of its pattern and its scopes makes of `main`."""
    rules, by = _rules(main), {scope.kind: scope for scope in scopes}
    until = by.get(Mark.BEFORE) or by.get(Mark.UNTIL) or by.get(SPAN)
    if len(scopes) == 2 and Mark.AFTER in by and until and rules is not _EXISTENCE:
        return _stay(Case(makers, main, by[Mark.AFTER], until))
    if len(by) > 1 or not by.keys() <= rules.keys():
        raise UnreadError("too many conditions, or strange ones")
    cases = [Case(makers, main, scope) for scope in scopes or [EVERYWHERE]]
    return [found for case in cases for found in rules[case.scope.kind](case)]
