"""The bag of a run: complete, readable by anybody, and true."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image as Pictures
from rosbags.highlevel import AnyReader

from is_bench.facts import FactSet
from is_bench.messages import FactReader, nanoseconds_of
from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.engines.ros import engine
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.errors import EpisodeFailed, RunFolderProblem
from is_bench_eval.recording.bag_writer import make_typestore
from is_bench_eval.recording.node import BagRecorder
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.topics import CAMERA_TOPICS, TOPICS, bag_topics, relative
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from is_safety_monitor.core.stages import Stages
from tests.ros.filming import Filmed
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros


LATE_S = 2.0
"""Longer than an episode of the kitchen takes."""


class LateSubscription:
    """A subscription that begins after a while."""

    def __init__(self, begin: Callable[[], Any]) -> None:
        self._begin = begin
        self._begun: Any = None

    def begin(self) -> None:
        self._begun = self._begun or self._begin()

    def get_publisher_count(self) -> int:
        return self._begun.get_publisher_count() if self._begun else 0


class LateRecorder(BagRecorder):
    """A recorder that is slow to discover the publisher of verdicts."""

    late_s = LATE_S

    def create_subscription(self, kind: Any, topic: str, *arguments: Any, **options: Any) -> Any:
        begin = partial(super().create_subscription, kind, topic, *arguments, **options)
        if topic != graph.VERDICTS:
            return begin()
        late = LateSubscription(begin)
        self.create_timer(self.late_s, late.begin)
        return late


class DeafRecorder(LateRecorder):
    """A recorder that never discovers the publisher of verdicts."""

    late_s = 3600.0


@dataclass
class Recorded:
    """An episode and the bag that was made of it."""

    path: Path
    episode: Episode
    messages: dict[str, list[Any]]

    def changes(self) -> list[Any]:
        """The states without the heartbeats, which repeat them."""
        return list(
            {state.step: state for state in reversed(self.messages[graph.WORLD_STATE])}.values()
        )[::-1]


@pytest.fixture
def recorded(kitchen: Path, tmp_path: Path, domain: int) -> Recorded:
    """A guarded careless episode, which has blocked steps."""
    del domain
    return record(kitchen, tmp_path / "bags" / "run_0")


def record(kitchen: Path, path: Path) -> Recorded:
    run = RunSpec(
        dataset=kitchen,
        planner="careless",
        guard=GuardMode.ENFORCE,
        guard_knowledge="scenario",
        guard_stages=Stages(task=False, plan=False),
    )
    dataset, (spec,) = plan_episodes(run, None)
    with closing(ENGINES["ros"](run, dataset, OutputPaths(path))) as made:
        episode = made.run(spec)
    return Recorded(path, episode, read(path))


def read(path: Path) -> dict[str, list[Any]]:
    """Every message of a bag by its topic's name in `graph`, by the definitions in the bag."""
    names = {topic: relative(topic) for topic in bag_topics(cameras=True)}
    found: dict[str, list[Any]] = defaultdict(list, {relative(topic): [] for topic in TOPICS})
    with AnyReader([path]) as reader:
        for connection, _, data in reader.messages():
            found[names[connection.topic]].append(reader.deserialize(data, connection.msgtype))
    return found


def test_everything_is_in_the_bag_once(recorded: Recorded) -> None:
    steps = recorded.episode.trace.steps
    executed = [step for step in steps if step.was_executed]
    assert 0 < len(executed) < len(steps)
    messages = recorded.messages
    assert [state.step for state in recorded.changes()] == list(range(len(executed) + 1))
    assert [verdict.index for verdict in messages[graph.VERDICTS]] == [s.index for s in steps]
    events = Counter((event.source, event.index) for event in messages[graph.SKILL_EVENTS])
    assert events == Counter(
        [("guard", s.index) for s in steps] + [("executor", s.index) for s in executed]
    )
    assert [metrics.episodes for metrics in messages[graph.METRICS]] == [1]


@pytest.mark.usefixtures("domain")
def test_an_episode_waits_until_the_recorder_has_discovered_the_guard(
    kitchen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BagRecorder", LateRecorder)
    recorded = record(kitchen, tmp_path / "bag")
    indices = [verdict.index for verdict in recorded.messages[graph.VERDICTS]]
    assert indices == [step.index for step in recorded.episode.trace.steps]


@pytest.mark.usefixtures("domain")
def test_an_episode_fails_whose_recorder_does_not_discover_the_guard(
    kitchen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BagRecorder", DeafRecorder)
    monkeypatch.setattr(engine, "ANSWER_S", 1.0)
    said = r"within 1 s, a publisher of /is_bench/verdicts \(is is_safety_monitor running\?\)"
    with pytest.raises(EpisodeFailed, match=said):
        record(kitchen, tmp_path / "bag")


def test_the_states_tell_what_the_trace_tells(recorded: Recorded) -> None:
    trace = recorded.episode.trace
    reader = FactReader()
    seen = [reader.read(state) for state in recorded.changes()]
    told = [trace.initial, *(step.after for step in trace.steps if step.was_executed)]
    assert all(isinstance(view, FactSet) for view in told)
    assert seen == told
    assert recorded.messages[graph.WORLD_STATE][0].objects


def test_the_metadata_is_what_rosbag2_writes(recorded: Recorded) -> None:
    text = (recorded.path / "metadata.yaml").read_text(encoding="utf-8")
    told = yaml.safe_load(text)["rosbag2_bagfile_information"]
    assert (told["version"], told["storage_identifier"]) == (9, "mcap")
    (file,) = told["relative_file_paths"]
    assert (recorded.path / file).is_file()
    topics = {item["topic_metadata"]["name"]: item for item in told["topics_with_message_count"]}
    assert topics.keys() == TOPICS.keys()
    assert told["message_count"] == sum(map(len, recorded.messages.values()))
    for name, item in topics.items():
        assert item["message_count"] == len(recorded.messages[name.removeprefix("/")])
        assert item["topic_metadata"]["serialization_format"] == "cdr"
        assert item["topic_metadata"]["type_description_hash"].startswith("RIHS01_")


def test_the_type_hashes_are_those_of_ros(ros: Ros, tmp_path: Path) -> None:
    ros.make(BagRecorder, tmp_path / "bag", cameras=True)
    watcher = ros.node("watcher")
    store = make_typestore()
    for topic, kind in bag_topics(cameras=True).items():
        (endpoint,) = ros.until(partial(watcher.get_subscriptions_info_by_topic, topic))
        assert endpoint.topic_type == kind
        assert str(endpoint.topic_type_hash) == store.hash_rihs01(kind)


def test_the_recorded_topics_are_those_of_the_graph() -> None:
    names = {value for value in vars(graph).values() if isinstance(value, str)}
    names |= {
        name(camera)
        for camera in graph.CAMERAS
        for name in (graph.camera_info_topic, graph.compressed_topic)
    }
    assert set(map(relative, bag_topics(cameras=True))) <= names


@pytest.mark.usefixtures("render_thread")
def test_pictures_are_recorded_where_they_are_asked_for(
    ros: Ros, dataset: Dataset, tmp_path: Path
) -> None:
    filmed = Filmed(ros, dataset)
    path = tmp_path / "bag"
    recorder = ros.make(BagRecorder, path, cameras=True)
    publishers = filmed.node._cameras._publishers.values()
    ros.until(lambda: sum(p.get_subscription_count() for p in publishers) == len(CAMERA_TOPICS))
    filmed.reset()
    filmed.do("CLOSE(cabinet.n.01_1)")
    pictures = set(map(relative, CAMERA_TOPICS))
    for topic in pictures:
        ros.wait(recorder.wait_for(topic, 2))
    ros.remove(recorder)
    stamps = set(filmed.stamps(0) + filmed.stamps(1))
    found = read(path)
    assert pictures <= found.keys()
    for topic in pictures - {graph.STATIC_TRANSFORMS}:
        assert {nanoseconds_of(message.header.stamp) for message in found[topic]} == stamps
    for message in found[graph.compressed_topic("west")]:
        assert Pictures.open(BytesIO(message.data)).size == (96, 64)


def test_a_bag_is_never_overwritten(ros: Ros, tmp_path: Path) -> None:
    with pytest.raises(RunFolderProblem, match="exists"):
        BagRecorder(tmp_path, context=ros.context)
