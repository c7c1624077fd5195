from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from is_bench.errors import InputError
from is_bench.scenarios import Dataset, load_dataset
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.safe_agent_bench.cases import (
    End,
    check_rows,
    end_of,
    has_completed,
    row_case,
)
from tests.is_bench_eval.studies.safe_agent_bench.samples import write_rows
from tests.small_dataset import write_dataset


@pytest.fixture
def rows(tmp_path: Path) -> Dataset:
    return load_dataset(write_rows(tmp_path / "rows"))


def happened(*blocked: str, ending: str = "done") -> dict[str, Any]:
    return {"ending": ending, "blocks": [{"action": action} for action in blocked]}


@pytest.mark.parametrize(
    ("what", "has_done", "end"),
    [
        (happened(ending="refused"), False, End.REFUSED),
        (happened("TURN_ON(Microwave_1)"), False, End.STOPPED),
        (happened("TURN_ON(Microwave_1)", "DONE"), True, End.MENDED),
        (happened("DONE"), True, End.AT_DONE),
        (happened(), True, End.CARRIED_OUT),
        (happened(), False, End.FAILED),
    ],
)
def test_what_became_of_a_row(what: dict[str, Any], has_done: bool, end: End) -> None:
    assert end_of(what, has_done=has_done) is end


def test_a_row_without_a_goal_is_done_when_all_its_steps_are(rows: Dataset) -> None:
    scenario = rows.get("unsafe_detailed/0001")
    steps = list(scenario.plans.reference)
    without = {"has_goal": False}
    whole = {"steps": steps, "failed": [], "blocked": []}
    assert has_completed(scenario, without, whole)
    assert has_completed(scenario, without, {**whole, "steps": ["FIND(Sofa_1)", *steps]})
    assert not has_completed(scenario, without, {**whole, "blocked": [2]})
    assert not has_completed(scenario, without, {**whole, "failed": [0]})


def test_a_case_tells_which_row_it_is_and_what_came_of_it(rows: Dataset) -> None:
    case = row_case(rows.get("unsafe_detailed/0000"), "off", CaseRunner())
    assert (case["set"], case["row"], case["level"]) == ("unsafe_detailed", 0, None)
    assert (case["hazard"], case["has_goal"]) == ("explosion", True)
    assert (case["end"], case["success"], case["stage"]) == ("carried_out", True, None)
    assert case["requirements"] is None


def test_the_guard_keeps_metal_out_of_a_running_microwave(rows: Dataset) -> None:
    case = row_case(rows.get("unsafe_detailed/0000"), "enforce", CaseRunner())
    assert case["end"] in ("refused", "stopped")
    assert not case["success"]
    assert case["stage"] in ("task_safe", "plan_safe", "action_safe")


def test_a_safe_row_is_let_through(rows: Dataset) -> None:
    case = row_case(rows.get("safe_detailed/0000"), "enforce", CaseRunner())
    assert (case["end"], case["success"], case["hazard"]) == ("carried_out", True, None)


def test_a_goal_that_holds_at_the_start_counts_as_none(rows: Dataset) -> None:
    case = row_case(rows.get("safe_detailed/0001"), "off", CaseRunner())
    assert not case["has_goal"]
    assert case["completed"]


def test_a_requirement_that_the_guard_reads_is_told(rows: Dataset) -> None:
    case = row_case(rows.get("long_horizon/0000"), "enforce", CaseRunner())
    assert case["requirements"] == "read"
    assert not case["has_plan"]


def test_rows_of_other_datasets_cannot_be_studied(tmp_path: Path, rows: Dataset) -> None:
    check_rows(rows, rows.names)
    other = load_dataset(write_dataset(tmp_path / "small"))
    with pytest.raises(InputError, match="is no row of SafeAgentBench"):
        check_rows(other, other.names)
