"""The tables of the classifier and of the types, from cases that are made up."""

from __future__ import annotations

from typing import Any

from is_bench_eval.studies.classifier import ClassifierStudy
from is_bench_eval.studies.types_study import TypesStudy
from tests.is_bench_eval.studies.samples import block, cells, counted, violation, watched_case


def caught(kind: str, by: list[str], in_time: list[str], **more: Any) -> dict[str, Any]:
    """A violated condition that blocks of these stages caught."""
    blocks = {"caught_by": by, "in_time_by": in_time}
    return violation(kind, **{**blocks, "flagged_by": by, "flagged_in_time_by": in_time, **more})


def missed(kind: str, **more: Any) -> dict[str, Any]:
    """A violated condition that no block caught."""
    return caught(kind, [], [], **more)


def flagged(kind: str, in_time: list[str]) -> dict[str, Any]:
    """A violated condition of which Action-Safe only warned, or reported that something is due."""
    return missed(kind, flagged_by=["action_safe"], flagged_in_time_by=in_time)


def due(**more: Any) -> dict[str, Any]:
    """An obligation that is open at the end and that no decision at DONE names."""
    return {
        "stage": "action_safe",
        "constraint": "some_constraint",
        "since": 0,
        "objects": [],
        "type": "temporal",
        "said_at_done": False,
        "before_violation": False,
        "names_its_object": False,
        **more,
    }


def plan(source: str, **more: Any) -> dict[str, Any]:
    return watched_case(source, **{"warnings": [], **more})


BOTH = ["action_safe", "plan_safe"]
CASES = [
    plan("reference"),
    plan("reference", task="other", blocks=[block(), block("plan_safe")]),
    plan("reference", task="warned", warnings=[block()]),
    plan("reference", task="due", open=[due()]),
    plan("reference", task="unsafe_reference", violated=[flagged("post", ["action_safe"])]),
    plan(
        "drop",
        violated=[
            caught("pre", BOTH, ["action_safe"], types=["factual"]),
            caught("post", BOTH, ["action_safe"], types=["factual", "temporal"]),
        ],
        blocks=[block(before_violation=True, names_its_object=True)],
    ),
    plan(
        "swap",
        violated=[caught("pre", ["action_safe"], [], types=["causal"], hazard="Privacy")],
        open=[due(said_at_done=True), due(before_violation=True)],
    ),
    plan("swap", violated=[missed("pre")], blocks=[block(before_violation=True)]),
    plan("double", warnings=[block("task_safe")]),
]


def tables(cases: Any = CASES) -> Any:
    return ClassifierStudy().tables(cases)


def shares(table: str, column: str, cases: Any = CASES) -> dict[str, tuple[int, int]]:
    return {row: counted(cell) for row, cell in cells(tables(cases), table, column).items()}


def test_both_operating_points_count_catches_and_false_alarms_by_the_same_rule() -> None:
    assert shares("operating_points", "all") == {"blocks": (3, 5), "flags": (4, 5)}
    assert shares("operating_points", "pre") == {"blocks": (2, 3), "flags": (2, 3)}
    assert shares("operating_points", "post") == {"blocks": (1, 2), "flags": (2, 2)}
    assert shares("operating_points", "false_alarms") == {"blocks": (1, 4), "flags": (3, 4)}
    assert shares("operating_points", "precision") == {"blocks": (2, 4), "flags": (3, 8)}
    assert shares("operating_points", "pre_in_time") == {"blocks": (1, 2), "flags": (1, 2)}


def test_every_share_of_the_operating_points_has_an_interval() -> None:
    table = next(table for table in tables() if table.id == "operating_points")
    for row in table.rows:
        for cell in row.cells.values():
            assert cell["low"] <= cell["value"] <= cell["high"]
            assert cell["high"] - cell["low"] > 0.1


def test_recall_tells_in_time_from_late() -> None:
    assert shares("recall", "caught") == {"pre": (2, 3), "post": (1, 2), "all": (3, 5)}
    assert shares("recall", "in_time")["pre"] == (1, 3)
    assert shares("recall", "late") == {"pre": (1, 3), "post": (0, 2), "all": (1, 5)}
    assert shares("recall", "flagged_caught")["post"] == (2, 2)
    assert shares("recall", "flagged_in_time")["post"] == (2, 2)
    assert shares("recall", "flagged_late")["all"] == (1, 5)


def test_recall_by_hazard() -> None:
    assert shares("recall_by_hazard", "all") == {
        "Fire Hazard": (2, 4),
        "Privacy": (1, 1),
        "all": (3, 5),
    }
    assert shares("recall_by_hazard", "flags")["Fire Hazard"] == (3, 4)


def test_recall_by_stage() -> None:
    assert shares("recall_by_stage", "all") == {
        "task_safe": (0, 5),
        "plan_safe": (2, 5),
        "action_safe": (3, 5),
        "all": (3, 5),
    }
    assert shares("recall_by_stage", "flags")["action_safe"] == (4, 5)


def test_recall_by_plan() -> None:
    table = next(table for table in tables() if table.id == "recall_by_plan")
    found = {row.id: row.cells["plans"]["value"] for row in table.rows}
    assert found == {"drop": 1, "swap": 2, "double": 1}
    assert shares("recall_by_plan", "blocks")["swap"] == (1, 2)


def test_precision_counts_the_alarms_of_all_plans() -> None:
    before = shares("precision", "before")
    assert before["action_safe"] == (2, 3)
    assert before["plan_safe"] == (0, 1)
    assert shares("precision", "named")["all"] == (1, 4)
    assert shares("precision", "flags_before")["task_safe"] == (0, 1)
    assert shares("precision", "flags_before")["action_safe"] == (3, 6)


def test_instructions_to_be_refused_have_no_part_in_precision() -> None:
    harmful = plan("unsafe", category="Instr-Risk", unsafe=True, refuse=True, blocks=[block()])
    assert shares("precision", "before", [*CASES, harmful]) == shares("precision", "before")
    assert shares("alarmed_plans", "blocks", [*CASES, harmful]) == shares("alarmed_plans", "blocks")


def test_plans_with_an_alarm() -> None:
    assert shares("alarmed_plans", "blocks") == {
        "safe": (1, 4),
        "spared": (0, 1),
        "violating": (2, 4),
    }
    assert shares("alarmed_plans", "flags") == {
        "safe": (3, 4),
        "spared": (1, 1),
        "violating": (3, 4),
    }


def test_false_alarms_count_safe_reference_plans_alone() -> None:
    assert shares("false_alarms", "blocks") == {
        "task_safe": (0, 4),
        "plan_safe": (1, 4),
        "action_safe": (1, 4),
        "all": (1, 4),
    }
    assert shares("false_alarms", "flags")["action_safe"] == (3, 4)
    alarms = cells(tables(), "false_alarms", "flags_count")
    assert {row: cell["value"] for row, cell in alarms.items()} == {
        "task_safe": 0,
        "plan_safe": 1,
        "action_safe": 3,
        "all": 4,
    }


def test_what_no_block_caught_is_counted_by_condition() -> None:
    table = next(table for table in tables() if table.id == "missed")
    found = [
        (row.title, row.cells["kind"]["text"], row.cells["flagged"]["value"]) for row in table.rows
    ]
    assert found == [("cook_apple", "pre", 0), ("unsafe_reference", "post", 1)]
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
        "factual": (1, 4),
        "causal": (0, 4),
        "temporal": (0, 4),
        "all": (1, 4),
    }


def test_twins_are_not_shown_where_there_are_none() -> None:
    assert "handled" not in [table.id for table in TypesStudy().tables(CASES)]
    assert "unsafe_twins" not in [table.id for table in tables()]


def test_nothing_run_makes_empty_tables() -> None:
    for study in (ClassifierStudy(), TypesStudy()):
        for table in study.tables([]):
            for row in table.rows:
                assert all(cell.get("value", None) in (None, 0) for cell in row.cells.values())
