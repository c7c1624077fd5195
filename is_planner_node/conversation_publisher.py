"""Publishes the conversation between a planner and its language model."""

from __future__ import annotations

from is_bench_interfaces.msg import ModelExchange
from rclpy.node import Node

from is_bench.ros import graph, types
from is_bench.ros.clocks import clock_ns
from is_planner_node.core.conversation import RecordingModel
from is_planner_node.core.conversation_messages import exchange_message
from is_planner_node.core.settings import Model


class ConversationPublisher:
    """Publishes the exchanges of one episode after the other."""

    def __init__(self, node: Node) -> None:
        """Publish as `node`."""
        self._node = node
        self._publisher = node.create_publisher(ModelExchange, graph.CONVERSATION, graph.EVENTS)
        self._model: RecordingModel | None = None
        self._episode = ""
        self.published = 0
        """How many exchanges of the episode were published."""

    def begin(self, episode_id: str, model: Model | None) -> Model | None:
        """Begin an episode; returns the model for its planner, whose exchanges are noted."""
        self._model = None if model is None else RecordingModel(model)
        self._episode, self.published = episode_id, 0
        return None if self._model is None else self._model.as_model()

    def step_ended(self, ended: int) -> None:
        """From now on, `ended` steps have ended."""
        if self._model is not None:
            self._model.moment = ended

    def publish(self) -> None:
        """Publish the exchanges that are new."""
        exchanges = [] if self._model is None else self._model.exchanges
        for exchange in exchanges[self.published :]:
            now_ns = clock_ns(self._node)
            self._publisher.publish(exchange_message(types, exchange, self._episode, now_ns))
            self.published += 1
