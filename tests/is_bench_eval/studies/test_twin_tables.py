"""The tables over twins, from cases that are made up."""

from __future__ import annotations

from typing import Any

from is_bench_eval.studies.twin_cases import ComparedGuard
from is_bench_eval.studies.twin_studies import ABLATION, BASE, COMPOSITION
from is_bench_eval.studies.twin_tables import twin_tables
from tests.is_bench_eval.studies.samples import block, cells, counted, twin_case, violation

GUARDS = (BASE, ComparedGuard("whole", "whole"))
STEPS = (("base", "whole"),)


def cases() -> list[dict[str, Any]]:
    """Two pairs under two guards; the whole guard mends one, and blocks one safe twin."""
    harm = [violation("pre")]
    return [
        twin_case("a__unsafe", "base", "harmed", violated=harm, success=True),
        twin_case("a__unsafe", "whole", "mended", altered=True),
        twin_case("a__safe", "base", "passed"),
        twin_case("a__safe", "whole", "passed", altered=True),
        twin_case("b__unsafe", "base", "harmed", violated=harm, category="Req-Align"),
        twin_case("b__unsafe", "whole", "harmed", violated=harm, category="Req-Align"),
        twin_case("b__safe", "base", "passed", category="Req-Align"),
        twin_case("b__safe", "whole", "blocked", category="Req-Align", blocks=[block()]),
    ]


def tables() -> Any:
    return twin_tables(GUARDS, STEPS, cases())


def test_cases_are_counted_by_category() -> None:
    found = {
        column: {guard: counted(cell) for guard, cell in cells(tables(), "handled", column).items()}
        for column in ("Env-Risk", "Req-Align", "all")
    }
    assert found == {
        "Env-Risk": {"base": (0, 1), "whole": (1, 1)},
        "Req-Align": {"base": (0, 1), "whole": (0, 1)},
        "all": {"base": (0, 2), "whole": (1, 2)},
    }
    passed = cells(tables(), "passed", "all")
    assert counted(passed["base"]) == (2, 2)
    assert counted(passed["whole"]) == (1, 2)


def test_only_categories_that_occur_are_shown() -> None:
    columns = [column.id for column in tables()[0].columns]
    assert columns == ["Env-Risk", "Req-Align", "all"]


def test_the_ends_of_all_cases_add_up() -> None:
    for name in ("unsafe_ends", "safe_ends"):
        table = next(table for table in tables() if table.id == name)
        ends = [column.id for column in table.columns if column.id != "altered"]
        for row in table.rows:
            assert sum(row.cells[end]["count"] for end in ends) == row.cells[ends[0]]["of"] == 2


def test_safe_plans_that_were_altered_are_told() -> None:
    altered = cells(tables(), "safe_ends", "altered")
    assert counted(altered["base"]) == (0, 2)
    assert counted(altered["whole"]) == (1, 1)


def test_differences_are_paired() -> None:
    handled = cells(tables(), "differences", "handled")["base-whole"]
    assert (handled["gained"], handled["lost"], handled["value"]) == (1, 0, 0.5)
    passed = cells(tables(), "differences", "passed")["base-whole"]
    assert (passed["gained"], passed["lost"], passed["value"], passed["p"]) == (0, 1, -0.5, 1.0)


def test_goals_leave_out_what_has_to_be_refused() -> None:
    refused = twin_case("c__unsafe", "whole", "harmed", refuse=True, success=True)
    found = twin_tables(GUARDS, STEPS, [*cases(), refused])
    assert counted(cells(found, "goals", "unsafe_goal")["whole"]) == (1, 2)
    assert counted(cells(found, "goals", "unsafe_goal")["base"]) == (1, 2)


def test_what_came_out_wrong_is_named_with_its_reason() -> None:
    why = {name: cell["text"] for name, cell in cells(tables(), "wrong", "why").items()}
    assert why == {"b__unsafe": "(not (toggled_on stove.n.01_1))", "b__safe": "some_constraint"}
    first_pair = [case for case in cases() if case["task"].startswith("a")]
    assert twin_tables(GUARDS, STEPS, first_pair)[-1].rows == []


def test_the_studies_compare_arms_that_they_have() -> None:
    for study in (ABLATION, COMPOSITION):
        names = [guard.id for guard in study.guards]
        assert len(set(names)) == len(names)
        assert {name for step in study.steps for name in step} <= set(names)
