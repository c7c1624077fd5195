"""Specification patterns: from clauses and scopes to the few kinds of demands.

After M. Dwyer, G. Avrunin and J. Corbett, "Patterns in property specifications for finite-state
verification", ICSE 1999: a clause tells a pattern, a connective its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from is_bench.reading import demands
from is_bench.reading.demands import Steps
from is_bench.reading.making import Makers
from is_bench.reading.marks import Count, Mark
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
DONE_EVENT = Event((DONE,))
_LONG = frozenset({"WAIT", "WAIT_FOR_COOKED", "HEAT", "COOL"})
_IDLE = frozenset({"DONE", "NAVIGATE_TO", "WAIT"})
_SWITCHING = frozenset({"OPEN", "CLOSE", "TOGGLE_ON", "TOGGLE_OFF"})


class Pattern(Enum):
    """What a clause demands of an event or a state."""

    ABSENCE = "an event demands.never occurs"
    EXISTENCE = "an event occurs"
    STATE = "a state holds at a time"
    UNIVERSALITY = "a state holds all the time"


@dataclass(frozen=True)
class _Case:
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
        if _is_choice(self.state):
            raise UnreadError("which of them")
        return self.makers.breaking(self.state)

    def goal(self, steps: Steps) -> tuple[State | None, Steps]:
        """What has to be so, or to have been done, before `steps`."""
        return (self.state, ()) if self.event is None else demands.goal_of(self.event, steps)

    def opening(self, scope: Scope | None = None) -> Steps:
        """The steps with which that begins which a scope tells of."""
        scope = scope or self.scope
        event = DONE_EVENT if scope.kind == "" else scope.event
        if event is None and scope.state is not None:
            return (*self.makers.made(scope.state), *self._used_at(scope.state))
        is_start = event is not None and event.steps[-1:] == (ANY_STEP,)
        if is_start and scope.kind == Mark.BEFORE and self._is_switching():
            return any_but(self.makers, self.makers.made(self.state))
        steps = tuple(step for step in event.steps if step != ANY_STEP) if event else ()
        if not steps:
            raise UnreadError("nothing was asked for before")
        return steps

    def _is_switching(self) -> bool:
        """Whether it opens, closes or switches something, which others may undo."""
        made = self.makers.made(self.state) if self.event is None or self.event.result else ()
        return bool(made) and {step.skill for step in made} <= _SWITCHING

    def _used_at(self, state: State) -> Steps:
        """What brings a tool to a place beside putting it there: wiping it."""
        wiping: list[Step] = []
        for part in demands.parts_of(state):
            if isinstance(part, Lit) and part.predicate == "ontop" and part.positive:
                bound = dict(zip("01", part.things, strict=True))
                wiping += self.makers.steps("WIPE(1, 0:particleRemover)", bound)
        return tuple(wiping)

    @property
    def known(self) -> State:
        """What the scope tells to be so, or what is on; raises UnreadError for a moment."""
        if self.scope.state is not None:
            return self.scope.state
        result = self.scope.event.result if self.scope.event is not None else None
        if isinstance(result, Lit) and result.predicate in ("toggled_on", "held"):
            return result
        raise UnreadError("a moment is no state")

    def span(self, *kinds: str) -> Span:
        """The time of the scope; raises UnreadError if it is of another kind."""
        measure = self.scope.measure
        if measure is not None and measure.kind not in kinds:
            raise UnreadError("for how long, or how soon?")
        return UNBOUNDED if measure is None else measure.span


def _precede(case: _Case) -> Found:
    """Precedence: what is done, or so, before a step."""
    ways = {step.state for step in case.making} if case.event is not None else {None}
    if case.scope.kind == "" and case.event is not None and None not in ways and len(ways) == 1:
        plain = tuple(replace(step, state=None) for step in case.making)
        yield demands.needed(plain, case.making[0].state)  # "the apple must be cut on the board"
    else:
        yield demands.needed(case.opening(), *case.goal(case.opening()))


def _reached(case: _Case, steps: Steps | None = None) -> Found:
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


def _respond(case: _Case) -> Found:
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


def _forbid(case: _Case) -> Found:
    """Absence, or universality, everywhere."""
    if DONE in case.breaking:
        raise UnreadError("a task that must not end")
    if case.event is not None:
        again = Mark.AGAIN in case.main.adverbials
        yield (
            demands.never(case.breaking, case.breaking)
            if again
            else demands.needed(case.breaking, demands.NOWHERE)
        )
        return
    if case.breaking:
        yield replace(
            demands.needed(case.breaking, demands.NOWHERE), lasting=not case.main.clause.negative
        )
    yield demands.needed((DONE,), case.state)


def _stay(case: _Case) -> Found:
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


def _stay_after(case: _Case) -> Found:
    """What stays so from a step on, or comes to be so in time."""
    measure = case.scope.measure
    yield from _respond(case) if measure and measure.kind == "within" else _stay(case)


def _between(case: _Case) -> Found:
    """Universality while a state holds: neither begins or ends to break that."""
    if case.scope.state is None and case.event is None:
        return _precede(case)
    return holding(case.makers, case.state, case.known)


def _before(case: _Case) -> Found:
    """What is so before a step; a prohibition lasts until then."""
    is_forbidden = case.main.clause.negative and case.main.clause.named
    is_end = case.scope.event is not None and case.scope.event.steps == (DONE,)
    return _reached(case) if is_forbidden and not is_end else _precede(case)


def _meanwhile(case: _Case) -> Found:
    """`lamp on while the stove is on`, `turn the hood on while you fry the egg`."""
    if case.main.clause.mode == "bare":
        yield from _between(case)
    elif case.scope.event is not None and case.main.clause.firm:
        yield demands.needed(case.opening(), case.state)
    else:
        raise UnreadError("done all that time?")


def _last(case: _Case) -> Found:
    """`bake it until it is cooked`: a task."""
    if case.main.clause.firm or case.state != case.scope.state:
        raise UnreadError("how often until then?")
    return ()


def _bounded(case: _Case) -> Found:
    """Bounded existence: `demands.never open for more than a minute`, `off within a minute`."""
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


_STATES: dict[str, Callable[[_Case], Found]] = {
    **dict.fromkeys(("", Mark.BEFORE), _precede),
    **dict.fromkeys(FACTS, _between),
    Mark.AFTER: _respond,
    Mark.UNTIL: _reached,
    SPAN: _bounded,
}
_RULES: dict[Pattern, dict[str, Callable[[_Case], Found]]] = {
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
        case = _Case(makers, main, after)
        return [demands.never(case.opening(), case.opening(before), until=case.making)]
    if len(scopes) == 2 and after and (before or span) and pattern is not Pattern.EXISTENCE:
        return _stay(_Case(makers, main, after, before or span))
    if len(scopes) == 2 and span and before and pattern is not Pattern.ABSENCE:
        case = _Case(makers, main, before)
        if any(step.skill in _LONG for step in case.making):
            raise UnreadError("waiting is itself that time")
        rest = demands.never(case.making, case.opening(), demands.too_early(span.measure))
        begun = StatedRequirement(Demands.DONE, case.opening(), None, case.making)
        is_begun = {step.skill for step in case.making} == {"TOGGLE_ON"}
        return [rest, *([replace(begun, condition=negated(case.state))] if is_begun else [])]
    rules = _RULES[pattern]
    if len(by) > 1 or not by.keys() <= rules.keys():
        raise UnreadError("too many conditions, or strange ones")
    cases = [_Case(makers, main, scope) for scope in scopes or [EVERYWHERE]]
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
        case = _Case(makers, main, *rest)
        begun = case.opening() if rest else case.making
        return [demands.due(begun, negated(clause.state), spans[0].measure.span)]
    found: list[StatedRequirement] = []
    for scope in rest:
        case = _Case(makers, main, scope)
        if scope.kind in (Mark.UNTIL, Mark.BEFORE):
            raise UnreadError("at no other time, or just that?")
        if clause.event is None and scope.kind == Mark.WHILE and scope.state:
            found += holding(makers, scope.state, case.state)
        else:
            found += _reached(case, case.making)
    return found


def holding(makers: Makers, state: State, other: State) -> Found:
    """That `state` holds whenever `other` does."""
    if isinstance(state, Either) and _is_choice(state):
        yield demands.needed(makers.made(other), state)
        for part in state.parts:
            rest = Either(tuple(one for one in state.parts if one is not part))
            yield replace(demands.needed(makers.breaking(part), rest), condition=other)
        return
    ending, beginning = makers.breaking(state), makers.of(other)
    if not ending and not beginning:
        raise UnreadError("no step changes that")
    if ending:
        yield demands.needed(ending, demands.opposite(other))
    # What is put into a container is there before that can be closed.
    closing = set(state.things) if isinstance(state, Lit) and len(state.things) == 1 else set()
    puts = (step for step in beginning if step.skill == "PLACE_INSIDE")
    if any(closing & set(step.things[1:]) for step in puts):
        yield demands.due(beginning, state)
    elif beginning:
        yield demands.needed(beginning, state)


def _number(makers: Makers, main: Statement, count: Count) -> Found:
    """That no more, or no fewer, of some things are in a state."""
    clause, each = main.clause, main.clause.each
    facts = [scope for scope in main.scopes if scope.kind in FACTS]
    known = _Case(makers, main, facts[0]).known if facts else None
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


def any_but(makers: Makers, steps: Steps = ()) -> Steps:
    """Every step but `steps`, and but waiting and walking."""
    own = {step.skill: step.things[:1] for step in steps}
    found = [DONE] if steps else []
    for name, arity in makers.stock.arities.items():
        kept = tuple(replace(t, others=not t.others) for t in own.get(name, ()) if t)
        if name not in _IDLE and (kept or name not in own):
            found.append(Step(name, (*kept, *(None,) * (arity - len(kept)))))
    return tuple(found)


def _is_choice(state: State) -> bool:
    """Whether it is enough that one of several things is so."""
    parts = state.parts if isinstance(state, Either) else ()
    return len({part.things[0] for part in parts if isinstance(part, Lit)}) > 1
