"""Bags that an older is_bench recorded are refused with one error that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from is_bench.version import package_version
from is_bench_eval.cli.main import main
from is_bench_eval.recording.bag_reader import BagProblem
from is_bench_eval.replay.bags import replay_bag
from is_bench_eval.replay.player import Player

PACKAGE = "is_bench_interfaces/msg"
OLD_TYPES = {
    "GuardTask": """
std_msgs/Header header
uint64 log
uint64 entry
string episode_id
string task
string problem
string instruction
string mode
string knowledge
string stages
uint64 max_state_age
uint64 max_fact_age
uint32 refusals_in_a_row
uint32 refusals_of_a_step
uint32 refusals_of_an_episode
string library_sha256
string retrieval
string version
""",
    "Verdict": """
std_msgs/Header header
string episode_id
string request_id
uint32 index
string action
uint8 decision
string module
string[] constraints
string feedback
string[] mitigation
string fault
string[] unknown_facts
bool final
string mode
bool enforced
uint64 decision_time_ns
uint64 log
uint64 log_entry
""",
}
"""Of version 0.1.0, in which calls were texts and there was one domain."""


def old_bag(path: Path, version: str, topics: dict[str, str]) -> Path:
    """A bag of 0.1.0 with a message of each kind in `topics`."""
    store: Any = get_typestore(Stores.ROS2_JAZZY)
    for name, text in OLD_TYPES.items():
        store.register(get_types_from_msg(text, f"{PACKAGE}/{name}"))
    header = store.types["std_msgs/msg/Header"](
        stamp=store.types["builtin_interfaces/msg/Time"](sec=0, nanosec=7), frame_id=""
    )
    fields: dict[str, dict[str, Any]] = {
        "GuardTask": {"header": header, "log": 0, "entry": 1, "version": version},
        "Verdict": {"header": header, "action": "DONE", "log": 0, "log_entry": 2},
    }
    writer = Writer(path, version=9, storage_plugin=StoragePlugin.MCAP)
    writer.open()
    for topic, name in topics.items():
        kind = f"{PACKAGE}/{name}"
        made = store.types[kind](**{**empty(OLD_TYPES[name]), **fields[name]})
        connection = writer.add_connection(topic, kind, typestore=store)
        writer.write(connection, 7, store.serialize_cdr(made, kind))
    writer.close()
    return path


def empty(definition: str) -> dict[str, Any]:
    """A value for every field of a definition."""
    values: dict[str, Any] = {"string": "", "bool": False, "string[]": []}
    lines = [line.split() for line in definition.split("\n") if line]
    return {name: values.get(kind, 0) for kind, name in lines}


BOTH = {"/is_bench/guard_tasks": "GuardTask", "/is_bench/verdicts": "Verdict"}


def test_an_older_bag_says_who_wrote_it_and_who_reads_it(tmp_path: Path) -> None:
    bag = old_bag(tmp_path / "bag", "0.1.0", BOTH)
    with pytest.raises(BagProblem) as caught:
        replay_bag(bag, Player())
    said = str(caught.value)
    assert "recorded by is_bench 0.1.0 in an older message format" in said
    assert f"is_bench {package_version()} replays its own format alone" in said
    assert "replay this bag with is_bench 0.1.0" in said


def test_a_bag_that_does_not_tell_its_version_is_refused_too(tmp_path: Path) -> None:
    bag = old_bag(tmp_path / "bag", "", {"/is_bench/verdicts": "Verdict"})
    with pytest.raises(BagProblem, match="recorded by an older is_bench in an older message"):
        replay_bag(bag, Player())


def test_the_command_prints_one_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bag = old_bag(tmp_path / "bag", "0.1.0", BOTH)
    assert main(["replay", str(bag)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("is-bench: error:") == 1
    assert said.err.count("\n") == 1
