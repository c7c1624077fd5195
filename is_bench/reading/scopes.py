"""Statements: main clauses with the scopes in which they hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.reading.marks import SHORT, Count, Mark, Measure
from is_bench.reading.requirement import ANY_STEP, Event, Span, State, UnreadError, both, negated
from is_bench.reading.stated_clauses import Clause

SPAN = "SPAN"
"""The kind of a scope that is only a time."""
FACTS = frozenset({Mark.WHILE, Mark.WHEN, Mark.WITH, Mark.IF})
"""What tells in which state something holds."""
LATE = frozenset({Mark.WHEN, Mark.AFTER})
"""Connectives that a time may be joined to."""
_GOALS = frozenset({Mark.BEFORE, Mark.UNTIL, Mark.UNLESS, Mark.WITHOUT})


@dataclass(frozen=True)
class Scope:
    """When something is demanded: a connective with its clause, or a time."""

    kind: str
    """A connective, END, FIRST, THEN, SPAN, or nothing: everywhere."""
    clause: Clause | None = None
    measure: Measure | None = None
    only: bool = False

    @property
    def event(self) -> Event | None:
        """What it tells to be done."""
        if self.clause is None or self.clause.event is None:
            return None
        if self.clause.negative:
            raise UnreadError("what does not happen has no time")
        return self.clause.event

    @property
    def state(self) -> State | None:
        """What it tells to be so."""
        return None if self.clause is None else self.clause.whole


EVERYWHERE = Scope("")


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


def joined(main: Statement) -> Statement:
    """`main` with a state beside its own as one: "in the cabinet, with the door shut"."""
    clause = main.clause
    beside = [s for s in main.scopes if s.kind == Mark.WITH and s.state is not None]
    if not beside or clause.state is None or clause.mode != "be" or clause.negative or main.lasts:
        return main
    clause = replace(clause, state=both(clause.state, *(scope.state for scope in beside)))
    return replace(main, clause=clause, scopes=tuple(s for s in main.scopes if s not in beside))


def normalised(main: Statement) -> Statement:
    """`main` with its adverbials as scopes, and one scope for what belongs together."""
    clause, adverbials, scopes = main.clause, main.adverbials, list(main.scopes)
    if Mark.ONCE in adverbials:
        if clause.negative or clause.event is None:
            raise UnreadError("once, or not at all?")
        clause = replace(clause, negative=True, may=False)
        adverbials = adverbials - {Mark.ONCE, Mark.ONLY} | {Mark.AGAIN}
    if Mark.ONLY in adverbials and not scopes:
        raise UnreadError("only what?")
    if Mark.ONLY in adverbials:
        scopes = [replace(scope, only=True) for scope in scopes]
    is_first = Mark.FIRST in adverbials
    scopes = [_placed(scope, clause, is_first=is_first) for scope in scopes]
    kinds = {scope.kind for scope in scopes}
    if is_first and not kinds & {*LATE, *_GOALS}:
        scopes.append(Scope(Mark.FIRST))
    short = [Measure("within", span) for mark, span in SHORT.items() if mark in adverbials]
    if kinds & LATE and any(map(_is_start, scopes)):  # "close it before you do anything else"
        short, scopes = [Measure("within", Span(1))], [s for s in scopes if not _is_start(s)]
    scopes = _timed([*scopes, *(Scope(SPAN, measure=measure) for measure in short)])
    if Mark.THEN in adverbials and not scopes and main.other is not None:
        scopes = [Scope(Mark.THEN)]
    elif Mark.THEN in adverbials and [scope.kind for scope in scopes] == [SPAN]:
        scopes = [replace(scopes[0], kind=Mark.THEN)]
    if Mark.END in adverbials and any(s.kind in LATE and s.event is not None for s in scopes):
        scopes = [replace(s, kind=Mark.AFTER) if s.kind == Mark.WHEN else s for s in scopes]
    elif Mark.END in adverbials and Mark.LAST not in adverbials:
        scopes.append(Scope(Mark.END))
    return replace(main, clause=clause, scopes=tuple(scopes), adverbials=adverbials)


def _placed(scope: Scope, clause: Clause, *, is_first: bool) -> Scope:
    """`scope` of `clause`, by what "when" and "if" say of what is done."""
    is_when = scope.kind == Mark.WHEN or (scope.kind == Mark.IF and not clause.negative)
    if not is_when or scope.event is None or scope.only:
        return scope
    late = Mark.WHEN if clause.event is None else Mark.AFTER
    return replace(scope, kind=Mark.BEFORE if is_first else late)


def _is_start(scope: Scope) -> bool:
    """Whether it tells of whatever is done: "before anything else"."""
    is_before = scope.kind == Mark.BEFORE and scope.event is not None
    return is_before and scope.event is not None and ANY_STEP in scope.event.steps


def _timed(scopes: list[Scope]) -> list[Scope]:
    """`scopes` with a time joined to the clause from which on it counts."""
    after = [s for s in scopes if s.kind in LATE and s.measure is None]
    spans = [s for s in scopes if s.kind == SPAN]
    measure = spans[0].measure if len(spans) == 1 else None
    if len(after) != 1 or after[0].only or measure is None or measure.kind in ("during", "upto"):
        return scopes
    kept = [s for s in scopes if s not in (after[0], spans[0])]
    return [replace(after[0], measure=measure), *kept]


def parted(main: Statement) -> tuple[list[Scope], State | None]:
    """The scopes of `main`, and the state that only tells where the others hold."""
    is_done = main.clause.event is not None
    is_absence = is_done and main.clause.negative
    but = frozenset[str]() if is_absence else frozenset[str]({Mark.UNLESS})
    kinds = FACTS | but
    mere = [s for s in main.scopes if s.state is not None and not s.measure and s.kind in kinds]
    rest = [scope for scope in main.scopes if scope not in mere]
    is_conditional = is_done and not is_absence and all(s.kind in {Mark.IF, *but} for s in mere)
    if not rest and mere and not is_conditional:
        rest = [next((s for s in mere if s.kind != Mark.IF and s.kind in FACTS), mere[0])]
        mere.remove(rest[0])
    if any(s.kind == SPAN for s in rest) and any(
        s.kind != Mark.IF and s.kind in FACTS for s in mere
    ):
        raise UnreadError("from when on?")
    states = [(scope.kind in but, scope.state) for scope in mere if scope.state is not None]
    return rest, both(*(negated(state) if is_but else state for is_but, state in states))
