"""The engines that run episodes: `direct` in this process, `ros` through real ROS 2 nodes.

`ray` is the direct engine in the workers of a Ray cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Protocol

from is_bench.scenarios import Dataset
from is_bench_eval.engines.direct import DirectEngine
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.errors import EngineUnavailable, RosUnavailable
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from sim_bridge.backends import make_simulator


class Engine(Protocol):
    """Runs the episodes of a run until it is closed; the ros engine one at a time."""

    def run(self, episode: EpisodeSpec) -> Episode:
        """Run an episode; raises when the infrastructure fails it."""
        ...

    def close(self) -> None:
        """Finish what is being recorded, and take everything down."""
        ...


def check_available(engine: str, sim: str = "embedded") -> None:
    """Raise an InputError if an engine or a simulator cannot run here; nothing is written yet."""
    if sim == "omnigibson":
        make_simulator(sim).close()  # reads its settings; starts nothing before a reset
    if engine == "ray" and find_spec("ray") is None:
        raise EngineUnavailable(
            "the ray engine needs Ray; pip install 'is_bench[ray]', or use --engine direct"
        )
    if engine != "ros":
        return
    try:
        import is_bench_eval.engines.ros.engine  # noqa: F401  # whether it can be imported is the question
    except ImportError as error:
        raise RosUnavailable("the ros engine", error, "--engine direct needs no ROS") from None


def _ros_engine(run: RunSpec, dataset: Dataset, outputs: OutputPaths) -> Engine:
    from is_bench_eval.engines.ros.engine import RosEngine

    return RosEngine(run, dataset, outputs)


ENGINES: Mapping[str, Callable[[RunSpec, Dataset, OutputPaths], Engine]] = {
    "direct": DirectEngine,
    "ray": DirectEngine,
    "ros": _ros_engine,
}
