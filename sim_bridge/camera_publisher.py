"""Publishes what the cameras see, as far as somebody listens.

Nothing is rendered, encoded or sent that nobody has subscribed to.  A round is everything that is
wanted of all cameras, under one stamp: that of the latest world state, which the pictures show.
A round goes out when the world has changed, when somebody has subscribed, and at `frame_rate_hz`.

Topics are latched, so that subscribers of either durability match; whoever comes late is sent a
round of his own, because what is latched may be older than the world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image as Pictures
from rclpy.event_handler import PublisherEventCallbacks
from rclpy.node import Node

from is_bench.jpeg import jpeg_of
from is_bench.ros import graph, types
from is_bench.view_messages import ViewMessages
from is_bench.views import View
from sim_bridge.camera_settings import CameraSettings, CameraTopic
from sim_bridge.errors import RenderingUnavailableError, SimulatorError

GATHER_S = 0.05
"""Subscriptions that come within this time of one another are answered with one round."""

_CAMERA_TOPICS: dict[CameraTopic, tuple[Callable[[str], str], Any]] = {
    CameraTopic.IMAGE: (graph.image_topic, types.Image),
    CameraTopic.COMPRESSED: (graph.compressed_topic, types.CompressedImage),
    CameraTopic.CAMERA_INFO: (graph.camera_info_topic, types.CameraInfo),
    CameraTopic.SEGMENTATION: (graph.segmentation_topic, types.Image),
}
_COMMON_TOPICS = {
    CameraTopic.DETECTIONS: (graph.DETECTIONS, types.Detections),
    CameraTopic.TRANSFORMS: (graph.STATIC_TRANSFORMS, types.TFMessage),
}
_Key = tuple[CameraTopic, str]
_EVERY = ""
"""Stands for the camera where a topic is of all cameras."""


class CameraPublisher:
    """The camera topics of one simulator."""

    def __init__(
        self,
        node: Node,
        settings: CameraSettings,
        observe: Callable[[], tuple[View, ...]],
        on_failure: Callable[[SimulatorError], None],
    ) -> None:
        """`observe` is the simulator's; `on_failure` hears of it when that breaks in a callback."""
        self._node = node
        self._settings = settings
        self._observe = observe
        self._on_failure = on_failure
        self._objects: dict[str, int] = {}
        self._stamp_ns: int | None = None
        self._views: tuple[View, ...] | None = None
        self._placed = False
        self._publishers: dict[_Key, Any] = {}
        for topic in CameraTopic:
            if topic in settings.topics:
                self._advertise(topic)
        self._gathering = node.create_timer(GATHER_S, self._answer)
        self._gathering.cancel()
        if settings.topics and settings.frame_rate_hz:
            node.create_timer(1 / settings.frame_rate_hz, self._again)

    def begin(self, objects: Sequence[str]) -> None:
        """Another episode: `objects` are the names of its objects in the scene's order.

        Raises SimulatorError, as `changed`.
        """
        self._objects = {}
        self._placed = False
        self.changed(objects)

    def changed(self, arrived: Sequence[str] = ()) -> None:
        """The world is another one now; `show` follows, with the stamp of its state.

        `arrived` are the names of objects that have appeared, in their order.  Raises
        SimulatorError if somebody listens and the simulator breaks while it is looked at.
        """
        for name in arrived:
            self._objects.setdefault(name, len(self._objects) + 1)
        self._views = None
        if self._wanted():
            self._look()

    def show(self, stamp_ns: int) -> None:
        """The state of that stamp was published: publish what it looks like."""
        self._stamp_ns = stamp_ns
        self._round()

    def restamp(self, stamp_ns: int) -> None:
        """The same state was published again, under another stamp."""
        self._stamp_ns = stamp_ns

    def end(self) -> None:
        """There is nothing to be seen until the next `begin`."""
        self._stamp_ns, self._views = None, None

    def _advertise(self, topic: CameraTopic) -> None:
        if topic in _COMMON_TOPICS:
            name, kind = _COMMON_TOPICS[topic]
            self._publishers[topic, _EVERY] = self._publisher(kind, name)
            return
        name_of, kind = _CAMERA_TOPICS[topic]
        for camera in graph.CAMERAS:
            self._publishers[topic, camera] = self._publisher(kind, name_of(camera))

    def _publisher(self, kind: Any, name: str) -> Any:
        events = PublisherEventCallbacks(matched=self._on_match)
        return self._node.create_publisher(kind, name, graph.LATEST, event_callbacks=events)

    def _on_match(self, change: Any) -> None:
        if change.current_count_change > 0:
            self._gathering.reset()

    def _answer(self) -> None:
        self._gathering.cancel()
        self._again()

    def _again(self) -> None:
        try:
            self._round()
        except SimulatorError as error:
            self._on_failure(error)

    def _round(self) -> None:
        if self._stamp_ns is None:
            return
        wanted = self._wanted()
        views = self._look() if wanted else ()
        if views:
            self._publish(wanted, views, ViewMessages(types, self._stamp_ns))

    def _wanted(self) -> dict[_Key, Any]:
        """The publishers that have a round to publish."""
        heard = {k: p for k, p in self._publishers.items() if p.get_subscription_count()}
        # Cameras stand still within an episode: who asks for no more than where they are does not
        # make the simulator render every state.
        if self._placed and all(topic is CameraTopic.TRANSFORMS for topic, _ in heard):
            return {}
        return heard

    def _look(self) -> tuple[View, ...]:
        if self._views is None:
            try:
                self._views = self._observe()
            except RenderingUnavailableError as error:
                self._observe = tuple  # said once; everything but pictures goes on
                self._views = ()
                self._node.get_logger().error(f"no pictures will be published: {error}")
        return self._views

    def _publish(
        self,
        wanted: dict[_Key, Any],
        views: tuple[View, ...],
        messages: ViewMessages,
    ) -> None:
        # The transforms first: whoever gets a picture can place it.
        if (CameraTopic.TRANSFORMS, _EVERY) in wanted:
            wanted[CameraTopic.TRANSFORMS, _EVERY].publish(messages.transforms(views))
            self._placed = True
        if (CameraTopic.DETECTIONS, _EVERY) in wanted:
            wanted[CameraTopic.DETECTIONS, _EVERY].publish(
                messages.detections(views, self._objects)
            )
        for view in views:
            for topic in _CAMERA_TOPICS:
                publisher = wanted.get((topic, view.name))
                if publisher is not None:
                    publisher.publish(self._message(topic, view, messages))

    def _message(self, topic: CameraTopic, view: View, messages: ViewMessages) -> Any:
        if topic is CameraTopic.IMAGE:
            return messages.image(view)
        if topic is CameraTopic.COMPRESSED:
            return messages.compressed(
                view, jpeg_of(Pictures.fromarray(view.rgb), self._settings.jpeg_quality)
            )
        if topic is CameraTopic.CAMERA_INFO:
            return messages.camera_info(view)
        return messages.segmentation(view)
