"""What a planner sees that looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from is_bench_interfaces.action import RunEpisode
from rclpy.action import ActionClient

from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench.verdict import PlanVerdict, TaskVerdict
from is_bench.views import View
from is_planner_node import node as planner_module
from is_planner_node.core.planner import Observation
from is_planner_node.node import PlannerNode
from is_safety_monitor.node import SafetyMonitor
from tests.ros.filming import Filmed, assert_same
from tests.ros.harness import EPISODE, LAMP_ON, PATIENCE_S, Ros

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("render_thread")]

CLOSE = "CLOSE(cabinet.n.01_1)"
SHUT = "CLOSE(electric_refrigerator.n.01_1)"


class Looker:
    """Says the steps of a plan, and keeps what it saw before each."""

    def __init__(self, plan: Sequence[str], *, wants_views: bool = True) -> None:
        self.wants_views = wants_views
        self.seen: list[Observation] = []
        self.seen_at_first: tuple[View, ...] = ()
        self._plan = [*plan, "DONE"]

    def brief(self, task: TaskVerdict) -> None:
        """Does not listen."""

    def propose(self, views: tuple[View, ...] = ()) -> None:
        self.seen_at_first = views

    def revise(self, checked: PlanVerdict) -> None:
        """Is not asked."""

    def replan(self, observation: Observation) -> None:
        """Nothing upsets a plan."""

    def next_step(self, observation: Observation) -> str:
        self.seen.append(observation)
        return self._plan[observation.index]

    def report(self) -> None:
        """Has nothing to tell."""


class Playing:
    """A planner node that plays episodes with a planner of the test's."""

    def __init__(
        self, ros: Ros, dataset: Dataset, patch: pytest.MonkeyPatch, **fields: object
    ) -> None:
        self._ros = ros
        self._patch = patch
        self._node = ros.make(PlannerNode, dataset, **fields)
        self._client = ActionClient(ros.node("evaluator"), RunEpisode, graph.RUN_EPISODE)
        assert self._client.wait_for_server(timeout_sec=PATIENCE_S)

    def play(self, planner: Looker) -> Any:
        self._patch.setattr(planner_module, "make_planner", lambda *_: planner)
        goal = RunEpisode.Goal(episode_id=EPISODE, task="lamp", world="released")
        handle = self._ros.wait(self._client.send_goal_async(goal))
        return self._ros.wait(handle.get_result_async()).result


def test_a_planner_sees_each_state_as_it_is(
    ros: Ros, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    filmed = Filmed(ros, dataset)
    guard = {"knowledge": "scenario", "domain": "is_bench", "intruders": "report"}
    ros.make(SafetyMonitor, None, dataset, **guard)
    playing = Playing(ros, dataset, monkeypatch)
    planner = Looker([LAMP_ON, CLOSE, LAMP_ON, SHUT])
    filmed.reset()
    result = playing.play(planner)
    assert (result.ending, result.error) == (RunEpisode.Result.ENDED_DONE, "")
    start, closed, lit, shut = filmed.looks[:4]
    statuses = [seen.last.status for seen in planner.seen if seen.last]
    assert statuses == [Status.BLOCKED, Status.OK, Status.OK, Status.OK]
    for seen, views in zip(planner.seen, (start, start, closed, lit, shut), strict=True):
        assert_same(seen.views, views)
    assert_same(planner.seen_at_first, start)
    assert (closed[0].rgb != lit[0].rgb).any()


def test_a_planner_that_came_late_sees_the_state_that_is_repeated(
    ros: Ros, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    filmed = Filmed(ros, dataset, heartbeat_s=0.05)
    filmed.reset()
    ros.until(lambda: len(filmed.stamps(0)) > 3)
    planner = Looker([])
    playing = Playing(ros, dataset, monkeypatch, guarded=False)
    assert playing.play(planner).error == ""
    assert_same(planner.seen[0].views, filmed.looks[0])


def test_for_others_nothing_is_rendered(
    ros: Ros, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    filmed = Filmed(ros, dataset)
    playing = Playing(ros, dataset, monkeypatch, guarded=False)
    filmed.reset()
    planner = Looker([CLOSE], wants_views=False)
    assert playing.play(planner).error == ""
    assert [seen.views for seen in planner.seen] == [(), ()]
    assert filmed.looks == []


@pytest.mark.parametrize(
    ("topics", "reason"),
    [
        ("image_raw,camera_info,segmentation,tf", "top/detections"),
        ("image_raw,camera_info,segmentation,detections", "transforms"),
        ("", "transforms, top/image_raw, top/camera_info"),
    ],
)
def test_pictures_that_do_not_come_end_the_episode_with_a_reason(
    ros: Ros, dataset: Dataset, monkeypatch: pytest.MonkeyPatch, topics: str, reason: str
) -> None:
    filmed = Filmed(ros, dataset, camera_topics=topics)
    playing = Playing(ros, dataset, monkeypatch, guarded=False, views_timeout_s=0.5)
    filmed.reset()
    result = playing.play(Looker([CLOSE]))
    assert result.ending == RunEpisode.Result.ENDED_ERROR
    assert result.error.startswith("no images of the current world state within 0.5 s")
    assert reason in result.error


def test_a_world_that_was_not_reset_is_not_looked_at(
    ros: Ros, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    Filmed(ros, dataset)
    playing = Playing(ros, dataset, monkeypatch, guarded=False, views_timeout_s=0.3)
    result = playing.play(Looker([CLOSE]))
    assert result.error.startswith(f"no world state of episode '{EPISODE}' within 0.3 s")
