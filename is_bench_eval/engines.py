"""The engines that run episodes: `direct` in this process, `ros` through real ROS 2 nodes.

`ray` is the direct engine in the workers of a Ray cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Protocol

from is_bench.scenarios import Dataset
from is_bench.verdict import GuardMode
from is_bench_eval.bag.direct import DirectRecorder
from is_bench_eval.episode import Episode, run_episode
from is_bench_eval.errors import EngineUnavailable
from is_bench_eval.guarding import knowledge_base
from is_bench_eval.spec import EpisodeSpec, RunSpec


class Engine(Protocol):
    """Runs the episodes of a run until it is closed; the ros engine one at a time."""

    def run(self, episode: EpisodeSpec) -> Episode:
        """Run an episode; raises when the infrastructure fails it."""
        ...

    def close(self) -> None:
        """Finish what is being recorded, and take everything down."""
        ...


class DirectEngine:
    """Runs episodes in this process; several at a time in as many threads."""

    def __init__(self, run: RunSpec, dataset: Dataset, bag: Path | None) -> None:
        """With `bag`, what happens is also recorded to a new rosbag2 folder there."""
        self._run = run
        self._dataset = dataset
        self._base = None if run.guard is GuardMode.OFF else knowledge_base(run)
        self._model = None if run.planning is None else run.planning.open()
        self._recorder = None if bag is None else DirectRecorder(bag, run)
        self._recording = Lock()

    def close(self) -> None:
        """Finish what is being recorded, and take everything down."""
        if self._recorder is not None:
            self._recorder.close()

    def run(self, episode: EpisodeSpec) -> Episode:
        """Run an episode from reset to its end."""
        scenario = self._dataset.get(episode.task)
        result = run_episode(self._run, episode, scenario, self._base, model=self._model)
        if self._recorder is not None:
            with self._recording:
                self._recorder.record(scenario, result)
        return result


def check_available(engine: str) -> None:
    """Raise EngineUnavailable if `engine` cannot run here; before anything is written."""
    if engine == "ray" and find_spec("ray") is None:
        raise EngineUnavailable(
            "the ray engine needs Ray; pip install 'is_bench[ray]', or use --engine direct"
        )
    if engine != "ros":
        return
    try:
        import is_bench_eval.ros_runner  # noqa: F401  # whether it can be imported is the question
    except ImportError as error:
        raise EngineUnavailable(
            f"the ros engine needs ROS 2 with is_bench_interfaces ({error}); source your ROS "
            "installation and workspace, or `make setup` and prefix the command with "
            "tools/ros_env.sh; --engine direct needs no ROS"
        ) from None


def _ros_engine(run: RunSpec, dataset: Dataset, bag: Path | None) -> Engine:
    from is_bench_eval.ros_runner import RosEngine

    return RosEngine(run, dataset, bag)


ENGINES: Mapping[str, Callable[[RunSpec, Dataset, Path | None], Engine]] = {
    "direct": DirectEngine,
    "ray": DirectEngine,
    "ros": _ros_engine,
}
