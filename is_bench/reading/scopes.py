"""Statements: main clauses with the scopes in which they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from is_bench.reading.marks import ANY_TIME, SHORT, Mark, Measure
from is_bench.reading.requirement import DONE, Event, Span, State, UnreadError, both, negated
from is_bench.reading.stated_clauses import Clause

SPAN = "SPAN"
"""The kind of a scope that is only a time."""
FACTS = frozenset({Mark.WHILE, Mark.IF})
"""What tells in which state something holds."""
_BUT = frozenset({Mark.UNLESS, Mark.WITHOUT})


_UNSAID = Clause()


@dataclass(frozen=True)
class Scope:
    """When something is demanded: a connective with its clause, or a time."""

    kind: str
    """A connective, SPAN, or nothing: everywhere."""
    clause: Clause = _UNSAID
    measure: Measure = ANY_TIME

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


@dataclass(frozen=True)
class Statement:
    """A main clause with all that says when it holds; part of it, or what only tells."""

    clause: Clause = _UNSAID
    scopes: tuple[Scope, ...] = ()
    adverbials: frozenset[str] = frozenset()
    joint: str = ""
    """What stands before it: a comma, and, but."""
    other: Event | None = None
    """What `first` and `afterwards` refer to."""

    @property
    def is_aside(self) -> bool:
        """Whether it only tells something."""
        return replace(self, joint="") == Statement()

    def joined(self, other: Statement) -> Statement:
        """`self` with what `other` tells of when."""
        scopes = tuple(dict.fromkeys((*self.scopes, *other.scopes)))
        return replace(self, scopes=scopes, adverbials=self.adverbials | other.adverbials)


def composed(segments: Sequence[Statement]) -> list[Statement]:
    """The main clauses of a sentence, each with what says when."""
    mains, ahead, first, is_beside = list[Statement](), Statement(), Statement(), False
    for segment, following in zip_longest(segments, segments[1:], fillvalue=Statement()):
        joint = segment.joint or ahead.joint
        is_next = joint not in ("", ",") and not following.is_aside
        is_timed = any(scope.kind != SPAN for scope in segment.scopes)
        if segment.clause != _UNSAID:
            first = first if mains else ahead
            shared = first if mains and joint in ("", ",", "and") else Statement()
            is_then = segment.clause.may or (segment.clause.firm and not mains)
            then = {Mark.THEN} if is_then and joint in ("then", Mark.THEN) else set()
            main = replace(segment, joint=joint, adverbials=segment.adverbials | then)
            mains.append(main.joined(ahead).joined(shared))
            ahead = Statement()
        elif is_beside and not segment.joint:
            pass  # it is the scope of a remark: "the fuse blows if both are on"
        elif is_timed and mains and not is_next:
            mains[-1] = mains[-1].joined(segment).joined(ahead)
            ahead = Statement()
        else:
            ahead = replace(ahead.joined(segment), joint=joint)
        is_beside = segment.is_aside
    if mains:
        mains[-1] = mains[-1].joined(ahead)
    _share(mains)
    return mains


def _share(mains: list[Statement]) -> None:
    """Let what says before what, behind joined orders, belong to all of them."""
    for at in range(len(mains) - 1, 0, -1):
        main, previous = mains[at], mains[at - 1]
        is_alike = main.clause.negative == previous.clause.negative
        if main.joint == "and" and is_alike and not previous.scopes:
            shared = tuple(scope for scope in main.scopes if scope.kind == Mark.BEFORE)
            mains[at - 1] = replace(previous, scopes=shared)


def normalised(main: Statement) -> list[Statement]:
    """`main` with its adverbials as scopes: before, after, while, if, until, and times.

    What may be done only then is not to be done at any other time: one statement for each.
    """
    main = _quantified(main)
    adverbials = main.adverbials
    scopes = [_placed(scope, main) for scope in main.scopes]
    kinds = {scope.kind for scope in scopes}
    other = Clause(event=main.other)
    if Mark.FIRST in adverbials and kinds.isdisjoint({Mark.AFTER, Mark.BEFORE, Mark.UNTIL}):
        scopes.append(Scope(Mark.BEFORE, other))
    elif Mark.THEN in adverbials and kinds <= {SPAN}:
        scopes.append(Scope(Mark.AFTER, other))
    short = (Measure("within", span) for mark, span in SHORT.items() if mark in adverbials)
    scopes = _timed([*scopes, *(Scope(SPAN, measure=measure) for measure in short)])
    is_begun = any(s.kind == Mark.AFTER and s.event is not None for s in scopes)
    if Mark.END in adverbials and not is_begun:
        scopes.append(Scope(Mark.BEFORE, Clause(event=Event((DONE,)))))
    return _prohibitions(replace(main, scopes=tuple(scopes)))


def _quantified(main: Statement) -> Statement:
    """`main` with "only" as a permission, and "once" as what is never done again."""
    clause, adverbials = main.clause, main.adverbials
    if Mark.ONCE in adverbials:
        if clause.negative or clause.event is None:
            raise UnreadError("once, or not at all?")
        clause = replace(clause, negative=True, may=False)
        again = adverbials - {Mark.ONCE, Mark.ONLY} | {Mark.AGAIN}
        return replace(main, clause=clause, adverbials=again)
    if Mark.ONLY in adverbials:
        if clause.negative or not main.scopes:
            raise UnreadError("only what?")
        return replace(main, clause=replace(clause, may=True))
    return main


def _placed(scope: Scope, main: Statement) -> Scope:
    """`scope` by one of the few kinds, which tell when its clause holds."""
    clause, own = main.clause, scope.clause
    is_done, is_ordered = own.event is not None, clause.event is not None and not clause.negative
    if scope.kind in _BUT:
        kind = Mark.UNTIL if is_done else Mark.IF if is_ordered else Mark.WHILE
        return replace(scope, kind=kind, clause=own if is_done else own.opposite)
    is_moment = scope.kind == Mark.WHILE and clause.event is None
    if not is_moment and scope.kind not in {Mark.WHEN, Mark.IF, Mark.WITH}:
        return scope
    if scope.kind == Mark.WITH and clause.mode == "be" and not (clause.negative or clause.may):
        raise UnreadError("meanwhile, or besides?")
    if not is_done:
        is_begun = scope.kind == Mark.WHEN and is_ordered and not clause.may
        kind = Mark.AFTER if is_begun else Mark.IF if scope.kind == Mark.IF else Mark.WHILE
        return replace(scope, kind=kind)
    is_timed = any(other.measure.kind for other in main.scopes) or Mark.END in main.adverbials
    is_undone = clause.whole is not None and negated(clause.whole) == (
        own.event and own.event.result
    )
    is_late = clause.may or clause.event is not None or is_timed or is_undone
    is_end = own.event is not None and own.event.steps == (DONE,)
    is_first = is_end or (Mark.FIRST in main.adverbials and not clause.may)
    return replace(scope, kind=Mark.AFTER if is_late and not is_first else Mark.BEFORE)


def _prohibitions(main: Statement) -> list[Statement]:
    """What is not to be done at other times where `main` tells when it may be; else `main`."""
    clause, kinds = main.clause, [(s.kind, s.measure.kind) for s in main.scopes]
    if clause.negative or not (clause.may or kinds == [(SPAN, "upto")]):
        return [main]
    if not main.scopes:
        raise UnreadError("allowed, but when?")
    main = replace(main, clause=clause.opposite)
    if len(kinds) == 1 and kinds[0][0] == SPAN:
        return [main]
    return [replace(main, scopes=(_outside(scope),)) for scope in main.scopes]


def _outside(scope: Scope) -> Scope:
    """The scope of all other times."""
    measure = ANY_TIME if scope.measure == Measure("within", Span(1)) else scope.measure
    if scope.kind not in {Mark.AFTER, *FACTS} or measure.kind not in ("", "within"):
        raise UnreadError("at no other time, or just that?")
    if scope.kind == Mark.WHILE:
        return Scope(Mark.WHILE, scope.clause.opposite)
    return Scope(Mark.UNTIL, scope.clause, measure)


def _timed(scopes: list[Scope]) -> list[Scope]:
    """`scopes` with a time joined to the clause from which on it counts."""
    after, spans = ([s for s in scopes if s.kind == kind] for kind in (Mark.AFTER, SPAN))
    if len(after) != 1 or len(spans) != 1 or spans[0].measure.kind in ("during", "upto"):
        return scopes
    others = (scope for scope in scopes if scope not in (*after, *spans))
    return [replace(after[0], measure=spans[0].measure), *others]


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
