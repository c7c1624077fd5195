"""A spectator of a live guard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from is_bench_interfaces.msg import StopState

from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench_eval.watch.ros.live import LiveGuard
from is_bench_eval.watch.screen import Size, screen
from is_bench_eval.watch.state import WatchState
from tests.ros.harness import EPISODE, LAMP_ON, Guarded, Robot, Ros

pytestmark = pytest.mark.ros


def test_a_spectator_sees_what_a_live_guard_of_a_namespace_does(ros: Ros, dataset: Dataset) -> None:
    ros.namespace = "/robot_7"
    guarded = Guarded(ros, dataset)
    robot = Robot(ros)
    guarded.connect(robot)
    state = WatchState()
    spectator = LiveGuard(state, ros.namespace, ros.context)

    def see(look: Callable[[], bool]) -> None:
        def looked() -> bool:
            spectator(0.01)
            return look()

        ros.until(looked)

    see(lambda: bool(state.episode == EPISODE and state.guard == "active"))
    assert state.node == "robot_7/is_safety_monitor"

    guarded.ask(LAMP_ON)
    see(lambda: bool(state.verdicts))
    assert state.verdicts[-1].decision == "block"
    assert state.latency_ms(50)

    robot.slow = True
    done = guarded.start("CLOSE(cabinet.n.01_1)", index=1)
    robot.begin()
    see(lambda: bool(state.running))
    shown = screen(state, spectator.now_ns, Size(80, 24)).plain
    assert "guard active   mode enforce" in shown
    assert "CLOSE(cabinet 1)" in shown
    robot.finish()
    ros.wait(done)
    see(lambda: bool(not state.running))

    publisher = robot.node.create_publisher(StopState, graph.STOP_STATE, graph.LATEST)
    publisher.publish(StopState(stopped=True, source="test", reason="by hand"))
    see(lambda: bool(state.stop and state.stop.stopped))
    ros.remove(guarded.node)
    see(lambda: bool(state.guard == "absent"))
    spectator.close()
