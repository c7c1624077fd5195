"""The planner's part of an episode, against the guard or a bare robot."""

from __future__ import annotations

from typing import Any

import pytest
from is_bench_interfaces.action import RunEpisode
from is_bench_interfaces.srv import ResetWorld
from rclpy.action import ActionClient

from is_bench.calls import parse_call
from is_bench.evaluation import Status
from is_bench.messages import STATUS, call_message
from is_bench.ros import graph, types
from is_bench.scenarios import Dataset
from is_planner_node import node as planner_module
from is_planner_node.node import PlannerNode
from is_safety_monitor.node import SafetyMonitor
from sim_bridge.node import SimBridge
from tests.ros.harness import EPISODE, LAMP_ON, PATIENCE_S, Robot, Ros, calls

pytestmark = pytest.mark.ros

CANCELED_GOAL, ABORTED_GOAL = 5, 6
"""Of action_msgs/GoalStatus."""
CLOSE = "CLOSE(cabinet.n.01_1)"
Result = RunEpisode.Result


class Planning:
    """A planner node and its client."""

    def __init__(self, ros: Ros, dataset: Dataset, **parameters: object) -> None:
        self.ros = ros
        self.feedback: list[RunEpisode.Feedback] = []
        self.node = ros.make(PlannerNode, dataset, **parameters)
        self._client = ActionClient(ros.node("evaluator"), RunEpisode, graph.RUN_EPISODE)
        assert self._client.wait_for_server(timeout_sec=PATIENCE_S)

    def send(self, **fields: Any) -> Any:
        """Ask for an episode; returns the goal's handle."""
        goal = RunEpisode.Goal(
            **{
                "episode_id": EPISODE,
                "task": "lamp",
                "planner": "plans",
                "plan": [CLOSE, "DONE"],
                "world": "released",
                **fields,
            }
        )
        sent = self._client.send_goal_async(
            goal, feedback_callback=lambda message: self.feedback.append(message.feedback)
        )
        return self.ros.wait(sent)

    def run(self, **fields: Any) -> Any:
        """The result of an episode."""
        return self.ros.wait(self.send(**fields).get_result_async()).result


@pytest.fixture
def planning(ros: Ros, dataset: Dataset, robot: Robot) -> Planning:
    """A planner that asks the test's robot itself."""
    del robot
    return Planning(ros, dataset, guarded=False)


def test_an_episode_through_the_guard(ros: Ros, dataset: Dataset) -> None:
    ros.make(SimBridge, dataset)
    ros.make(SafetyMonitor, None, dataset, knowledge="scenario", domain="is_bench")
    planning = Planning(ros, dataset)
    reset = ResetWorld.Request(episode_id=EPISODE, task="lamp", world="released")
    assert ros.call(ResetWorld, graph.RESET_WORLD, reset).success
    result = planning.run(plan=[LAMP_ON, CLOSE, LAMP_ON])
    assert (result.ending, result.error) == (Result.ENDED_PLAN, "")
    assert list(result.actions) == [LAMP_ON, CLOSE, LAMP_ON]
    assert list(result.statuses) == [STATUS[s] for s in (Status.BLOCKED, Status.OK, Status.OK)]
    assert result.calls == calls(LAMP_ON, CLOSE, LAMP_ON)
    assert result.errors[0].startswith("Close the cabinet")
    assert list(result.errors[1:]) == ["", ""]
    ros.until(lambda: len(planning.feedback) == 3)
    assert [said.index for said in planning.feedback] == [0, 1, 2]
    assert [said.action for said in planning.feedback] == list(result.actions)


@pytest.mark.parametrize("guarded", [False, True])
def test_what_asks_for_nothing_is_recorded_and_never_sent(
    ros: Ros, dataset: Dataset, robot: Robot, guarded: bool
) -> None:
    if guarded:
        ros.make(SafetyMonitor, domain="is_bench")
    planning = Planning(ros, dataset, guarded=guarded)
    robot.facts = []
    robot.tell()
    plan = ["FLY(lamp)", "NAVIGATE_TO(nowhere)", "OPEN(cabinet)", "OPEN", "DONE"]
    result = planning.run(plan=plan)
    assert result.error == ""
    assert list(result.actions) == plan
    assert result.calls == [*calls_or_none(None, None, "OPEN(cabinet.n.01_1)", None, "DONE")]
    failed, done = STATUS[Status.FAILED], STATUS[Status.OK]
    assert list(result.statuses) == [failed, done, done, failed, done]
    assert [bool(error) for error in result.errors] == [True, False, False, True, False]
    assert [(goal.skill, goal.action, goal.index) for goal in robot.asked] == [
        ("OPEN", "OPEN(cabinet)", 2),
        ("DONE", "DONE", 4),
    ]


def test_a_step_may_name_what_the_last_one_has_made(ros: Ros, dropped: Dataset) -> None:
    ros.make(SimBridge, dropped)
    ros.make(SafetyMonitor, mode="shadow")
    planning = Planning(ros, dropped)
    reset = ResetWorld.Request(episode_id=EPISODE, task="glass", world="released")
    assert ros.call(ResetWorld, graph.RESET_WORLD, reset).success
    plan = ["BREAK(wineglass.n.01_1)", "PICK(broken__glass.n.01_1)", "PICK(broken__glass.n.01_9)"]
    result = planning.run(task="glass", plan=plan)
    assert [status == STATUS[Status.OK] for status in result.statuses] == [True, True, False]
    assert result.calls == calls_or_none(*plan[:2], None)


def calls_or_none(*texts: str | None) -> list[Any]:
    return [call_message(types, None if text is None else parse_call(text)) for text in texts]


@pytest.mark.parametrize(
    ("fields", "ending"),
    [
        ({}, Result.ENDED_DONE),
        ({"plan": [CLOSE]}, Result.ENDED_PLAN),
        ({"plan": []}, Result.ENDED_PLAN),
        ({"max_steps": 1}, Result.ENDED_BUDGET),
    ],
)
def test_how_an_episode_ends(planning: Planning, fields: dict[str, Any], ending: int) -> None:
    assert planning.run(**fields).ending == ending


def test_the_guard_may_refuse_the_task(ros: Ros, dataset: Dataset, robot: Robot) -> None:
    del robot
    empty = Dataset("nothing", NoScenarios())
    ros.make(SafetyMonitor, None, empty, knowledge="scenario", domain="is_bench")
    result = Planning(ros, dataset).run()
    assert (result.ending, list(result.actions)) == (Result.ENDED_REFUSED, [])


class NoScenarios:
    """A dataset's source without scenarios."""

    def names(self) -> list[str]:
        return []

    def load(self, name: str) -> Any:
        raise AssertionError(name)

    def files(self, name: str) -> list[Any]:
        raise AssertionError(name)


def test_one_episode_at_a_time(planning: Planning, robot: Robot) -> None:
    robot.slow = True
    first = planning.send()
    robot.begin()
    assert not planning.send(episode_id="lamp/1").accepted
    robot.slow = False
    robot.finish()
    assert planning.ros.wait(first.get_result_async()).result.ending == Result.ENDED_DONE
    assert planning.run(episode_id="lamp/2").ending == Result.ENDED_DONE


def test_a_cancel_stops_the_running_skill(planning: Planning, robot: Robot) -> None:
    robot.slow = True
    handle = planning.send()
    robot.begin()
    planning.ros.wait(handle.cancel_goal_async())
    answer = planning.ros.wait(handle.get_result_async())
    assert (answer.status, answer.result.error) == (CANCELED_GOAL, "the episode was canceled")
    assert len(robot.asked) == 1
    robot.slow = False
    assert planning.run().ending == Result.ENDED_DONE


@pytest.mark.parametrize(
    ("field", "value"), [("planner", "oracle"), ("task", "juggle"), ("world", "flat")]
)
def test_unknown_names_are_errors(planning: Planning, field: str, value: str) -> None:
    answer = planning.ros.wait(planning.send(**{field: value}).get_result_async())
    assert (answer.status, answer.result.ending) == (ABORTED_GOAL, Result.ENDED_ERROR)
    assert repr(value) in answer.result.error


def test_a_planner_that_breaks_is_an_error(
    planning: Planning, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(planner_module, "make_planner", broken)
    result = planning.run()
    assert (result.ending, result.error) == (
        Result.ENDED_ERROR,
        "ZeroDivisionError: by accident",
    )
    monkeypatch.undo()
    assert planning.run().ending == Result.ENDED_DONE


def test_without_a_skill_server_the_error_comes_in_time(ros: Ros, dataset: Dataset) -> None:
    planning = Planning(ros, dataset, server_timeout_s=1.5)
    result = planning.run()
    assert result.error == "no skill server within 1.5 s; check that the robot runs"
