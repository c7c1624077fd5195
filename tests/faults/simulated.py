"""A simulation's clock, by which the robot stamps its states and the guard reckons their age."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from is_bench.messages import time_message
from is_bench.ros import types
from is_safety_monitor.bindings.installed import load_type
from tests.faults.bench import Bench
from tests.ros.harness import Ros

TICK_S = 0.02


class SimClock:
    """Tells the machine's time on /clock, until it is frozen."""

    def __init__(self, ros: Ros) -> None:
        """The clock goes."""
        self.node = ros.node("simulation")
        self._kind = load_type("rosgraph_msgs/msg/Clock")
        self._publisher = self.node.create_publisher(self._kind, "/clock", 1)
        self.now_ns = 0
        self._is_frozen = False
        self.node.create_timer(TICK_S, self._tick)
        self._tick()

    def freeze(self) -> None:
        """From now on, the clock stands still."""
        self._is_frozen = True

    def _tick(self) -> None:
        if not self._is_frozen:
            self.now_ns = time.time_ns()
        self._publisher.publish(self._kind(clock=time_message(types, self.now_ns)))


@contextmanager
def simulated(bench: Bench) -> Iterator[SimClock]:
    """Have a robot and a guard in a simulation, whose clock goes."""
    clock = SimClock(bench.ros)
    robot = bench.robot
    robot.now = lambda: clock.now_ns  # type: ignore[method-assign]  # of a simulated robot
    try:
        with bench.guarded_by(use_sim_time=True):
            yield clock
    finally:
        del robot.now
        bench.ros.remove(clock.node)
