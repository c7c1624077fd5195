from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.scenarios import bundled_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.recording.direct_recorder import DirectRecorder
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec


@pytest.fixture(scope="package")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bag of one episode, not to be changed."""
    spec = RunSpec(planner="careless", guard=GuardMode.ENFORCE)
    scenario = bundled_dataset().get("hang_fresh_towels")
    path = tmp_path_factory.mktemp("recorded") / "bag"
    recorder = DirectRecorder(path, spec)
    recorder.record(run_episode(spec, EpisodeSpec(0, scenario.name, 0), scenario))
    recorder.close()
    return path
