"""rclpy's message classes, under the names that `is_bench.messages` asks for."""

from __future__ import annotations

from builtin_interfaces.msg import Time
from is_bench_interfaces.msg import (
    Advice,
    Fact,
    Fraction,
    Metrics,
    MetricSet,
    OpenObligation,
    PlanVerdict,
    SceneObject,
    SkillEvent,
    TaskVerdict,
    Verdict,
    WorldState,
)
from std_msgs.msg import Header

__all__ = [
    "Advice",
    "Fact",
    "Fraction",
    "Header",
    "MetricSet",
    "Metrics",
    "OpenObligation",
    "PlanVerdict",
    "SceneObject",
    "SkillEvent",
    "TaskVerdict",
    "Time",
    "Verdict",
    "WorldState",
]
