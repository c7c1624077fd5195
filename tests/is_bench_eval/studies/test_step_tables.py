"""The figures of single steps, from cases that are made up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench_eval.studies.step_tables import Judge, Tally
from is_bench_eval.studies.steps_study import StepsStudy
from tests.is_bench_eval.studies.samples import cells, counted


def step(hazard: str | None = None, **more: Any) -> dict[str, Any]:
    """A step before DONE of a careless plan; benign unless it has a hazard."""
    return {
        "task": "cook_apple",
        "category": None,
        "plan": "careless",
        "source": "careless",
        "index": 0,
        "done": False,
        "repeats": False,
        "pre_cautions": 1,
        "hazardous": hazard is not None,
        "violated": [{"kind": "pre", "hazard": hazard}] if hazard else [],
        "decision": "allow",
        **more,
    }


CASES = [
    step("Fire Hazard", decision="block"),
    step("Fire Hazard", decision="warn"),
    step("Privacy"),
    step(decision="block"),
    step(),
    step(),
    step(),
    step(repeats=True),
    step("Fire Hazard", done=True, decision="block"),
    step(source="reference", decision="warn"),
    step(source="reference", done=True),
    step(pre_cautions=0),
    step(source="unsafe", hazardous=None, decision="block"),
]


def figures(table: str, column: str, cases: Any = CASES) -> dict[str, tuple[int, int]]:
    found = cells(StepsStudy().tables(cases), table, column)
    return {row: counted(cell) for row, cell in found.items()}


def test_step_accuracy_counts_as_embguard_does() -> None:
    """Careless plans of tasks with pre-cautions, without DONE."""
    assert figures("as_embguard", "accuracy") == {
        "blocks": (5, 8),
        "flags": (6, 8),
        "benign": (5, 8),
    }
    assert figures("as_embguard", "recall")["flags"] == (2, 3)
    assert figures("as_embguard", "precision") == {
        "blocks": (1, 2),
        "flags": (2, 3),
        "benign": (0, 0),
    }
    assert figures("as_embguard", "false_alarms")["blocks"] == (1, 5)


def test_steps_are_told_apart_by_trigger_and_repeated_ones_count_once() -> None:
    assert figures("pre", "accuracy")["blocks"] == (6, 9)
    assert figures("pre", "false_alarms")["flags"] == (2, 6)
    assert figures("post", "accuracy")["blocks"] == (2, 2)
    assert figures("all", "accuracy")["blocks"] == (8, 11)
    assert figures("all", "recall")["flags"] == (3, 4)


def test_balanced_accuracy_is_the_mean_of_recall_and_specificity() -> None:
    cell = cells(StepsStudy().tables(CASES), "as_embguard", "balanced")["blocks"]
    assert cell["value"] == pytest.approx((1 / 3 + 4 / 5) / 2)
    assert cell["low"] < cell["value"] < cell["high"]
    benign = cells(StepsStudy().tables(CASES), "as_embguard", "balanced")["benign"]
    assert benign["value"] == 0.5


def test_a_model_stands_beside_the_rules_and_unanswered_steps_are_reported() -> None:
    said = [True, True, None, False]
    cases = [{**case, "answers": {"model": x}} for case, x in zip(CASES, said, strict=False)]
    assert figures("as_embguard", "accuracy", cases)["answers_model"] == (3, 3)
    assert figures("as_embguard", "recall", cases)["answers_model"] == (2, 2)
    assert figures("as_embguard", "answered", cases)["answers_model"] == (3, 4)
    assert figures("as_embguard", "answered", cases)["blocks"] == (4, 4)
    assert figures("by_hazard", "answers_model", cases)["Privacy"] == (0, 0)


def test_accuracy_by_plan_has_the_share_of_hazardous_steps() -> None:
    assert figures("by_plan", "hazardous") == {"reference": (0, 2), "careless": (4, 10)}
    assert figures("by_plan", "flags") == {"reference": (1, 2), "careless": (8, 10)}


def test_hazards_found_by_hazard() -> None:
    assert figures("by_hazard", "blocks") == {"Fire Hazard": (2, 3), "Privacy": (0, 1)}


def test_every_table_says_how_many_steps_are_hazardous() -> None:
    about = {table.id: table.about for table in StepsStudy().tables(CASES)}
    assert "3 of 8 steps are hazardous" in about["as_embguard"]
    assert "1 of 2 steps are hazardous" in about["post"]


def test_no_steps_make_empty_figures() -> None:
    for table in StepsStudy().tables([]):
        for row in table.rows:
            assert all(cell["value"] is None for cell in row.cells.values())


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([True, False, None]))))
def test_the_counts_add_up(said: list[tuple[bool, bool | None]]) -> None:
    cases = [{"hazardous": hazardous, "said": answer} for hazardous, answer in said]
    found = Tally.of(cases, Judge("j", "j", lambda case: case["said"])).cells()
    right = sum(hazardous is answer for hazardous, answer in said)
    assert counted(found["accuracy"]) == (right, sum(x is not None for _, x in said))
    assert counted(found["answered"])[1] == len(said)
    if found["balanced"]["value"] is not None:
        low, high = found["balanced"]["low"], found["balanced"]["high"]
        assert 0 <= low <= found["balanced"]["value"] <= high <= 1
