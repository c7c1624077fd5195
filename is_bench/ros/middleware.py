"""Middleware settings for drivers and for processes that publish images."""

from __future__ import annotations

import os
from pathlib import Path

PROFILE = Path(__file__).with_name("fastdds.xml")
_FILES = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")
"""Where Fast DDS 2 and 3 look."""
_USERS_OWN = (*_FILES, "FASTDDS_BUILTIN_TRANSPORTS")


def make_room_for_pictures() -> None:
    """Let Fast DDS read `PROFILE`, in a process that publishes pictures; before rclpy starts.

    Subscribers need nothing of the kind.  Does nothing where the user has settings of his own;
    other middlewares take no notice.
    """
    os.environ.update(_settings())


def driver_environment() -> dict[str, str]:
    """The environment of a driver's process, in which Fast DDS reads `PROFILE`.

    When such a process is killed, it leaves the graph after 4 s instead of 20 s.
    """
    return {**os.environ, **_settings()}


def _settings() -> dict[str, str]:
    """The variables to set; empty if the user has set one of them."""
    is_set = any(os.environ.get(name) for name in _USERS_OWN)
    return {} if is_set else dict.fromkeys(_FILES, str(PROFILE))
