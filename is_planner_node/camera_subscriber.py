"""The planner's eyes: waits for what the cameras see of the present state of the world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from is_bench_interfaces.msg import Detections
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from is_bench.errors import IsBenchError
from is_bench.ros import graph
from is_bench.views import View
from is_planner_node.core.state_clock import StateClock
from is_planner_node.core.view_frames import ViewFrames


class NoViewsError(IsBenchError):
    """The cameras did not show the state of the world in time."""


class CameraSubscriber:
    """Subscribes to the cameras until `close`; while it does, every state is rendered."""

    def __init__(
        self,
        node: Node,
        cameras: Sequence[str],
        group: CallbackGroup,
        clock: StateClock,
        timeout_s: float,
    ) -> None:
        """`clock` is the node's, which calls `poke` whenever it has told it something."""
        self._node = node
        self._group = group
        self._clock = clock
        self._timeout_s = timeout_s
        self._frames = ViewFrames(cameras)
        self._waiting: tuple[str, int, Future] | None = None
        self._subscriptions = [
            self._listen(TFMessage, graph.STATIC_TRANSFORMS, self._frames.transforms),
            self._listen(Detections, graph.DETECTIONS, self._frames.detections),
        ]
        for camera in cameras:
            part = partial(self._frames.part, camera)
            self._subscriptions += [
                self._listen(Image, graph.image_topic(camera), partial(part, "image_raw")),
                self._listen(
                    CameraInfo, graph.camera_info_topic(camera), partial(part, "camera_info")
                ),
                self._listen(
                    Image, graph.segmentation_topic(camera), partial(part, "segmentation")
                ),
            ]

    async def views(self, episode_id: str, finished_ns: int) -> tuple[View, ...]:
        """What all cameras see of the state after `finished_ns`; raises NoViewsError."""
        future = Future()
        self._waiting = (episode_id, finished_ns, future)
        timer = self._node.create_timer(
            self._timeout_s,
            lambda: future.done() or future.set_result(None),
            callback_group=self._group,
        )
        self.poke()
        views: tuple[View, ...] | None = await future
        self._waiting = None
        self._node.destroy_timer(timer)
        if views is None:
            raise NoViewsError(self._complaint(episode_id, finished_ns))
        return views

    def poke(self) -> None:
        """Look whether what is waited for is there."""
        if self._waiting is None:
            return
        episode_id, finished_ns, future = self._waiting
        since = self._clock.since(episode_id, finished_ns)
        if since is None or future.done():
            return
        views = self._frames.views(since)
        if views is not None:
            future.set_result(views)

    def close(self) -> None:
        """Subscribe no longer."""
        for subscription in self._subscriptions:
            self._node.destroy_subscription(subscription)

    def _listen(self, kind: Any, topic: str, keep: Callable[[Any], None]) -> Any:
        def came(message: Any) -> None:
            keep(message)
            self.poke()

        return self._node.create_subscription(
            kind, topic, came, graph.LATEST, callback_group=self._group
        )

    def _complaint(self, episode_id: str, finished_ns: int) -> str:
        since = self._clock.since(episode_id, finished_ns)
        within = f"within {self._timeout_s:g} s"
        if since is None:
            return f"no world state of episode {episode_id!r} {within}; is sim_bridge running?"
        missing = self._frames.missing(since)
        return (
            f"no pictures of the present world state {within}: {', '.join(missing[:6])} missing; "
            "is camera_topics of sim_bridge complete, and is there OpenGL to render with?"
        )
