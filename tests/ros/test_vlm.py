"""The planner that asks a language model, through real nodes: as in the direct engine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from is_bench.scenarios import load_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.direct import DirectEngine
from is_bench_eval.engines.ros.engine import RosEngine
from is_bench_eval.recording.keep import Keep
from is_bench_eval.recording.results import Record, episode_record
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_planner_node.core.planning import Planning
from is_planner_node.core.settings import PlanMode, SafetyLevel
from tests.chat_server.agents import careless
from tests.chat_server.server import Script, serving

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("domain")]

DATASET = load_dataset(None)
TASKS = ("microwave_a_potato", "bake_two_pizzas")


def records(run: RunSpec, engine: type[DirectEngine | RosEngine]) -> list[Record]:
    made = engine(run, DATASET, Keep())
    try:
        return [
            episode_record(DATASET.get(task), made.run(EpisodeSpec(number, task, 0)))
            for number, task in enumerate(TASKS)
        ]
    finally:
        made.close()


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IS_BENCH_CACHE", str(tmp_path))


@pytest.mark.parametrize("mode", list(PlanMode))
@pytest.mark.parametrize("guard", [GuardMode.OFF, GuardMode.ENFORCE])
def test_both_engines_give_the_same_lines(
    mode: PlanMode, guard: GuardMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for engine in (DirectEngine, RosEngine):
        monkeypatch.setenv("IS_BENCH_CACHE", str(tmp_path / engine.__name__))
        with serving(careless(DATASET)) as server:
            planning = Planning(
                server.url, "m", picture_size=0, plan_mode=mode, awareness=True,
                safety_level=SafetyLevel.REASONING, price_prompt=1.0, price_completion=2.0,
            )  # fmt: skip
            found.append(records(RunSpec(planner="vlm", guard=guard, planning=planning), engine))
    assert found[0] == found[1]
    assert all(record["planner"]["usage"]["requests"] > 1 for record in found[0])
    assert all(record["planner"]["awareness"] for record in found[0])


def answering(text: str) -> Script:
    return lambda _: text


def test_a_model_that_says_nothing_usable_ends_its_episode() -> None:
    with serving(answering("hm")) as server:
        run = RunSpec(planner="vlm", planning=Planning(server.url, "m", picture_size=0))
        (record, _) = records(run, RosEngine)
    assert record["ending"] == "plan_exhausted"
    assert "no usable answer" in record["planner"]["gave_up"]
    assert not record["strict"]["success"]


def test_an_endpoint_that_is_not_there_fails_the_episode_as_infrastructure() -> None:
    planning = Planning("http://127.0.0.1:9/v1", "m", picture_size=0)
    run = replace(RunSpec(planner="vlm"), planning=planning)
    with pytest.raises(Exception, match="cannot be reached"):
        records(run, RosEngine)
