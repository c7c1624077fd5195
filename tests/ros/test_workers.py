"""Several ros engines at a time, each in a domain of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from is_bench_eval.engines.ros_domains import free_domain
from is_bench_eval.recording.run_folder import read_results
from tests.small_dataset import write_dataset

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("domain")]


def test_workers_do_not_hear_each_other(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path / "small")
    arguments = ["eval", "--dataset", str(dataset), "--guard", "enforce"]
    direct, ros = tmp_path / "direct", tmp_path / "ros"
    assert main([*arguments, "--out", str(direct)]) == 0
    assert main([*arguments, "--engine", "ros", "--workers", "2", "--out", str(ros)]) == 0
    assert read_results(ros / "results.jsonl") == read_results(direct / "results.jsonl")
    bags = sorted((ros / "bags").iterdir())
    assert [bag.name for bag in bags] == ["run_0", "run_1"]
    assert all((bag / "metadata.yaml").is_file() for bag in bags)


NODE = """
import sys
import rclpy
rclpy.init()
node = rclpy.create_node("somebody")
print("up", flush=True)
sys.stdin.read()
"""


def test_a_domain_with_a_participant_is_not_free() -> None:
    first = free_domain()
    first.release()
    # In a process of its own: the participants of one process share their numbers.
    with subprocess.Popen(
        [sys.executable, "-c", NODE],
        env={**os.environ, "ROS_DOMAIN_ID": str(first.number)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as somebody:
        assert somebody.stdout is not None
        assert somebody.stdout.readline() == "up\n"
        second = free_domain()
        second.release()
        somebody.communicate()
    assert second.number != first.number
