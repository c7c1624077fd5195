"""Statements under one scope."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.cases import Case, any_but, is_choice
from is_bench.reading.making import Makers
from is_bench.reading.marks import Mark, Measure
from is_bench.reading.requirement import DONE, Either, Lit, Span, Things, UnreadError
from is_bench.reading.scopes import EVERYWHERE, Scope, Statement
from is_bench.reading.stated_clauses import Clause
from is_bench.reading.stock import Stock
from tests.is_bench.reading.scene import THOR

DRAWER = Lit("open", (Things(("Drawer_1",)),))
CABINET = Lit("open", (Things(("Cabinet_1",)),))


def case(scope: Scope = EVERYWHERE, *, negative: bool = False) -> Case:
    makers = Makers(Stock(THOR, load_domain("thor")))
    return Case(makers, Statement(Clause(state=DRAWER, negative=negative)), scope)


def test_a_state_is_brought_about_and_ended_by_steps() -> None:
    assert "OPEN" in {step.skill for step in case().making}
    assert "CLOSE" in {step.skill for step in case().breaking}
    assert "OPEN" in {step.skill for step in case(negative=True).breaking}


def test_without_a_scope_the_end_is_meant() -> None:
    assert case().opening() == (DONE,)
    opened = case(Scope(Mark.AFTER, Clause(state=CABINET))).opening()
    assert "OPEN" in {step.skill for step in opened}


def test_a_time_of_another_kind_is_unread() -> None:
    late = case(Scope(Mark.AFTER, measure=Measure("least", Span(2))))
    assert late.span("least") == Span(2)
    with pytest.raises(UnreadError):
        late.span("within")


def test_every_step_but_waiting_comes_after_the_last_one() -> None:
    skills = {step.skill for step in any_but(case().makers)}
    assert "OPEN" in skills
    assert skills.isdisjoint({"DONE", "WAIT"})


def test_one_of_several_things_is_a_choice() -> None:
    assert is_choice(Either((DRAWER, CABINET)))
    assert not is_choice(DRAWER)
