"""Specification patterns: from clauses and scopes to the few kinds of demands.

After M. Dwyer, G. Avrunin and J. Corbett, "Patterns in property specifications for finite-state
verification", ICSE 1999: a clause tells a pattern, a connective its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum

from is_bench.reading import demands
from is_bench.reading.cases import Case, any_but, holding
from is_bench.reading.demands import Steps
from is_bench.reading.making import Makers
from is_bench.reading.marks import Count, Mark
from is_bench.reading.requirement import (
    DONE,
    UNBOUNDED,
    Demands,
    Lit,
    Span,
    StatedRequirement,
    UnreadError,
    both,
    negated,
)
from is_bench.reading.scopes import (
    AT_END,
    EVERYWHERE,
    FACTS,
    SPAN,
    Scope,
    Statement,
    normalised,
    parted,
)

Found = Iterable[StatedRequirement]
_LONG = frozenset({"WAIT", "WAIT_FOR_COOKED", "HEAT", "COOL"})


class Pattern(Enum):
    """What a clause demands of an event or a state."""

    ABSENCE = "an event never occurs"
    EXISTENCE = "an event occurs"
    STATE = "a state holds at a time"
    UNIVERSALITY = "a state holds all the time"


def _precede(case: Case) -> Found:
    """Precedence: what is done, or so, before a step."""
    ways = {step.state for step in case.event.steps} if case.event is not None else {None}
    if case.scope.kind == "" and None not in ways and len(ways) == 1:
        plain = tuple(replace(step, state=None) for step in case.making)
        yield demands.needed(plain, case.making[0].state)  # "the apple must be cut on the board"
    else:
        opening = case.opening()
        yield demands.needed(opening, *case.goal(opening))


def _reached(case: Case, steps: Steps | None = None) -> Found:
    """Precedence: a step comes only once that was done, or is so, which the scope tells of."""
    scope, steps = case.scope, case.breaking if steps is None else steps
    within = case.span("within", "plain", "upto")
    if scope.event is not None and scope.kind != Mark.WHILE:
        yield demands.needed(steps, *demands.goal_of(scope.event, ()), within)
    elif scope.clause is not None and scope.clause.own and scope.clause.state:
        state = negated(scope.clause.state) if scope.clause.negative else scope.clause.state
        yield replace(demands.needed(steps, state, (), within), condition=scope.clause.own)
    else:
        yield demands.needed(steps, case.known, (), within)


def _respond(case: Case) -> Found:
    """Response: what is done, or so, after a step."""
    measure, event, opening = case.scope.measure, case.event, case.opening()
    if measure is not None and measure.kind in ("least", "over"):
        yield demands.never(opening, case.making, demands.too_early(measure))
    elif (
        event is not None
        and measure is None
        and (event.result is None or demands.is_cleaning(event))
    ):
        steps = demands.rinsed(event) or event.steps
        yield StatedRequirement(Demands.DONE, (DONE,), None, steps, opening)
    else:
        plain = tuple(dict.fromkeys(replace(step, state=None) for step in opening))
        clause = case.scope.clause
        # What is in a vessel may have left it by then, so that its own state tells.
        condition = clause.reached if clause is not None and plain != opening else None
        found = demands.due(plain, case.state, case.span("within", "plain", "upto"))
        yield replace(found, condition=condition)


def _forbid(case: Case) -> Found:
    """Absence, or universality, everywhere."""
    breaking = case.breaking
    if DONE in breaking:
        raise UnreadError("a task that must not end")
    if case.event is not None:
        if Mark.AGAIN in case.main.adverbials:
            yield demands.never(breaking, breaking)
        else:
            yield demands.needed(breaking, demands.NOWHERE)
        return
    # A washer that is left open has been closed for washing.
    state = case.state
    is_open = isinstance(state, Lit) and state.predicate == "open" and state.positive
    is_left_open = case.main.clause.mode == "leave" and is_open
    if breaking and not is_left_open:
        kept = demands.needed(breaking, demands.NOWHERE)
        yield replace(kept, lasting=not case.main.clause.negative)
    yield demands.needed((DONE,), state)


def _stay(case: Case) -> Found:
    """Absence, or universality, from a step on, until another one, or for some time."""
    until, opening, condition = case.until, case.opening(), None
    ends: Steps = ()
    measure = (until if until is not None and until.measure else case.scope).measure
    kind, within = (measure.kind, measure.span) if measure is not None else ("", UNBOUNDED)
    within = demands.too_early(measure) if kind == "least" else within
    if kind in ("over", "upto"):
        yield demands.due(opening, case.state, within)
        return
    if until is not None and until.measure is not None:
        pass
    elif until is not None and until.event is None and case.event is not None:
        condition = negated(until.state or demands.NOWHERE)
    elif until is not None:
        ends = case.opening(until)
    breaking = tuple(s for s in case.breaking if case.event is not None or s not in ends)
    if breaking:
        yield replace(demands.never(opening, breaking, within, ends), condition=condition)
    if case.event is None:
        yield StatedRequirement(Demands.KEPT, opening, case.state, until=ends, within=within)


def _stay_after(case: Case) -> Found:
    """What stays so from a step on, or comes to be so in time."""
    measure = case.scope.measure
    yield from _respond(case) if measure and measure.kind == "within" else _stay(case)


def _between(case: Case) -> Found:
    """Universality while a state holds: neither begins or ends to break that."""
    if case.scope.state is None and case.event is None:
        return _precede(case)
    return holding(case.makers, case.state, case.known)


def _before(case: Case) -> Found:
    """What is so before a step; a prohibition lasts until then."""
    is_forbidden = case.main.clause.negative and case.main.clause.named
    is_end = case.scope.event is not None and case.scope.event.steps == (DONE,)
    return _reached(case) if is_forbidden and not is_end else _precede(case)


def _meanwhile(case: Case) -> Found:
    """`lamp on while the stove is on`, `turn the hood on while you fry the egg`."""
    if case.main.clause.mode == "bare":
        yield from _between(case)
    elif case.scope.event is not None and case.main.clause.firm:
        yield demands.needed(case.opening(), case.state)
    else:
        raise UnreadError("done all that time?")


def _last(case: Case) -> Found:
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
    elif clause.negative and kind in ("during", "least") and case.event and case.main.other:
        yield demands.never(case.main.other.steps, case.breaking, span)
    elif clause.negative or (kind not in ("within", "upto") and case.event is not None):
        raise UnreadError("from when on?")
    elif kind == "within" and clause.mode in ("", "be", "bare"):
        before, result = case.main.before, case.event.result if case.event else None
        is_switched = isinstance(result, Lit) and result.predicate in ("open", "toggled_on")
        is_next = before is not None and set(before.steps).isdisjoint(case.breaking)
        begun = before.steps if before is not None and is_switched and is_next else case.breaking
        yield demands.due(begun, case.state, span)
    elif kind in ("within", "upto"):
        case.makers.made(negated(case.state))
        yield demands.due(case.making, negated(case.state), span)
    else:
        yield demands.never(case.making, case.breaking, span)
        yield StatedRequirement(Demands.KEPT, case.making, case.state, within=span)


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
    Pattern.EXISTENCE: {**_STATES, Mark.WHILE: _meanwhile, Mark.UNTIL: _last},
    Pattern.STATE: _STATES,
    Pattern.UNIVERSALITY: {**_STATES, "": _forbid, Mark.BEFORE: _before, Mark.AFTER: _stay_after},
}
"""By pattern and scope, the rule that makes demands."""


def requirements(makers: Makers, main: Statement) -> Iterator[StatedRequirement]:
    """What `main` demands; raises UnreadError if no rule tells."""
    main = normalised(main)
    clause, adverbials = main.clause, main.adverbials
    is_only = any(scope.only for scope in main.scopes)
    if main.count is not None:
        yield from _number(makers, main, main.count)
    elif Mark.TOGETHER in adverbials and len(clause.each) > 1:
        if not clause.negative or main.scopes:
            raise UnreadError("together")
        for one, other in ((a, b) for a in clause.each for b in clause.each if a != b):
            yield demands.needed(makers.made(one), negated(other))
    elif adverbials & {Mark.ORDER, Mark.TOGETHER, Mark.SERIAL}:
        raise UnreadError("an order of what?")
    elif Mark.LAST in adverbials:
        if main.scopes or clause.negative or clause.event is None:
            raise UnreadError("last, and a condition")
        yield demands.never(clause.event.steps, any_but(makers))
    elif is_only or (clause.may and not clause.negative):
        yield from _allowed(makers, main)
    else:
        yield from _scoped(makers, main)


def _scoped(makers: Makers, main: Statement) -> Found:
    """What the rule of its pattern and its scope makes of `main`."""
    clause = main.clause
    pattern = Pattern.ABSENCE if clause.negative else Pattern.EXISTENCE
    if clause.event is None:
        is_barred = (
            clause.negative
            and clause.mode == "be"
            and demands.is_place(clause.state or demands.NOWHERE)
        )
        is_barred = is_barred and not main.scopes
        pattern = Pattern.UNIVERSALITY if main.lasts or is_barred else Pattern.STATE
    scopes, condition = parted(main)
    condition = both(clause.own if clause.event is None else None, condition)
    for found in _ruled(makers, main, scopes, pattern):
        yield replace(found, condition=both(found.condition, condition))


def _ruled(makers: Makers, main: Statement, scopes: list[Scope], pattern: Pattern) -> Found:
    by = {scope.kind: scope for scope in scopes}
    after, span = by.get(Mark.AFTER), by.get(SPAN)
    before = by.get(Mark.BEFORE) or by.get(Mark.UNTIL)
    if len(scopes) == 2 and after and before and pattern is Pattern.EXISTENCE:
        case = Case(makers, main, after)
        return [demands.never(case.opening(), case.opening(before), until=case.making)]
    if len(scopes) == 2 and after and (before or span) and pattern is not Pattern.EXISTENCE:
        return _stay(Case(makers, main, after, before or span))
    if len(scopes) == 2 and span and before and pattern is not Pattern.ABSENCE:
        case = Case(makers, main, before)
        if any(step.skill in _LONG for step in case.making):
            raise UnreadError("waiting is itself that time")
        rest = demands.never(case.making, case.opening(), demands.too_early(span.measure))
        begun = StatedRequirement(Demands.DONE, case.opening(), None, case.making)
        is_begun = {step.skill for step in case.making} == {"TOGGLE_ON"}
        return [rest, *([replace(begun, condition=negated(case.state))] if is_begun else [])]
    rules = _RULES[pattern]
    if len(by) > 1 or not by.keys() <= rules.keys():
        raise UnreadError("too many conditions, or strange ones")
    cases = [Case(makers, main, scope) for scope in scopes or [EVERYWHERE]]
    return [found for case in cases for found in rules[case.scope.kind](case)]


def _allowed(makers: Makers, main: Statement) -> Found:
    """Precedence: what may be done, or be so, only then, or for so long."""
    clause = main.clause
    spans = [scope for scope in main.scopes if scope.kind == SPAN]
    rest = [scope for scope in main.scopes if scope.kind != SPAN]
    is_only = all(scope.only for scope in rest)
    if clause.negative or (len(rest) > 1 and not is_only) or not main.scopes:
        raise UnreadError("what is allowed")
    if spans:
        if clause.state is None or len(spans) > 1 or (rest and is_only) or not spans[0].measure:
            raise UnreadError("how long is what allowed?")
        case = Case(makers, main, *rest)
        begun = case.opening() if rest else case.making
        return [demands.due(begun, negated(clause.state), spans[0].measure.span)]
    found: list[StatedRequirement] = []
    for scope in rest:
        case = Case(makers, main, scope)
        if scope.measure is not None and not scope.only:  # "two minutes after that you may"
            if scope.measure.kind not in ("plain", "least") and scope.measure.span != Span(1):
                raise UnreadError("until when is what allowed?")
            is_late = scope.measure.kind in ("plain", "least")
            late = demands.never(case.opening(), case.making, scope.measure.span)
            now = replace(case, scope=replace(scope, measure=None))
            found += [late] if is_late else _reached(now, case.making)
        elif scope.kind in (Mark.UNTIL, Mark.BEFORE):
            raise UnreadError("at no other time, or just that?")
        elif clause.event is None and scope.kind == Mark.WHILE and scope.state:
            found += holding(makers, scope.state, case.state)
        else:
            found += _reached(case, case.making)
    return found


def _number(makers: Makers, main: Statement, count: Count) -> Found:
    """That no more, or no fewer, of some things are in a state."""
    clause, each = main.clause, main.clause.each
    facts = [scope for scope in main.scopes if scope.kind in FACTS]
    known = Case(makers, main, facts[0]).known if facts else None
    rest = [scope for scope in main.scopes if scope not in facts]
    is_strange = len(each) < 2 or clause.own or count.is_denied != clause.negative
    if is_strange or rest not in ([], [AT_END]):
        raise UnreadError("how many of what?")
    whole, is_lasting = demands.counted(each, count), main.lasts and not clause.negative
    if known is not None and (beginning := makers.of(known)):
        yield demands.needed(beginning, whole)
    if known is None and (rest or not is_lasting):
        yield demands.needed((DONE,), whole)
    for state in each if not rest and clause.mode != "leave" else ():
        others = tuple(other for other in each if other is not state)
        if count.most is not None:
            fewer = demands.counted(others, Count(0, count.most - 1))
            yield replace(demands.needed(makers.made(state), fewer), condition=known)
        if count.least and (is_lasting or known is not None):
            left = demands.counted(others, Count(count.least))
            yield replace(demands.needed(makers.breaking(state), left), condition=known)
