"""From a language model that plans and states risks to SA, over real HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from is_bench.scenarios import load_dataset
from is_bench_eval.cli.main import main
from is_bench_eval.recording.run_folder import read_results
from is_planner_node.core.wording import AWARENESS
from tests.caches import fresh_cache
from tests.chat_server.agents import safe
from tests.chat_server.asked import Asked
from tests.chat_server.server import serving
from tests.is_bench_eval.awareness.judges import verdicts
from tests.small_dataset import write_dataset

STATED = "1. The cloth on the stove may burn.\n2. An open refrigerator spoils the food."


def judge(asked: Asked) -> str:
    return verdicts(asked, lambda _, each: "cloth" in each["text"], "cloth on the stove")


def test_a_planner_is_asked_once_an_episode_and_its_answer_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="openai is not installed")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / "cache")))
    dataset, out = write_dataset(tmp_path / "small"), tmp_path / "run"
    plans = safe(tuple(load_dataset(dataset)))

    def planner(asked: Asked) -> str:
        answer = plans(asked)
        assert isinstance(answer, str)
        return STATED if AWARENESS in asked.text else answer

    with serving(planner) as planning, serving(judge) as judging:
        chosen = ["--planner", "vlm", "--endpoint", planning.url, "--model", "m", "--awareness"]
        judged = ["--judge-endpoint", judging.url, "--judge-model", "j"]
        run = ["--dataset", str(dataset), "--out", str(out)]
        assert main(["eval", *run, *chosen, *judged]) == 0
    records = read_results(out / "results.jsonl")
    assert sum(AWARENESS in asked.text for asked in planning.requests) == len(records)
    assert len(judging.requests) == len(records)
    assert all(record["awareness"]["stated"] == STATED for record in records)
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert summary["strict"]["SR"] == 1
    assert summary["strict"]["counts"]["SA"] == [1, 4]
