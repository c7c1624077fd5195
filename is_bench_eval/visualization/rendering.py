"""`is-bench render`: the five views of a scenario, with and without boxes, and a clip."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from is_bench.errors import InputError, Place
from is_bench.scenarios import Dataset, Scenario, load_dataset
from is_bench.verdict import GuardMode
from is_bench.views import View
from is_bench.world import quirks_of
from is_bench_eval.console.text import counted
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.episodes.footage import StepView
from is_bench_eval.recording.output_paths import check_folder, file_name
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec, unknown_name
from is_bench_eval.visualization.captions import meanwhile
from is_bench_eval.visualization.clip import ClipWriter, passage_of
from is_bench_eval.visualization.drawing import picture_of, sheet
from sim_bridge.backends import make_simulator
from sim_bridge.embodied.render_thread import ImageSize, RenderThread

NO_CLIP = "none"


@dataclass(frozen=True)
class RenderOrder:
    """What is to be rendered."""

    scenarios: tuple[str, ...]
    dataset: Path | None
    planner: str
    """Whose episode the clip shows, or NO_CLIP."""
    guard: GuardMode
    seed: int
    size: ImageSize
    out: Path


def render_command(order: RenderOrder, console: Console) -> int:
    """Write the pictures; raises InputError, and RenderingUnavailableError without OpenGL."""
    check_folder(order.out)
    dataset = load_dataset(order.dataset)
    scenarios = [_scenario(dataset, name, order) for name in order.scenarios]
    with closing(RenderThread(order.size)) as render_thread:
        for scenario in scenarios:
            written = _render(scenario, order, render_thread)
            images = counted(len(written), "image")
            console.print(f"{scenario.name}: {images} in {order.out}", markup=False)
    return 0


def _scenario(dataset: Dataset, name: str, order: RenderOrder) -> Scenario:
    if name not in dataset.names:
        raise InputError(unknown_name("scenario", name, dataset))
    scenario = dataset.get(name)
    if order.planner != NO_CLIP and not scenario.plans.reference:
        raise InputError(
            "there is no reference plan to make a clip of; --planner none makes the views alone",
            Place(scenario.source),
        )
    return scenario


def _render(scenario: Scenario, order: RenderOrder, render_thread: RenderThread) -> list[Path]:
    run = RunSpec(
        planner="reference" if order.planner == NO_CLIP else order.planner,
        guard=order.guard,
        seed=order.seed,
    )
    order.out.mkdir(parents=True, exist_ok=True)
    if order.planner == NO_CLIP:
        return _write_views(scenario.name, _first_views(scenario, run, render_thread), order.out)
    first: list[tuple[View, ...]] = []

    def watch(step_view: StepView) -> None:
        clip_writer(step_view)
        if step_view.last is None:
            first.append(step_view.look())

    with closing(make_simulator(run.sim, render_thread)) as simulator:
        clip_writer = ClipWriter(scenario.scene.instruction, passage=passage_of(simulator))
        spec = EpisodeSpec(0, scenario.name, 0)
        episode = run_episode(run, spec, scenario, simulator=simulator, watch=watch)
    written = _write_views(scenario.name, first[0], order.out)
    clip = order.out / f"{file_name(scenario.name)}.gif"
    clip_writer.write(clip, meanwhile(episode.trace))
    return [*written, clip]


def _first_views(scenario: Scenario, run: RunSpec, render_thread: RenderThread) -> tuple[View, ...]:
    with closing(make_simulator(run.sim, render_thread)) as simulator:
        simulator.reset(scenario.scene, quirks_of(run.world), run.seed)
        return simulator.observe()


def _write_views(name: str, views: tuple[View, ...], out: Path) -> list[Path]:
    written = []
    for marked, suffix in ((False, ""), (True, "_boxes")):
        pictures = {view.name: picture_of(view, boxes=marked) for view in views}
        pictures["views"] = sheet(views, boxes=marked)
        for camera, picture in pictures.items():
            path = out / f"{file_name(name)}_{camera}{suffix}.png"
            picture.save(path, optimize=True)
            written.append(path)
    return written
