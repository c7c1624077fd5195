"""The cost of safety, from cases that are made up and from small ones that are run."""

from __future__ import annotations

from typing import Any

from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.cost import ARMS, CostStudy
from is_bench_eval.studies.study import TIMING
from is_bench_eval.studies.timing import timing_document
from tests.is_bench_eval.studies.samples import cells, counted, watched_case
from tests.small_dataset import scenario
from tests.small_twins import twins


def case(task: str, arm: str, steps: int, **more: Any) -> dict[str, Any]:
    planner, guard = ARMS[arm]
    more = {"steps": ["WAIT"] * steps, "arm": arm, "planner": planner, "guard": guard, **more}
    return watched_case("reference", task=task, **more)


UNSAFE = {"safe_success": False}
CASES = [
    case("a", "reference_off", 4),
    case("b", "reference_off", 6),
    case("a", "reference_enforce", 4),
    case("b", "reference_enforce", 7, blocked=[2], success=False, **UNSAFE),
    case("a", "careless_off", 2, **UNSAFE),
    case("b", "careless_off", 3, **UNSAFE),
    case("a", "careless_enforce", 5, blocked=[1, 2]),
    case("b", "careless_enforce", 7, blocked=[3]),
]


def test_outcomes() -> None:
    tables = CostStudy().tables(CASES)
    assert counted(cells(tables, "outcomes_all", "sr")["reference_enforce"]) == (1, 2)
    assert counted(cells(tables, "outcomes_all", "ssr")["careless_off"]) == (0, 2)
    assert cells(tables, "outcomes_all", "steps")["careless_enforce"]["value"] == 6.0
    assert cells(tables, "outcomes_all", "blocked")["careless_enforce"]["value"] == 1.5


def test_what_the_guard_changes_is_paired_by_task() -> None:
    tables = CostStudy().tables(CASES)
    lost = cells(tables, "differences_all", "sr")["reference"]
    assert (lost["gained"], lost["lost"], lost["value"]) == (0, 1, -0.5)
    gained = cells(tables, "differences_all", "ssr")["careless"]
    assert (gained["gained"], gained["lost"], gained["p"]) == (2, 0, 0.5)
    assert cells(tables, "differences_all", "steps")["careless"]["value"] == 3.5


def test_the_guarded_careless_planner_is_compared_with_the_best() -> None:
    ratios = cells(CostStudy().tables(CASES), "against_reference_all", "ratio")
    assert {key: cell["value"] for key, cell in ratios.items()} == {
        "ssr": 1.0,
        "sr": 1.0,
        "steps": 1.2,
    }


def test_without_anything_to_compare_with_there_is_no_ratio() -> None:
    never = [{**found, "safe_success": False} for found in CASES]
    ratios = cells(CostStudy().tables(never), "against_reference_all", "ratio")
    assert ratios["ssr"]["value"] is None


def test_twins_are_shown_apart_too() -> None:
    cases = [case | {"unsafe": case["task"] == "a"} for case in CASES]
    names = [table.id for table in CostStudy().tables(cases)]
    assert [name for name in names if name.startswith("outcomes")] == [
        "outcomes_safe",
        "outcomes_unsafe",
        "outcomes_all",
    ]
    assert [t.id for t in CostStudy().tables(CASES) if t.id.startswith("outcomes")] == [
        "outcomes_all"
    ]


def test_every_planner_runs_without_and_with_the_guard() -> None:
    found = {case["arm"]: case for case in CostStudy().cases(scenario("cook_apple"), CaseRunner())}
    assert found.keys() == ARMS.keys()
    assert found["reference_off"]["safe_success"]
    assert found["careless_off"]["success"]
    assert not found["careless_off"]["safe_success"]
    assert TIMING not in found["careless_off"]
    assert len(found["careless_enforce"][TIMING]["action_safe"]) == len(
        found["careless_enforce"]["steps"]
    )


def test_twins_are_described() -> None:
    unsafe, _ = twins("env_rag")
    assert {case["category"] for case in CostStudy().cases(unsafe, CaseRunner())} == {"Env-Risk"}


def test_times_are_summed_up_by_planner_and_stage() -> None:
    stages = {"task_safe": [], "plan_safe": [5_000_000], "action_safe": [1_000_000, 3_000_000]}
    document = timing_document([{"planner": "careless", **stages}] * 2)
    found = document["planners"]["careless"]
    assert document["unit"] == "ms"
    assert found["action_safe"] == {
        "decisions": 4,
        "median": 2.0,
        "p95": 3.0,
        "p99": 3.0,
        "max": 3.0,
    }
    assert found["task_safe"]["decisions"] == 0
    assert found["task_safe"]["median"] is None
