"""Camera subscriber: waits for images of the current world state."""

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
from is_bench.ros.coroutines import result_of
from is_bench.views import View
from is_planner_node.core.state_clock import StateClock
from is_planner_node.core.view_frames import ViewFrames


class NoViewsError(IsBenchError):
    """No images of the world state were received in time."""


class CameraSubscriber:
    """Subscribes to the cameras until `close`; meanwhile every state is rendered."""

    def __init__(
        self,
        node: Node,
        cameras: Sequence[str],
        group: CallbackGroup,
        clock: StateClock,
        timeout_s: float,
    ) -> None:
        """`clock` is the node's, which calls `notify` after every update of the clock."""
        self._node = node
        self._group = group
        self._clock = clock
        self._timeout_s = timeout_s
        self._frames = ViewFrames(cameras)
        self._waiting: tuple[str, int, Future] | None = None
        self._subscriptions = [
            self._subscribe(TFMessage, graph.STATIC_TRANSFORMS, self._frames.transforms),
            self._subscribe(Detections, graph.DETECTIONS, self._frames.detections),
        ]
        for camera in cameras:
            part = partial(self._frames.part, camera)
            self._subscriptions += [
                self._subscribe(Image, graph.image_topic(camera), partial(part, "image_raw")),
                self._subscribe(
                    CameraInfo, graph.camera_info_topic(camera), partial(part, "camera_info")
                ),
                self._subscribe(
                    Image, graph.segmentation_topic(camera), partial(part, "segmentation")
                ),
            ]

    async def views(self, episode_id: str, finished_ns: int) -> tuple[View, ...]:
        """The views of all cameras of the state after `finished_ns`; raises NoViewsError."""
        future = Future()
        self._waiting = (episode_id, finished_ns, future)
        timer = self._node.create_timer(
            self._timeout_s,
            lambda: future.done() or future.set_result(None),
            callback_group=self._group,
        )
        self.notify()
        views: tuple[View, ...] | None = await result_of(future)
        self._waiting = None
        self._node.destroy_timer(timer)
        if views is None:
            raise NoViewsError(self._missing_message(episode_id, finished_ns))
        return views

    def notify(self) -> None:
        """Re-check the wait condition."""
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
        """Destroy the subscriptions."""
        for subscription in self._subscriptions:
            self._node.destroy_subscription(subscription)

    def _subscribe(self, kind: Any, topic: str, keep: Callable[[Any], None]) -> Any:
        def receive(message: Any) -> None:
            keep(message)
            self.notify()

        return self._node.create_subscription(
            kind, topic, receive, graph.LATEST, callback_group=self._group
        )

    def _missing_message(self, episode_id: str, finished_ns: int) -> str:
        since = self._clock.since(episode_id, finished_ns)
        within = f"within {self._timeout_s:g} s"
        if since is None:
            return f"no world state of episode {episode_id!r} {within}; check that sim_bridge runs"
        missing = self._frames.missing(since)
        return (
            f"no images of the current world state {within}: missing {', '.join(missing[:6])}; "
            "check camera_topics of sim_bridge and OpenGL"
        )
