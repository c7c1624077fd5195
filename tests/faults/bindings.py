"""Faults of a robot that is guarded by a binding file: clocks, frames and tasks."""

from __future__ import annotations

from action_msgs.msg import GoalStatus
from is_bench_interfaces.msg import SceneObject
from is_bench_interfaces.srv import SetTask
from rclpy.action import ActionClient
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool

from is_bench.ros import graph
from tests.faults.bound_bench import KITCHEN, BoundBench
from tests.faults.registry import bound_case
from tests.ros.bound_robot import STEADY_S, GripperCommand

ANSWERED_S = 8.0
BURST = 60
SETTLED_S = 0.5
STALE_S = 0.8
"""Longer than the watchdog of a source in the file."""


@bound_case(
    "a task describes a thing of the binding file as something else",
    "the task is refused, the rule for the thing holds",
)
def _redescribed(bench: BoundBench) -> None:
    bench.open_door()
    for name, told in (("lamp_1", "bowl"), ("fridge_1", "box")):
        objects = [SceneObject(name=name, label=told, synset=f"{told}.n.01")]
        request = SetTask.Request(episode_id="other/0", objects=objects)
        assert not bench.ros.call(SetTask, graph.SET_TASK, request).accepted
        bench.lamp_is_refused()


@bound_case(
    "a driver whose clock stands still accepts a cancel, and does not end the drive",
    "no goal is sent until it has ended",
)
def _frozen_driver(bench: BoundBench) -> None:
    robot = bench.robot
    robot.is_quick = False
    handle = bench.send(KITCHEN)
    assert handle.accepted
    bench.ros.until(lambda: robot.running)
    frozen, robot._ends = robot._ends, []
    bench.ros.wait(handle.cancel_goal_async())
    bench.ros.let_pass(STALE_S)
    bench.is_refused(GripperCommand.Goal(), "another skill is still running")
    robot._ends = frozen
    robot.finish("canceled")
    answer = bench.ros.wait(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_CANCELED


@bound_case("the clock of what tells the joints stands still, and messages go on coming")
def _frozen_joints(bench: BoundBench) -> None:
    bench.robot.tells = False
    frozen = JointState(name=["fridge_door"], position=[0.0])
    frozen.header.stamp = bench.robot.node.get_clock().now().to_msg()
    timer = bench.robot.node.create_timer(STEADY_S, lambda: bench.tell_joints(frozen))
    try:
        bench.ros.let_pass(STALE_S)
        bench.is_refused(KITCHEN, "joint_states: no valid message")
        bench.lamp_is_refused()
    finally:
        bench.robot.node.destroy_timer(timer)


@bound_case("a camera tells its poses in another frame than the file says")
def _other_frame(bench: BoundBench) -> None:
    bench.frame = "odom"
    bench.ros.let_pass(STALE_S)
    bench.is_refused(KITCHEN, "mug: no valid message")
    bench.lamp_is_refused()


@bound_case("a goal in another frame than the map's")
def _goal_of_other_frame(bench: BoundBench) -> None:
    goal = type(KITCHEN)(pose=KITCHEN.pose)
    goal.pose = type(KITCHEN.pose)(pose=KITCHEN.pose.pose)
    goal.pose.header.frame_id = "odom"
    bench.is_refused(goal, "frame 'odom'")


@bound_case(
    "60 goals and 60 requests of the robot's own interfaces at once, while it drives",
    "none of them reaches the robot, all are answered",
)
def _burst(bench: BoundBench) -> None:
    robot, node = bench.robot, bench.planner.node
    robot.is_quick = False
    before = len(robot.asked)
    gripper = ActionClient(node, GripperCommand, "guarded/gripper", **graph.SERVED)
    lamp = node.create_client(SetBool, "guarded/lamp", qos_profile=graph.REQUESTS)
    bench.ros.until(lambda: gripper.server_is_ready() and lamp.service_is_ready())
    bench.ros.let_pass(SETTLED_S)  # the servers discover the clients
    handle = bench.send(KITCHEN)
    assert handle.accepted
    goals = [gripper.send_goal_async(GripperCommand.Goal()) for _ in range(BURST)]
    requests = [lamp.call_async(SetBool.Request(data=True)) for _ in range(BURST)]
    bench.ros.until(lambda: all(each.done() for each in (*goals, *requests)), ANSWERED_S)
    assert not any(each.result().accepted for each in goals)
    assert not any(each.result().success for each in requests)
    assert len(robot.asked) == before + 1, "a second goal reached the robot"
    robot.finish()
    bench.ros.wait(handle.get_result_async())
    gripper.destroy()
    node.destroy_client(lamp)
