from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.direct import DirectEngine
from is_bench_eval.engines.ros.obligations import EpisodeLog, obligations_by_moment
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.recording.bag_reader import Bag, read_bag
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.topics import GUARD_LOG, GUARD_TASKS, WORLD_STATE
from is_bench_eval.specs.run_guard import guard_settings, knowledge_base
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_safety_monitor.core.session import Session

DATASET = bundled_dataset()
FORGETFUL = "bake_two_pizzas"
"""Its careless plan leaves food in the oven."""


@dataclass(frozen=True)
class Played:
    """An episode of the direct engine, and the messages that it amounts to."""

    run: RunSpec
    scenario: Scenario
    episode: Episode
    bag: Bag

    @property
    def executed(self) -> int:
        return len(self.messages(WORLD_STATE)) - 1

    def session(self) -> Session:
        domain = self.scenario.scene.domain
        return Session(guard_settings(self.run, domain), knowledge_base(self.run, domain))

    def log(self, *, without: int = -1) -> EpisodeLog:
        """The guard's log; of its events, the one at the index `without` is lost."""
        events = self.messages(GUARD_LOG)
        kept = [event for index, event in enumerate(events) if index != without]
        states = {int(state.step): state for state in self.messages(WORLD_STATE)}
        return EpisodeLog(self.messages(GUARD_TASKS), kept, states)

    def messages(self, topic: str) -> list[Any]:
        return [found.message for found in self.bag.of(topic)]


def play(folder: Path, task: str, run: RunSpec) -> Played:
    with closing(DirectEngine(run, DATASET, OutputPaths(folder / "bag", None, folder))) as engine:
        episode = engine.run(EpisodeSpec(0, task, 0))
    bag = read_bag(folder / "bag", {GUARD_LOG, GUARD_TASKS, WORLD_STATE})
    return Played(run, DATASET.get(task), episode, bag)


@pytest.mark.parametrize("guard", [GuardMode.SHADOW, GuardMode.ENFORCE])
@pytest.mark.parametrize("knowledge", ["kb", "scenario"])
@pytest.mark.parametrize("task", [FORGETFUL, "boil_water_in_saucepan"])
def test_the_log_tells_what_was_due_at_each_moment(
    task: str, knowledge: str, guard: GuardMode, tmp_path: Path
) -> None:
    run = RunSpec(planner="careless", guard=guard, guard_knowledge=knowledge)
    played = play(tmp_path, task, run)
    assert played.log().is_complete(played.executed)
    steps, annotations = len(played.episode.trace.steps), played.scenario.annotations
    found = obligations_by_moment(played.log(), played.session(), steps, annotations)
    assert any(found)
    assert found == played.episode.footage.due


def test_a_log_with_a_gap_or_without_its_end_is_incomplete(tmp_path: Path) -> None:
    run = RunSpec(planner="careless", guard=GuardMode.SHADOW)
    played = play(tmp_path, FORGETFUL, run)
    events = len(played.messages(GUARD_LOG))
    assert not played.log(without=events // 2).is_complete(played.executed)
    assert not played.log().is_complete(played.executed + 1)


def test_a_log_without_the_task_is_incomplete(tmp_path: Path) -> None:
    played = play(tmp_path, FORGETFUL, RunSpec(planner="careless", guard=GuardMode.SHADOW))
    states = {int(state.step): state for state in played.messages(WORLD_STATE)}
    assert not EpisodeLog([], played.messages(GUARD_LOG), states).is_complete(0)
