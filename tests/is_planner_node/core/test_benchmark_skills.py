"""What planners are told of the benchmark's skills."""

from __future__ import annotations

from is_planner_node.core.benchmark_skills import NOTES, skill_lines
from tests.is_planner_node.core.kitchens import BENCHMARK


def test_each_note_is_on_a_skill_that_there_is_and_on_a_line_of_its_own() -> None:
    lines = list(skill_lines(BENCHMARK))
    assert NOTES.keys() <= BENCHMARK.skills.keys()
    for name, note in NOTES.items():
        (line,) = (each for each in lines if each.startswith(f"{name}("))
        assert line.endswith(f"): {note}")


def test_skills_without_a_note_share_lines_in_the_order_of_the_domain() -> None:
    first = next(skill_lines(BENCHMARK))
    assert first.startswith("PLACE_ON_TOP(moved, support), PLACE_INSIDE(moved, container), OPEN(")
