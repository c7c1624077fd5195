"""A robot's own topics of velocity behind the guard, over real DDS."""

from __future__ import annotations

from pathlib import Path

import pytest
from geometry_msgs.msg import Twist
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_safety_monitor.bindings.model import GatedTopic
from is_safety_monitor.bindings.paths import parse_path
from is_safety_monitor.bindings.ros.velocities import BoundVelocity
from is_safety_monitor.bindings.velocity import GateLimits, Passing
from tests.ros.harness import Ros
from tests.ros.test_robot_bindings import KITCHEN, Scene

pytestmark = pytest.mark.ros


@pytest.fixture
def scene(ros: Ros, tmp_path: Path) -> Scene:
    return Scene(ros, tmp_path)


def drive(scene: Scene, speed: float) -> float:
    """Command a speed until the robot has heard a few times; the speed that it heard last."""
    scene.robot.velocities.clear()
    command = Twist()
    command.linear.x, command.angular.z = speed, 0.2

    def told() -> bool:
        scene.planner.velocity.publish(command)
        return len(scene.robot.velocities) > 3

    scene.ros.until(told)
    return float(scene.robot.velocities[-1].linear.x)


def test_velocities_pass_while_a_goal_is_executed(scene: Scene) -> None:
    drive(scene, 0.3)
    assert {v.linear.x for v in scene.robot.velocities} == {0.0}
    scene.planner.send(KITCHEN)
    scene.ros.until(lambda: scene.robot.running)
    scene.ros.until(lambda: drive(scene, 0.3) == 0.3)
    assert scene.robot.velocities[-1].angular.z == 0.2
    scene.ros.until(lambda: drive(scene, 1.0) == 0.5)
    assert scene.robot.velocities[-1].angular.z == pytest.approx(0.1)


def test_the_emergency_stop_says_zero_on_a_gated_topic(scene: Scene) -> None:
    scene.planner.send(KITCHEN)
    scene.ros.until(lambda: scene.robot.running)
    scene.ros.until(lambda: drive(scene, 0.3) == 0.3)
    scene.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    scene.ros.until(lambda: scene.robot.velocities[-1].linear.x == 0.0)
    drive(scene, 0.3)
    assert {v.linear.x for v in scene.robot.velocities} == {0.0}


def test_a_planner_that_falls_silent_leaves_the_robot_standing(scene: Scene) -> None:
    scene.planner.send(KITCHEN)
    scene.ros.until(lambda: scene.robot.running)
    scene.ros.until(lambda: drive(scene, 0.3) == 0.3)
    scene.ros.until(lambda: scene.robot.velocities[-1].linear.x == 0.0)


def test_zero_goes_out_while_a_simulations_clock_does_not_advance(ros: Ros) -> None:
    commands, command = ros.node("planner").create_publisher(Twist, "guarded", 10), Twist()
    command.linear.x = 0.3
    frozen = [Parameter("use_sim_time", value=True)]
    node = ros.add(Node("gate", context=ros.context, parameter_overrides=frozen))
    speeds = parse_path("linear"), parse_path("angular")
    topic = GatedTopic("base", "geometry_msgs/msg/Twist", "guarded", "robot", GateLimits(), *speeds)
    gate = BoundVelocity(node, topic, lambda _: (Passing.PASS, ""), ReentrantCallbackGroup())
    heard = ros.listen(Twist, "robot", 10)

    def goes() -> bool:
        commands.publish(command)
        return bool(heard) and heard[-1] == command

    ros.until(goes)
    ros.until(lambda: heard[-1] == Twist())
    gate.destroy()
