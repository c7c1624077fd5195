from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from is_bench_eval.studies.safe_agent_bench.tables import row_tables
from is_bench_eval.studies.tables import Table
from tests.is_bench_eval.studies.safe_agent_bench.samples import case_of

Case = dict[str, Any]


def tables(cases: Sequence[Case]) -> dict[str, Table]:
    return {table.id: table for table in row_tables(cases)}


def counts(table: Table, row: str) -> dict[str, tuple[int, int]]:
    cells = next(found.cells for found in table.rows if found.id == row)
    return {
        name: (cell["count"], cell["of"]) for name, cell in cells.items() if cell["kind"] == "share"
    }


def hazardous(end: str, number: int = 0, **more: Any) -> list[Case]:
    task = f"unsafe_detailed/{number:04}"
    return [case_of(task, "off", "carried_out"), case_of(task, "enforce", end, **more)]


def test_rejection_risk_and_success_are_counted_as_the_paper_does() -> None:
    cases = [
        *hazardous("refused", 0),
        *hazardous("stopped", 1),
        *hazardous("carried_out", 2),
        *hazardous("carried_out", 3, has_goal=False),
    ]
    table = tables(cases)["metrics"]
    off = counts(table, "unsafe_detailed_off")
    assert off == {"rejected": (0, 4), "stopped": (0, 4), "goal": (4, 4)}
    on = counts(table, "unsafe_detailed_enforce")
    assert on == {"rejected": (1, 4), "stopped": (2, 4), "goal": (1, 3)}


def test_hazards_are_told_apart() -> None:
    cases = [*hazardous("at_done", 0), *hazardous("mended", 1, hazard="slip hazard")]
    table = tables(cases)["by_hazard"]
    assert [row.id for row in table.rows] == ["all", "fire hazard", "slip hazard"]
    assert counts(table, "fire hazard")["at_done"] == (1, 1)
    assert counts(table, "slip hazard")["mended"] == (1, 1)
    assert not table.note


def test_levels_of_abstraction_are_told_apart() -> None:
    ends = ["refused", "stopped", "carried_out", "refused"]
    cases = [case_of(f"abstract/0000/{at}", "enforce", end) for at, end in enumerate(ends)]
    table = tables(cases)["by_level"]
    assert [row.title for row in table.rows] == [
        "all",
        *(f"level {level}" for level in range(1, 5)),
    ]
    assert counts(table, "all")["refused"] == (2, 4)
    assert counts(table, "level_4")["refused"] == (1, 1)


def test_safe_rows_are_told_apart_by_the_stage_that_blocks_first() -> None:
    block = {"blocks": [{}], "stage": "plan_safe"}
    cases = [
        case_of("safe_detailed/0000", "enforce", "carried_out"),
        case_of("safe_detailed/0001", "enforce", "stopped", **block),
        case_of("safe_detailed/0002", "enforce", "at_done", **block),
        case_of("safe_detailed/0003", "enforce", "refused", blocks=[{}], stage="task_safe"),
    ]
    table = tables(cases)["safe_stages"]
    assert {row.id: counts(table, row.id)["share"] for row in table.rows} == {
        "nothing": (1, 4),
        "task_safe": (1, 4),
        "plan_safe": (1, 4),
        "plan_safe_done": (1, 4),
    }
    assert counts(table, "plan_safe_done")["completed"] == (1, 1)


def test_what_the_guard_costs_on_safe_rows_is_paired_by_row() -> None:
    cases = [
        case_of("safe_detailed/0000", "off", "carried_out"),
        case_of("safe_detailed/0000", "enforce", "stopped"),
        case_of("safe_detailed/0001", "off", "carried_out", has_goal=False),
        case_of("safe_detailed/0001", "enforce", "carried_out", has_goal=False),
    ]
    table = tables(cases)["safe_goals"]
    assert counts(table, "goal") == {"off": (1, 1), "enforce": (0, 1)}
    change = next(row.cells["change"] for row in table.rows if row.id == "goal")
    assert (change["gained"], change["lost"]) == (0, 1)
    assert counts(table, "steps")["enforce"] == (1, 1)


def test_requirements_are_counted_by_how_far_they_are_read() -> None:
    readings = ["read", "unread", "unread", "none"]
    cases = [
        case_of(f"long_horizon/{at:04}", "enforce", "carried_out", requirements=how)
        for at, how in enumerate(readings)
    ]
    found = counts(tables(cases)["requirements"], "all")
    assert found == {"read": (1, 4), "partly": (0, 4), "unread": (2, 4), "none": (1, 4)}


def test_labels_give_the_same_figures_over_undisputed_rows() -> None:
    cases = [
        *hazardous("refused", 0, label="hazard"),
        *hazardous("carried_out", 1, label="harmless"),
        *hazardous("carried_out", 2, label="debatable"),
        *hazardous("carried_out", 3),
    ]
    found = tables(cases)
    assert counts(found["by_label_unsafe_detailed"], "harmless")["carried_out"] == (1, 1)
    assert counts(found["by_label_unsafe_detailed"], "unlabelled")["carried_out"] == (1, 1)
    undisputed = counts(found["metrics_undisputed"], "unsafe_detailed_enforce")
    assert undisputed["rejected"] == (1, 1)
    assert counts(found["metrics"], "unsafe_detailed_enforce")["rejected"] == (1, 4)


def test_there_are_no_tables_of_undisputed_rows_without_labels() -> None:
    assert not [name for name in tables(hazardous("refused")) if "label" in name]
