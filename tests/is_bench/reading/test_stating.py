from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.requirement import DONE, Both, Either, Lit
from is_bench.reading.sayings import Sayings
from is_bench.reading.stating import Clause, Clauses
from is_bench.reading.words import normalised
from tests.is_bench.reading.scene import THOR

CLAUSES = Clauses(Sayings(THOR, load_domain("thor")))


def main(text: str) -> Clause:
    return CLAUSES.main(normalised(tuple(text.split())), ())[0]


def sub(text: str) -> Clause | None:
    return CLAUSES.sub(normalised(tuple(text.split())), ())


def skills(clause: Clause | None) -> set[str]:
    assert clause is not None
    assert clause.event is not None
    return {step.skill for step in clause.event.steps}


@pytest.mark.parametrize(
    "text",
    [
        "turn on the microwave",
        "turning on the microwave",
        "you turn the microwave on",
        "you have turned on the microwave",
        "the robot turns on the microwave",
        "the microwave has been turned on",
    ],
)
def test_an_event_is_told_in_many_forms(text: str) -> None:
    assert skills(sub(text)) == {"TURN_ON", "TOGGLE_ON"} or skills(sub(text)) == {"TOGGLE_ON"}


@pytest.mark.parametrize(
    ("text", "predicate", "positive"),
    [
        ("the microwave is on", "toggled_on", True),
        ("the microwave is not on", "toggled_on", False),
        ("no egg is in the pot", "inside", False),
        ("the egg is out_of the pot", "inside", False),
        ("the pot contains water", "contains", True),
    ],
)
def test_a_state_is_told_of_a_subject(text: str, predicate: str, positive: bool) -> None:
    found = sub(text)
    assert found is not None
    state = found.whole
    assert isinstance(state, Lit)
    assert (state.predicate, state.positive) == (predicate, positive)


def test_clauses_may_be_joined() -> None:
    either = sub("the drawer is open or the microwave is on")
    both = sub("the drawer is open and the microwave is on")
    assert either is not None
    assert both is not None
    assert isinstance(either.state, Either)
    assert isinstance(both.state, Both)


def test_to_finish_is_the_end_of_the_task() -> None:
    found = sub("you finish")
    assert found is not None
    assert found.event is not None
    assert found.event.steps == (DONE,)


@pytest.mark.parametrize(
    ("text", "mode", "negative"),
    [
        ("keep the drawer closed", "keep", False),
        ("never leave the drawer open", "leave", True),
        ("the drawer must stay closed", "keep", False),
        ("i want the drawer to be closed", "be", False),
        ("no egg in the microwave", "have", True),
    ],
)
def test_a_main_clause_tells_how_a_state_is_wanted(text: str, mode: str, negative: bool) -> None:
    found = main(text)
    assert found.state is not None
    assert (found.mode, found.negative) == (mode, negative)


def test_only_leaves_the_others_over() -> None:
    found = CLAUSES.main(("put", "the", "egg", "ONLY", "in", "the", "pot"), ())[0]
    assert {step.skill for step in found.exclusive} == {"PLACE_ON_TOP", "PLACE_INSIDE"}
    assert all(step.things[1] is not None and step.things[1].others for step in found.exclusive)


def test_a_choice_demands_nothing() -> None:
    assert CLAUSES.main(("close", "the", "drawer", "or", "the", "cabinet"), ()) == []
