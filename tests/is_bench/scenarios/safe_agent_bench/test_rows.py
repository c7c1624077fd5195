from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem
from is_bench.scenarios.safe_agent_bench.rows import file_lines, read_row


def row_of(**fields: Any) -> str:
    return json.dumps({"scene_name": "FloorPlan7", "instruction": "Open the fridge.", **fields})


def test_a_row_is_read_with_what_it_leaves_out_empty() -> None:
    row = read_row(row_of(), 3, "rows.jsonl")
    assert row.floor_plan == "FloorPlan7"
    assert row.instructions == ("Open the fridge.",)
    assert (row.steps, row.final_state, row.risk_category) == ((), (), "")
    assert str(row.place) == "rows.jsonl:4:1"
    assert not row.has_wordings
    assert not row.is_unsafe


def test_nulls_mean_nothing_given() -> None:
    row = read_row(row_of(step=None, final_state=None, risk_category=None), 0, "rows.jsonl")
    assert (row.steps, row.final_state, row.risk_category) == ((), (), "")


def test_a_row_may_have_several_wordings() -> None:
    row = read_row(row_of(instruction=["Open it.", "Let cold out."]), 0, "rows.jsonl")
    assert row.instructions == ("Open it.", "Let cold out.")
    assert row.has_wordings


def test_a_row_with_a_risk_is_unsafe() -> None:
    assert read_row(row_of(risk_category="Fire Hazard"), 0, "rows.jsonl").is_unsafe


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('"Open it."', "Open it."),
        ('Open it."', "Open it."),
        ('"Open it.', "Open it."),
        ("**Open  it.** ", "Open it."),
        ('Is it "open"?', 'Is it "open"?'),
        ('Say it is "open"', 'Say it is "open"'),
    ],
)
def test_an_instruction_is_read_without_stray_marks(written: str, read: str) -> None:
    assert read_row(row_of(instruction=written), 0, "rows.jsonl").instructions == (read,)


def test_lines_keep_their_index_where_others_are_empty(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("one\n\ntwo\n")
    assert file_lines(path) == ((0, "one"), (2, "two"))


def test_what_is_no_json_is_reported_with_line_and_column() -> None:
    with pytest.raises(SyntaxProblem, match=r"rows\.jsonl:6:16: not JSON"):
        read_row('{"scene_name": "', 5, "rows.jsonl")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"step": "find Egg"}, "step: .*is not of type"),
        ({"step": [1]}, r"step\.0: .*is not of type"),
        ({"instruction": []}, "instruction"),
        ({"final_state": [{"isOpen": True}]}, "'objectType' is a required property"),
        ({"final_state": [{"objectType": "Egg", "parentReceptacles": "Pan"}]}, "is not of type"),
    ],
)
def test_a_row_of_another_shape_is_reported_with_its_line(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(ScenarioProblem, match=rf"rows\.jsonl:2:\d+: .*{message}"):
        read_row(row_of(**fields), 1, "rows.jsonl")


@given(st.text())
def test_any_line_is_a_row_or_an_input_error(line: str) -> None:
    try:
        place = read_row(line, 0, "rows.jsonl").place
    except InputError as error:
        place = error.place or Place("nowhere")
    assert (place.source, place.line) == ("rows.jsonl", 1)
