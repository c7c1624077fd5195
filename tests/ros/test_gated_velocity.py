"""The gate before a base: commands of velocity, over real DDS."""

from __future__ import annotations

import pytest
from geometry_msgs.msg import Twist

from is_safety_monitor.gate.node import DriverGate
from tests.ros.harness import Robot, Ros
from tests.ros.test_driver_gate import CALM, DRIVER, Guard

pytestmark = pytest.mark.ros


class Base:
    """A base behind a gate, and who commands it."""

    def __init__(self, ros: Ros) -> None:
        self.ros = ros
        self.heard: list[Twist] = []
        node = ros.node("base")
        node.create_subscription(Twist, "driver/cmd_vel", self.heard.append, 100)
        self.commands = ros.node("commander").create_publisher(Twist, "cmd_vel", 10)

    def goes(self) -> bool:
        """Command it once; whether what it heard last is a speed."""
        command = Twist()
        command.linear.x, command.angular.z = 0.5, 0.1
        self.commands.publish(command)
        return bool(self.heard) and self.heard[-1] == command

    def stands(self) -> bool:
        return bool(self.heard) and self.heard[-1] == Twist()


@pytest.fixture
def base(ros: Ros) -> Base:
    Robot(ros, DRIVER)
    gate = ros.make(
        DriverGate, **CALM, velocities=["cmd_vel=driver/cmd_vel:geometry_msgs/msg/Twist"]
    )
    ros.until(lambda: gate.count_publishers("driver/cmd_vel"))
    return Base(ros)


def test_commands_of_velocity_pass_while_the_guard_is_heard_alone(ros: Ros, base: Base) -> None:
    ros.until(lambda: base.goes() or base.stands())
    assert base.stands()  # nobody has been heard yet
    guard = Guard(ros)
    ros.until(base.goes)
    guard.beats = False
    base.heard.clear()
    ros.until(lambda: not base.goes() and base.stands())
    base.heard.clear()
    ros.until(lambda: base.goes() or len(base.heard) > 3)
    assert base.stands()
    guard.beats = True
    ros.until(base.goes)


def test_the_emergency_stop_stops_the_base(ros: Ros, base: Base) -> None:
    guard = Guard(ros)
    ros.until(base.goes)
    guard.stopped = True
    ros.until(lambda: not base.goes() and base.stands())


def test_a_second_commander_stops_the_base_until_it_is_gone(ros: Ros, base: Base) -> None:
    guard = Guard(ros)
    ros.until(base.goes)
    rival = ros.node("rival")
    rival.create_publisher(Twist, "cmd_vel", 10)
    ros.until(lambda: not base.goes() and base.stands())
    ros.remove(rival)
    ros.until(base.goes)
    assert guard.beats


def test_a_gate_that_ends_stops_the_base(ros: Ros, base: Base) -> None:
    Guard(ros)
    ros.until(base.goes)
    (gate,) = [node for node in ros._nodes if isinstance(node, DriverGate)]
    ros.remove(gate)
    ros.until(base.stands)


def test_a_base_that_is_no_longer_commanded_stops(ros: Ros, base: Base) -> None:
    Guard(ros)
    ros.until(base.goes)
    ros.until(base.stands)
