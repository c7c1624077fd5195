"""A robot's own interfaces behind the guard, over real DDS."""

from __future__ import annotations

import gc
import uuid
from pathlib import Path
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from geometry_msgs.msg import Twist
from is_bench_interfaces.msg import SceneObject, SkillEvent, Verdict
from is_bench_interfaces.srv import SetTask
from rclpy.action import ActionClient
from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool, Trigger
from unique_identifier_msgs.msg import UUID

from is_bench.errors import InputError
from is_bench.ros import forwarding, graph
from is_safety_monitor.core.refusals import NOT_UNDERSTOOD
from is_safety_monitor.node import SafetyMonitor
from tests.ros.bound_robot import (
    FILE,
    HOUSE_RULE,
    BoundRobot,
    GripperCommand,
    NavigateToPose,
    pose_goal,
)
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros

KITCHEN = pose_goal(1.0, 1.0)
HALL = pose_goal(5.0, 1.0)


class Planner:
    """A planner that knows nothing of a guard: it uses the robot's types."""

    def __init__(self, ros: Ros) -> None:
        self.ros = ros
        self.node = ros.node("planner")
        group = ReentrantCallbackGroup()
        self.feedback: list[Any] = []
        self.navigate = ActionClient(
            self.node, NavigateToPose, "guarded/navigate_to_pose", callback_group=group
        )
        self.gripper = ActionClient(
            self.node, GripperCommand, "guarded/gripper", callback_group=group
        )
        self.verdicts = ros.listen(Verdict, graph.VERDICTS)
        self.events = ros.listen(SkillEvent, graph.SKILL_EVENTS)
        self.velocity = self.node.create_publisher(Twist, "guarded/cmd_vel", 10)

    def send(self, goal: Any, goal_id: UUID | None = None) -> Any:
        """Send a goal; its handle."""
        client = self.navigate if isinstance(goal, NavigateToPose.Goal) else self.gripper
        self.ros.until(client.server_is_ready)
        return self.ros.wait(client.send_goal_async(goal, self.feedback.append, goal_id))

    def switch(self, on: bool) -> Any:
        return self.ros.call(SetBool, "guarded/lamp", SetBool.Request(data=on))

    def reasons(self) -> str:
        return " | ".join(verdict.feedback for verdict in self.verdicts)


class Scene:
    """Robot, guard and planner."""

    def __init__(self, ros: Ros, folder: Path, text: str = FILE, **parameters: Any) -> None:
        file, rules = folder / "robot.yaml", folder / "rules.yaml"
        file.write_text(text, encoding="utf-8")
        rules.write_text(HOUSE_RULE, encoding="utf-8")
        self.ros = ros
        self._files = {"bindings": str(file), "knowledge_base": str(rules)}
        self.robot = BoundRobot(ros)
        self.planner = Planner(ros)
        self.guard_by(**parameters)

    def guard_by(self, **parameters: Any) -> None:
        """Start a guard, and wait until it knows the robot."""
        self.guard = self.ros.make(SafetyMonitor, **{**self._files, **parameters})
        self.wait_for_guard()

    def wait_for_guard(self) -> None:
        """Wait until it knows the robot, and hears of it; what takes long keeps it from hearing."""
        bound, session = self.guard._bound, self.guard._session
        self.ros.until(
            lambda: bound.is_ready() and not bound.source_problem() and session.is_current()
        )


@pytest.fixture
def scene(ros: Ros, tmp_path: Path) -> Scene:
    return Scene(ros, tmp_path)


def test_a_goal_passes_as_it_is_and_keeps_its_id(scene: Scene) -> None:
    goal_id = UUID(uuid=list(uuid.uuid4().bytes))
    handle = scene.planner.send(KITCHEN, goal_id)
    assert handle.accepted
    assert scene.robot.asked == [KITCHEN]
    assert scene.robot.ids == [bytes(goal_id.uuid)]
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.planner.feedback)
    assert scene.planner.feedback[0].feedback.distance_remaining == 1.5
    scene.robot.finish(error_msg="arrived")
    answer = scene.ros.wait(result)
    assert answer.status == GoalStatus.STATUS_SUCCEEDED
    assert answer.result.error_msg == "arrived"
    scene.ros.until(lambda: scene.planner.events)
    event = scene.planner.events[-1]
    assert (event.call.skill, list(event.call.arguments)) == ("NAVIGATE_TO", ["kitchen"])
    assert event.request_id == bytes(goal_id.uuid).hex()
    assert event.status == SkillEvent.STATUS_OK


def test_a_goal_that_ends_at_once_is_answered(scene: Scene) -> None:
    scene.robot.is_quick = True
    for _ in range(5):
        scene.ros.until(scene.guard._session.is_current)
        handle = scene.planner.send(KITCHEN)
        answer = scene.ros.wait(handle.get_result_async())
        assert answer.status == GoalStatus.STATUS_SUCCEEDED
    scene.ros.until(lambda: len(scene.planner.feedback) == 5)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (pose_goal(50.0, 1.0), "no region of the map"),
        (pose_goal(1.0, 1.0, frame="odom"), "frame 'odom'"),
        (pose_goal(1.0, 1.0, tree="wild.xml"), "behavior_tree has to be ''"),
        (pose_goal(float("nan"), 1.0), "not finite"),
    ],
)
def test_a_goal_that_is_not_understood_never_reaches_the_robot(
    scene: Scene, goal: Any, why: str
) -> None:
    assert not scene.planner.send(goal).accepted
    scene.ros.until(lambda: why in scene.planner.reasons())
    assert scene.planner.verdicts[-1].constraints == [NOT_UNDERSTOOD]
    assert scene.robot.asked == []
    assert scene.planner.send(KITCHEN).accepted


def test_a_refusal_is_one_line_of_the_log(scene: Scene, capfd: pytest.CaptureFixture[str]) -> None:
    assert not scene.planner.send(pose_goal(50.0, 1.0)).accepted
    scene.robot.door = 0.5
    scene.ros.until(lambda: not scene.planner.switch(True).success)
    refused = ("navigate (not understood)", "TOGGLE_ON(lamp_1)")
    written: list[str] = []

    def lines() -> list[str]:
        written.append(capfd.readouterr().err)
        told = "".join(written).splitlines()
        return [line for line in told if any(call in line for call in refused)]

    scene.ros.until(lambda: len(lines()) >= len(refused))
    scene.ros.let_pass(0.2)
    for call, line in zip(refused, lines(), strict=True):
        assert f"blocked {call} by " in line


def test_in_shadow_mode_nothing_is_stopped(ros: Ros, tmp_path: Path) -> None:
    scene = Scene(ros, tmp_path, mode="shadow")
    assert scene.planner.send(pose_goal(50.0, 1.0)).accepted
    scene.ros.until(lambda: scene.planner.verdicts)
    assert scene.planner.verdicts[0].constraints == ["invalid_call"]
    assert not scene.planner.verdicts[0].enforced
    scene.ros.until(lambda: scene.robot.running)
    scene.robot.finish()
    scene.ros.until(lambda: scene.planner.events)
    assert scene.planner.send(HALL).accepted


def test_of_two_goals_of_one_id_one_is_executed_and_the_guard_lives(
    ros: Ros, tmp_path: Path
) -> None:
    scene = Scene(ros, tmp_path, mode="shadow")
    client, goal_id = scene.planner.navigate, UUID(uuid=list(uuid.uuid4().bytes))
    ros.until(client.server_is_ready)
    sent = [client.send_goal_async(KITCHEN, None, goal_id) for _ in range(2)]
    handles = [ros.wait(each) for each in sent]
    assert sorted(handle.accepted for handle in handles) == [False, True]
    ros.until(lambda: scene.robot.running)
    assert len(scene.robot.asked) == 1
    scene.robot.finish()
    (accepted,) = [handle for handle in handles if handle.accepted]
    assert ros.wait(accepted.get_result_async()).status == GoalStatus.STATUS_SUCCEEDED
    ros.until(lambda: not scene.guard._session.moving)
    assert scene.planner.send(HALL).accepted


def test_a_refusal_of_the_robot_is_a_refusal(scene: Scene) -> None:
    scene.robot.accepts = False
    assert not scene.planner.send(KITCHEN).accepted
    assert scene.robot.asked == [KITCHEN]
    scene.robot.accepts = True
    assert scene.planner.send(HALL).accepted


def test_a_cancel_is_passed_on(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    response = scene.ros.wait(handle.cancel_goal_async())
    assert len(response.goals_canceling) == 1
    assert scene.ros.wait(result).status == GoalStatus.STATUS_CANCELED


def test_a_cancel_that_the_robot_refuses_is_refused(scene: Scene) -> None:
    scene.robot.obeys_cancel = False
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    assert scene.ros.wait(handle.cancel_goal_async()).goals_canceling == []
    scene.robot.finish()
    assert scene.ros.wait(result).status == GoalStatus.STATUS_SUCCEEDED


def test_aborted_is_aborted_with_the_robots_result(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.robot.finish("abort", error_code=NavigateToPose.Result.UNKNOWN, error_msg="stuck")
    answer = scene.ros.wait(result)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert (answer.result.error_code, answer.result.error_msg) == (9000, "stuck")
    scene.ros.until(lambda: scene.planner.events)
    assert scene.planner.events[-1].error == "stuck"


def test_an_error_code_is_a_failure_whatever_the_status_says(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.robot.finish("succeed", error_code=9000)
    assert scene.ros.wait(result).status == GoalStatus.STATUS_SUCCEEDED
    scene.ros.until(lambda: scene.planner.events)
    assert scene.planner.events[-1].status == SkillEvent.STATUS_FAILED


def test_a_new_goal_takes_the_place_of_the_running_one(scene: Scene) -> None:
    first = scene.planner.send(KITCHEN)
    ended = first.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    second = scene.planner.send(HALL)
    assert second.accepted
    answer = scene.ros.wait(ended)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert "preempted" in answer.result.error_msg
    scene.ros.until(lambda: len(scene.robot.ids) == 2)
    assert scene.robot.running == 1


def test_a_goal_that_is_not_understood_preempts_nothing(scene: Scene) -> None:
    scene.planner.send(KITCHEN)
    scene.ros.until(lambda: scene.robot.running)
    assert not scene.planner.send(pose_goal(50.0, 1.0)).accepted
    assert scene.robot.running == 1


def test_one_skill_at_a_time_over_all_interfaces(scene: Scene) -> None:
    scene.planner.send(KITCHEN)
    scene.ros.until(lambda: scene.robot.running)
    assert not scene.planner.send(GripperCommand.Goal()).accepted
    assert not scene.planner.switch(True).success
    assert len(scene.robot.asked) == 1


def test_a_service_passes_and_answers_as_the_robot_does(scene: Scene) -> None:
    answer = scene.planner.switch(True)
    assert (answer.success, answer.message) == (True, "switched")
    assert scene.robot.asked == [SetBool.Request(data=True)]


def test_what_a_joint_shows_keeps_the_lamp_off(scene: Scene) -> None:
    scene.robot.door = 0.5
    scene.ros.until(lambda: not scene.planner.switch(True).success)
    scene.robot.asked.clear()
    answer = scene.planner.switch(True)
    assert not answer.success
    assert answer.message.startswith("refused: ")
    assert "fridge stands open" in answer.message
    assert scene.robot.asked == []
    scene.robot.door = 0.0
    scene.ros.until(lambda: scene.planner.switch(True).success)


def test_a_request_does_not_go_to_two_servers(ros: Ros, tmp_path: Path) -> None:
    scene = Scene(ros, tmp_path, intruders="report")
    assert scene.planner.switch(True).success
    second, asked = ros.node("second"), []
    second.create_service(SetBool, "lamp", lambda request, _: asked.append(request))
    ros.until(lambda: scene.guard.count_services("/lamp") == 2)
    before = len(scene.robot.asked)
    refused = scene.planner.switch(False)
    assert (refused.success, len(scene.robot.asked), asked) == (False, before, [])
    assert "/lamp has 2 servers instead of 1" in scene.planner.reasons()
    ros.remove(second)
    ros.until(lambda: scene.planner.switch(False).success)


def test_what_a_joint_does_not_show_keeps_the_lamp_off(scene: Scene) -> None:
    scene.robot.door = 0.06  # between 2 and 5 degrees
    scene.ros.until(lambda: not scene.planner.switch(True).success)


def test_silence_refuses_goals(scene: Scene) -> None:
    scene.robot.tells = False
    scene.ros.until(scene.guard._bound.source_problem)
    assert not scene.planner.send(KITCHEN).accepted
    scene.ros.until(lambda: "joint_states: no valid message" in scene.planner.reasons())
    assert scene.robot.asked == []


@pytest.mark.parametrize("intruders", ["stop", "report"])
def test_nobody_else_tells_what_the_joints_are(ros: Ros, tmp_path: Path, intruders: str) -> None:
    scene = Scene(ros, tmp_path, intruders=intruders)
    scene.robot.door = 1.0
    scene.ros.until(lambda: not scene.planner.switch(True).success)
    scene.robot.asked.clear()
    liar = scene.ros.node("liar")
    publisher = liar.create_publisher(JointState, "joint_states", 10)

    def lie() -> None:
        message = JointState(name=["fridge_door"], position=[0.0])
        message.header.stamp = liar.get_clock().now().to_msg()
        publisher.publish(message)

    liar.create_timer(0.01, lie)
    for _ in range(10):
        assert not scene.planner.switch(True).success
        scene.ros.let_pass(0.1)
    assert scene.robot.asked == []
    assert "joint_states has 2 publishers" in scene.planner.reasons()


def test_as_many_publishers_as_the_file_names_tell_what_the_joints_are(
    ros: Ros, tmp_path: Path
) -> None:
    text = FILE.replace("    watchdog: 600 ms\n", "    watchdog: 600 ms\n    publishers: 2\n")
    ros.node("arm").create_publisher(JointState, "joint_states", 10)
    scene = Scene(ros, tmp_path, text)
    scene.ros.until(lambda: scene.planner.switch(True).success)


def test_silence_stops_what_is_running(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.robot.tells = False
    answer = scene.ros.wait(result)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert "joint_states: no valid message" in answer.result.error_msg
    assert scene.robot.running == 0


def test_the_emergency_stop_stops_a_bound_goal(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    assert "emergency stop" in scene.ros.wait(result).result.error_msg
    assert not scene.planner.send(HALL).accepted


def test_a_robot_that_does_not_end_a_goal_is_given_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "CANCEL_GRACE_S", 0.3)
    scene.robot.obeys_cancel = False
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    answer = scene.ros.wait(result)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert "does not answer" in answer.result.error_msg


def test_a_cancel_that_the_robot_does_not_answer_gives_the_goal_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "CANCEL_GRACE_S", 0.3)
    scene.robot.hears_cancel = False
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    assert len(scene.ros.wait(handle.cancel_goal_async()).goals_canceling) == 1
    assert scene.ros.wait(result).status == GoalStatus.STATUS_ABORTED


def test_a_robot_that_goes_away_ends_its_goal(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.robot.stop_serving()
    answer = scene.ros.wait(result)
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert "went away" in answer.result.error_msg
    assert not scene.planner.send(HALL).accepted


def test_a_service_that_does_not_answer_is_refused_in_time(scene: Scene) -> None:
    scene.robot.hears_switch = False
    answer = scene.planner.switch(True)
    assert not answer.success
    assert "did not answer within 1 s" in answer.message


def test_a_restarted_guard_waits_for_the_robots_own_drivers_and_then_goes_on(
    ros: Ros, tmp_path: Path
) -> None:
    told = {"state_dir": str(tmp_path / "state"), "intruders": "report"}
    scene = Scene(ros, tmp_path, **told)
    scene.robot.obeys_cancel = False
    scene.planner.send(KITCHEN)
    scene.ros.until(lambda: scene.robot.running)
    ros.remove(scene.guard)
    del scene.guard
    gc.collect()  # the late end of a node takes the next one of its name off the graph
    scene.guard_by(**told)
    assert not scene.planner.send(HALL).accepted
    assert "has not reported idle" in scene.planner.reasons()
    scene.robot.obeys_cancel = True
    scene.robot.finish()
    ros.until(lambda: not scene.guard._arbiter.obstacle())
    assert scene.planner.send(HALL).accepted


def test_a_task_of_the_planner_replaces_the_standing_one(scene: Scene) -> None:
    request = SetTask.Request(episode_id="mine", instruction="Go to the kitchen.")
    answer = scene.ros.call(SetTask, graph.SET_TASK, request)
    assert answer.accepted
    assert {"kitchen", "mug_1"} <= {thing.object.name for thing in answer.recognised}
    scene.wait_for_guard()
    assert scene.planner.send(KITCHEN).accepted
    scene.ros.until(lambda: scene.robot.running)
    scene.robot.finish()
    scene.ros.until(lambda: scene.planner.events)
    assert (scene.planner.events[-1].episode_id, scene.planner.events[-1].index) == ("mine", 0)


def test_a_task_that_calls_a_thing_of_the_file_something_else_is_refused(scene: Scene) -> None:
    objects = [SceneObject(name="lamp_1", label="bowl", synset="bowl.n.01")]
    request = SetTask.Request(episode_id="mine", objects=objects)
    answer = scene.ros.call(SetTask, graph.SET_TASK, request)
    assert not answer.accepted
    assert "describes 'lamp_1' as 'bowl, bowl.n.01'" in answer.verdict.feedback
    assert "the task of episode 'shift' remains set" in answer.verdict.feedback


def test_a_guard_that_is_deactivated_stops_and_refuses(scene: Scene) -> None:
    handle = scene.planner.send(KITCHEN)
    result = handle.get_result_async()
    scene.ros.until(lambda: scene.robot.running)
    scene.guard.trigger_deactivate()
    assert "deactivated" in scene.ros.wait(result).result.error_msg
    assert not scene.planner.send(HALL).accepted
    scene.guard.trigger_cleanup()
    scene.guard.trigger_configure()
    scene.guard.trigger_activate()
    scene.wait_for_guard()
    assert scene.planner.send(HALL).accepted


def test_a_file_that_asks_for_a_type_that_is_not_installed_is_refused(
    ros: Ros, tmp_path: Path
) -> None:
    text = FILE.replace("is_bench_test_interfaces/action/GripperCommand", "no_msgs/action/Grip")
    with pytest.raises(
        InputError, match=r"robot\.yaml:\d+:\d+: no_msgs/action/Grip is not installed"
    ):
        Scene(ros, tmp_path, text)
