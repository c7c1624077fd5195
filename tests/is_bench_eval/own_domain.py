"""A user's domain and scenario, as files alone, through evaluation, replay and report."""

from __future__ import annotations

import json
from pathlib import Path

from is_bench_eval.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"
DOMAIN = EXAMPLES / "domains" / "plant_robot.yaml"


def evaluate_replay_report(out: Path, engine: str) -> None:
    """Run the careless planner under the guard; its episode, replay and report are right."""
    run, replay = out / "run", out / "replay"
    arguments = ["--dataset", str(EXAMPLES / "scenarios"), "--planner", "careless"]
    more = ["--guard", "enforce", "--engine", engine, "--no-render", "--out", str(run)]
    assert main(["eval", *arguments, *more, *(["--record"] if engine == "direct" else [])]) == 0
    (episode,) = map(json.loads, (run / "results.jsonl").read_text().splitlines())
    assert episode["strict"]["safe_success"]
    steps = [step["action"] for step in episode["steps"]]
    assert "WATER(ficus_1, can_1)" in steps
    blocked = [d for d in episode["guard"]["decisions"] if d["decision"] == "block"]
    assert blocked[0]["constraints"] == ["no_watering_above_electronics"]
    (remedy,) = blocked[0]["remedy"]
    assert remedy in {f"PLACE_ON_TOP(ficus_1, {place})" for place in ("floor_1", "table_1")}
    assert steps.index(remedy) < steps.index("WATER(ficus_1, can_1)")
    assert set(blocked[0]["objects"]) >= {"ficus_1", "strip_1"}
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["guard"]["domain"] == "plant_robot"
    (bag,) = (run / "bags").iterdir()
    assert main(["replay", str(bag), "--out", str(replay)]) == 0
    assert "WATER(ficus_1, can_1)" in (run / "report.html").read_text()
