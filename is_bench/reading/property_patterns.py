"""Specification patterns: from clauses and scopes to the few kinds of demands.

After M. Dwyer, G. Avrunin and J. Corbett, "Patterns in property specifications for finite-state
verification", ICSE 1999: a clause tells a pattern (existence, absence, universality, precedence,
response), a connective its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice

from is_bench.reading.making import Makers
from is_bench.reading.marks import SHORT, Count, Mark, Measure
from is_bench.reading.requirement import (
    ANY_STEP,
    DONE,
    UNBOUNDED,
    Both,
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
    negated,
)
from is_bench.reading.segments import SPAN, Scope
from is_bench.reading.stated_clauses import Clause

Steps = tuple[Step, ...]
Found = Iterator[StatedRequirement]
NOWHERE = Either(())
"""What never holds."""
LIFTED = ("ontop", "overlaid", "inside")
_MOVING = frozenset({"PLACE_ON_TOP", "PLACE_INSIDE", "PLACE_NEXT_TO", "PLACE_UNDER", "PICK"})
_LONG = frozenset({"WAIT", "WAIT_FOR_COOKED", "HEAT", "COOL"})
_CLEANING = frozenset(
    {
        "RINSE",
        "SOAK_UNDER",
        "SOAK_INSIDE",
        "WAIT_FOR_WASHED",
        "WIPE",
        "CLEAN",
        "MOP",
        "SWEEP",
        "VACUUM",
    }
)
_IDLE = frozenset({"DONE", "NAVIGATE_TO", "WAIT"})
_MOST_GROUPS = 60
"""How many groups of things a number of them may be told by."""
_LASTING = frozenset({Mark.WHILE, Mark.WHEN, Mark.WITH})
_FACTS = _LASTING | {Mark.IF}
_GOALS = frozenset({Mark.BEFORE, Mark.UNTIL, Mark.UNLESS, Mark.WITHOUT})


@dataclass(frozen=True)
class Statement:
    """A main clause with all that says when it holds."""

    clause: Clause
    scopes: tuple[Scope, ...] = ()
    adverbials: frozenset[str] = frozenset()
    count: Count | None = None
    """Of how many of its things it speaks."""
    other: Event | None = None
    """What `first` and `afterwards` refer to."""
    before: Event | None = None
    """What the same sentence asks for before."""

    @property
    def lasts(self) -> bool:
        """Whether its state is wanted all the time, not just at a certain one."""
        clause = self.clause
        is_kept = clause.mode in ("keep", "leave")
        if is_kept and clause.negative and clause.named:
            return False
        is_denied = clause.negative and (clause.mode == "have" or clause.may or not clause.named)
        return is_kept or is_denied or Mark.ALWAYS in self.adverbials


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


def due(after: Steps, state: State, within: Span = UNBOUNDED) -> StatedRequirement:
    """That `state` comes true within bounds of each of the steps `after`, or holds at the end."""
    if after == (DONE,):
        return needed(after, state)
    return StatedRequirement(Demands.DUE, after, state, within=within)


def never(
    after: Steps, steps: Steps, within: Span = UNBOUNDED, until: Steps = ()
) -> StatedRequirement:
    """That after a step `after` none of `steps` is taken, for some time or until a step."""
    return StatedRequirement(Demands.NEVER, after, None, steps, until, within=within)


def result_of(event: Event) -> State:
    """What holds after `event`; raises UnreadError if no fact tells."""
    if event.result is None and {step.skill for step in event.steps} == {"PICK"}:
        return Lit("held", tuple(thing for thing in event.steps[0].things if thing is not None))
    if event.result is None:
        raise UnreadError("no fact tells that it was done")
    return event.result


def apart(things: Things, place: Things, relations: tuple[str, ...] = LIFTED) -> State:
    """That `things` are not at a place."""
    place = replace(place, state=None)
    return negated(Either(tuple(Lit(name, (things, place)) for name in relations)))


def rinsed(event: Event) -> Steps:
    """The steps that clean something, which is wanted of what is clean, too; none: it is not."""
    parts = event.result.parts if isinstance(event.result, Both) else (event.result,)
    bare = any(isinstance(part, Lit) and not part.things[-1].names for part in parts)
    is_washing = any(step.skill in ("RINSE", "SOAK_UNDER") for step in event.steps)
    if not ({step.skill for step in event.steps} <= _CLEANING and (is_washing or bare)):
        return ()
    return tuple(step for step in event.steps if step.state is None)


def opposite(state: State) -> State:
    """The opposite of `state`; raises UnreadError where "nothing is" would be "everything is"."""
    for part in (state,) if isinstance(state, Lit) else state.parts:
        if not isinstance(part, Lit):
            opposite(part)
        elif not part.positive and any(t.others and not t.names for t in part.things):
            raise UnreadError("something, but what?")
    return negated(state)


def _goal(event: Event, steps: Steps) -> tuple[State | None, Steps]:
    """What is to have come about before `steps`, by what `event` does.

    What is taken away, without a word of where from, is not at the things that `steps` act on.
    """
    if rinsed(event):
        return None, rinsed(event)
    places = [step.things[0] for step in steps if step.things]
    is_moving = all(step.skill in _MOVING for step in steps)
    if event.away is None or is_moving or not places or any(place is None for place in places):
        return event.result, event.steps
    relations = (*LIFTED, "nextto") if event.is_far else LIFTED
    return both(*(apart(event.away, place, relations) for place in places if place)), event.steps


def too_early(measure: Measure | None) -> Span:
    """The time in which something must not be done yet: one step less than when it may be."""
    if measure is None or measure.kind not in ("least", "during", "over", "plain"):
        raise UnreadError("from when on?")
    steps = measure.span.steps
    if steps is None or measure.kind == "over":
        return measure.span
    if steps < 2:
        raise UnreadError("the next step is never too early")
    return replace(measure.span, steps=steps - 1)


def counted(states: tuple[State, ...], count: Count) -> State:
    """That as many of `states` hold; raises UnreadError if that takes too many words."""
    found: list[State] = []
    for size, is_denied in ((count.most, True), (len(states) - count.least, False)):
        if size is None or (not is_denied and not count.least):
            continue
        groups = list(islice(combinations(states, size + 1), _MOST_GROUPS + 1))
        if not states or len(groups) > _MOST_GROUPS or size < 0:
            raise UnreadError("so many of them")
        found += [Either(tuple(map(negated, own) if is_denied else own)) for own in groups]
    return both(*found) or NOWHERE


class _Case:
    """A statement under one scope, as the rules of the table see it."""

    def __init__(self, makers: Makers, main: Statement, scope: Scope, until: Scope | None) -> None:
        self.makers = makers
        self.main, self.scope, self.until = main, scope, until
        clause = main.clause
        self.event = clause.event or Event(())
        self.steps = self.event.steps
        self.measure = scope.measure
        state = clause.state if clause.state is not None else self.event.result
        is_denied = clause.negative and clause.state is not None
        self.state = negated(state) if state is not None and is_denied else state or NOWHERE

    @property
    def opening(self) -> Steps:
        """The steps with which that begins which the scope tells of."""
        return self.begun(self.scope)

    def begun(self, scope: Scope) -> Steps:
        """The steps with which that begins which `scope` tells of."""
        if scope.kind == Mark.END:
            return (DONE,)
        event = self.main.other if scope.kind in (Mark.FIRST, Mark.THEN) else scope.event
        if event is not None:
            steps = tuple(step for step in event.steps if step is not ANY_STEP)
            if steps:
                return steps
            raise UnreadError("nothing was asked for before")
        if scope.state is None:
            raise UnreadError("nothing begins")
        wiping = [
            step
            for part in _parts(scope.state)
            if isinstance(part, Lit) and part.predicate == "ontop" and part.positive
            for step in self.makers.steps(
                "WIPE(1, 0:particleRemover)", dict(zip("01", part.things, strict=True))
            )
        ]
        return (*self.makers.made(scope.state), *wiping)

    @property
    def known(self) -> State:
        """What the scope tells to be so, or what is on; raises UnreadError for a moment."""
        state, event = self.scope.state, self.scope.event if self.scope.state is None else None
        result = event.result if event is not None else None
        if state is not None:
            return state
        if isinstance(result, Lit) and result.predicate in ("toggled_on", "held"):
            return result
        raise UnreadError("a moment is no state")

    @property
    def span(self) -> Span:
        """The time of the scope, at most; raises UnreadError for another one."""
        if self.measure is not None and self.measure.kind in ("least", "over", "during"):
            raise UnreadError("a least time")
        return UNBOUNDED if self.measure is None else self.measure.span

    @property
    def duration(self) -> Span:
        """The time of the scope, for which something lasts."""
        if self.measure is not None and self.measure.kind in ("over", "upto"):
            raise UnreadError("a longest time")
        return UNBOUNDED if self.measure is None else self.measure.span

    @property
    def ending(self) -> Steps:
        """What ends the state; raises UnreadError for a choice, of which more is left."""
        if isinstance(self.state, Either) and _is_choice(self.state):
            raise UnreadError("which of them")
        return self.makers.breaking(self.state)

    def reached(self, steps: Steps, within: Span = UNBOUNDED) -> Found:
        """Precedence: `steps` come only once that was done, or is so, which the scope tells of."""
        clause = self.scope.clause
        if self.scope.event is not None and self.scope.kind != Mark.WHILE:
            yield needed(steps, *_goal(self.scope.event, ()), within)
        elif clause is not None and clause.own is not None and clause.state is not None:
            state = negated(clause.state) if clause.negative else clause.state
            yield replace(needed(steps, state, (), within), condition=clause.own)
        else:
            yield needed(steps, self.known, (), within)

    def forbid(self) -> Found:
        """Absence, everywhere."""
        if DONE in self.steps:
            raise UnreadError("a task that must not end")
        again = Mark.AGAIN in self.main.adverbials
        yield never(self.steps, self.steps) if again else needed(self.steps, NOWHERE)

    def absent_after(self) -> Found:
        """Absence after a step, until another one or a state."""
        until = self.until
        if until is not None and until.kind == SPAN:
            if until.measure and until.measure.kind == "over":
                yield due(self.opening, negated(result_of(self.event)), until.measure.span)
                return
            span = until.measure.span if until.measure else UNBOUNDED
            yield never(self.opening, self.steps, span)
        elif until is not None and until.event is None and until.kind == Mark.UNTIL:
            found = never(self.opening, self.steps, self.span)
            yield replace(found, condition=negated(until.state or NOWHERE))
        else:
            ends = self.begun(until) if until is not None else ()
            yield never(self.opening, self.steps, self.duration, ends)

    def demand(self) -> Found:
        """Existence, everywhere."""
        ways = {step.state for step in self.steps}
        if len(ways) == 1 and None not in ways:
            plain = tuple(replace(step, state=None) for step in self.steps)
            yield needed(plain, self.steps[0].state)  # "the apple must be cut on the board"
        else:
            yield needed((DONE,), *_goal(self.event, (DONE,)))

    def precede(self) -> Found:
        """Precedence: what is done, or so, before a step."""
        clause = self.scope.clause
        if clause is not None and clause.event is not None and ANY_STEP in clause.event.steps:
            yield needed(self.any_but(self.makers.made(self.state)), self.state)
        elif self.main.clause.event is not None:
            yield needed(self.opening, *_goal(self.event, self.opening))
        else:
            yield needed(self.opening, self.state)

    def respond(self) -> Found:
        """Response: what is done, or so, after a step."""
        opening, event = self.opening, self.event
        if self.measure is not None and self.measure.kind in ("least", "over"):
            yield never(opening, self.steps, too_early(self.measure))
            return
        is_done = self.main.clause.event is not None
        is_cleaning = is_done and {step.skill for step in self.steps} <= _CLEANING
        places = [step.things[0] for step in opening if step.skill == "OPEN"]
        if is_done and event.away is not None and event.result is None and any(places):
            state = both(*(apart(event.away, place, ("inside",)) for place in places if place))
            yield due(opening, state or NOWHERE, self.span)
        elif is_done and self.measure is None and (event.result is None or is_cleaning):
            steps = rinsed(event) or event.steps
            yield StatedRequirement(Demands.DONE, (DONE,), None, steps, opening)
        else:
            yield from self._late(opening, result_of(event) if is_done else self.state)

    def _late(self, opening: Steps, state: State) -> Found:
        plain = tuple(dict.fromkeys(replace(step, state=None) for step in opening))
        clause = self.scope.clause
        reached = clause.reached if clause is not None and plain != opening else None
        # What is in a vessel may have left it by then, so that its own state tells.
        yield replace(due(plain, state, self.span), condition=reached)

    def undo(self) -> Found:
        """Bounded existence of what an event brings about."""
        state = negated(result_of(self.event))
        self.makers.made(state)
        yield due(self.steps, state, self.measure.span if self.measure else UNBOUNDED)

    def done_while(self) -> Found:
        """`lamp on while the stove is on`, `turn the hood on while you fry the egg`."""
        if self.main.clause.mode == "bare":
            yield from self.hold_while()
        elif self.scope.event is not None and self.main.clause.firm:
            yield needed(self.opening, result_of(self.event))
        else:
            raise UnreadError("done all that time?")

    def last(self) -> Found:
        """`bake it until it is cooked`: a task."""
        if self.main.clause.firm or self.event.result != self.scope.state:
            raise UnreadError("how often until then?")
        yield from ()

    def absent_for(self) -> Found:
        """`never run it for more than a minute`, `do not open it for three steps`."""
        kind = self.measure.kind if self.measure is not None else ""
        if kind in ("over", "upto"):
            yield from self.undo()
        elif kind in ("during", "least") and self.main.other is not None:
            yield never(self.main.other.steps, self.steps, self.duration)
        else:
            raise UnreadError("for how long?")

    def in_time(self) -> Found:
        """`turn it off within ten seconds`: of turning it on, or of what was asked for before."""
        if self.measure is not None and self.measure.kind == "upto":
            yield from self.undo()
            return
        if self.measure is None or self.measure.kind != "within":
            raise UnreadError("how long, or how soon?")
        undoing = self.makers.made(negated(result_of(self.event)))
        before, result = self.main.before, self.event.result
        is_switched = isinstance(result, Lit) and result.predicate in ("open", "toggled_on")
        if before is not None and is_switched and set(before.steps).isdisjoint(undoing):
            undoing = before.steps
        yield due(undoing, result_of(self.event), self.span)

    def keep(self, within: Span = UNBOUNDED, until: Steps = (), after: Steps = ()) -> Found:
        """Universality from a step on: no step ends the state before it is over."""
        ending = tuple(step for step in self.ending if step not in until)
        if ending:
            yield never(after, ending, within, until)
        yield StatedRequirement(Demands.KEPT, after, self.state, until=until, within=within)

    def hold_after(self) -> Found:
        """What is so from a step on, or comes to be so."""
        until = self.until
        if until is not None and until.kind == SPAN and until.measure is not None:
            if until.measure.kind == "over":
                yield due(self.opening, self.state, until.measure.span)
            else:
                yield from self.keep(until.measure.span, after=self.opening)
        elif until is not None:
            yield from self.keep(until=self.begun(until), after=self.opening)
        elif self.main.lasts and (self.measure is None or self.measure.kind != "within"):
            yield from self.keep(self.duration, after=self.opening)
        else:
            yield from self.respond()

    def hold_when(self) -> Found:
        """What is so at a step, or, where the step undoes it, is so again later."""
        is_undone = self.scope.event is not None and self.scope.event.result == negated(self.state)
        if is_undone or self.measure:
            yield from self.hold_after()
        else:
            yield from self.precede() if self.scope.state is None else self.hold_while()

    def hold_while(self) -> Found:
        """Universality while another state holds: neither may begin or end to break that."""
        if self.scope.state is None and self.scope.event is not None and self.steps == ():
            yield from self.precede()
            return
        other, state = self.known, self.state
        if self.scope.kind == Mark.UNLESS:
            other = negated(other)
        yield from self.between(state, other)

    def between(self, state: State, other: State) -> Found:
        """That `state` holds whenever `other` does."""
        if isinstance(state, Either) and _is_choice(state):
            yield needed(self.makers.made(other), state)
            for part in state.parts:
                rest = Either(tuple(one for one in state.parts if one is not part))
                yield replace(needed(self.makers.breaking(part), rest), condition=other)
            return
        ending, beginning = self.makers.breaking(state), self.makers.of(other)
        if not ending and not beginning:
            raise UnreadError("no step changes that")
        if ending:
            yield needed(ending, opposite(other))
        # What is put into a container is there before that can be closed.
        closing = set(state.things) if isinstance(state, Lit) and len(state.things) == 1 else set()
        puts = (step for step in beginning if step.skill == "PLACE_INSIDE")
        if any(closing & set(step.things[1:]) for step in puts):
            yield due(beginning, state)
        elif beginning:
            yield needed(beginning, state)

    def hold(self) -> Found:
        """Universality, or existence at the end, everywhere."""
        clause = self.main.clause
        is_barred = clause.negative and clause.mode == "be" and is_place(self.state)
        is_end = Mark.END in self.main.adverbials
        if (self.main.lasts or is_barred) and not is_end and self.ending:
            yield replace(needed(self.ending, NOWHERE), lasting=not clause.negative)
        yield needed((DONE,), self.state)

    def hold_until(self) -> Found:
        """What is so until something else, or has to be so before something else."""
        clause = self.main.clause
        is_barred = self.main.lasts and clause.negative and clause.named
        if self.scope.kind in (Mark.UNLESS, Mark.WITHOUT) and self.scope.state is not None:
            yield from self.between(self.state, negated(self.scope.state))
        elif self.scope.kind == Mark.BEFORE and not is_barred:
            yield from self.precede()
        elif self.scope.kind == Mark.UNLESS and not self.main.lasts:
            yield replace(needed((DONE,), self.state), condition=negated(self.known))
        else:
            yield from self.reached(self.ending)

    def hold_for(self) -> Found:
        """`keep it closed for three steps`, `never leave it open for more than three steps`."""
        clause, measure = self.main.clause, self.measure
        kind = measure.kind if measure is not None else ""
        span = measure.span if measure is not None else UNBOUNDED
        if clause.negative and kind != "over" and kind != "upto":
            raise UnreadError("from when on?")
        if clause.negative or (kind == "within" and clause.mode in ("", "be")):
            yield due(self.makers.made(negated(self.state)), self.state, span)
        elif kind in ("within", "upto"):
            yield due(self.makers.made(self.state), negated(self.state), span)
        else:
            yield from self.keep(span, after=self.makers.made(self.state))

    def rest(self) -> Found:
        """That some time passes after the event, or with the state, before something else."""
        steps = self.steps or self.makers.made(self.state)
        if any(step.skill in _LONG for step in steps):
            raise UnreadError("waiting is itself that time")
        if self.until is None:
            raise UnreadError("before what?")
        yield never(steps, self.begun(self.until), too_early(self.measure))
        if {step.skill for step in steps} == {"TOGGLE_ON"}:
            begun = StatedRequirement(Demands.DONE, self.begun(self.until), None, steps)
            yield replace(begun, condition=negated(self.state))

    def any_but(self, steps: Steps = ()) -> Steps:
        """Every step but `steps`, and but waiting and walking."""
        if not {step.skill for step in steps} <= {"OPEN", "CLOSE", "TOGGLE_ON", "TOGGLE_OFF"}:
            raise UnreadError("what may undo that")
        own = {step.skill: step.things[:1] for step in steps}
        found = [DONE] if steps else []
        for name, arity in self.makers.stock.arities.items():
            kept = tuple(replace(t, others=not t.others) for t in own.get(name, ()) if t)
            if name not in _IDLE and (kept or name not in own):
                found.append(Step(name, (*kept, *(None,) * (arity - len(kept)))))
        return tuple(found)


def _parts(state: State) -> tuple[State, ...]:
    return (state,) if isinstance(state, Lit) else state.parts


def is_place(state: State) -> bool:
    """Whether it tells where something is."""
    return all(isinstance(part, Lit) and len(part.things) > 1 for part in _parts(state))


def _is_choice(state: Either) -> bool:
    """Whether it is enough that one of several things is so."""
    return len({part.things[0] for part in state.parts if isinstance(part, Lit)}) > 1


_ABSENCE: Mapping[str, Callable[[_Case], Found]] = {
    "": _Case.forbid,
    **dict.fromkeys(_GOALS, lambda case: case.reached(case.steps)),
    **dict.fromkeys((Mark.AFTER, Mark.THEN), _Case.absent_after),
    **dict.fromkeys(_FACTS, lambda case: iter((needed(case.steps, opposite(case.known)),))),
    SPAN: _Case.absent_for,
}
_EXISTENCE: Mapping[str, Callable[[_Case], Found]] = {
    "": _Case.demand,
    **dict.fromkeys((Mark.BEFORE, Mark.END, Mark.FIRST), _Case.precede),
    **dict.fromkeys((Mark.AFTER, Mark.WHEN, Mark.THEN), _Case.respond),
    Mark.WHILE: _Case.done_while,
    Mark.UNTIL: _Case.last,
    SPAN: _Case.in_time,
}
_UNIVERSALITY: Mapping[str, Callable[[_Case], Found]] = {
    "": _Case.hold,
    Mark.END: _Case.precede,
    **dict.fromkeys(_GOALS, _Case.hold_until),
    Mark.AFTER: _Case.hold_after,
    **dict.fromkeys((Mark.FIRST,), _Case.precede),
    Mark.THEN: _Case.respond,
    Mark.WHEN: _Case.hold_when,
    **dict.fromkeys((Mark.WHILE, Mark.IF, Mark.WITH), _Case.hold_while),
    SPAN: _Case.hold_for,
}


class Patterns:
    """Finds the pattern and the scope of a statement."""

    def __init__(self, makers: Makers) -> None:
        """`makers` knows which steps bring states about."""
        self.makers = makers

    def requirements(self, main: Statement) -> Found:
        """What `main` demands; raises UnreadError if no rule tells."""
        main = _normal(main)
        clause, adverbials = main.clause, main.adverbials
        if main.count is not None:
            yield from self._counted(main, main.count)
        elif Mark.TOGETHER in adverbials and len(clause.each) > 1:
            yield from self._exclusive_states(main)
        elif clause.exclusive and not any(scope.only for scope in main.scopes):
            if main.scopes or clause.negative:
                raise UnreadError("only, and a condition")
            yield needed(clause.exclusive, NOWHERE)
        elif adverbials & {Mark.LAST, Mark.ORDER, Mark.TOGETHER, Mark.SERIAL}:
            if (
                adverbials & {Mark.ORDER, Mark.TOGETHER, Mark.SERIAL}
                or clause.event is None
                or main.scopes
            ):
                raise UnreadError("an order of what?")
            yield never(clause.event.steps, _Case(self.makers, main, Scope(""), None).any_but())
        elif any(s.only for s in main.scopes) or (clause.may and not clause.negative):
            yield from self._allowed(main)
        else:
            yield from self._scoped(main)

    def _scoped(self, main: Statement) -> Found:
        """What the rule of its pattern and its scope makes of `main`."""
        clause = main.clause
        is_done = clause.event is not None
        rules = _UNIVERSALITY if not is_done else _ABSENCE if clause.negative else _EXISTENCE
        beside = [s.state for s in main.scopes if s.kind == Mark.WITH and s.state is not None]
        if beside and not is_done and clause.mode == "be" and not (clause.negative or main.lasts):
            rest = tuple(scope for scope in main.scopes if scope.kind != Mark.WITH)
            clause = replace(clause, state=both(clause.state, *beside))
            main = replace(main, clause=clause, scopes=rest)
        scopes, conditions = _parted(main, rules)
        states = (clause.own if not is_done else None, *conditions)
        condition = both(*states)
        for found in self._ruled(main, scopes, rules):
            yield replace(found, condition=both(found.condition, condition))

    def _ruled(
        self, main: Statement, scopes: list[Scope], rules: Mapping[str, Callable[[_Case], Found]]
    ) -> Found:
        by = {scope.kind: scope for scope in scopes}
        after = by.get(Mark.AFTER) or by.get(Mark.WHEN)
        span, before = by.get(SPAN), by.get(Mark.BEFORE) or by.get(Mark.UNTIL)
        if len(scopes) == 2 and after and (before or span) and rules is not _EXISTENCE:
            case = _Case(self.makers, main, after, before or span)
            yield from case.absent_after() if rules is _ABSENCE else case.hold_after()
        elif len(scopes) == 2 and after and before:
            case = _Case(self.makers, main, after, before)
            yield never(case.opening, case.begun(before), until=case.steps)
        elif len(scopes) == 2 and span and before and rules is not _ABSENCE:
            yield from _Case(self.makers, main, span, before).rest()
        elif len(by) > 1:
            raise UnreadError("too many conditions")
        else:
            for scope in scopes or [Scope("")]:
                if scope.kind not in rules:
                    raise UnreadError(f"no rule for {scope.kind}")
                yield from rules[scope.kind](_Case(self.makers, main, scope, None))

    def _allowed(self, main: Statement) -> Found:
        """Precedence: what may be done, or be so, only then."""
        clause = main.clause
        spans = [scope for scope in main.scopes if scope.kind == SPAN]
        rest = [scope for scope in main.scopes if scope.kind != SPAN]
        if clause.negative or len(rest) > 1 and not all(scope.only for scope in rest):
            raise UnreadError("only, and another condition")
        if clause.state is not None and len(spans) == 1 and not any(s.only for s in rest):
            begun = self.makers.made(clause.state)
            case = _Case(self.makers, main, *rest[:1] or [Scope("")], None)
            yield due(case.opening if rest else begun, negated(clause.state), spans[0].measure.span)
            return
        if spans or not rest:
            raise UnreadError("what is allowed")
        for scope in rest:
            case = _Case(self.makers, main, scope, None)
            steps = case.steps or self.makers.made(case.state)
            if scope.kind == Mark.UNLESS and scope.state is not None:
                yield needed(steps, opposite(scope.state))
            elif scope.kind in (Mark.UNTIL, Mark.BEFORE, Mark.UNLESS, Mark.WITHOUT):
                raise UnreadError("at no other time, or just that?")
            elif scope.kind in (Mark.FIRST, Mark.THEN):
                yield needed(
                    steps, *_goal(Event(case.opening, main.other and main.other.result), steps)
                )
            elif clause.event is None and scope.kind in (Mark.WHILE, Mark.WITH) and scope.state:
                yield from case.between(scope.state, case.state)
            else:
                yield from case.reached(steps, case.span)

    def _counted(self, main: Statement, count: Count) -> Found:
        """That no more, or no fewer, of some things are in a state."""
        clause = main.clause
        each = clause.each if len(clause.each) > 1 else ()
        facts = [scope for scope in main.scopes if scope.kind in _FACTS]
        known = _Case(self.makers, main, facts[0], None).known if facts else None
        kinds = {scope.kind for scope in main.scopes if scope not in facts}
        if not each or count.is_denied != clause.negative or kinds - {Mark.END} or clause.own:
            raise UnreadError("how many of what?")
        whole, is_lasting = counted(each, count), main.lasts and not clause.negative
        if known is not None and (beginning := self.makers.of(known)):
            yield needed(beginning, whole)
        if known is None and (kinds or not is_lasting):
            yield needed((DONE,), whole)
        for state in each if not kinds and clause.mode != "leave" else ():
            others = tuple(other for other in each if other is not state)
            if count.most is not None:
                fewer = counted(others, Count(0, count.most - 1))
                yield replace(needed(self.makers.made(state), fewer), condition=known)
            if count.least and (is_lasting or known is not None):
                left = counted(others, Count(count.least))
                yield replace(needed(self.makers.breaking(state), left), condition=known)

    def _exclusive_states(self, main: Statement) -> Found:
        """That only one of some states holds at a time."""
        if not main.clause.negative or main.scopes:
            raise UnreadError("together")
        for state in main.clause.each:
            for other in main.clause.each:
                if other is not state:
                    yield needed(self.makers.made(state), negated(other))


def _normal(main: Statement) -> Statement:
    """`main` with its adverbials as scopes, and one scope for what belongs together."""
    clause, adverbials, scopes = main.clause, main.adverbials, list(main.scopes)
    if Mark.ONCE in adverbials:
        if clause.negative or clause.event is None:
            raise UnreadError("once, or not at all?")
        clause = replace(clause, negative=True, may=False, exclusive=())
        adverbials = adverbials - {Mark.ONCE, Mark.ONLY} | {Mark.AGAIN}
    if Mark.ONLY in adverbials and scopes and not (clause.focused and clause.exclusive):
        scopes = [replace(scope, only=True) for scope in scopes]
        clause = replace(clause, exclusive=())
    elif Mark.ONLY in adverbials and not clause.exclusive:
        raise UnreadError("only what?")
    done = [s for s in scopes if s.kind in (Mark.IF, Mark.WHEN) and s.event is not None]
    if Mark.FIRST in adverbials and len(done) == 1:
        scopes = [replace(s, kind=Mark.BEFORE) if s is done[0] else s for s in scopes]
    elif Mark.FIRST in adverbials and not {s.kind for s in scopes} & {
        Mark.WHEN,
        Mark.AFTER,
        *_GOALS,
    }:
        scopes.append(Scope(Mark.FIRST))
    scopes = [
        replace(s, kind=Mark.WHEN if clause.event is None else Mark.AFTER)
        if s.event is not None
        and (s.kind == Mark.WHEN or (s.kind == Mark.IF and not clause.negative))
        and not s.only
        else s
        for s in scopes
    ]
    scopes += [
        Scope(SPAN, measure=Measure("within", span))
        for mark, span in SHORT.items()
        if mark in adverbials
    ]
    is_after = any(s.kind in (Mark.AFTER, Mark.WHEN) for s in scopes)
    first = [s for s in scopes if s.kind == Mark.BEFORE and s.event and ANY_STEP in s.event.steps]
    if is_after and first:  # "when you open it, close it before you do anything else"
        scopes = [
            Scope(SPAN, measure=Measure("within", Span(1))) if s in first else s for s in scopes
        ]
    scopes = _timed(scopes)
    if Mark.THEN in adverbials and not scopes and main.other is not None:
        scopes = [Scope(Mark.THEN)]
    elif Mark.THEN in adverbials and len(scopes) == 1 and scopes[0].kind == SPAN:
        scopes = [replace(scopes[0], kind=Mark.THEN)]
    is_begun = any(s.kind in (Mark.AFTER, Mark.WHEN) and s.event is not None for s in scopes)
    if Mark.END in adverbials and is_begun:
        scopes = [replace(s, kind=Mark.AFTER) if s.kind == Mark.WHEN else s for s in scopes]
    elif Mark.END in adverbials and Mark.LAST not in adverbials:
        scopes.append(Scope(Mark.END))
    return replace(main, clause=clause, scopes=tuple(scopes), adverbials=adverbials)


def _timed(scopes: list[Scope]) -> list[Scope]:
    """`scopes` with a time joined to the clause from which on it counts."""
    after = [s for s in scopes if s.kind in (Mark.AFTER, Mark.WHEN) and s.measure is None]
    spans = [s for s in scopes if s.kind == SPAN]
    measure = spans[0].measure if len(spans) == 1 else None
    if len(after) != 1 or after[0].only or measure is None or measure.kind in ("during", "upto"):
        return scopes
    kept = [s for s in scopes if s not in (after[0], spans[0])]
    return [replace(after[0], measure=measure), *kept]


def _parted(
    main: Statement, rules: Mapping[str, Callable[[_Case], Found]]
) -> tuple[list[Scope], list[State]]:
    """The scopes of `main`, and the states among them that only tell where the others hold."""
    mere = [
        scope
        for scope in main.scopes
        if scope.state is not None
        and scope.measure is None
        and (scope.kind in _FACTS or (scope.kind == Mark.UNLESS and rules is not _ABSENCE))
    ]
    rest = [scope for scope in main.scopes if scope not in mere]
    is_conditional = rules is _EXISTENCE and all(s.kind in (Mark.IF, Mark.UNLESS) for s in mere)
    if not rest and mere and not is_conditional:
        rest = [next((s for s in mere if s.kind in _LASTING), mere[0])]
        mere.remove(rest[0])
    if any(s.kind == SPAN for s in rest) and any(s.kind in _LASTING for s in mere):
        raise UnreadError("from when on?")
    states = (s.state for s in mere if s.state is not None)
    return rest, [
        negated(state) if scope.kind == Mark.UNLESS else state
        for scope, state in zip(mere, states, strict=True)
    ]
