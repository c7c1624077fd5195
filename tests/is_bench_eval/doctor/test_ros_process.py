"""What is told of ROS, whatever becomes of the process that tries it."""

from __future__ import annotations

import sys

import pytest

from is_bench_eval.doctor import ros_process as ros
from is_bench_eval.doctor.findings import Area, Finding, Severity
from is_bench_eval.doctor.ros_process import check_ros, ros_finding, tell

FINDING = ros_finding(Severity.OK, "middleware", 'a "message"\ngot through', "nothing")


def probe(program: str, monkeypatch: pytest.MonkeyPatch, longest_s: float = 20.0) -> list[Finding]:
    """What is found when another program stands in for the probe."""
    monkeypatch.setattr(ros, "find_spec", lambda _name: object())
    return list(check_ros((sys.executable, "-c", program), longest_s))


def test_no_ros_is_a_warning_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ros, "find_spec", lambda _name: None)
    (found,) = check_ros()
    assert found.severity is Severity.WARNING
    assert found.area is Area.ROS
    assert "--engine direct works" in found.message
    assert "tools/ros_env.sh" in found.remedy


def test_findings_arrive_as_they_were_told(monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"print('[RTPS] chatter'); print({tell(FINDING)!r}); print('[\"broken')"
    assert probe(program, monkeypatch) == [FINDING]


def test_a_probe_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"print({tell(FINDING)!r}, flush=True); import os; os.kill(os.getpid(), 11)"
    first, crash = probe(program, monkeypatch)
    assert first == FINDING
    assert crash.severity is Severity.ERROR
    assert "signal 11" in crash.message


def test_a_probe_that_cannot_import_ros(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = probe("raise ImportError('librcl.so: not found')", monkeypatch)
    assert found.severity is Severity.ERROR
    assert found.message.endswith("(exit code 1): ImportError: librcl.so: not found")
    assert found.remedy


def test_a_probe_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"print({tell(FINDING)!r}, flush=True); import time; time.sleep(60)"
    first, hung = probe(program, monkeypatch, 1.0)
    assert first == FINDING
    assert hung.severity is Severity.ERROR
    assert "hung for 1 s" in hung.message
