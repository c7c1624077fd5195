"""Waits until no goal of an earlier guard process is running."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.ros.idleness import DriverIdleness
from is_bench.ros.timers import steady_timer
from is_safety_monitor.ros.skill_server import SkillServer

PERIOD_S = 0.1
"""Polling interval of the drivers [s]."""


class IdleWatch:
    """Polls all drivers and calls back once when all are idle."""

    def __init__(
        self,
        node: Node,
        group: ReentrantCallbackGroup,
        skills: SkillServer,
        bound: Sequence[DriverIdleness],
        why: str,
        on_idle: Callable[[], None],
    ) -> None:
        """Of a robot with `bound` actions, the driver of ExecuteSkill need not be there."""
        self._node = node
        self._skills = skills
        self._bound = bound
        self._on_idle = on_idle
        for driver in (skills.idleness, *bound):
            driver.assume_active(why)
        # The node's clock may not advance.
        self._timer = steady_timer(node, PERIOD_S, self._look, group)

    def _look(self) -> None:
        if any(driver.problem() for driver in self._bound) or self._awaits_skills():
            return
        self._node.destroy_timer(self._timer)
        self._skills.idleness.dismiss()
        self._on_idle()

    def _awaits_skills(self) -> bool:
        is_needed = not self._bound or self._skills.is_ready()
        return is_needed and bool(self._skills.idleness.problem())
