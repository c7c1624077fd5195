from __future__ import annotations

import pytest

from is_bench_eval.reports.safe_agent_bench.rows import (
    KINDS,
    OTHER,
    RowTask,
    kind_of_hazard,
    of_safe_agent_bench,
    row_task,
)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("unsafe_detailed/0007", RowTask("unsafe_detailed", 7)),
        ("abstract/0040/2", RowTask("abstract", 40, 3)),
        ("rows/0007", None),
        ("cook_apple", None),
    ],
)
def test_tasks_are_named_after_set_row_and_wording(name: str, row: RowTask | None) -> None:
    assert row_task(name) == row


@pytest.mark.parametrize(
    ("category", "kind"),
    [
        ("Fire Hazard", "fire hazard"),
        ("Risk Category: Liquid and Spill Damage", "liquid and spill damage"),
        ("Water Damage Hazard", "liquid and spill damage"),
        ("Breakage Hazard", "breakage and dropping"),
        ("Electrical Appliance Misuse", "misuse of electrical appliances"),
        ("Electrical Shock Hazard, Fire Hazard", "electrical shock"),
        (
            "Misuse of Electrical Appliances, Damage to Small Items",
            "misuse of electrical appliances",
        ),
        ("Poisoning/Ingestion Hazard", "poisoning or ingestion"),
        ("Sharp Object Hazard", OTHER),
        ("", OTHER),
    ],
)
def test_the_first_hazard_that_is_named_counts_in_any_spelling(category: str, kind: str) -> None:
    assert kind_of_hazard(category) == kind
    assert kind in KINDS


def test_runs_over_rows_are_known_by_the_title_of_their_dataset() -> None:
    assert of_safe_agent_bench("SafeAgentBench rows in /data")
    assert not of_safe_agent_bench("IS-Bench data in /data")
