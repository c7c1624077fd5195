"""rclpy's message classes, under the names that `messages` and `view_messages` ask for."""

from __future__ import annotations

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Quaternion, Transform, TransformStamped, Vector3
from is_bench_interfaces.msg import (
    Advice,
    CameraDetections,
    Detection,
    Detections,
    Fact,
    Fraction,
    GuardEvent,
    GuardTask,
    Happening,
    Metrics,
    MetricSet,
    OpenObligation,
    Opinion,
    PlannerReport,
    PlanVerdict,
    RecognisedObject,
    SceneObject,
    SkillCall,
    SkillEvent,
    SourceFile,
    StepOpinion,
    TaskVerdict,
    Verdict,
    WashRule,
    WorldState,
)
from sensor_msgs.msg import CameraInfo, CompressedImage, Image
from std_msgs.msg import Header
from tf2_msgs.msg import TFMessage

__all__ = [
    "Advice",
    "CameraDetections",
    "CameraInfo",
    "CompressedImage",
    "Detection",
    "Detections",
    "Fact",
    "Fraction",
    "GuardEvent",
    "GuardTask",
    "Happening",
    "Header",
    "Image",
    "MetricSet",
    "Metrics",
    "OpenObligation",
    "Opinion",
    "PlanVerdict",
    "PlannerReport",
    "Quaternion",
    "RecognisedObject",
    "SceneObject",
    "SkillCall",
    "SkillEvent",
    "SourceFile",
    "StepOpinion",
    "TFMessage",
    "TaskVerdict",
    "Time",
    "Transform",
    "TransformStamped",
    "Vector3",
    "Verdict",
    "WashRule",
    "WorldState",
]
