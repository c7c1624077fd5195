"""Scopes of statements: which clause they belong to, and the few kinds that they are brought to."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.marks import Mark, Measure, marked
from is_bench.reading.predicates import Predicates
from is_bench.reading.requirement import DONE, Event, Lit, Span, Step, Things, UnreadError
from is_bench.reading.scopes import SPAN, Scope, Statement, composed, normalised, parted
from is_bench.reading.segments import SegmentReader
from is_bench.reading.stated_clauses import Clause
from is_bench.reading.words import sentences
from tests.is_bench.reading.scene import THOR

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


def statements(text: str) -> list[Statement]:
    reader = SegmentReader(Predicates(THOR, load_domain("thor")))
    return composed(next(reader.parses(marked(sentences(text)[0].words), ())))


def scopes_of(text: str) -> list[list[str]]:
    return [[scope.kind for scope in main.scopes] for main in statements(text)]


def test_a_scope_belongs_to_the_clause_before_it_or_behind_it() -> None:
    assert scopes_of("Close the drawer before you open the cabinet.") == [[Mark.BEFORE]]
    assert scopes_of("Before you open the cabinet, close the drawer.") == [[Mark.BEFORE]]


def test_what_stands_ahead_of_joined_clauses_belongs_to_all_of_them() -> None:
    text = "Before you open the cabinet, close the drawer and turn off the microwave."
    assert scopes_of(text) == [[Mark.BEFORE], [Mark.BEFORE]]


def test_what_stands_behind_joined_orders_belongs_to_all_of_them() -> None:
    text = "You must close the drawer and turn off the microwave before you open the cabinet."
    assert scopes_of(text) == [[Mark.BEFORE], [Mark.BEFORE]]


def test_only_ahead_of_a_connective_is_said_of_the_clause() -> None:
    (main,) = statements("Open the drawer, but only when the microwave is off.")
    assert Mark.ONLY in main.adverbials
