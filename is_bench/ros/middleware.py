"""Settings of the middleware that pictures need."""

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
    if not any(os.environ.get(name) for name in _USERS_OWN):
        os.environ.update(dict.fromkeys(_FILES, str(PROFILE)))
