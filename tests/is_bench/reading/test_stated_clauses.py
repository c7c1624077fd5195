"""Clauses in one form, whatever their voice, mood and frame."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.marks import Mark
from is_bench.reading.predicates import Predicates
from is_bench.reading.requirement import DONE
from is_bench.reading.stated_clauses import PLAIN, StatedClauses, affirmed, framed
from tests.is_bench.reading.scene import THOR


@pytest.fixture
def clauses() -> StatedClauses:
    return StatedClauses(Predicates(THOR, load_domain("thor")))


def test_a_frame_tells_how_a_clause_is_meant() -> None:
    words, modality = framed((Mark.MUST, "you", "do", "not", "open", "it"), PLAIN)
    assert words == ("open", "it")
    assert (modality.firm, modality.negative) == (True, True)


def test_what_denies_a_noun_denies_the_clause() -> None:
    assert affirmed(("nothing", "is", "on", "it")) == (("anything", "is", "on", "it"), True)
    assert affirmed(("it", "is", "on")) == (("it", "is", "on"), False)


@pytest.mark.parametrize(
    ("text", "mode", "negative"),
    [
        ("keep the drawer closed", "keep", False),
        ("the drawer must be closed", "be", False),
        ("the drawer must not be open", "be", True),
        ("the drawer stays closed", "keep", False),
        ("no egg in the pot", "have", True),
    ],
)
def test_a_main_clause_tells_how_a_state_is_wanted(
    clauses: StatedClauses, text: str, mode: str, negative: bool
) -> None:
    found = clauses.main(tuple(text.split()), (), PLAIN)
    assert (mode, negative) in {(one.mode, one.negative) for one in found if one.state}


def test_what_only_tells_something_is_no_main_clause(clauses: StatedClauses) -> None:
    assert clauses.main(("the", "drawer", "is", "open"), (), PLAIN) == []


def test_to_finish_is_the_end_of_the_task(clauses: StatedClauses) -> None:
    clause = clauses.sub(("you", "leave"), ())
    assert clause is not None
    assert clause.event is not None
    assert clause.event.steps == (DONE,)
