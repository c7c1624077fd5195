"""Waiting until nothing runs any more that an earlier guard had sent to the robot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.ros.idleness import DriverIdleness
from is_bench.ros.timers import steady_timer
from is_safety_monitor.ros.skill_server import SkillServer

PERIOD_S = 0.1
"""How often it is looked whether the drivers have said that they are idle."""


class IdleWatch:
    """Suspects every driver, and calls once when none may be executing anything."""

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
            driver.suspect(why)
        # The node's clock may stand still.
        self._timer = steady_timer(node, PERIOD_S, self._look, group)

    def _look(self) -> None:
        if any(driver.problem() for driver in self._bound) or self._awaits_skills():
            return
        self._node.destroy_timer(self._timer)
        self._on_idle()

    def _awaits_skills(self) -> bool:
        is_needed = not self._bound or self._skills.is_ready()
        return is_needed and bool(self._skills.idleness.problem())
