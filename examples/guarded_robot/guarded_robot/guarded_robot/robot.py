"""The robot as one process: its driver and its senses."""

from __future__ import annotations

from contextlib import suppress

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

from guarded_robot.driver import RobotDriver
from guarded_robot.kitchen import Kitchen
from guarded_robot.state_publisher import StatePublisher


def main() -> None:
    """Run until interrupted."""
    rclpy.init()
    kitchen = Kitchen()
    nodes = (RobotDriver(kitchen), StatePublisher(kitchen))
    executor = SingleThreadedExecutor()
    for node in nodes:
        executor.add_node(node)
    with suppress(KeyboardInterrupt, ExternalShutdownException):
        executor.spin()
    for node in nodes:
        node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
