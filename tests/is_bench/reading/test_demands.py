"""Demands over steps and states."""

from __future__ import annotations

import pytest

from is_bench.reading.demands import (
    apart,
    due,
    each_of,
    is_choice,
    needed,
    opposite,
    too_early,
)
from is_bench.reading.marks import Measure
from is_bench.reading.requirement import (
    DONE,
    Both,
    Demands,
    Either,
    Lit,
    Span,
    Step,
    Things,
    UnreadError,
)

CUP, TABLE = Things(("cup_1",)), Things(("table_1",))
ON = Lit("ontop", (CUP, TABLE))


def test_something_is_needed_before_a_step() -> None:
    step = Step("WIPE", (TABLE,))
    assert needed((step,), ON).demands is Demands.HOLDS
    assert needed((step,), None, (Step("PICK", (CUP,)),)).demands is Demands.DONE
    with pytest.raises(UnreadError):
        needed((step,), None)


def test_what_is_due_after_the_task_holds_at_its_end() -> None:
    assert due((DONE,), ON) == needed((DONE,), ON)


def test_what_is_apart_is_at_none_of_its_places() -> None:
    state = apart(CUP, TABLE)
    assert isinstance(state, Both)
    assert Lit("ontop", (CUP, TABLE), positive=False) in state.parts


def test_nothing_has_no_opposite() -> None:
    with pytest.raises(UnreadError):
        opposite(Lit("ontop", (Things((), others=True), TABLE), positive=False))


def test_a_least_time_forbids_one_step_less() -> None:
    assert too_early(Measure("least", Span(3))) == Span(2)
    with pytest.raises(UnreadError):
        too_early(Measure("within", Span(3)))


def test_a_state_of_several_things_is_one_of_each() -> None:
    both = Lit("open", (Things(("a", "b")),))
    assert each_of(both) == tuple(Lit("open", (Things((name,)),)) for name in "ab")
    assert each_of(None) == ()


def test_one_of_several_things_is_a_choice() -> None:
    drawer, cabinet = (Lit("open", (Things((name,)),)) for name in ("drawer", "cabinet"))
    assert is_choice(Either((drawer, cabinet)))
    assert not is_choice(drawer)
