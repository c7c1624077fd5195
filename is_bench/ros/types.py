"""rclpy's message classes, under the names that `is_bench.messages` asks for."""

from __future__ import annotations

from builtin_interfaces.msg import Time
from is_bench_interfaces.msg import (
    Fact,
    Fraction,
    Metrics,
    MetricSet,
    OpenObligation,
    SceneObject,
    SkillEvent,
    Verdict,
    WorldState,
)
from std_msgs.msg import Header

__all__ = [
    "Fact",
    "Fraction",
    "Header",
    "MetricSet",
    "Metrics",
    "OpenObligation",
    "SceneObject",
    "SkillEvent",
    "Time",
    "Verdict",
    "WorldState",
]
