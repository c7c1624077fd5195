"""What the guard hears of the world, and what it stops when that gets bad or ceases."""

from __future__ import annotations

from collections.abc import Callable

from is_bench_interfaces.msg import WorldState
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from is_bench.messages import FactReader
from is_bench.ros import graph
from is_bench.ros.timers import steady_timer
from is_bench.verdict import GuardMode, TaskVerdict
from is_safety_monitor.core.reports import Report, report_of
from is_safety_monitor.core.screening import StampScreen, seen_at
from is_safety_monitor.ros.judging import Gatekeeper

WATCH_S = 0.05
"""How often silence and the clock are looked at."""


class WorldListener:
    """Tells the session of the states of the world that can be believed.

    While a skill runs, it stops what has become unsafe, and what nobody watches any more.
    """

    def __init__(
        self,
        node: Node,
        keeper: Gatekeeper,
        group: ReentrantCallbackGroup,
        say: Callable[[TaskVerdict], None],
        cancel_all: Callable[[str], None],
        *,
        publishers: int,
    ) -> None:
        """`say` tells everybody what is said of a task; `cancel_all` stops what runs, and why.

        At most so many `publishers` of the state of the world are believed.
        """
        self._node = node
        self._keeper = keeper
        self._say = say
        self._cancel_all = cancel_all
        self._publishers = publishers
        self._reader = FactReader()
        self._screen = StampScreen()
        self._guard = keeper.session.guard
        """Of the task in which the last state came: with the next one, stamps begin anew."""
        self._problem = ""
        """Why the last state was not believed; empty if it was."""
        self._subscription = node.create_subscription(
            WorldState, graph.WORLD_STATE, self._hear, graph.LATEST, callback_group=group
        )
        self._timer = steady_timer(node, WATCH_S, self._watch, group)

    @property
    def problem(self) -> str:
        """Why the last state was not believed; empty if it was."""
        return self._problem

    def destroy(self) -> None:
        """Hear no more."""
        self._node.destroy_timer(self._timer)
        self._node.destroy_subscription(self._subscription)

    def _hear(self, message: WorldState) -> None:
        keeper = self._keeper
        session, now = keeper.session, keeper.clock.moment()
        report = report_of(message, self._reader)
        if session.guard is not self._guard:
            self._screen, self._guard = StampScreen(), session.guard
        problem = self._disbelief(report, now.stamp_ns)
        self._tell(problem)
        said = session.receive_state(report, seen_ns=seen_at(report, now), refused=problem)
        if said is not None:
            self._say(said)
        if not problem:
            keeper.silence.heard(now.guard_ns)
            self._stop_if("" if self._shows_end(message) else session.cancel_reason(now.guard_ns))
        if session.is_current():
            keeper.release()
        keeper.publisher.log()

    def _shows_end(self, message: WorldState) -> bool:
        """Whether a state says itself that it is what the running skill has led to."""
        run = self._keeper.session.running
        ended = message.status != WorldState.STATUS_NONE
        return run is None or (ended and run.is_named(message.action))

    def _disbelief(self, report: Report, now_ns: int) -> str:
        """Why a state is not believed."""
        count = self._subscription.get_publisher_count()
        if count > self._publishers:
            return (
                f"{count} publishers tell the state of the world, and nobody knows which one is "
                f"right; end the others, or set state_publishers to {count}"
            )
        return self._keeper.clock.problem() or self._screen.problem(report, now_ns)

    def _tell(self, problem: str) -> None:
        if problem and not self._problem:
            self._node.get_logger().warning(f"a state of the world is not believed: {problem}")
        self._problem = problem

    def _watch(self) -> None:
        keeper, now = self._keeper, self._keeper.clock.now()
        silence = keeper.silence.problem(now)
        if keeper.session.mode is GuardMode.ENFORCE:
            self._stop_if(silence or (keeper.clock.problem() if keeper.session.moving else ""))

    def _stop_if(self, why: str) -> None:
        if why:
            self._cancel_all(why)
