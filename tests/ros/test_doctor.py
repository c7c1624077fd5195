"""The doctor looks at a real graph; the process that it starts for that is the real one, too."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import ActionServer
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_bench.scenarios import Dataset
from is_bench_eval.doctor.findings import Finding, Severity, worst
from is_bench_eval.doctor.ros import graph as ros_graph
from is_bench_eval.doctor.ros.graph import (
    check_graph,
    check_interfaces,
    check_ros_domain,
    compare_interfaces,
    how_to_have,
    visible,
)
from is_bench_eval.doctor.ros.pair import Pair
from is_bench_eval.doctor.ros_process import check_ros
from is_bench_eval.recording.interfaces import PACKAGE
from sim_bridge.node import SimBridge
from tests.ros.harness import Ros
from tests.source_tree import INTERFACES

pytestmark = pytest.mark.ros

ENOUGH_S = 20.0


@pytest.fixture
def pair(domain: int) -> Iterator[Pair]:
    del domain  # which it is in by its environment
    made = Pair()
    yield made
    made.close()


def by_subject(findings: Iterator[Finding]) -> dict[str, Finding]:
    return {finding.subject: finding for finding in findings}


def test_ros_works_here(domain: int) -> None:
    started = time.monotonic()
    found = by_subject(check_ros())
    assert time.monotonic() - started < ENOUGH_S
    assert [f for f in found.values() if f.severity not in (Severity.OK, Severity.NOTE)] == []
    assert {"rclpy", PACKAGE, "middleware", "graph"} <= found.keys()
    assert found["ROS_DOMAIN_ID"].message == f"{domain}; discovery range LOCALHOST"
    assert "a message and a service call got through" in found["middleware"].message


def test_a_middleware_that_does_not_exist(domain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    del domain
    monkeypatch.setenv("RMW_IMPLEMENTATION", "rmw_nowhere_cpp")
    bad = [found for found in check_ros() if found.severity is Severity.ERROR]
    assert bad
    assert all(found.remedy for found in bad)


def test_nothing_that_gets_through_is_an_error(pair: Pair) -> None:
    assert pair.exchange(0.0) == "message"


def test_a_broken_middleware_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("no shared memory")

    monkeypatch.setattr(ros_graph, "Pair", broken)
    (found,) = check_graph()
    assert found.severity is Severity.ERROR
    assert found.message == "RuntimeError: no shared memory"


def test_a_message_that_does_not_get_through(domain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    del domain
    monkeypatch.setattr(ros_graph, "EXCHANGE_S", 0.0)
    found = by_subject(check_graph())
    assert found["middleware"].severity is Severity.ERROR
    assert "no message got through" in found["middleware"].message


def test_what_runs_is_seen(ros: Ros, dataset: Dataset, pair: Pair) -> None:
    assert [f.subject for f in visible(pair.near)] == ["graph"]
    ros.make(SimBridge, dataset)
    expected = {"nodes", "/robot/execute_skill", "/is_bench/reset_world", "/is_bench/world_state"}
    assert pair.spin_until(lambda: seen(pair).keys() >= expected, 10.0)
    found = seen(pair)
    assert found["nodes"].message == "/sim_bridge"
    assert found["/robot/execute_skill"].message == "action: 1 server, 0 clients"
    assert found["/is_bench/reset_world"].message == "service"
    assert found["/is_bench/world_state"].message == "topic: 1 out, 0 in"
    assert {finding.severity for finding in found.values()} == {Severity.NOTE}


def seen(pair: Pair) -> dict[str, Finding]:
    return by_subject(visible(pair.near))


def test_two_servers_of_one_action_are_told_of(ros: Ros, dataset: Dataset, pair: Pair) -> None:
    ros.make(SimBridge, dataset)
    other = ros.node("another_robot")
    server = ActionServer(other, ExecuteSkill, graph.ROBOT_SKILL, lambda handle: handle)
    pair.spin_until(lambda: worst(visible(pair.near)) is Severity.WARNING, 10.0)
    assert "2 servers" in seen(pair)["/robot/execute_skill"].message
    server.destroy()


@pytest.mark.parametrize(
    ("value", "severity"),
    [
        ("", Severity.OK),
        ("7", Severity.OK),
        ("150", Severity.WARNING),
        ("seven", Severity.ERROR),
        ("-1", Severity.ERROR),
    ],
)
def test_domains(value: str, severity: Severity) -> None:
    assert check_ros_domain(value).severity is severity


def test_the_built_interfaces_are_those_of_this_version() -> None:
    (found,) = check_interfaces()
    assert found.severity is Severity.OK


@pytest.fixture
def share(tmp_path: Path) -> Path:
    copy = tmp_path / PACKAGE
    shutil.copytree(INTERFACES, copy)
    return copy


def version(share: Path) -> str:
    return ET.parse(share / "package.xml").findtext("version") or ""


def test_interfaces_of_another_version(share: Path) -> None:
    assert compare_interfaces(share, version(share)).severity is Severity.OK
    assert compare_interfaces(share, "99.0.0").severity is Severity.ERROR


def test_another_comment_is_no_other_definition(share: Path) -> None:
    with (share / "msg" / "Verdict.msg").open("a") as file:
        file.write("# A comment.\n")
    assert compare_interfaces(share, version(share)).severity is Severity.OK


def test_interfaces_built_from_other_definitions(share: Path) -> None:
    with (share / "msg" / "Verdict.msg").open("a") as file:
        file.write("bool more # than there was\n")
    (share / "msg" / "Fact.msg").unlink()
    found = compare_interfaces(share, version(share))
    assert found.severity is Severity.ERROR
    assert f"{PACKAGE}/msg/Fact, {PACKAGE}/msg/Verdict" in found.message


def test_a_service_that_nobody_answers(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair._far, "create_service", lambda *_: Trigger)
    started = time.monotonic()
    assert pair.exchange(1.0) == "service call"
    assert time.monotonic() - started < ENOUGH_S


def test_interfaces_that_are_built_are_to_be_sourced(tmp_path: Path) -> None:
    assert how_to_have(tmp_path).startswith("build it: `make setup`")
    (tmp_path / "is_bench_interfaces").mkdir()
    assert how_to_have(tmp_path) == (
        "it is built: prefix the command with tools/ros_env.sh, or source "
        f"{tmp_path / 'setup.bash'}"
    )
