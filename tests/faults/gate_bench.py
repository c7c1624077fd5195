"""A driver behind its gate, to which faults are done; the test is the guard."""

from __future__ import annotations

from typing import Any

from is_bench_interfaces.msg import GateReport
from rclpy.task import Future

from is_safety_monitor.gate.node import DriverGate
from tests.ros.gated_lamp import LAMP, Lamp, Switch
from tests.ros.harness import Robot, Ros
from tests.ros.test_driver_gate import DRIVER, Guard


class GateBench:
    """The gate sees the heartbeats, permits, goals and requests of a guard."""

    def __init__(self, ros: Ros, **parameters: object) -> None:
        """`parameters` are the gate's."""
        self.ros = ros
        self.robot = Robot(ros, DRIVER)
        self.lamp = Lamp(ros)
        self.gate = ros.make(DriverGate, services=[LAMP], **parameters)
        self.guard = Guard(ros)
        self.guard.connect(self.gate)
        self.switch = Switch(ros, self.guard, self.gate)
        self.switch.connect()

    def calm(self) -> None:
        """Nothing is wrong, and nothing is being executed."""
        self.guard.beats, self.guard.stopped = True, False
        self.robot.slow, self.robot.obeys_cancel = False, True
        if self.robot.running is not None:
            self.robot.finish()
        self.ros.until(lambda: self.robot.running is None)
        self.ros.until(lambda: not any(gated.refusal() for gated in self.gate._gated))

    def begin(self) -> Any:
        """Begin a skill that lasts; its handle."""
        self.robot.slow = True
        handle = self.ros.wait(self.guard.send())
        assert handle.accepted, self.refusals()
        self.robot.begin()
        return handle

    def refusals(self) -> list[str]:
        """Why the gate has refused goals, in order."""
        return self.guard.events(GateReport.EVENT_REFUSED)

    # What must hold

    def passes(self) -> None:
        """The positive control: a goal and a request with their permits reach the driver."""
        before = len(self.robot.asked)
        handle = self.ros.wait(self.guard.send())
        assert handle.accepted, self.refusals()
        self.ros.wait(handle.get_result_async())
        assert len(self.robot.asked) == before + 1
        assert self.switch.send().success

    def is_refused(self, sent: Future, *reasons: str) -> None:
        """A goal that was just sent does not reach the driver, for one of `reasons`, reported."""
        before, told = len(self.robot.asked), len(self.refusals())
        assert not self.ros.wait(sent).accepted, "the goal was accepted"
        self.ros.until(lambda: len(self.refusals()) > told)
        told_now = self.refusals()[-1]
        assert any(reason in told_now for reason in reasons), told_now
        assert len(self.robot.asked) == before, "the goal reached the driver"

    def until_moves_again(self) -> None:
        """The positive control afterwards: once the fault is gone, the same goal passes."""
        self.calm()
        self.passes()
