"""The pictures that a simulator publishes of an episode."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO

import numpy as np
from PIL import Image
from rclpy.node import Node
from rclpy.serialization import deserialize_message
from sensor_msgs.msg import CompressedImage

from is_bench.messages import nanoseconds_of
from is_bench.ros import graph
from is_bench.views import Image as Pixels


@dataclass(frozen=True, eq=False)
class CameraShot:
    """A picture of a camera at a time."""

    name: str
    """The camera."""
    stamp_ns: int
    """Of the world state that it shows."""
    data: bytes
    """The compressed picture."""

    @property
    def rgb(self) -> Pixels:
        """The pixels, of shape (height, width, 3); raises OSError for data that is no picture."""
        return np.asarray(Image.open(BytesIO(self.data)).convert("RGB"))


class CameraListener:
    """Keeps the pictures of an episode; while it listens, the simulator renders every state."""

    def __init__(self, node: Node, cameras: Sequence[str]) -> None:
        """Pictures are kept as they come: decoding them would slow the episode down."""
        self._raw: dict[str, list[bytes]] = {camera: [] for camera in cameras}
        self._shots: dict[str, list[CameraShot]] = {camera: [] for camera in cameras}
        for camera in cameras:
            node.create_subscription(
                CompressedImage,
                graph.compressed_topic(camera),
                partial(self._keep, camera),
                graph.EVENTS,
                raw=True,
            )

    def begin(self) -> None:
        """Drop the pictures of the last episode."""
        for camera, raw in self._raw.items():
            raw.clear()
            self._shots[camera].clear()

    def is_seeing(self) -> bool:
        """Whether there is a picture of any camera."""
        return any(self._raw.values()) or any(self._shots.values())

    def has_seen(self, stamp_ns: int) -> bool:
        """Whether every camera shows the state of `stamp_ns`, or a later one."""
        self._decode()
        return all(shots and shots[-1].stamp_ns >= stamp_ns for shots in self._shots.values())

    def shots(self, until_ns: int | None) -> tuple[CameraShot, ...]:
        """The last picture of each camera before `until_ns`; None: of all.

        Of a camera that shows nothing so early, the first one.
        """
        self._decode()
        return tuple(_last(shots, until_ns) for shots in self._shots.values() if shots)

    def _keep(self, camera: str, data: bytes) -> None:
        self._raw[camera].append(data)

    def _decode(self) -> None:
        for camera, raw in self._raw.items():
            for data in raw:
                message = deserialize_message(data, CompressedImage)
                stamp_ns = nanoseconds_of(message.header.stamp)
                self._shots[camera].append(CameraShot(camera, stamp_ns, bytes(message.data)))
            raw.clear()


def _last(shots: Sequence[CameraShot], until_ns: int | None) -> CameraShot:
    if until_ns is None:
        return shots[-1]
    return shots[max(0, bisect_left(shots, until_ns, key=lambda shot: shot.stamp_ns) - 1)]
