"""What the ros engine keeps of an episode for its report: as the direct engine."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from sensor_msgs.msg import CompressedImage

from is_bench.messages import header
from is_bench.ros import graph, types
from is_bench.scenarios import bundled_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.engines.ros.cameras import CameraListener
from is_bench_eval.episodes.footage import Footage
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from is_planner_node.core.planning import Planning
from sim_bridge.embodied.render_thread import RenderThread
from sim_bridge.errors import RenderingUnavailableError
from tests.caches import fresh_cache
from tests.chat_server.agents import careless
from tests.chat_server.server import serving
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros


def footage(engine: str, run: RunSpec, task: str, folder: Path) -> Footage:
    dataset, episodes = plan_episodes(run, task)
    with closing(ENGINES[engine](run, dataset, OutputPaths(footage=folder))) as runner:
        (found,) = [runner.run(episode).footage for episode in episodes]
    return found


def essence(found: Footage) -> list[list[tuple[str, int, tuple[str, ...]]]]:
    return [[(due.constraint, due.since, due.objects) for due in moment] for moment in found.due]


@pytest.mark.usefixtures("domain")
@pytest.mark.parametrize("task", ["bake_two_pizzas", "boil_water_in_saucepan"])
@pytest.mark.parametrize("guard", [GuardMode.SHADOW, GuardMode.ENFORCE])
@pytest.mark.parametrize("knowledge", ["kb", "scenario"])
def test_what_is_due_is_kept_of_each_moment(
    task: str, guard: GuardMode, knowledge: str, tmp_path: Path
) -> None:
    run = RunSpec(planner="careless", guard=guard, guard_knowledge=knowledge)
    expected, found = (footage(engine, run, task, tmp_path) for engine in ("direct", "ros"))
    assert any(essence(expected))
    assert essence(found) == essence(expected)
    assert found.pictures == ()


def decoded(data: bytes) -> Any:
    return np.asarray(Image.open(BytesIO(data)).convert("RGB")).astype(int)


@pytest.mark.usefixtures("domain", "render_thread")
def test_a_rendered_episode_has_the_picture_of_each_moment(tmp_path: Path) -> None:
    run = RunSpec(planner="careless", guard=GuardMode.ENFORCE, render=True)
    task = "boil_water_in_saucepan"
    expected, found = (footage(engine, run, task, tmp_path) for engine in ("direct", "ros"))
    assert (found.cameras, found.strips) == (("south",), ())
    assert len(found.pictures) == len(expected.pictures) > 2
    for ours, theirs in zip(found.pictures, expected.pictures, strict=True):
        assert abs(decoded(ours) - decoded(theirs)).mean() < 4
    assert len(set(found.pictures)) == len(set(expected.pictures)) > 2


@pytest.mark.usefixtures("domain", "render_thread")
def test_what_a_model_sees_is_kept_with_a_strip_of_the_other_cameras(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IS_BENCH_CACHE", str(fresh_cache(tmp_path / "cache")))
    with serving(careless(bundled_dataset())) as server:
        planning = Planning(server.url, "m", image_size=64)
        run = RunSpec(planner="vlm", planning=planning)
        found = footage("ros", run, "microwave_a_potato", tmp_path)
    assert set(found.cameras) == set(graph.CAMERAS)
    assert found.cameras[0] == "south"
    assert len(found.pictures) == len(found.strips) > 2
    assert found.talk
    assert {turn.pictures for turn in found.talk[0].said} == {0, len(graph.CAMERAS)}


@pytest.mark.usefixtures("domain")
def test_where_nothing_can_be_rendered_the_episode_goes_on_without_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RenderingUnavailableError("there is no OpenGL")

    monkeypatch.setattr(RenderThread, "pictures", broken)
    run = RunSpec(planner="careless", guard=GuardMode.ENFORCE, render=True)
    found = footage("ros", run, "bake_two_pizzas", tmp_path)
    assert found.pictures == ()
    assert any(found.due)


class Filming:
    """A camera of the test's, and what an evaluator makes of it."""

    def __init__(self, ros: Ros) -> None:
        self.ros = ros
        node = ros.node("camera")
        self.listener = CameraListener(node, ("south",))
        topic = graph.compressed_topic("south")
        self.publisher = node.create_publisher(CompressedImage, topic, graph.LATEST)
        ros.until(self.publisher.get_subscription_count)

    def publish(self, stamp_ns: int, shade: int) -> None:
        buffer = BytesIO()
        Image.new("RGB", (8, 8), (shade, shade, shade)).save(buffer, "JPEG")
        message = CompressedImage(header=header(types, stamp_ns), data=buffer.getvalue())
        self.publisher.publish(message)
        self.ros.until(lambda: self.listener.has_seen(stamp_ns))

    def shade(self, until_ns: int | None) -> int:
        (shot,) = self.listener.shots(until_ns)
        return int(shot.rgb[0, 0, 0])


def test_a_moment_shows_the_last_picture_before_the_next_one(ros: Ros) -> None:
    filming = Filming(ros)
    filming.publish(10, 20)
    filming.publish(30, 200)
    shown = [filming.shade(until) for until in (5, 11, 30, 31, None)]
    assert shown == [20, 20, 20, 200, 200]


def test_pictures_of_the_episode_before_are_dropped(ros: Ros) -> None:
    filming = Filming(ros)
    filming.publish(10, 20)
    assert filming.listener.is_seeing()
    filming.listener.begin()
    assert not filming.listener.is_seeing()
    assert filming.listener.shots(None) == ()
