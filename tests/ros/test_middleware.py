"""Pictures pass through the middleware without losses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from is_bench.ros.middleware import PROFILE, make_room_for_pictures

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


@pytest.mark.ros
def test_fast_dds_takes_the_profile(domain: int) -> None:
    del domain
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=False, timeout=60
    )
    assert "XML" not in done.stderr
    assert (done.returncode, done.stdout) == (0, "True\n")


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
