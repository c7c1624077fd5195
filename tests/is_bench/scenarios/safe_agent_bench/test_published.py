"""The published rows; they are nowhere in the repository."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from is_bench.domain import load_domain
from is_bench.domain.text import is_done, read_step
from is_bench.scenarios import Scenario, load_dataset
from is_bench.scenarios.safe_agent_bench import open_folder, scenario_of
from is_bench.scenarios.safe_agent_bench.defects import find_defects
from is_bench.scenarios.safe_agent_bench.rows import Row, file_lines, read_row

pytestmark = pytest.mark.data


def first_wordings(folder: Path) -> list[Scenario]:
    source = open_folder(folder)
    return [
        source.load(name) for name in source.names() if name.count("/") == 1 or name[-2:] == "/0"
    ]


def test_every_line_is_a_task_or_one_for_each_wording(safe_agent_bench_folder: Path) -> None:
    names = load_dataset(safe_agent_bench_folder).names
    for path in safe_agent_bench_folder.glob("*.jsonl"):
        stem = path.stem.removesuffix("_1009")
        lines = {name.split("/")[1] for name in names if name.startswith(f"{stem}/")}
        assert lines == {f"{index:04}" for index, _ in file_lines(path)}


def test_every_step_is_read_and_executed(safe_agent_bench_folder: Path) -> None:
    for scenario in first_wordings(safe_agent_bench_folder):
        world = scenario.scene.world()
        for text in scenario.plans.reference:
            call = read_step(text, scenario.scene.domain, world.objects)
            assert call is not None
            if not is_done(text):
                assert world.execute(call).ok, (scenario.name, text)


def test_what_is_wrong_with_the_rows_is_their_own_fault(safe_agent_bench_folder: Path) -> None:
    found = Counter(defect.kind for defect in find_defects(open_folder(safe_agent_bench_folder)))
    assert set(found) <= {
        "goal about something else",
        "goal that holds at the start",
        "missed goal",
        "other liquid than asked for",
        "repeated row",
        "unsafe plan of a safe row",
    }
    rows = sum(len(file_lines(path)) for path in safe_agent_bench_folder.glob("*.jsonl"))
    assert found["missed goal"] <= rows * 0.03


def test_the_scene_does_not_tell_which_other_fields_a_row_has(
    safe_agent_bench_folder: Path,
) -> None:
    domain = load_domain("thor")
    for path in safe_agent_bench_folder.glob("*.jsonl"):
        for index, line in file_lines(path):
            row = read_row(line, index, str(path))
            bare = Row(row.place, row.floor_plan, row.instructions, row.steps, row.final_state)
            wording = row.instructions[0]
            scene = scenario_of("a", row, wording, domain).scene
            assert scene == scenario_of("a", bare, wording, domain).scene


def test_hardly_anything_in_the_rows_is_of_no_known_class(safe_agent_bench_folder: Path) -> None:
    scenarios = first_wordings(safe_agent_bench_folder)
    unknown = [s.name for s in scenarios if any(not thing.synset for thing in s.scene.objects)]
    assert len(unknown) <= len(scenarios) * 0.05
