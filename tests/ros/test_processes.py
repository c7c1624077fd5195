"""The executables as processes of their own, as launch files and operators run them."""

from __future__ import annotations

import json
import signal
from functools import partial
from pathlib import Path

import pytest
from rosbags.highlevel import AnyReader

from is_bench.ros import graph
from is_bench.verdict import GuardMode
from is_bench_eval.engines.direct import DirectEngine
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import Record, episode_record
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from tests.ros.harness import Ros
from tests.ros.processes import Processes

pytestmark = pytest.mark.ros

NODES = ("sim_bridge", "is_safety_monitor", "is_planner_node", "bag_recorder")
RUN_S = 180.0


def wait_for_nodes(ros: Ros, *names: str) -> None:
    watcher = ros.node("watcher")
    ros.until(lambda: set(names) <= set(watcher.get_node_names()))


def test_an_evaluation_with_every_node_a_process(
    ros: Ros, processes: Processes, kitchen: Path, tmp_path: Path
) -> None:
    processes.start_node("sim_bridge", dataset=kitchen)
    processes.start_node(
        "is_safety_monitor", dataset=kitchen, knowledge="scenario", domain="is_bench"
    )
    processes.start_node("is_planner_node", dataset=kitchen)
    processes.start_node("bag_recorder", path=tmp_path / "bag")
    wait_for_nodes(ros, *NODES)

    for out in ("out", "again"):  # whoever comes second must not mistake what is latched for news
        arguments = "eval --engine ros --nodes external --planner careless --guard enforce"
        evaluation = processes.start(
            "is-bench",
            *arguments.split(),
            *("--guard-knowledge", "scenario", "--dataset", str(kitchen), "--out", out),
        )
        assert evaluation.wait(RUN_S) == 0, processes.written("is-bench")
        (line,) = (tmp_path / out / "results.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(line) == direct_record(kitchen)

    for name in NODES:
        assert processes.interrupt(name) == 0, processes.written(name)
        assert "Traceback" not in processes.written(name)
    steps = len(direct_record(kitchen)["steps"])
    whole = messages(tmp_path / "bag")
    assert (whole[graph.VERDICTS], whole[graph.METRICS]) == (2 * steps, 2)
    for out in ("out", "again"):
        (bag,) = (tmp_path / out / "bags").iterdir()
        assert messages(bag)[graph.METRICS] == 1
        assert messages(bag)[graph.VERDICTS] >= steps


def test_a_guard_of_another_domain_than_the_scenes_fails_the_episode(
    ros: Ros, processes: Processes, kitchen: Path, tmp_path: Path
) -> None:
    processes.start_node("sim_bridge", dataset=kitchen)
    processes.start_node("is_safety_monitor")
    processes.start_node("is_planner_node", dataset=kitchen)
    wait_for_nodes(ros, "sim_bridge", "is_safety_monitor", "is_planner_node")
    arguments = "eval --engine ros --nodes external --guard enforce --out out --dataset"
    assert processes.start("is-bench", *arguments.split(), str(kitchen)).wait(RUN_S) == 3
    (line,) = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    said = (
        "the guard's domain was household, not is_bench; start is_safety_monitor and the evaluation"
    )
    assert said in json.loads(line)["error"]


def direct_record(dataset_folder: Path) -> Record:
    run = RunSpec(
        dataset=dataset_folder,
        planner="careless",
        guard=GuardMode.ENFORCE,
        guard_knowledge="scenario",
    )
    dataset, (episode,) = plan_episodes(run, None)
    engine = DirectEngine(run, dataset, OutputPaths())
    return episode_record(dataset.get(episode.task), engine.run(episode))


def messages(bag: Path) -> dict[str, int]:
    """How many messages of each topic there are, by its name in `graph`."""
    with AnyReader([bag]) as reader:
        return {name.removeprefix("/"): topic.msgcount for name, topic in reader.topics.items()}


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_each_node_in_good_order(
    by: signal.Signals, ros: Ros, processes: Processes
) -> None:
    for name in NODES:
        processes.start_node(name)
    wait_for_nodes(ros, *NODES)
    for name in NODES:
        ros.until(partial(processes.takes_signals, name))
        assert processes.interrupt(name, by) == 0, processes.written(name)
        assert "Traceback" not in processes.written(name)


WRONG: list[tuple[str, str, object, str]] = [
    ("sim_bridge", "dataset", "nowhere", "nowhere: there is no such folder"),
    ("sim_bridge", "sim", "embeded", "no sim is named 'embeded'; did you mean embedded?"),
    ("is_safety_monitor", "hold_s", -1.0, "hold_s"),
    ("is_safety_monitor", "domain", "houshold", "no domain is named 'houshold'; did you mean"),
    ("is_safety_monitor", "robot_action", "/my robot", "'/my robot' is no name of an action"),
    ("is_safety_monitor", "robot_action", "/is_bench/execute_skill", "the guard's own"),
    ("is_safety_monitor", "unrecognised", "ignore", "no unrecognised is named 'ignore'"),
    ("is_planner_node", "guarded", "perhaps", "guarded"),
    ("bag_recorder", "path", ".", "exists; name another folder"),
]


def test_a_wrong_parameter_ends_a_node_with_the_reason(processes: Processes) -> None:
    """All are started at once: most of their time they wait for the disk and for ROS."""
    started = [
        processes.start_node(name, label=f"{name}.{number}", **{parameter: value})
        for number, (name, parameter, value, _) in enumerate(WRONG)
    ]
    for number, (process, (name, *_, said)) in enumerate(zip(started, WRONG, strict=True)):
        assert process.wait(RUN_S) == 2
        (line,) = processes.written(f"{name}.{number}").splitlines()
        assert line.startswith(f"{name}: error: ")
        assert said in line


def test_without_nodes_an_evaluation_ends_with_the_reason(
    processes: Processes, kitchen: Path, tmp_path: Path
) -> None:
    evaluation = processes.start(
        "is-bench",
        *("eval", "--engine", "ros", "--nodes", "external", "--dataset", str(kitchen)),
        *("--out", "out"),
    )
    assert evaluation.wait(RUN_S) == 3
    (line,) = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert "is sim_bridge running?" in json.loads(line)["error"]
