"""Examples run in ROS domains of their own, as the ROS tests do."""

from __future__ import annotations

from tests.ros.conftest import domain, ros

__all__ = ["domain", "ros"]
