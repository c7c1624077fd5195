"""Scopes of statements, brought to few kinds."""

from __future__ import annotations

import pytest

from is_bench.reading.marks import Mark, Measure
from is_bench.reading.requirement import DONE, Event, Lit, Span, Step, Things, UnreadError
from is_bench.reading.scopes import SPAN, Scope, Statement, normalised, parted
from is_bench.reading.stated_clauses import Clause

DOOR = (Things(("door_1",)),)
OPENING = Clause(event=Event((Step("OPEN", DOOR),), Lit("open", DOOR)))
CLOSED = Clause(state=Lit("open", DOOR, positive=False))
LIT = Clause(state=Lit("toggled_on", (Things(("lamp_1",)),)))


def only(main: Statement) -> Statement:
    (one,) = normalised(main)
    return one


def kinds(main: Statement) -> list[str]:
    return [scope.kind for scope in only(main).scopes]


def test_when_is_before_what_leaves_a_state_and_after_what_ends_it() -> None:
    lighting = Clause(event=Event((Step("TOGGLE_ON", LIT.state.things),), LIT.state))  # type: ignore[union-attr]
    assert kinds(Statement(CLOSED, (Scope(Mark.WHEN, lighting),))) == [Mark.BEFORE]
    assert kinds(Statement(CLOSED, (Scope(Mark.WHEN, OPENING),))) == [Mark.AFTER]


def test_unless_is_while_not() -> None:
    (scope,) = only(Statement(CLOSED, (Scope(Mark.UNLESS, LIT),))).scopes
    assert scope.kind == Mark.WHILE
    assert scope.state == Lit("toggled_on", (Things(("lamp_1",)),), positive=False)


def test_a_time_belongs_to_the_step_from_which_on_it_counts() -> None:
    span = Measure("within", Span(2))
    (scope,) = only(
        Statement(CLOSED, (Scope(Mark.AFTER, OPENING), Scope(SPAN, measure=span)))
    ).scopes
    assert scope.measure == span


def test_the_end_is_before_the_task_is_over() -> None:
    (scope,) = only(Statement(CLOSED, adverbials=frozenset({Mark.END}))).scopes
    assert scope.event is not None
    assert scope.event.steps == (DONE,)


def test_once_forbids_to_do_it_again() -> None:
    main = only(Statement(OPENING, adverbials=frozenset({Mark.ONCE})))
    assert main.clause.negative
    with pytest.raises(UnreadError):
        normalised(Statement(CLOSED, adverbials=frozenset({Mark.ONCE})))


def test_states_beside_another_scope_are_conditions() -> None:
    main = Statement(CLOSED, (Scope(Mark.BEFORE, OPENING), Scope(Mark.IF, LIT)))
    scopes, condition = parted(only(main))
    assert [scope.kind for scope in scopes] == [Mark.BEFORE]
    assert condition == LIT.state
