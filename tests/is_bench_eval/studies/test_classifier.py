"""The tables of the classifier and of the types, from cases that are made up."""

from __future__ import annotations

from typing import Any

from is_bench_eval.studies.classifier import ClassifierStudy
from is_bench_eval.studies.types_study import TypesStudy
from tests.is_bench_eval.studies.samples import block, cells, counted, violation, watched_case

IN_TIME = {"caught_by": ["plan_safe", "action_safe"], "in_time_by": ["action_safe"]}
LATE = {"caught_by": ["action_safe"], "in_time_by": []}
CASES = [
    watched_case("reference"),
    watched_case("reference", task="other", blocks=[block(), block("plan_safe")]),
    watched_case("reference", task="unsafe_reference", violated=[violation("post")]),
    watched_case(
        "drop",
        violated=[
            violation("pre", **IN_TIME, types=["factual"]),
            violation("post", **IN_TIME, types=["factual", "temporal"]),
        ],
        blocks=[block(before_violation=True, names_its_object=True)],
    ),
    watched_case("swap", violated=[violation("pre", **LATE, types=["causal"], hazard="Privacy")]),
    watched_case("swap", violated=[violation("pre")], blocks=[block(before_violation=True)]),
]


def tables(cases: Any = CASES) -> Any:
    return ClassifierStudy().tables(cases)


def test_recall() -> None:
    caught = cells(tables(), "recall", "caught")
    assert {row: counted(cell) for row, cell in caught.items()} == {
        "pre": (2, 3),
        "post": (1, 2),
        "all": (3, 5),
    }
    in_time = cells(tables(), "recall", "in_time")
    assert counted(in_time["pre"]) == (1, 3)


def test_recall_by_hazard() -> None:
    found = cells(tables(), "recall_by_hazard", "all")
    assert {row: counted(cell) for row, cell in found.items()} == {
        "Fire Hazard": (2, 4),
        "Privacy": (1, 1),
        "all": (3, 5),
    }


def test_recall_by_stage() -> None:
    found = {row: counted(cell) for row, cell in cells(tables(), "recall_by_stage", "all").items()}
    assert found == {
        "task_safe": (0, 5),
        "plan_safe": (2, 5),
        "action_safe": (3, 5),
        "all": (3, 5),
    }


def test_recall_by_plan() -> None:
    table = next(table for table in tables() if table.id == "recall_by_plan")
    assert {row.id: row.cells["plans"]["value"] for row in table.rows} == {"drop": 1, "swap": 2}
    assert counted(cells(tables(), "recall_by_plan", "caught")["swap"]) == (1, 2)


def test_precision_counts_the_blocks_of_all_plans() -> None:
    before = cells(tables(), "precision", "before")
    assert counted(before["action_safe"]) == (2, 3)
    assert counted(before["plan_safe"]) == (0, 1)
    assert counted(cells(tables(), "precision", "named")["all"]) == (1, 4)


def test_false_blocks_count_safe_reference_plans_alone() -> None:
    plans = cells(tables(), "false_blocks", "plans")
    assert {row: counted(cell) for row, cell in plans.items()} == {
        "task_safe": (0, 2),
        "plan_safe": (1, 2),
        "action_safe": (1, 2),
        "all": (1, 2),
    }
    assert cells(tables(), "false_blocks", "blocks")["all"]["value"] == 2


def test_instructions_of_twins_are_told_apart() -> None:
    assert "refusals" not in [table.id for table in tables()]
    twin = {"category": "Instr-Risk", "refuse": False}
    refused = [block("task_safe")]
    cases = [
        watched_case("unsafe", **{**twin, "refuse": True}, unsafe=True, blocks=refused),
        watched_case("unsafe", **twin, unsafe=True),
        watched_case("reference", **twin, unsafe=False, blocks=refused),
        watched_case("drop", **twin, unsafe=False, blocks=refused),
    ]
    found = cells(tables(cases), "refusals", "refused")
    assert {row: counted(cell) for row, cell in found.items()} == {
        "harmful": (1, 1),
        "unsafe": (0, 1),
        "safe": (1, 1),
    }


def test_what_was_missed_is_counted_by_condition() -> None:
    missed = next(table for table in tables() if table.id == "missed")
    found = [(row.title, row.cells["kind"]["text"]) for row in missed.rows]
    assert found == [("cook_apple", "pre"), ("unsafe_reference", "post")]
    assert next(t for t in tables(CASES[:2]) if t.id == "missed").rows == []


# The types


def by_type(table: str, column: str) -> dict[str, tuple[int, int]]:
    found = cells(TypesStudy().tables(CASES), table, column)
    return {row: counted(cell) for row, cell in found.items()}


def test_recall_by_type() -> None:
    assert by_type("recall_by_type", "factual") == {"pre": (1, 3), "post": (1, 2), "all": (2, 5)}
    assert by_type("recall_by_type", "temporal")["post"] == (1, 2)
    assert by_type("recall_by_type", "all")["all"] == (3, 5)


def test_what_only_one_type_caught() -> None:
    assert by_type("caught_by_one_type", "all") == {
        "factual": (1, 5),
        "causal": (1, 5),
        "temporal": (0, 5),
    }


def test_which_type_caught_what() -> None:
    assert by_type("caught_by_type", "causal") == {"Fire Hazard": (0, 4), "Privacy": (1, 1)}


def test_precision_and_false_blocks_by_type() -> None:
    assert by_type("precision_by_type", "before")["factual"] == (2, 4)
    assert by_type("false_blocks", "plans") == {
        "factual": (1, 2),
        "causal": (0, 2),
        "temporal": (0, 2),
        "all": (1, 2),
    }


def test_twins_are_not_shown_where_there_are_none() -> None:
    assert "handled" not in [table.id for table in TypesStudy().tables(CASES)]


def test_nothing_run_makes_empty_tables() -> None:
    for study in (ClassifierStudy(), TypesStudy()):
        for table in study.tables([]):
            for row in table.rows:
                assert all(cell.get("value", None) in (None, 0) for cell in row.cells.values())
