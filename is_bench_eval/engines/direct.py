"""The direct engine: episodes in this process, without ROS."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Lock

from is_bench.scenarios import Dataset, Scenario
from is_bench.verdict import GuardMode
from is_bench_eval.episodes.episode import Episode, run_episode
from is_bench_eval.episodes.footage import FootageRecorder, StepView, Watch
from is_bench_eval.recording.direct_recorder import DirectRecorder
from is_bench_eval.recording.output_paths import OutputPaths, file_name
from is_bench_eval.specs.run_guard import KnowledgeBases
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.visualization.captions import meanwhile
from is_bench_eval.visualization.clip import ClipWriter, passage_of
from is_planner_node.core.conversation import RecordingModel
from sim_bridge.backends import Simulator, make_simulator
from sim_bridge.embodied.render_thread import RenderThread


class DirectEngine:
    """Runs episodes in this process; several at a time in as many threads."""

    def __init__(self, run: RunSpec, dataset: Dataset, outputs: OutputPaths) -> None:
        """`outputs` says what is recorded, and where."""
        self._run = run
        self._dataset = dataset
        self._bases = KnowledgeBases()
        self._model = None if run.planning is None else run.planning.open()
        self._recorder = None if outputs.bag is None else DirectRecorder(outputs.bag, run)
        self._clips = outputs.clips
        self._keeps_footage = outputs.footage is not None
        somebody = run.planning is not None or bool(run.guard_sight_endpoint)
        looks = somebody if run.render is None else run.render
        self._render_thread = RenderThread() if looks else None
        model_looks = self._model is not None and self._model.settings.image_side > 0
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
        if self._render_thread is not None:
            self._render_thread.close()

    def run(self, episode: EpisodeSpec) -> Episode:
        """Run an episode from reset to its end."""
        scenario = self._dataset.get(episode.task)
        guarded = self._run.guard is not GuardMode.OFF
        base = self._bases.of(self._run, scenario.scene.domain) if guarded else None
        model = None if self._model is None else RecordingModel(self._model)
        recorder = FootageRecorder(model, pictures=self._pictures) if self._keeps_footage else None
        with self._simulator() as simulator:
            clip_writer = None if self._clips is None else _clip_writer(scenario, simulator)
            watches: list[Watch] = [each for each in (recorder, clip_writer) if each is not None]

            def watch(step_view: StepView) -> None:
                for each in watches:
                    each(step_view)

            result = run_episode(
                self._run,
                episode,
                scenario,
                base,
                simulator=simulator,
                watch=watch if watches else None,
                model=self._model if model is None else model.as_model(),
                start_ns=0 if self._recorder is None else self._recorder.now_ns,
            )
        if clip_writer is not None and self._clips is not None:
            name = f"{file_name(episode.task)}_{episode.plan_index}.gif"
            clip_writer.write(self._clips / name, meanwhile(result.trace))
        if recorder is not None:
            result = replace(result, footage=recorder.footage())
        if self._recorder is not None:
            with self._recording:
                self._recorder.record(result)
        return result

    @contextmanager
    def _simulator(self) -> Iterator[Simulator]:
        """A simulator that is free, or another one: starting one may take minutes."""
        try:
            simulator = self._idle.get_nowait()
        except Empty:
            simulator = make_simulator(self._run.sim, self._render_thread)
        try:
            yield simulator
        finally:
            self._idle.put(simulator)


def _clip_writer(scenario: Scenario, simulator: Simulator) -> ClipWriter:
    return ClipWriter(scenario.scene.instruction, passage=passage_of(simulator))
