"""What a guard publishes: verdicts, ends of requests, and the log of its session."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence

from is_bench_interfaces.msg import (
    GuardEvent,
    GuardTask,
    PlanVerdict,
    SkillEvent,
    TaskVerdict,
    Verdict,
)
from rclpy.node import Node

from is_bench.guard_log import LogPosition, TaskBegun
from is_bench.guard_log_messages import entry_message
from is_bench.messages import (
    VerdictContext,
    call_message,
    header,
    time_message,
    verdict_message,
)
from is_bench.ros import graph, types
from is_bench.ros.clocks import clock_ns
from is_bench.verdict import Verdict as Judged
from is_safety_monitor.core.session import Goal, Session

_YOUNG = 1
"""The generation up to which garbage is collected; a full collection would take too long."""


class GuardPublisher:
    """Publishers of one guard (stateless)."""

    def __init__(self, node: Node, session: Session) -> None:
        """Advertise everything; `session` is what is told of."""
        self._node = node
        self._session = session
        self.listeners: list[Callable[[Verdict], None]] = []
        """Each is told of every verdict on a goal or an instruction."""
        events = graph.EVENTS
        self._verdicts = node.create_publisher(Verdict, graph.VERDICTS, events)
        self._tasks = node.create_publisher(TaskVerdict, graph.TASK_VERDICTS, events)
        self._plans = node.create_publisher(PlanVerdict, graph.PLAN_VERDICTS, events)
        self._ends = node.create_publisher(SkillEvent, graph.SKILL_EVENTS, events)
        self._begun = node.create_publisher(GuardTask, graph.GUARD_TASKS, events)
        self._log = node.create_publisher(GuardEvent, graph.GUARD_LOG, graph.LOG)

    def destroy(self) -> None:
        """Take the topics down."""
        for publisher in (
            self._verdicts,
            self._tasks,
            self._plans,
            self._ends,
            self._begun,
            self._log,
        ):
            self._node.destroy_publisher(publisher)

    def message(
        self,
        verdict: Judged,
        request_id: str = "",
        *,
        enforced: bool = False,
        place: LogPosition,
        spent_ns: int = 0,
    ) -> Verdict:
        """The message of a verdict on what is noted at `place`, which took `spent_ns`."""
        context = VerdictContext(
            self._session.episode,
            self._session.settings.mode,
            clock_ns(self._node),
            request_id,
            enforced=enforced,
            spent_ns=spent_ns,
            place=place,
        )
        return verdict_message(types, verdict, context)

    def verdict(self, message: Verdict) -> None:
        """Publish a verdict on a goal or an instruction."""
        self._verdicts.publish(message)
        for listener in self.listeners:
            listener(message)

    def task(self, verdict: Verdict, advice: Sequence[object], objects: Sequence[object]) -> None:
        """Publish what is said of a task."""
        self._tasks.publish(
            TaskVerdict(
                header=header(types, clock_ns(self._node)),
                episode_id=self._session.episode,
                verdict=verdict,
                advice=advice,
                objects=objects,
            )
        )

    def plan(self, episode: str, verdicts: Sequence[Verdict], considered: Sequence[str]) -> None:
        """Publish what is said of a plan."""
        self._plans.publish(
            PlanVerdict(
                header=header(types, clock_ns(self._node)),
                episode_id=episode,
                verdicts=verdicts,
                considered=list(considered),
            )
        )

    def end(self, goal: Goal, status: int, error: str, received_ns: int) -> None:
        """Publish how a request ended that came at `received_ns`."""
        self._ends.publish(
            SkillEvent(
                header=header(types, clock_ns(self._node)),
                source="guard",
                episode_id=goal.episode,
                request_id=goal.request,
                index=goal.index,
                action=goal.text,
                call=call_message(types, goal.call),
                status=status,
                error=error,
                received=time_message(types, received_ns),
            )
        )

    def log(self) -> None:
        """Publish what the session has noted; what a goal's client waits for goes out before.

        Garbage is collected then, and not in the middle of the next decision.
        """
        entries = list(self._session.drain())
        for place, entry in entries:
            publisher = self._begun if isinstance(entry, TaskBegun) else self._log
            publisher.publish(entry_message(types, entry, place, clock_ns(self._node)))
        if entries:
            gc.collect(_YOUNG)
