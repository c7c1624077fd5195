from __future__ import annotations

from pathlib import Path

import pytest

from is_safety_monitor.state_dir import NO_STATE, state_folder


def test_none_keeps_nothing_on_disk() -> None:
    assert state_folder(NO_STATE, "/") is None


def test_a_named_folder_is_taken_as_it_is_in_any_namespace() -> None:
    assert state_folder("/var/lib/guard", "/left") == Path("/var/lib/guard")


def test_a_tilde_is_the_home_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    assert state_folder("~/guard", "/") == Path("/home/somebody/guard")


def test_empty_is_a_folder_of_the_namespace_under_the_ros_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROS_HOME", "/data/ros")
    assert state_folder("", "/") == Path("/data/ros/is_bench")
    assert state_folder("", "/left/arm") == Path("/data/ros/is_bench/left/arm")


def test_without_a_ros_home_the_default_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROS_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/somebody")
    assert state_folder("", "/") == Path("/home/somebody/.ros/is_bench")
