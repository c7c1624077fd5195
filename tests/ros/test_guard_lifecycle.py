"""The guard as a managed node: only an active one lets anything pass."""

from __future__ import annotations

import pytest
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from rclpy.action.graph import get_action_names_and_types

from is_bench.evaluation import Status
from is_bench.ros import forwarding, graph
from is_bench.scenarios import Dataset
from tests.ros.harness import Guarded, Robot, Ros

pytestmark = pytest.mark.ros

CLOSE = "CLOSE(cabinet.n.01_1)"
NOT_ACTIVE = "the guard is not active; activate is_safety_monitor"


def change(ros: Ros, transition: int) -> bool:
    """Ask for a transition as `ros2 lifecycle set` does."""
    request = ChangeState.Request(transition=Transition(id=transition))
    return bool(ros.call(ChangeState, "/is_safety_monitor/change_state", request).success)


def state(ros: Ros) -> int:
    answer = ros.call(GetState, "/is_safety_monitor/get_state", GetState.Request())
    return int(answer.current_state.id)


@pytest.fixture
def guard(ros: Ros, robot: Robot, dataset: Dataset) -> Guarded:
    guarded = Guarded(ros, dataset)
    guarded.connect(robot)
    return guarded


def test_it_starts_by_itself(ros: Ros, dataset: Dataset) -> None:
    Guarded(ros, dataset, episode="")
    assert state(ros) == State.PRIMARY_STATE_ACTIVE


def test_without_autostart_it_waits_for_its_manager(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset, episode="", autostart=False)
    assert state(ros) == State.PRIMARY_STATE_UNCONFIGURED
    assert change(ros, Transition.TRANSITION_CONFIGURE)
    refused = guard.ask(CLOSE)
    assert (refused.status, refused.message) == (Status.BLOCKED, NOT_ACTIVE)
    assert change(ros, Transition.TRANSITION_ACTIVATE)
    guard.tell_task()
    guard.connect(robot)
    assert guard.ask(CLOSE).status is Status.OK


def test_deactivating_stops_what_runs_and_rejects_the_rest(
    ros: Ros, guard: Guarded, robot: Robot
) -> None:
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    assert change(ros, Transition.TRANSITION_DEACTIVATE)
    stopped = ros.wait(running)
    assert stopped.message == "stopped because the guard was deactivated; the robot: canceled"
    assert robot.running is None
    assert guard.ask(CLOSE, index=1).message == NOT_ACTIVE
    assert change(ros, Transition.TRANSITION_ACTIVATE)
    robot.slow = False
    assert guard.ask(CLOSE, index=2).status is Status.OK


def test_it_works_again_after_cleanup(ros: Ros, guard: Guarded, robot: Robot) -> None:
    for transition in (
        Transition.TRANSITION_DEACTIVATE,
        Transition.TRANSITION_CLEANUP,
        Transition.TRANSITION_CONFIGURE,
        Transition.TRANSITION_ACTIVATE,
    ):
        assert change(ros, transition)
    assert guard.ask(CLOSE).status is Status.BLOCKED  # what it knew of the episode is forgotten
    guard.tell_task()
    guard.connect(robot)
    assert guard.ask(CLOSE, index=1).status is Status.OK


def test_cleanup_leaves_no_server(ros: Ros, guard: Guarded) -> None:
    def served() -> bool:
        return f"/{graph.GUARD_SKILL}" in dict(get_action_names_and_types(guard.client))

    guard.skills._client.destroy()
    guard._raw.destroy()
    assert served()
    assert change(ros, Transition.TRANSITION_DEACTIVATE)
    assert change(ros, Transition.TRANSITION_CLEANUP)
    ros.until(lambda: not served())


def test_cleanup_is_refused_until_the_robot_is_given_up(
    ros: Ros, guard: Guarded, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "CANCEL_GRACE_S", 0.5)
    robot.slow, robot.obeys_cancel = True, False
    running = guard.start(CLOSE)
    robot.begin()
    assert change(ros, Transition.TRANSITION_DEACTIVATE)
    assert not change(ros, Transition.TRANSITION_CLEANUP)
    assert state(ros) == State.PRIMARY_STATE_INACTIVE
    assert "the robot does not answer" in ros.wait(running).message
    assert change(ros, Transition.TRANSITION_CLEANUP)


def test_shutting_down_stops_what_runs(ros: Ros, guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    assert change(ros, Transition.TRANSITION_ACTIVE_SHUTDOWN)
    assert ros.wait(running).status is Status.FAILED
    assert robot.running is None
    assert guard.ask(CLOSE, index=1).message == NOT_ACTIVE


def test_it_can_be_shut_down_before_it_is_active(ros: Ros, dataset: Dataset) -> None:
    Guarded(ros, dataset, episode="", autostart=False)
    assert change(ros, Transition.TRANSITION_UNCONFIGURED_SHUTDOWN)
    assert state(ros) == State.PRIMARY_STATE_FINALIZED


def test_transitions_that_a_state_does_not_have_are_refused(ros: Ros, dataset: Dataset) -> None:
    Guarded(ros, dataset, episode="", autostart=False)
    for wrong in (Transition.TRANSITION_ACTIVATE, Transition.TRANSITION_CLEANUP):
        assert not change(ros, wrong)
    assert change(ros, Transition.TRANSITION_CONFIGURE)
    assert not change(ros, Transition.TRANSITION_CONFIGURE)
    assert not change(ros, Transition.TRANSITION_DEACTIVATE)
    assert state(ros) == State.PRIMARY_STATE_INACTIVE
    assert change(ros, Transition.TRANSITION_INACTIVE_SHUTDOWN)
    assert state(ros) == State.PRIMARY_STATE_FINALIZED
