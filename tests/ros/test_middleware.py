"""Pictures pass through the middleware without losses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from is_bench.ros.middleware import PROFILE, driver_environment, make_room_for_pictures
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros

NAMES = (
    "FASTRTPS_DEFAULT_PROFILES_FILE",
    "FASTDDS_DEFAULT_PROFILES_FILE",
    "FASTDDS_BUILTIN_TRANSPORTS",
)


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "")


def test_both_generations_of_fast_dds_find_the_profile() -> None:
    make_room_for_pictures()
    assert [Path(os.environ[name]) for name in NAMES[:2]] == [PROFILE, PROFILE]
    assert PROFILE.is_file()


@pytest.mark.parametrize("name", NAMES)
def test_settings_of_the_user_stay(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "mine")
    before = dict(os.environ)
    make_room_for_pictures()
    assert dict(os.environ) == before


def test_a_driver_gets_the_profile_and_all_that_the_gate_has() -> None:
    environment = driver_environment()
    assert [Path(environment[name]) for name in NAMES[:2]] == [PROFILE, PROFILE]
    assert {name: environment[name] for name in os.environ if name not in NAMES} == {
        name: value for name, value in os.environ.items() if name not in NAMES
    }


@pytest.mark.ros
def test_a_driver_that_was_killed_is_soon_off_the_graph(ros: Ros) -> None:
    watcher = ros.node("watcher")
    command = [sys.executable, "-c", DRIVER]
    with subprocess.Popen(command, env=driver_environment()) as driver:
        ros.until(lambda: watcher.count_services("drive"))
        driver.kill()
    ros.until(lambda: not watcher.count_services("drive"), SOON_S)


@pytest.mark.ros
def test_fast_dds_takes_the_profile(domain: int) -> None:
    del domain
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=False, timeout=60
    )
    assert "XML" not in done.stderr
    assert (done.returncode, done.stdout) == (0, "True\n")


SOON_S = 10.0
"""Half of what DDS takes without the profile."""
DRIVER = """
import rclpy
from std_srvs.srv import Trigger
rclpy.init()
node = rclpy.create_node("driver")
node.create_service(Trigger, "drive", lambda request, response: response)
rclpy.spin(node)
"""
MEMORY = """
import os, rclpy
from pathlib import Path
from is_bench.ros.middleware import make_room_for_pictures
make_room_for_pictures()
rclpy.init()
node = rclpy.create_node("one")
mapped = Path(f"/proc/{os.getpid()}/maps").read_text().splitlines()
sizes = [
    int(end, 16) - int(start, 16)
    for line in mapped
    if "/dev/shm/fastrtps_" in line or "/dev/shm/fastdds_" in line
    for start, end in [line.split()[0].split("-")]
]
print(max(sizes) >= 33554432)
"""
