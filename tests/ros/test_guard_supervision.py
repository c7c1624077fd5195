"""What the guard believes of the world, and what it does about skills while they run."""

from __future__ import annotations

import re
from typing import Any

import pytest
from action_msgs.msg import GoalInfo
from action_msgs.srv import CancelGoal
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import SetTask
from rclpy.parameter import Parameter
from rclpy.task import Future
from unique_identifier_msgs.msg import UUID

from is_bench.evaluation import Status
from is_bench.facts import atom
from is_bench.messages import FactMessages, header
from is_bench.ros import forwarding, graph, types
from is_bench.ros.skill_client import SkillResult
from is_bench.scenarios import Dataset
from tests.ros.harness import (
    CABINET_OPEN,
    EPISODE,
    FRIDGE_OPEN,
    LAMP_ON,
    Guarded,
    Robot,
    Ros,
)

pytestmark = pytest.mark.ros

CLOSE = "CLOSE(cabinet.n.01_1)"
OPEN = "OPEN(cabinet.n.01_1)"
OK = ExecuteSkill.Result.STATUS_OK


@pytest.fixture
def guard(ros: Ros, robot: Robot, dataset: Dataset) -> Guarded:
    guarded = Guarded(ros, dataset, hold_s=0.5)
    guarded.connect(robot)
    return guarded


def lamp_begins(guard: Guarded, robot: Robot) -> Future:
    """The lamp is being switched on while the cabinet is shut."""
    robot.facts = [FRIDGE_OPEN]
    robot.tell()
    guard.ros.until(lambda: CABINET_OPEN not in guard.node._session.latest.read()[0].true)
    robot.slow = True
    running = guard.start(LAMP_ON)
    robot.begin()
    return running


def result_of(guard: Guarded, asked: Future) -> SkillResult:
    result: SkillResult = guard.ros.wait(asked)
    return result


# While a skill runs


def test_a_skill_for_which_the_world_becomes_unsafe_is_canceled(
    guard: Guarded, robot: Robot
) -> None:
    running = lamp_begins(guard, robot)
    robot.facts = [FRIDGE_OPEN, CABINET_OPEN]
    robot.tell()
    stopped = result_of(guard, running)
    assert stopped.status is Status.FAILED
    assert "canceled: " in stopped.message
    assert stopped.message.endswith("the robot: canceled")


def test_what_a_skill_changes_itself_does_not_stop_it(guard: Guarded, robot: Robot) -> None:
    running = lamp_begins(guard, robot)
    robot.facts = [FRIDGE_OPEN, atom("toggled_on", "table_lamp.n.01_1")]
    robot.tell()
    guard.ros.let_pass(0.1)
    robot.finish()
    assert result_of(guard, running).status is Status.OK


def test_a_skill_is_canceled_when_the_state_falls_silent(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, state_heartbeat_s=0.4)
    guard.connect(robot)
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    stopped = result_of(guard, running)
    silence = re.match(r"no world state for (\d+\.\d) s", stopped.message)
    assert silence is not None
    assert float(silence[1]) >= 0.4


def test_a_driver_that_aborts_has_failed_whatever_its_result_says(
    guard: Guarded, robot: Robot
) -> None:
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin().abort()
    robot.finish(OK)
    failed = result_of(guard, running)
    assert failed.status is Status.FAILED
    assert "its result says OK" in failed.message


def test_a_driver_that_obeys_no_cancel_lets_nothing_else_start_until_it_is_idle(
    guard: Guarded, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "CANCEL_GRACE_S", 0.2)
    robot.slow, robot.obeys_cancel = True, False
    running = guard.start(CLOSE)
    robot.begin()
    guard.node._cancel_all("stopped for a test")
    assert "the robot does not answer" in result_of(guard, running).message
    robot.tell()
    refused = guard.ask(OPEN, index=1)
    assert refused.status is Status.BLOCKED
    assert "has not confirmed that it is idle" in refused.message
    robot.finish()
    guard.ros.until(lambda: not guard.node._arbiter.obstacle())
    robot.slow = False
    robot.tell()
    assert guard.ask(OPEN, index=2).status is Status.OK


def test_a_driver_that_was_started_anew_is_idle(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    robot.disappear()
    assert result_of(guard, running).message == "the robot's server went away"
    assert "has not confirmed that it is idle" in guard.node._arbiter.obstacle()
    other = Robot(guard.ros)
    guard.ros.until(lambda: guard.node._skills.is_ready() and not guard.node._arbiter.obstacle())
    other.tell()
    assert guard.ask(CLOSE, index=1).status is Status.OK


def test_a_cancel_during_a_hold_is_honoured(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, hold_s=20.0)
    ros.until(guard.node._skills.is_ready)
    waiting = guard.start(CLOSE)
    ros.until(lambda: guard.node._arbiter.is_holding)
    everything = CancelGoal.Request(goal_info=GoalInfo(goal_id=UUID()))
    ros.call(CancelGoal, f"{graph.GUARD_SKILL}/_action/cancel_goal", everything)
    refused = result_of(guard, waiting)
    assert refused.message == "canceled by the client before it began"
    robot.tell()
    ros.let_pass(0.1)
    assert robot.asked == []


def test_a_goal_is_looked_at_again_if_the_world_changes_before_it_is_sent(
    guard: Guarded, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.facts = [FRIDGE_OPEN]
    robot.tell()
    guard.ros.until(lambda: CABINET_OPEN not in guard.node._session.latest.read()[0].true)
    arbiter = guard.node._arbiter
    look = arbiter.recheck_before_dispatch

    def late(goal: Any, asked: Any) -> str:
        guard.node._world._receive(state(robot, [FRIDGE_OPEN, CABINET_OPEN]))
        return str(look(goal, asked))

    monkeypatch.setattr(arbiter, "recheck_before_dispatch", late)
    refused = guard.ask(LAMP_ON)
    assert refused.status is Status.FAILED
    assert "canceled: " in refused.message
    assert robot.asked == []


def state(robot: Robot, facts: list[Any]) -> WorldState:
    return WorldState(
        header=header(types, robot.now()),
        episode_id=EPISODE,
        closed_world=True,
        facts=FactMessages(types).true(facts),
    )


# What is believed


def test_nobody_is_believed_where_two_publish_the_state(guard: Guarded, robot: Robot) -> None:
    forger = guard.ros.node("forger")
    publisher = forger.create_publisher(WorldState, graph.WORLD_STATE, graph.EVENTS)
    guard.ros.until(publisher.get_subscription_count)
    known = guard.node._session.latest
    publisher.publish(state(robot, [FRIDGE_OPEN]))
    guard.ros.until(lambda: guard.node._world.problem)
    assert guard.node._session.latest is known
    refused = guard.ask(LAMP_ON)  # the forged state says that the cabinet is shut
    assert refused.status is Status.BLOCKED
    assert robot.asked == []


@pytest.mark.parametrize(
    ("ahead_s", "nanosec", "why"),
    [
        (3600, None, "in the future"),
        (-10, None, "before the state before it"),
        (0, 1_000_000_000, "nanosec is 1000000000"),
    ],
    ids=["an hour ahead", "a step back", "a billion nanoseconds"],
)
def test_a_state_with_a_stamp_that_cannot_be_is_not_believed(
    guard: Guarded, robot: Robot, ahead_s: int, nanosec: int | None, why: str
) -> None:
    message = state(robot, [FRIDGE_OPEN])
    message.header.stamp.sec += ahead_s
    if nanosec is not None:
        message.header.stamp.nanosec = nanosec
    known = guard.node._session.latest
    robot._states.publish(message)
    guard.ros.until(lambda: guard.node._world.problem)
    assert why in guard.node._world.problem
    assert guard.node._session.latest is known


def test_the_reason_is_told_once_nothing_newer_is_known(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, max_state_age_s=0.2, hold_s=0.1)
    guard.connect(robot)
    robot.tell(stamp_ns=robot.now() + 3_600_000_000_000)
    ros.until(lambda: guard.node._world.problem)
    ros.let_pass(0.3)
    refused = guard.ask(CLOSE)
    assert "the last world state was rejected: it is stamped 3" in refused.message


def test_a_driver_that_names_a_time_long_ago_shows_nothing_by_an_old_state(
    guard: Guarded, robot: Robot
) -> None:
    robot.tells, robot.finished_ns = False, 1
    assert guard.ask(CLOSE).status is Status.OK
    assert guard.node._session.lacks_state()


def test_the_clock_of_stamps_cannot_be_exchanged(guard: Guarded) -> None:
    (answer,) = guard.node.set_parameters([Parameter("use_sim_time", value=True)])
    assert not answer.successful
    assert not guard.node.get_clock().ros_time_is_active


def test_a_clock_that_stands_still_lets_nothing_move(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, episode="", use_sim_time=True)
    ros.until(guard.node._skills.is_ready)
    ros.until(guard.node._arbiter.obstacle)
    answer = guard.tell_task()
    assert isinstance(answer, SetTask.Response)
    assert "the ROS clock has not advanced" in guard.ask(CLOSE).message
    assert robot.asked == []
