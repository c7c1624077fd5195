"""An evaluation looks whether other nodes would answer for its own, before it writes anything."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from is_bench_interfaces.action import ExecuteSkill, RunEpisode
from is_bench_interfaces.srv import ResetWorld
from rclpy.action import ActionServer
from rclpy.node import Node

from is_bench.ros import graph
from is_bench.verdict import GuardMode
from is_bench_eval.cli.main import main
from is_bench_eval.engines.ros.duplicate_servers import (
    check_alone,
    duplicate_servers,
    unexpected_servers,
)
from is_bench_eval.engines.ros.engine import RosEngine
from is_bench_eval.errors import EngineUnavailable, EpisodeFailed
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros

COMPOSED = RunSpec(engine="ros")
EXTERNAL = RunSpec(engine="ros", nodes="external")


def orphan(ros: Ros) -> Node:
    """What is left of a simulator."""
    node = ros.node("sim_bridge")
    node.create_service(ResetWorld, graph.RESET_WORLD, lambda _, answer: answer)
    return node


def serve(node: Node, kind: type, name: str) -> None:
    ActionServer(node, kind, name, lambda _: kind.Result())  # type: ignore[attr-defined]  # an action's class


def test_a_run_beside_an_orphan_exits_with_2_and_writes_nothing(
    ros: Ros, kitchen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orphan(ros)
    out = tmp_path / "out"
    arguments = ["eval", "--engine", "ros", "--dataset", str(kitchen), "--out", str(out)]
    assert main(arguments) == 2
    assert "a simulator (/sim_bridge) serves /is_bench/reset_world" in capsys.readouterr().err
    assert not out.exists()


def test_with_nodes_started_before_one_of_each_is_right_and_two_are_not(ros: Ros) -> None:
    orphan(ros)
    watcher = ros.node("watcher")
    ros.until(lambda: list(unexpected_servers(watcher, COMPOSED)))
    assert list(unexpected_servers(watcher, EXTERNAL)) == []
    orphan(ros)
    with pytest.raises(EngineUnavailable, match=r"2 simulators \(/sim_bridge, /sim_bridge\)"):
        check_alone(EXTERNAL)


def test_guards_planners_and_drivers_count_too(ros: Ros) -> None:
    node = ros.node("somebody")
    serve(node, ExecuteSkill, graph.GUARD_SKILL)
    serve(node, ExecuteSkill, graph.ROBOT_SKILL)
    serve(node, RunEpisode, graph.RUN_EPISODE)
    watcher = ros.node("watcher")
    found = ros.until(lambda: (all_ := list(unexpected_servers(watcher, COMPOSED)))[2:] and all_)
    assert [text.split(" (")[0] for text in found] == ["a driver", "a guard", "a planner"]
    (guard,) = unexpected_servers(watcher, EXTERNAL)
    assert guard.startswith("a guard")  # the run asks for none
    guarded = RunSpec(engine="ros", nodes="external", guard=GuardMode.SHADOW)
    assert list(unexpected_servers(watcher, guarded)) == []


def test_a_second_simulator_in_the_middle_of_a_run_fails_the_episode(
    ros: Ros, kitchen: Path
) -> None:
    run = RunSpec(dataset=kitchen, engine="ros")
    dataset, (episode,) = plan_episodes(run, None)
    with closing(RosEngine(run, dataset, OutputPaths())) as engine:
        orphan(ros)
        ros.until(lambda: list(duplicate_servers(engine._evaluator)))
        with pytest.raises(EpisodeFailed, match="2 simulators"):
            engine.run(episode)
