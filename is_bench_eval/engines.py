"""The engines that run episodes: `direct` in this process, `ros` through real ROS 2 nodes.

`ray` is the direct engine in the workers of a Ray cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Protocol

from is_bench.scenarios import Dataset
from is_bench_eval.bag.direct import DirectRecorder
from is_bench_eval.episode import Episode, run_episode
from is_bench_eval.errors import EngineUnavailable
from is_bench_eval.footage import FootageRecorder, OverheardModel, Sight
from is_bench_eval.keep import Keep, file_name
from is_bench_eval.pictures.clip import Film
from is_bench_eval.spec import EpisodeSpec, RunSpec
from sim_bridge.backends import Simulator, make_simulator
from sim_bridge.embodied.studio import Studio


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

    def __init__(self, run: RunSpec, dataset: Dataset, keep: Keep) -> None:
        """`keep` says what is recorded, and where."""
        self._run = run
        self._dataset = dataset
        self._model = None if run.planning is None else run.planning.open()
        self._recorder = None if keep.bag is None else DirectRecorder(keep.bag, run)
        self._clips = keep.clips
        self._keeps_footage = keep.footage is not None
        somebody = run.planning is not None or bool(run.guard_sight_endpoint)
        looks = somebody if run.render is None else run.render
        self._studio = Studio() if looks else None
        model_looks = self._model is not None and self._model.settings.picture_side > 0
        self._pictures = looks and bool(run.render or model_looks or run.guard_sight_endpoint)
        self._idle: SimpleQueue[Simulator] = SimpleQueue()
        self._recording = Lock()

    def close(self) -> None:
        """Finish what is being recorded, and take everything down."""
        if self._recorder is not None:
            with self._recording:  # not in the middle of an episode that nobody waits for
                self._recorder.close()
        while not self._idle.empty():
            self._idle.get().close()
        if self._studio is not None:
            self._studio.close()

    def run(self, episode: EpisodeSpec) -> Episode:
        """Run an episode from reset to its end."""
        scenario = self._dataset.get(episode.task)
        film = None if self._clips is None else Film(scenario.scene.instruction)
        model = None if self._model is None else OverheardModel(self._model)
        recorder = FootageRecorder(model, pictures=self._pictures) if self._keeps_footage else None
        watches = [watch for watch in (recorder, film) if watch is not None]

        def watch(sight: Sight) -> None:
            for each in watches:
                each(sight)

        with self._simulator() as simulator:
            result = run_episode(
                self._run,
                episode,
                scenario,
                simulator=simulator,
                watch=watch if watches else None,
                model=self._model if model is None else model.as_model(),
                start_ns=0 if self._recorder is None else self._recorder.now_ns,
            )
        if film is not None and self._clips is not None:
            name = f"{file_name(episode.task)}_{episode.plan_index}.gif"
            film.write(self._clips / name)
        if self._recorder is not None:
            with self._recording:
                self._recorder.record(result)
        return result if recorder is None else replace(result, footage=recorder.footage())

    @contextmanager
    def _simulator(self) -> Iterator[Simulator]:
        """A simulator that is free, or another one: starting one may take minutes."""
        try:
            simulator = self._idle.get_nowait()
        except Empty:
            simulator = make_simulator(self._run.sim, self._studio)
        try:
            yield simulator
        finally:
            self._idle.put(simulator)


def check_available(engine: str, sim: str = "embedded") -> None:
    """Raise EngineUnavailable or SimulatorUnavailable before anything is written."""
    if sim == "omnigibson":
        make_simulator(sim).close()  # reads its settings; starts nothing before a reset
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


def _ros_engine(run: RunSpec, dataset: Dataset, keep: Keep) -> Engine:
    from is_bench_eval.ros_runner import RosEngine

    return RosEngine(run, dataset, keep)


ENGINES: Mapping[str, Callable[[RunSpec, Dataset, Keep], Engine]] = {
    "direct": DirectEngine,
    "ray": DirectEngine,
    "ros": _ros_engine,
}
