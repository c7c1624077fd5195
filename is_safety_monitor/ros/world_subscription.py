"""World-state subscription; cancels goals on unsafe or missing states."""

from __future__ import annotations

from collections.abc import Callable

from is_bench_interfaces.msg import WorldState
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.messages import FactReader
from is_bench.ros import graph
from is_bench.ros.retiring import retire_subscription
from is_bench.ros.timers import steady_timer
from is_bench.verdict import GuardMode, TaskVerdict
from is_safety_monitor.core.received_states import Report, report_of
from is_safety_monitor.core.state_screening import StampScreen, seen_at
from is_safety_monitor.ros.goal_arbiter import GoalArbiter

WATCH_S = 0.05
"""Interval of the time-out and clock checks [s]."""


class WorldStateSubscriber:
    """Passes world states to the session, valid or rejected with a reason.

    It cancels a running skill that has become unsafe, or whose states time out.
    """

    def __init__(
        self,
        node: Node,
        arbiter: GoalArbiter,
        group: ReentrantCallbackGroup,
        say: Callable[[TaskVerdict], None],
        cancel_all: Callable[[str], None],
        *,
        publishers: int,
    ) -> None:
        """`say` publishes a task verdict; `cancel_all` cancels running skills, with the reason.

        With more than `publishers` publishers, all states are rejected.
        """
        self._node = node
        self._arbiter = arbiter
        self._say = say
        self._cancel_all = cancel_all
        self._publishers = publishers
        self._reader = FactReader()
        self._screen = StampScreen()
        self._guard = arbiter.session.guard
        """Guard of the task at the last state: with the next task, stamps may restart."""
        self._problem = ""
        """Why the last state was rejected; empty if it was valid."""
        self._subscription = node.create_subscription(
            WorldState, graph.WORLD_STATE, self._receive, graph.LATEST, callback_group=group
        )
        self._timer = steady_timer(node, WATCH_S, self._watch, group)

    @property
    def problem(self) -> str:
        """Why the last state was rejected; empty if it was valid."""
        return self._problem

    def destroy(self) -> None:
        """Destroy the subscription."""
        self._node.destroy_timer(self._timer)
        retire_subscription(self._node, self._subscription)

    def _receive(self, message: WorldState) -> None:
        arbiter = self._arbiter
        session, now = arbiter.session, arbiter.clock.moment()
        report = report_of(message, self._reader)
        if session.guard is not self._guard:
            self._screen, self._guard = StampScreen(), session.guard
        problem = self._rejection_reason(report, now.stamp_ns)
        self._warn(problem)
        said = session.receive_state(report, seen_ns=seen_at(report, now), refused=problem)
        if said is not None:
            self._say(said)
        if not problem:
            arbiter.silence.heard(now.steady_ns)
            self._cancel_if(
                "" if self._shows_end(message) else session.cancel_reason(now.steady_ns)
            )
        if session.is_current():
            arbiter.release()
        arbiter.publisher.log()

    def _shows_end(self, message: WorldState) -> bool:
        """Whether a state is marked as the result of the running skill."""
        run = self._arbiter.session.running
        ended = message.status != WorldState.STATUS_NONE
        return run is None or (ended and run.is_named(message.action))

    def _rejection_reason(self, report: Report, now_ns: int) -> str:
        """Why a state is rejected; empty if it is valid."""
        count = self._subscription.get_publisher_count()
        if count > self._publishers:
            return (
                f"{count} publishers on world_state, expected {self._publishers}; stop the others "
                f"or set state_publishers to {count}"
            )
        return self._arbiter.clock.problem() or self._screen.problem(report, now_ns)

    def _warn(self, problem: str) -> None:
        if problem and not self._problem:
            self._node.get_logger().warning(f"world state rejected: {problem}")
        self._problem = problem

    def _watch(self) -> None:
        arbiter, now = self._arbiter, self._arbiter.clock.now()
        if arbiter.session.mode is not GuardMode.ENFORCE:
            return
        silence = arbiter.silence.problem(now)
        if arbiter.session.moving:
            silence = silence or arbiter.clock.problem() or _sent_in(arbiter.unenforced)
        self._cancel_if(silence)

    def _cancel_if(self, why: str) -> None:
        if why:
            self._cancel_all(why)


def _sent_in(mode: GuardMode | None) -> str:
    """Why a skill that was sent in `mode` must not go on in the mode enforce; empty if it may."""
    if mode is None:
        return ""
    return f"it was sent in the mode {mode.value}, and the guard enforces again; send it again"
