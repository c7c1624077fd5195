"""Conditions in words."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench_eval.reports.condition_words import condition_words, telling

BENCHMARK = load_domain("is_bench")


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("(not (toggled_on sink.n.01_1))", "sink.n.01_1 is not turned on"),
        (
            "(and (real cooked__water.n.01_1) (contains pan.n.01_1 cooked__water.n.01_1))",
            "cooked__water.n.01_1 is there and pan.n.01_1 contains cooked__water.n.01_1",
        ),
        (
            "(forn (2) (?pizza - pizza.n.01) (cooked ?pizza))",
            "for exactly 2 pizza: pizza is cooked",
        ),
        (
            "(and (forall (?b - book.n.02) (ontop ?b shelf.n.01_1)) (open door.n.01_1))",
            "(for every book b: b is on shelf.n.01_1) and door.n.01_1 is open",
        ),
        ("(open door.n.01_1) (hot pan.n.01_1)", "door.n.01_1 is open; pan.n.01_1 is hot"),
    ],
)
def test_a_condition_is_told_in_words(condition: str, words: str) -> None:
    assert condition_words(condition, BENCHMARK) == words


@pytest.mark.parametrize("text", ["", "(", "it is hot", "(flies pig.n.01_1)", "(" * 5000])
def test_what_cannot_be_read_stays(text: str) -> None:
    assert condition_words(text, BENCHMARK) == text


def test_conditions_stay_where_the_words_are_not_known() -> None:
    text = "(not (toggled_on sink.n.01_1))"
    own, two = [{"name": "my_robot"}], [{"name": "is_bench"}, {"name": "thor"}]
    for domains in (own, two, []):
        assert telling({"domains": domains})(text) == text
    assert telling({"domains": [{"name": "is_bench"}]})(text) == "sink.n.01_1 is not turned on"
