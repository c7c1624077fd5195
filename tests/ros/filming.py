"""A simulator with cameras, whose looks at its world are kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from is_bench_interfaces.msg import WorldState
from is_bench_interfaces.srv import ResetWorld
from rclpy.callback_groups import ReentrantCallbackGroup

from is_bench.calls import parse_call
from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.ros.skill_client import SkillClient
from is_bench.scenarios import Dataset
from is_bench.views import View
from sim_bridge.node import SimBridge
from tests.ros.harness import EPISODE, PATIENCE_S, Ros

SIZE = {"width": 96, "height": 64}
NEVER_S = 10.0
"""A heartbeat that no test lives to see."""


class Filmed:
    """A sim_bridge and its client."""

    def __init__(self, ros: Ros, dataset: Dataset, **parameters: object) -> None:
        self.ros = ros
        self.states: list[Any] = ros.listen(WorldState, graph.WORLD_STATE)
        self.node = ros.make(SimBridge, dataset, **{"heartbeat_s": NEVER_S, **SIZE, **parameters})
        self.looks: list[tuple[View, ...]] = []
        """What was rendered, in order."""
        self._skills = SkillClient(ros.node("client"), graph.ROBOT_SKILL, ReentrantCallbackGroup())
        self._observe = self.node._simulator.observe
        self.node._simulator.observe = self._look

    def _look(self) -> tuple[View, ...]:
        self.looks.append(self._observe())
        return self.looks[-1]

    def reset(self, task: str = "lamp") -> None:
        request = ResetWorld.Request(episode_id=EPISODE, task=task, world="released")
        assert self.ros.call(ResetWorld, graph.RESET_WORLD, request).success

    def do(self, action: str) -> None:
        assert self._skills.wait_for_server(PATIENCE_S)
        self.ros.wait(self.ros.start(self._skills.execute(EPISODE, 0, parse_call(action))))

    def stamps(self, step: int) -> list[int]:
        """Of all states after `step` skills."""
        self.ros.until(lambda: any(state.step == step for state in self.states))
        return [nanoseconds_of(s.header.stamp) for s in self.states if s.step == step]


def stamp_of(message: Any) -> int:
    return nanoseconds_of(message.header.stamp)


def assert_same(told: tuple[View, ...], seen: tuple[View, ...]) -> None:
    """Both are the same views, to the last pixel."""
    for one, other in zip(told, seen, strict=True):
        assert (one.name, one.boxes, one.pose) == (other.name, other.boxes, other.pose)
        np.testing.assert_array_equal(one.rgb, other.rgb)
        np.testing.assert_array_equal(one.segmentation, other.segmentation)
        np.testing.assert_allclose(one.intrinsics, other.intrinsics)
