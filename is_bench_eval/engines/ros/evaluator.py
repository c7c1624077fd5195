"""The node that starts episodes and collects what is published of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from is_bench_interfaces.action import RunEpisode
from is_bench_interfaces.msg import (
    GuardEvent,
    GuardTask,
    Metrics,
    ModelExchange,
    PlanVerdict,
    TaskVerdict,
    Verdict,
    WorldState,
)
from is_bench_interfaces.srv import EndEpisode, GetObligations, ResetWorld
from rclpy.action import ActionClient
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.serialization import deserialize_message
from rclpy.task import Future

from is_bench.events import Occurrence
from is_bench.facts import FactSet
from is_bench.messages import (
    FactReader,
    happening_of,
    nanoseconds_of,
)
from is_bench.ros import graph
from is_bench_eval.errors import EpisodeFailed
from is_bench_eval.recording import topics
from is_safety_monitor.bindings.installed import load_type

_MESSAGES = {
    topics.relative(topic): load_type(topics.TOPICS[topic])
    for topic in (topics.WORLD_TRUTH, topics.CONVERSATION, *topics.GUARD_TOPICS)
}
"""What is heard of an episode."""


@dataclass(frozen=True)
class Awaited:
    """What has to arrive before an episode can be judged."""

    last_step: int
    """Every world state up to the one after this many goals."""
    verdicts: int
    tasks: int
    """Of verdicts on the task, and of what the guard judges by."""
    plans: int
    truth: bool = False
    """Whether what is really so is published beside every world state."""


@dataclass(frozen=True)
class _Seen:
    """What was published of a state."""

    facts: FactSet
    told: FactSet | None
    """What guard and planner were told; None: the truth."""
    occurrences: tuple[Occurrence, ...]


class EvaluatorNode(Node):
    """Starts episodes and collects what is published of them."""

    def __init__(self, **options: object) -> None:
        """`options` are rclpy's of a node."""
        super().__init__("is_bench_evaluator", **options)
        group = ReentrantCallbackGroup()
        self.reset = self.create_client(ResetWorld, graph.RESET_WORLD, callback_group=group)
        self.obligations = self.create_client(
            GetObligations, graph.OBLIGATIONS, callback_group=group
        )
        self.ends = self.create_client(EndEpisode, graph.END_EPISODE, callback_group=group)
        self.episodes = ActionClient(self, RunEpisode, graph.RUN_EPISODE, callback_group=group)
        self.metrics = self.create_publisher(Metrics, graph.METRICS, graph.LATEST)
        listen = partial(self.create_subscription, callback_group=group, raw=True)
        for topic, kind in _MESSAGES.items():
            quality = graph.LOG if topic == graph.GUARD_LOG else graph.EVENTS
            listen(kind, topic, partial(self._keep, topic), quality)
        self._reader = FactReader()
        self._episode = ""
        self.states: dict[int, WorldState] = {}
        self.truths: dict[int, WorldState] = {}
        """Where what is told need not be so."""
        self.verdicts: list[Verdict] = []
        self.tasks: list[TaskVerdict] = []
        self.plans: list[PlanVerdict] = []
        self.begun_tasks: list[GuardTask] = []
        """What the guard was told of the task, and what it judges by."""
        self._log: list[GuardEvent] = []
        self._exchanges: list[ModelExchange] = []
        self._raw: dict[str, list[bytes]] = {}
        self.received: Counter[str] = Counter()
        """How many messages of each topic have arrived since the node was made."""
        self._since_ns = 0
        self._wanted: tuple[Awaited, Future] | None = None

    def begin(self, episode: str) -> None:
        """Collect what is published of `episode` from now on."""
        self._episode = episode
        self._reader = FactReader()
        self.states = {}
        self.truths = {}
        self.verdicts = []
        self.tasks, self.plans, self.begun_tasks = [], [], []
        self._log, self._exchanges = [], []
        self._raw = {}
        self._since_ns = 0

    def begun(self, state: WorldState) -> None:
        """The episode begins with `state`; older ones are an earlier run's, of the same name."""
        self._since_ns = nanoseconds_of(state.header.stamp)

    def wait_for(self, awaited: Awaited) -> Future:
        """Done when everything that is awaited has arrived."""
        future = Future()
        self._wanted = (awaited, future)
        self._look()
        return future

    def moment(self, step: int) -> _Seen:
        """What was so after `step` goals; raises EpisodeFailed if that never arrived."""
        if step not in self.states:
            raise EpisodeFailed(f"the world state after step {step} was not received")
        told = self._reader.read(self.states[step])
        if step not in self.truths:
            return _Seen(told, None, _occurrences(self.states[step]))
        facts = self._reader.read(self.truths[step])
        return _Seen(facts, None if told == facts else told, _occurrences(self.truths[step]))

    def guard_log(self) -> list[GuardEvent]:
        """What the guard has logged of the episode so far, in order of arrival."""
        self._decode()
        return self._log

    def exchanges(self) -> list[ModelExchange]:
        """What the planner and its language model have said so far, in order of arrival."""
        self._decode()
        return self._exchanges

    def _keep(self, topic: str, data: bytes) -> None:
        self._raw.setdefault(topic, []).append(data)
        self.received[topic] += 1
        self._look()

    def _decode(self) -> None:
        raw, self._raw = self._raw, {}
        for topic, listed in raw.items():
            for data in listed:
                message = deserialize_message(data, _MESSAGES[topic])
                if self._is_new(message):
                    self._sort_in(topic, message)

    def _sort_in(self, topic: str, message: Any) -> None:
        if topic == graph.WORLD_STATE:
            self.states.setdefault(int(message.step), message)
        elif topic == graph.WORLD_TRUTH:
            self.truths.setdefault(int(message.step), message)
        elif topic == graph.TASK_VERDICTS:
            self.tasks.append(message)
        elif topic == graph.PLAN_VERDICTS:
            self.plans.append(message)
        elif topic == graph.GUARD_TASKS:
            self.begun_tasks.append(message)
        elif topic == graph.GUARD_LOG:
            self._log.append(message)
        elif topic == graph.CONVERSATION:
            self._exchanges.append(message)
        elif message.request_id:  # else it is of a whole task
            self.verdicts.append(message)

    def _is_new(self, message: Any) -> bool:
        stamp = nanoseconds_of(message.header.stamp)
        # Entries of the guard's log about its clock or its stop name no episode.
        ours = message.episode_id == self._episode or (
            isinstance(message, GuardEvent) and not message.episode_id
        )
        return ours and stamp >= self._since_ns

    def _look(self) -> None:
        """While an episode runs, messages are only kept: decoding them would slow it down."""
        if self._wanted is None:
            return
        self._decode()
        awaited, future = self._wanted
        if (
            all(number in self.states for number in range(awaited.last_step + 1))
            and (not awaited.truth or len(self.truths) > awaited.last_step)
            and len(self.verdicts) >= awaited.verdicts
            and min(len(self.tasks), len(self.begun_tasks)) >= awaited.tasks
            and len(self.plans) >= awaited.plans
        ):
            self._wanted = None
            future.set_result(None)


def _occurrences(state: WorldState) -> tuple[Occurrence, ...]:
    return tuple(map(happening_of, state.happenings))
