"""Errors carry what was wrong and where."""

from __future__ import annotations

import pytest

from is_bench.errors import (
    InputError,
    IsBenchError,
    Place,
    ScenarioProblem,
    SyntaxProblem,
    UnknownNameError,
    shorten,
)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("task.json"), "task.json"),
        (Place("task.json", 3), "task.json:3"),
        (Place("task.json", 3, 7), "task.json:3:7"),
    ],
)
def test_a_place_reads_as_source_line_and_column(place: Place, text: str) -> None:
    assert str(place) == text


def test_an_input_error_begins_with_its_place() -> None:
    error = SyntaxProblem("unmatched ')'", Place("goal", 1, 5))
    assert str(error) == "goal:1:5: unmatched ')'"
    assert error.message == "unmatched ')'"
    assert error.place == Place("goal", 1, 5)


def test_an_input_error_without_a_place_is_its_message() -> None:
    assert str(ScenarioProblem("no scenario here")) == "no scenario here"


@pytest.mark.parametrize("kind", [SyntaxProblem, ScenarioProblem, UnknownNameError])
def test_whatever_is_wrong_with_the_input_is_an_input_error(kind: type[Exception]) -> None:
    assert issubclass(kind, InputError)
    assert issubclass(kind, IsBenchError)


def test_an_unknown_name_is_answered_with_the_nearest_ones() -> None:
    error = UnknownNameError("skill", "OPNE", ["CLOSE", "OPEN", "WIPE"])
    assert str(error) == "no skill is named 'OPNE'; did you mean OPEN?"
    assert error.name == "OPNE"


def test_an_unknown_name_like_no_other_is_answered_with_what_there_is() -> None:
    error = UnknownNameError("world", "zzz", ["released", "corrected"])
    assert str(error) == "no world is named 'zzz'; known: corrected, released"


def test_long_lists_are_shortened() -> None:
    assert shorten("abc", most=3) == "a, b, c"
    assert shorten("abcd", most=3) == "a, b, c and 1 more"
    assert shorten([]) == "none"
