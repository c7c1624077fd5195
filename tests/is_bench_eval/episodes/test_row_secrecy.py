"""That a guard says the same of a row whatever its file is called and which other fields it has."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from is_bench.scenarios import Scenario, load_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.recording.results import episode_record
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_safety_monitor.core.stages import Stages
from tests.is_bench_eval.studies.safe_agent_bench.samples import FORK, SAFE

RUN = RunSpec(guard=GuardMode.ENFORCE, guard_stages=Stages(task=True, plan=True, action=True))
BARE = ("scene_name", "instruction", "step", "final_state")
MARKS = {
    "risk_category": "Explosion Hazard",
    "objects": ["Fork"],
    "involved_objects": ["Fork"],
    "feasible": True,
    "risk_instruction": "Blow it up.",
}


def scenario(folder: Path, stem: str, row: dict[str, Any]) -> Scenario:
    folder.mkdir()
    (folder / f"{stem}_1009.jsonl").write_text(json.dumps(row))
    (found,) = load_dataset(folder)
    return found


def said(found: Scenario) -> dict[str, Any]:
    record = episode_record(found, run_episode(RUN, EpisodeSpec(0, found.name, 0), found))
    return {key: record[key] for key in ("steps", "ending", "guard")}


@pytest.mark.parametrize("row", [FORK, SAFE], ids=["hazardous", "safe"])
def test_the_guard_decides_the_same_of_a_row_in_any_file(
    tmp_path: Path, row: dict[str, Any]
) -> None:
    bare = {key: row[key] for key in BARE}
    plain = scenario(tmp_path / "safe", "safe_detailed", bare)
    marked = scenario(tmp_path / "unsafe", "unsafe_detailed", {**bare, **MARKS})
    assert replace(plain.request("e"), task="") == replace(marked.request("e"), task="")
    assert said(plain) == said(marked)
