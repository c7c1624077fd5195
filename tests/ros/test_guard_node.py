"""The guard between a planner and a robot that does as the test says."""

from __future__ import annotations

from typing import Any

import pytest
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import Fact, SkillEvent, Verdict, WorldState
from is_bench_interfaces.srv import GetObligations
from std_srvs.srv import Trigger

from is_bench.evaluation import Status
from is_bench.ros import forwarding, graph
from is_bench.scenarios import Dataset
from is_safety_monitor.core.session import Goal
from is_safety_monitor.requests import goal_of
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
Result = ExecuteSkill.Result


@pytest.fixture
def guard(ros: Ros, robot: Robot, dataset: Dataset) -> Guarded:
    """An enforcing guard that knows its task, its robot and the world."""
    guarded = Guarded(ros, dataset)
    guarded.connect(robot)
    return guarded


def test_an_unsafe_goal_never_reaches_the_robot_and_its_client_learns_why(
    guard: Guarded, robot: Robot
) -> None:
    refused = guard.ask(LAMP_ON, index=3)
    assert refused.status is Status.BLOCKED
    assert refused.message.startswith("Close the cabinet before you switch the lamp on.")
    assert robot.asked == []
    (verdict,) = guard.ros.until(lambda: guard.verdicts)
    assert (verdict.decision, verdict.enforced, verdict.index) == (Verdict.BLOCK, True, 3)
    assert list(verdict.constraints) == ["pre[0]"]
    assert (verdict.action, verdict.episode_id, verdict.mode) == (LAMP_ON, EPISODE, "enforce")
    (event,) = guard.ros.until(lambda: guard.events)
    assert (event.source, event.status, event.error) == (
        "guard",
        SkillEvent.STATUS_BLOCKED,
        refused.message,
    )


def test_an_accepted_goal_is_forwarded_word_for_word(guard: Guarded, robot: Robot) -> None:
    words = "close( cabinet.n.01_1 )"
    assert guard.send(words, index=7, request_id="42").accepted
    (seen,) = guard.ros.until(lambda: robot.asked)
    assert seen == ExecuteSkill.Goal(
        request_id="42",
        episode_id=EPISODE,
        index=7,
        action=words,
        skill="CLOSE",
        arguments=["cabinet.n.01_1"],
    )


def test_what_is_forwarded_is_the_message_that_was_judged(
    guard: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[Any] = []
    forwarded: list[Any] = []
    forward = guard.node._skills._forwarder.forward

    def read(message: Any) -> Goal:
        judged.append(message)
        return goal_of(message)

    def send(handle: Any, last_look: Any) -> Any:
        forwarded.append(handle.request)
        return forward(handle, last_look)

    monkeypatch.setattr("is_safety_monitor.ros.skill_server.goal_of", read)
    monkeypatch.setattr(guard.node._skills._forwarder, "forward", send)
    assert guard.ask(CLOSE).status is Status.OK
    assert len(judged) > 0
    assert all(message is forwarded[0] for message in judged)


def test_feedback_is_relayed(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    heard: list[Any] = []
    handle = guard.send(CLOSE, on_feedback=lambda message: heard.append(message.feedback))
    robot.begin()
    robot.feed_back(0.25, "approach")
    robot.feed_back(0.5, "close")
    guard.ros.until(lambda: len(heard) == 2)
    assert heard == [
        ExecuteSkill.Feedback(progress=0.25, phase="approach"),
        ExecuteSkill.Feedback(progress=0.5, phase="close"),
    ]
    robot.finish()
    assert guard.ros.wait(handle.get_result_async()).result.status == Result.STATUS_OK


def test_a_cancel_reaches_the_robot_and_its_result_the_client(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    handle = guard.send(CLOSE)
    robot.begin()
    assert guard.ros.wait(handle.cancel_goal_async()).goals_canceling
    answer = guard.ros.wait(handle.get_result_async())
    assert (answer.status, answer.result.status) == (CANCELED_GOAL, Result.STATUS_CANCELED)
    (event,) = guard.ros.until(lambda: guard.events)
    assert event.status == SkillEvent.STATUS_CANCELED


CANCELED_GOAL, ABORTED_GOAL = 5, 6
"""Of action_msgs/GoalStatus."""


def test_the_robots_failure_is_relayed(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    asked = guard.start(CLOSE)
    robot.begin()
    robot.finish(Result.STATUS_FAILED, "the door is stuck")
    failed = guard.ros.wait(asked)
    assert (failed.status, failed.message) == (Status.FAILED, "the door is stuck")


def test_a_result_without_a_status_is_completed(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    handle = guard.send(CLOSE)
    robot.begin()
    robot.finish(status=0)
    answer = guard.ros.wait(handle.get_result_async())
    assert answer.status == ABORTED_GOAL
    assert answer.result.status == Result.STATUS_FAILED
    assert answer.result.error == "the robot failed and did not say why"


def test_a_robot_that_rejects_is_a_failure(guard: Guarded, robot: Robot) -> None:
    robot.accepts = False
    failed = guard.ask(CLOSE)
    assert (failed.status, failed.message) == (Status.FAILED, "the robot rejected the skill")


def test_without_a_robot_nothing_is_accepted(ros: Ros, dataset: Dataset) -> None:
    refused = Guarded(ros, dataset).ask(CLOSE)
    assert refused.status is Status.BLOCKED
    why = "no action server for /robot/execute_skill; is the robot driver running?"
    assert refused.message == why


def test_a_robot_that_vanishes_is_given_up(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset)
    guard.connect(robot)
    robot.slow = True
    asked = guard.start(CLOSE)
    robot.begin()
    robot.disappear()
    failed = guard.ros.wait(asked)
    assert failed.status is Status.FAILED
    assert failed.message == "the robot's server went away"


def test_a_robot_that_hangs_is_canceled_in_time(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, skill_timeout_s=0.3)
    guard.connect(robot)
    robot.slow = True
    handle = guard.send(CLOSE)
    answer = ros.wait(handle.get_result_async())
    assert (answer.status, answer.result.status) == (ABORTED_GOAL, Result.STATUS_CANCELED)
    assert answer.result.error == "not finished within 0.3 s; the robot: canceled"


def test_a_robot_that_ignores_the_cancel_is_given_up(
    ros: Ros, robot: Robot, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "CANCEL_GRACE_S", 0.3)
    guard = Guarded(ros, dataset, skill_timeout_s=0.3)
    guard.connect(robot)
    robot.slow, robot.obeys_cancel = True, False
    failed = guard.ask(CLOSE)
    assert failed.message == "not finished within 0.3 s, but the robot does not answer"


def test_a_long_skill_outlives_the_time_that_results_are_kept(
    ros: Ros, robot: Robot, dataset: Dataset
) -> None:
    guard = Guarded(ros, dataset)
    guard.connect(robot)
    robot.slow = True
    asked = guard.start(CLOSE)
    robot.begin()
    ros.let_pass(graph.RESULT_TIMEOUT + 0.3)
    robot.finish()
    assert ros.wait(asked).status is Status.OK


def test_shadow_forwards_what_it_would_block(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, mode="shadow")
    guard.connect(robot)
    assert guard.ask(LAMP_ON).status is Status.OK
    assert [goal.action for goal in robot.asked] == [LAMP_ON]
    (verdict,) = ros.until(lambda: guard.verdicts)
    assert (verdict.decision, verdict.enforced, verdict.mode) == (Verdict.BLOCK, False, "shadow")


def test_shadow_accepts_a_task_that_it_does_not_know(ros: Ros, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, episode="", mode="shadow")
    answer = guard.tell_task(task="juggle")
    assert answer.accepted
    assert answer.verdict.decision == Verdict.BLOCK


def test_off_forwards_and_says_nothing(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, mode="off")
    ros.until(guard.node._skills.is_ready)  # and no state is ever published
    robot.tells = False
    assert guard.ask(LAMP_ON).status is Status.OK
    assert guard.ask("DONE", index=1).status is Status.OK
    ros.until(lambda: len(guard.events) == 2)
    assert guard.verdicts == []


def test_without_a_task_nothing_passes(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, episode="")
    guard.connect(robot)
    refused = guard.ask(CLOSE)
    assert refused.message == (f"no task set for episode {EPISODE!r}; call set_task")
    assert robot.asked == []


def test_an_unknown_task_is_refused(ros: Ros, dataset: Dataset) -> None:
    answer = Guarded(ros, dataset, episode="").tell_task(task="juggle")
    assert not answer.accepted
    assert "juggle" in answer.verdict.feedback


def test_another_episode_is_refused(guard: Guarded, robot: Robot) -> None:
    assert guard.ask(CLOSE, episode="lamp/1").status is Status.BLOCKED
    assert robot.asked == []


def test_without_a_state_nothing_moves(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, hold_s=0.2)
    ros.until(guard.node._skills.is_ready)
    refused = guard.ask(CLOSE)
    assert refused.message == "the world state is not known yet; all goals are blocked"
    assert robot.asked == []


def test_a_stale_state_stops_everything(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, max_state_age_s=0.5)
    ros.until(guard.node._skills.is_ready)
    robot.tell(stamp_ns=robot.now() - 3_000_000_000)
    ros.until(guard.told)
    refused = guard.ask(CLOSE)
    assert refused.status is Status.BLOCKED
    assert "3." in refused.message
    assert "s old (limit 0.5 s)" in refused.message
    assert robot.asked == []


def test_the_guard_waits_for_the_state_after_the_last_skill(guard: Guarded, robot: Robot) -> None:
    robot.tells = False
    assert guard.ask(CLOSE).status is Status.OK
    robot.tell(stamp_ns=robot.now() - 1_000_000_000)  # from before: it shows the open door
    pending = guard.start(LAMP_ON, index=1)
    guard.ros.let_pass(0.2)
    assert not pending.done()
    robot.facts = [FRIDGE_OPEN]
    robot.tell()
    assert guard.ros.wait(pending).status is Status.OK


def test_the_wait_for_a_state_is_bounded(ros: Ros, robot: Robot, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, hold_s=0.2)
    guard.connect(robot)
    robot.tells = False
    assert guard.ask(CLOSE).status is Status.OK
    refused = guard.ask(LAMP_ON, index=1)
    assert refused.message == "the world state is not known yet; all goals are blocked"
    assert len(robot.asked) == 1


@pytest.mark.usefixtures("robot")
def test_goals_that_wait_together_are_all_answered(ros: Ros, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, hold_s=0.3)
    ros.until(guard.node._skills.is_ready)
    asked = [guard.start(CLOSE, index=index) for index in range(3)]
    assert {ros.wait(future).status for future in asked} == {Status.BLOCKED}


def test_one_skill_at_a_time(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    first = guard.start(CLOSE)
    robot.begin()
    second = guard.ask("OPEN(cabinet.n.01_1)", index=1)
    assert second.status is Status.BLOCKED
    assert second.message.startswith("another skill is still running")
    robot.finish()
    assert guard.ros.wait(first).status is Status.OK
    assert len(robot.asked) == 1


def test_a_crash_in_judging_blocks(
    guard: Guarded, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(guard.node._session.guard.knowledge, "judge", break_down)
    refused = guard.ask(CLOSE)
    why = f"internal error while judging {CLOSE} (ZeroDivisionError: by accident)"
    assert refused.message == why
    assert robot.asked == []


def test_a_state_that_cannot_be_read_blocks(guard: Guarded, robot: Robot) -> None:
    robot.tell(facts=[cabinet_open(value=9)])
    guard.ros.until(lambda: guard.node._session._evidence.unreadable)
    refused = guard.ask(CLOSE)
    assert "has the value 9; send 0, 1 or 2" in refused.message
    assert robot.asked == []


def cabinet_open(value: int) -> Fact:
    return Fact(predicate="open", arguments=["cabinet.n.01_1"], value=value)


def test_done_waits_for_what_is_still_to_be_done(guard: Guarded, robot: Robot) -> None:
    robot.facts = [FRIDGE_OPEN]
    robot.tell()
    assert guard.ask(LAMP_ON).status is Status.OK
    refused = guard.ask("DONE", index=1)
    assert refused.status is Status.BLOCKED
    assert refused.message.startswith("Close the fridge.")
    (due,) = obligations(guard)
    assert (due.constraint, due.since) == ("post[0]", 0)
    robot.facts = []
    assert guard.ask("CLOSE(electric_refrigerator.n.01_1)", index=2).status is Status.OK
    assert guard.ask("DONE", index=3).status is Status.OK
    assert obligations(guard) == []


def obligations(guard: Guarded) -> Any:
    request = GetObligations.Request(episode_id=EPISODE)
    return guard.ros.call(GetObligations, graph.OBLIGATIONS, request).obligations


def test_late_joiners_hear_what_was_said(guard: Guarded) -> None:
    guard.ask(LAMP_ON)
    guard.ask(CLOSE, index=1)
    verdicts = guard.ros.listen(Verdict, graph.VERDICTS)
    states = guard.ros.listen(WorldState, graph.WORLD_STATE, graph.LATEST)
    guard.ros.until(lambda: len(verdicts) == 2 and states)
    assert [verdict.index for verdict in verdicts] == [0, 1]
    assert CABINET_OPEN.predicate in {fact.predicate for fact in states[-1].facts}


def test_the_emergency_stop_stops_and_latches(guard: Guarded, robot: Robot) -> None:
    robot.slow = True
    running = guard.start(CLOSE)
    robot.begin()
    assert guard.ros.call(Trigger, graph.ESTOP, Trigger.Request()).success
    stopped = guard.ros.wait(running)
    assert stopped.status is Status.FAILED
    assert stopped.message == "stopped by the emergency stop; the robot: canceled"
    assert robot.running is None
    for index in (1, 2):
        refused = guard.ask(CLOSE, index=index)
        assert refused.status is Status.BLOCKED
        assert refused.message.startswith("the emergency stop is set")
    assert len(robot.asked) == 1
    assert guard.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request()).success
    robot.slow = False
    assert guard.ask(CLOSE, index=3).status is Status.OK


@pytest.mark.usefixtures("robot")
def test_the_emergency_stop_answers_goals_that_wait_for_a_state(ros: Ros, dataset: Dataset) -> None:
    guard = Guarded(ros, dataset, hold_s=30.0)
    ros.until(guard.node._skills.is_ready)
    waiting = guard.start(CLOSE)
    ros.until(lambda: guard.node._arbiter.is_holding)
    ros.call(Trigger, graph.ESTOP, Trigger.Request())
    assert ros.wait(waiting).message.startswith("the emergency stop is set")
