"""The safety manual's measured times are those of the page of faults."""

from __future__ import annotations

import re

import pytest

from tests.source_tree import ROOT

PAGES = ROOT / "docs" / "explanation"
ROW = re.compile(r"\| (?P<name>[^|]+?) +\| [^|]* \| (?P<last>[^|]*?) *\|")
"""A row of the manual's table."""
FAULT = re.compile(r"\| (?P<name>[^|]+?) \| [^|]+ \| \d+ of \d+ \| (?P<ms>\d+) \|")
CAUSES: dict[str, tuple[str, ...]] = {
    "emergency stop, cancel by the planner": (
        "emergency stop while a skill runs",
        "the planner cancels",
    ),
    "emergency stop, cancel while the guard is busy": (
        "while plans are checked back to back",
        "while knowledge_base is set to a pipe",
    ),
    "the world becomes unsafe, state messages stop": (
        "the world becomes unsafe for the skill",
        "the state falls silent while a skill runs",
        "the simulation's clock stands still in a skill",
    ),
    "an unexpected node on guarded names": (
        "a client of the robot's action",
        "a second driver",
        "a second guard",
        "a second publisher of the state",
        "a second server of the emergency stop",
    ),
    "death of the guard, with a gate": ("the guard's heartbeat falls silent",),
    "death of the driver, with a gate": ("the driver is killed in a skill",),
    "death or hang of the guard, without a gate": (
        "the guard is killed in a skill",
        "the guard hangs in a skill",
    ),
}

"""What the names of its faults end with."""


def measured() -> dict[str, str]:
    text = (PAGES / "safety_manual.md").read_text(encoding="utf-8")
    table = text.split("## Times to the safe state")[1].split("\n## ")[0]
    return {row["name"]: row["last"] for row in ROW.finditer(table)}


def times() -> dict[str, int]:
    text = (PAGES / "faults.md").read_text(encoding="utf-8")
    return {row["name"]: int(row["ms"]) for row in FAULT.finditer(text)}


@pytest.mark.parametrize("cause", CAUSES)
def test_a_measured_time_is_the_longest_of_its_faults(cause: str) -> None:
    found = {name: ms for name, ms in times().items() if name.endswith(CAUSES[cause])}
    assert all(any(name.endswith(end) for name in found) for end in CAUSES[cause])
    assert measured()[cause] == f"{max(found.values())} ms"


def test_every_cause_with_a_figure_has_its_faults() -> None:
    assert {cause for cause, figure in measured().items() if figure.endswith("ms")} == set(CAUSES)
