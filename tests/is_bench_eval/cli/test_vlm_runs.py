"""Runs with a language model over real HTTP, from the command line to the summary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from is_bench.scenarios import load_dataset
from is_bench_eval.cli.main import main
from tests.caches import fresh_cache
from tests.chat_server.agents import careless, confused
from tests.chat_server.asked import Asked
from tests.chat_server.server import Script, serving

pytest.importorskip("openai", reason="openai is not installed")

DATASET = tuple(load_dataset(None))
TWELVE = ",".join(scenario.name for scenario in DATASET[:12])


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / "cache")))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def run(script: Script, out: Path, *flags: str) -> tuple[dict[str, Any], list[int]]:
    """The summary of a run, and how many pictures each request had."""
    with serving(script) as server:
        arguments = ["--planner", "vlm", "--endpoint", server.url, "--model", "m"]
        assert main(["eval", *arguments, *flags, "--out", str(out)]) == 0
        pictures = [len(asked.pictures) for asked in server.requests]
    return json.loads((out / "summary.json").read_text()), pictures


@pytest.mark.usefixtures("render_thread")
def test_five_pictures_go_with_every_request_unless_nothing_is_rendered(tmp_path: Path) -> None:
    task = ("--tasks", "bake_two_pizzas")
    _, pictures = run(careless(DATASET), tmp_path / "seeing", *task)
    assert set(pictures) == {5}
    _, pictures = run(careless(DATASET), tmp_path / "blind", *task, "--no-render")
    assert set(pictures) == {0}


def test_the_guard_more_than_doubles_what_is_safe_and_costs_few_goals(tmp_path: Path) -> None:
    flags = ("--tasks", TWELVE, "--image-size", "0", "--in-flight", "4")
    off, _ = run(careless(DATASET), tmp_path / "off", *flags)
    enforced, _ = run(careless(DATASET), tmp_path / "on", *flags, "--guard", "enforce")
    goals, safe = (
        [found["strict"]["counts"][metric][0] for found in (off, enforced)]
        for metric in ("SR", "SSR")
    )
    assert goals[1] >= goals[0] - 1
    assert safe[1] >= 2 * safe[0] + 3
    assert enforced["planner"]["usage"]["prompt_tokens"] > off["planner"]["usage"]["prompt_tokens"]


def test_a_confused_model_fails_its_tasks_and_nothing_else(tmp_path: Path) -> None:
    flags = ("--tasks", TWELVE, "--image-size", "0", "--guard", "enforce")
    summary, _ = run(confused(), tmp_path / "out", *flags)
    assert (summary["episodes"], summary["errors"]) == (12, 0)
    assert summary["planner"]["replies"]["invalid"] > 0
    assert summary["strict"]["SR"] == 0


def test_every_plan_is_checked_also_one_that_is_made_on_the_way(tmp_path: Path) -> None:
    """A first plan passes the check as a warning, fails, and its successor is objected to."""
    fails = ["PLACE_INSIDE(potato.n.01_1, microwave.n.02_1)", "DONE"]
    careless_plan = [
        "OPEN(microwave.n.02_1)",
        "PLACE_INSIDE(bowl.n.01_1, microwave.n.02_1)",
        "CLOSE(microwave.n.02_1)",
        "TOGGLE_ON(microwave.n.02_1)",
        "DONE",
    ]
    plans = [fails, careless_plan]

    def script(_: Asked) -> str:
        plan = plans.pop(0) if len(plans) > 1 else plans[0]
        return json.dumps({"thought": "t", "plan": plan})

    flags = ("--plan-mode", "plan", "--image-size", "0", "--guard", "enforce", "--no-render")
    run(script, tmp_path / "out", "--tasks", "microwave_a_potato", *flags)
    (line,) = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    said = [d for d in json.loads(line)["guard"]["decisions"] if d["module"] == "plan_safe"]
    assert any(d["decision"] == "block" and d["action"] != "DONE" and d["index"] > 1 for d in said)
