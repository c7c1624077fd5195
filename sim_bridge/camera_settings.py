"""What of the cameras' pictures is published, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.errors import UnknownNameError


class CameraTopic(Enum):
    """What is told of a camera's picture."""

    IMAGE = "image_raw"
    COMPRESSED = "compressed"
    CAMERA_INFO = "camera_info"
    SEGMENTATION = "segmentation"
    DETECTIONS = "detections"
    TRANSFORMS = "tf"


ALL_TOPICS = ",".join(topic.value for topic in CameraTopic)


@dataclass(frozen=True)
class CameraSettings:
    """The choices of a bridge."""

    topics: frozenset[CameraTopic]
    jpeg_quality: int = 90
    """1 to 100."""
    frame_rate_hz: float = 0.0
    """How often pictures are published although the world stays as it is; 0: never."""


def parse_topics(text: str) -> frozenset[CameraTopic]:
    """The topics in "image_raw,camera_info"; none in ""; raises UnknownNameError."""
    known = {topic.value: topic for topic in CameraTopic}
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UnknownNameError("camera topic", name, known)
    return frozenset(known[name] for name in names)
