"""Admission control: from a received goal of any interface to a decision on it.

It waits, within bounds, for the state that a decision needs, judges the goal, and publishes the
verdict before the client is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Protocol

from is_bench_interfaces.action import ExecuteSkill
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from is_bench.ros.coroutines import result_of
from is_bench.ros.timers import steady_timer
from is_bench.verdict import GuardMode
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import STOP_TEXT, Goal, Judgement, Session
from is_safety_monitor.core.state_screening import believed_end
from is_safety_monitor.core.supervision import StateTimeout
from is_safety_monitor.requests import too_long
from is_safety_monitor.ros.guard_clock import GuardClock
from is_safety_monitor.ros.publishers import GuardPublisher

HOLD_PERIOD_S = 0.05
"""Interval at which a hold is compared with its deadline [s]."""
FRESH_NS = 100_000_000
"""A goal that is dispatched later than this after its verdict is checked again."""


class GoalRequest(Protocol):
    """A received goal request, decoded when judged."""

    def goal(self) -> Goal:
        """The goal, decoded with the known facts."""
        ...

    def refusal(self) -> str:
        """Why no such goal is accepted at present, in any mode; empty if one is."""
        ...

    def objection(self) -> str:
        """Why an enforcing guard rejects it without judging; empty if it does not."""
        ...


@dataclass(frozen=True)
class SkillRequest:
    """A goal of ExecuteSkill, which states its call itself."""

    stated: Goal
    problem: Callable[[], str]
    """Why no skill can be forwarded at present."""

    def goal(self) -> Goal:
        """The goal."""
        return self.stated

    def refusal(self) -> str:
        """Why no skill can be forwarded at present."""
        return self.problem()

    def objection(self) -> str:
        """Why its request_id is invalid; empty if valid."""
        return too_long(self.stated)


class GoalArbiter:
    """Decides on goals, with one session for all interfaces."""

    def __init__(
        self,
        node: Node,
        session: Session,
        publisher: GuardPublisher,
        group: ReentrantCallbackGroup,
        hold_ns: int,
        is_active: Callable[[], bool],
        state_heartbeat_ns: int = 0,
    ) -> None:
        """`is_active` states whether goals are accepted at all; `hold_ns` is the longest wait.

        `state_heartbeat_ns` is the maximum interval between states while a skill runs; 0: the
        age limit of a state, and only for a source that publishes periodically.
        """
        self._node = node
        self.clock = GuardClock(node)
        limit_ns = session.settings.limits.max_age_ns
        self.silence = StateTimeout(state_heartbeat_ns or limit_ns, required=state_heartbeat_ns > 0)
        """Time-out of states while a skill runs."""
        self._passed_ns = 0
        """When the last goal was allowed."""
        self._passed_at: Report | None = None
        """The state that it was judged by."""
        self.unenforced: GuardMode | None = None
        """The mode, other than enforce, in which what runs was admitted; None: there is none."""
        self.session = session
        self.publisher = publisher
        self._hold_ns = hold_ns
        self._is_active = is_active
        self.obstacles: list[Callable[[], str]] = [self.clock.problem]
        """Each returns why all goals are blocked, in any mode; empty if they are not."""
        self._waiting: Future | None = None
        self._wait_until_ns = 0
        self._timer = steady_timer(node, HOLD_PERIOD_S, self._end_hold, group)

    async def admit(self, request: GoalRequest) -> tuple[Goal, Judgement]:
        """Judge a goal; one that is not blocked counts as running until `ended`."""
        received, session = self.clock.stamp(), self.session
        if not session.stopped and not self.refusal(request) and session.lacks_state():
            await self._hold_for_state()
        started = perf_counter_ns()
        goal, judgement = self._judge(request, may_hold=True)
        if judgement.can_wait:
            since = self.now()
            session.hold(since)
            await self._hold_for_state()
            session.release(since)
            goal, judgement = self._judge(request, may_hold=False)
        self._say(goal, judgement, perf_counter_ns() - started)
        if judgement.enforced and judgement.verdict is not None:
            feedback = judgement.verdict.feedback
            self.publisher.end(goal, ExecuteSkill.Result.STATUS_BLOCKED, feedback, received)
        if not judgement.enforced:
            self._passed_ns, self._passed_at = self.now(), session.latest
            if session.mode is not GuardMode.ENFORCE:
                self.unenforced = session.mode
            self.silence.begin(self._passed_ns)
        return goal, judgement

    def recheck_before_dispatch(self, goal: Goal, request: GoalRequest) -> str:
        """Why an allowed goal must not be dispatched after all; empty if it may be."""
        if self.session.stopped:
            return STOP_TEXT
        why = self.refusal(request)
        if why:
            return why
        now = self.now()
        is_new = now - self._passed_ns <= FRESH_NS and self.session.latest is self._passed_at
        return "" if is_new else self.session.recheck_before_dispatch(goal, now)

    def ended(self, goal: Goal, *, ok: bool | None, finished_ns: int) -> None:
        """Record the end of an admitted goal: succeeded, failed, or None if it was not started.

        `finished_ns` is the driver's end time on the clock of stamps.
        """
        most_ns = 0 if self.silence.is_periodic else self.session.settings.limits.max_age_ns
        finished_ns = believed_end(finished_ns, self.clock.stamp(), most_ns)
        self.session.ended(goal, self.now(), ok=ok, finished_ns=finished_ns)
        if not self.session.moving:
            self.silence.end()
            self.unenforced = None
        self.publisher.log()

    def refusal(self, request: GoalRequest) -> str:
        """Why no such goal is accepted at present, in any mode, but for the emergency stop."""
        if not self._is_active():
            return "the guard is not active; activate is_safety_monitor"
        return self.obstacle() or request.refusal()

    def obstacle(self) -> str:
        """Why all goals are blocked at present; empty if they are not."""
        return next((why for ask in self.obstacles if (why := ask())), "")

    @property
    def is_holding(self) -> bool:
        """Whether a goal waits for a state."""
        return self._waiting is not None

    def release(self) -> None:
        """Resume the goals that wait for a state."""
        if self._waiting is not None:
            self._waiting.set_result(None)
            self._waiting = None

    def destroy(self) -> None:
        """Destroy the timer."""
        self._node.destroy_timer(self._timer)

    def now(self) -> int:
        """The time [ns] on the guard's own clock, by which the session reckons."""
        return self.clock.now()

    def _judge(self, request: GoalRequest, *, may_hold: bool) -> tuple[Goal, Judgement]:
        goal, refusal = request.goal(), self.refusal(request)
        if not refusal and self.session.settings.mode is GuardMode.ENFORCE:
            refusal = request.objection()
        return goal, self.session.judge(goal, self.now(), refusal, may_hold=may_hold)

    def _say(self, goal: Goal, judgement: Judgement, spent_ns: int) -> None:
        if judgement.verdict is not None:
            self.publisher.verdict(
                self.publisher.message(
                    judgement.verdict,
                    goal.request,
                    enforced=judgement.enforced,
                    place=self.session.place,
                    spent_ns=spent_ns,
                )
            )
        self.publisher.log()

    async def _hold_for_state(self) -> None:
        """Wait, within bounds, for a state that shows what the last skill did."""
        if self._waiting is None:
            self._wait_until_ns = self.now() + self._hold_ns
            self._waiting = Future()
        await result_of(self._waiting)

    def _end_hold(self) -> None:
        if self.now() >= self._wait_until_ns:
            self.release()
