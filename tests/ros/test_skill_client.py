from __future__ import annotations

import pytest
from is_bench_interfaces.action import ExecuteSkill
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future

from is_bench.calls import parse_call
from is_bench.ros import graph
from is_bench.ros.coroutines import result_of
from is_bench.ros.goal_server import GoalServer
from is_bench.ros.skill_client import SkillClient, SkillServerGone
from is_bench.ros.spinning import RosTimeout
from tests.ros.harness import EPISODE, LAMP_ON, PATIENCE_S, Ros

pytestmark = pytest.mark.ros


class Endless:
    """A server that never finishes a skill."""

    def __init__(self, ros: Ros) -> None:
        self.node = ros.node("endless")
        self.began = False
        self._server = GoalServer(
            self.node,
            ExecuteSkill,
            graph.ROBOT_SKILL,
            execute_callback=self._execute,
            callback_group=ReentrantCallbackGroup(),
        )

    def end(self) -> None:
        self._server.destroy()

    async def _execute(self, _: object) -> ExecuteSkill.Result:
        self.began = True
        await result_of(Future())
        raise AssertionError


def test_a_server_that_goes_away_during_a_skill_is_noticed(ros: Ros) -> None:
    client = SkillClient(ros.node("client"), graph.ROBOT_SKILL, ReentrantCallbackGroup())
    server = Endless(ros)
    assert client.wait_for_server(PATIENCE_S)
    asked = ros.start(client.execute(EPISODE, 0, parse_call(LAMP_ON)))
    ros.until(lambda: server.began)
    server.end()
    with pytest.raises(SkillServerGone, match="/robot/execute_skill went away"):
        ros.wait(asked, 2 * PATIENCE_S)


def test_waiting_ends_when_the_other_side_is_gone(ros: Ros) -> None:
    node = ros.node("waiting")
    there = iter([True, True, False])
    with pytest.raises(RosTimeout, match="it went away"):
        ros.wait_for(Future(), node, lambda: next(there))
