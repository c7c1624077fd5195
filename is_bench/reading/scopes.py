"""Statements: main clauses with the scopes in which they hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from is_bench.reading.marks import SHORT, Mark, Measure
from is_bench.reading.requirement import DONE, Event, Lit, State, UnreadError, both
from is_bench.reading.stated_clauses import Clause

SPAN = "SPAN"
"""The kind of a scope that is only a time."""
FACTS = frozenset({Mark.WHILE, Mark.IF})
"""What tells in which state something holds."""
_BUT = frozenset({Mark.UNLESS, Mark.WITHOUT})


@dataclass(frozen=True)
class Scope:
    """When something is demanded: a connective with its clause, or a time."""

    kind: str
    """A connective, SPAN, or nothing: everywhere."""
    clause: Clause = Clause()
    measure: Measure | None = None

    @property
    def event(self) -> Event | None:
        """What it tells to be done."""
        if self.clause.event is not None and self.clause.negative:
            raise UnreadError("what does not happen has no time")
        return self.clause.event

    @property
    def state(self) -> State | None:
        """What it tells to be so."""
        return self.clause.whole


EVERYWHERE = Scope("")
AT_END = Scope(Mark.BEFORE, Clause(event=Event((DONE,))))


@dataclass(frozen=True)
class Statement:
    """A main clause with all that says when it holds."""

    clause: Clause
    scopes: tuple[Scope, ...] = ()
    adverbials: frozenset[str] = frozenset()
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


def normalised(main: Statement) -> Statement:
    """`main` with its adverbials as scopes: before, after, while, if, until, and times."""
    main = _quantified(main)
    adverbials = main.adverbials
    scopes = [_placed(scope, main) for scope in main.scopes]
    kinds = {scope.kind for scope in scopes}
    short = [Measure("within", span) for mark, span in SHORT.items() if mark in adverbials]
    other = Clause(event=main.other)
    if Mark.FIRST in adverbials:
        told = kinds & {Mark.AFTER, Mark.BEFORE, Mark.UNTIL}
        scopes += [] if told else [Scope(Mark.BEFORE, other)]
    elif Mark.THEN in adverbials and kinds <= {SPAN}:
        scopes.append(Scope(Mark.AFTER, other))
    scopes = _timed([*scopes, *(Scope(SPAN, measure=measure) for measure in short)])
    is_begun = any(s.kind == Mark.AFTER and s.event is not None for s in scopes)
    if Mark.END in adverbials and not is_begun:
        scopes.append(AT_END)
    return replace(main, scopes=tuple(scopes))


def _quantified(main: Statement) -> Statement:
    """`main` with "only" as a permission, and "once" as what is never done again."""
    clause, adverbials = main.clause, main.adverbials
    if Mark.ONCE in adverbials:
        if clause.negative or clause.event is None:
            raise UnreadError("once, or not at all?")
        adverbials = adverbials - {Mark.ONCE, Mark.ONLY} | {Mark.AGAIN}
        return replace(
            main, clause=replace(clause, negative=True, may=False), adverbials=adverbials
        )
    if Mark.ONLY in adverbials:
        if clause.negative or not main.scopes:
            raise UnreadError("only what?")
        return replace(main, clause=replace(clause, may=True))
    return main


def _placed(scope: Scope, main: Statement) -> Scope:
    """`scope` by one of the few kinds, which tell when its clause holds."""
    clause, own = main.clause, scope.clause
    if scope.kind not in {Mark.WHEN, Mark.IF, Mark.WITH, *_BUT}:
        return scope
    is_done, is_ordered = own.event is not None, clause.event is not None and not clause.negative
    if scope.kind in _BUT:
        denied = own if is_done else replace(own, negative=not own.negative)
        kind = Mark.UNTIL if is_done else Mark.IF if is_ordered else Mark.WHILE
        return replace(scope, kind=kind, clause=denied)
    if scope.kind == Mark.WITH and clause.mode == "be" and not (clause.negative or clause.may):
        raise UnreadError("meanwhile, or besides?")
    if not is_done:
        is_begun = scope.kind == Mark.WHEN and is_ordered and not clause.may
        kind = Mark.AFTER if is_begun else Mark.IF if scope.kind == Mark.IF else Mark.WHILE
        return replace(scope, kind=kind)
    if clause.may:
        return replace(scope, kind=Mark.AFTER)
    if scope.kind == Mark.IF and clause.event is not None and clause.negative:
        return scope
    is_vague = scope.kind == Mark.WHEN and is_ordered and Mark.THEN not in main.adverbials
    if is_vague and clause.event is not None and not clause.event.result:
        raise UnreadError("then, or afterwards?")
    is_timed = any(other.measure for other in main.scopes) or Mark.END in main.adverbials
    is_late = clause.event is not None or is_timed or _is_undone(clause.whole, own.event)
    is_first = Mark.FIRST in main.adverbials or not is_late
    return replace(scope, kind=Mark.BEFORE if is_first else Mark.AFTER)


def _is_undone(state: State | None, event: Event | None) -> bool:
    """Whether `event` ends `state`: "when you open it, it must be closed"."""
    result = event.result if event is not None else None
    if not isinstance(state, Lit) or not isinstance(result, Lit):
        return False
    is_same = [t.names for t in state.things] == [t.names for t in result.things]
    return is_same and state.predicate == result.predicate and state.positive != result.positive


def _timed(scopes: list[Scope]) -> list[Scope]:
    """`scopes` with a time joined to the clause from which on it counts."""
    after = [s for s in scopes if s.kind == Mark.AFTER and s.measure is None]
    told = [s.measure for s in scopes if s.kind == Mark.AFTER]
    scopes = [s for s in scopes if s.kind != SPAN or s.measure not in told]
    spans = [s for s in scopes if s.kind == SPAN]
    measure = spans[0].measure if len(spans) == 1 else None
    if len(after) != 1 or measure is None or measure.kind in ("during", "upto"):
        return scopes
    kept = [s for s in scopes if s not in (after[0], spans[0])]
    return [replace(after[0], measure=measure), *kept]


def parted(main: Statement) -> tuple[list[Scope], State | None]:
    """The scopes of `main`, and the state that only tells where the others hold."""
    mere = [scope for scope in main.scopes if scope.kind in FACTS and scope.state is not None]
    rest = [scope for scope in main.scopes if scope not in mere]
    is_ordered = main.clause.event is not None and not main.clause.negative
    if not rest and mere and not (is_ordered and all(s.kind == Mark.IF for s in mere)):
        rest = [next((s for s in mere if s.kind == Mark.WHILE), mere[0])]
        mere.remove(rest[0])
    if any(s.kind == SPAN for s in rest) and any(s.kind == Mark.WHILE for s in mere):
        raise UnreadError("from when on?")
    return rest, both(*(scope.state for scope in mere))
