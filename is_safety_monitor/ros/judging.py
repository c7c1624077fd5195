"""Judging goals of any interface: the one way from a goal that was received to a decision on it.

It waits, within bounds, for the state that a decision needs; then it judges, and tells everybody
before whoever asked is answered.
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

from is_bench.ros.timers import steady_timer
from is_bench.verdict import GuardMode
from is_safety_monitor.core.reports import Report
from is_safety_monitor.core.screening import believed_end
from is_safety_monitor.core.session import STOP_TEXT, Goal, Judgement, Session
from is_safety_monitor.core.supervision import StateTimeout
from is_safety_monitor.requests import too_long
from is_safety_monitor.ros.guard_clock import GuardClock
from is_safety_monitor.ros.publishing import GuardPublisher

HOLD_PERIOD_S = 0.05
"""How often a hold is compared with its deadline."""
FRESH_NS = 100_000_000
"""A goal that is sent later than this after its verdict is looked at again."""


class Asked(Protocol):
    """Something that was asked for, which is read when it is judged."""

    def goal(self) -> Goal:
        """The goal, by what is known now."""
        ...

    def refusal(self) -> str:
        """Why nothing of the kind can be done at present, in any mode; empty if it can be."""
        ...

    def objection(self) -> str:
        """Why a guard that enforces refuses it unjudged; empty if it does not."""
        ...


@dataclass(frozen=True)
class AskedSkill:
    """A goal of ExecuteSkill, which says itself what is asked for."""

    asked: Goal
    problem: Callable[[], str]
    """Why no skill can be forwarded at present."""

    def goal(self) -> Goal:
        """The goal."""
        return self.asked

    def refusal(self) -> str:
        """Why no skill can be forwarded at present."""
        return self.problem()

    def objection(self) -> str:
        """Why nobody could be told what becomes of it."""
        return too_long(self.asked)


class Gatekeeper:
    """Decides on goals, one session for all of them."""

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
        """`is_active` says whether goals are accepted at all; `hold_ns` is the longest wait.

        While a skill runs, a state has to come every `state_heartbeat_ns`; 0: within the age at
        which one is stale, and only from a source that tells states all the time.
        """
        self._node = node
        self.clock = GuardClock(node)
        limit_ns = session.settings.limits.max_age_ns
        self.silence = StateTimeout(state_heartbeat_ns or limit_ns, required=state_heartbeat_ns > 0)
        """Notices that states no longer come."""
        self._passed_ns = 0
        """When the last goal was let pass."""
        self._passed_at: Report | None = None
        """The state that it was judged by."""
        self.session = session
        self.publisher = publisher
        self._hold_ns = hold_ns
        self._is_active = is_active
        self.obstacles: list[Callable[[], str]] = [self.clock.problem]
        """Each says why nothing at all may move at present, in any mode; empty if all may."""
        self._waiting: Future | None = None
        self._wait_until_ns = 0
        self._timer = steady_timer(node, HOLD_PERIOD_S, self._end_hold, group)

    async def admit(self, asked: Asked) -> tuple[Goal, Judgement]:
        """Judge; a goal that is not refused counts as being executed until `ended`."""
        received, session = self.clock.stamp(), self.session
        if not session.stopped and not self.refusal(asked) and session.lacks_state():
            await self._hold_for_state()
        started = perf_counter_ns()
        goal, judgement = self._judge(asked, may_hold=True)
        if judgement.can_wait:
            since = self.now()
            session.hold(since)
            await self._hold_for_state()
            session.release(since)
            goal, judgement = self._judge(asked, may_hold=False)
        self._say(goal, judgement, perf_counter_ns() - started)
        if judgement.enforced and judgement.verdict is not None:
            feedback = judgement.verdict.feedback
            self.publisher.end(goal, ExecuteSkill.Result.STATUS_BLOCKED, feedback, received)
        if not judgement.enforced:
            self._passed_ns, self._passed_at = self.now(), session.latest
            self.silence.begin(self._passed_ns)
        return goal, judgement

    def last_look(self, goal: Goal, asked: Asked) -> str:
        """Why a goal that was let pass must not be sent after all; empty if it may be."""
        if self.session.stopped:
            return STOP_TEXT
        why = self.refusal(asked)
        if why:
            return why
        now = self.now()
        is_new = now - self._passed_ns <= FRESH_NS and self.session.latest is self._passed_at
        return "" if is_new else self.session.recheck_before_dispatch(goal, now)

    def ended(self, goal: Goal, *, ok: bool | None, finished_ns: int) -> None:
        """An admitted goal ended, with success or not (None: it was not begun).

        `finished_ns` is when, on the clock of stamps, as the driver says.
        """
        most_ns = 0 if self.silence.is_periodic else self.session.settings.limits.max_age_ns
        finished_ns = believed_end(finished_ns, self.clock.stamp(), most_ns)
        self.session.ended(goal, self.now(), ok=ok, finished_ns=finished_ns)
        if not self.session.moving:
            self.silence.end()
        self.publisher.log()

    def refusal(self, asked: Asked) -> str:
        """Why no such goal is accepted at present, in any mode, but for the emergency stop."""
        if not self._is_active():
            return "the guard is not active; activate is_safety_monitor"
        return self.obstacle() or asked.refusal()

    def obstacle(self) -> str:
        """Why nothing at all may move at present; empty if nothing is in the way."""
        return next((why for ask in self.obstacles if (why := ask())), "")

    @property
    def is_holding(self) -> bool:
        """Whether a goal waits for a state."""
        return self._waiting is not None

    def release(self) -> None:
        """Let the goals go on that wait for a state."""
        if self._waiting is not None:
            self._waiting.set_result(None)
            self._waiting = None

    def destroy(self) -> None:
        """Take the timer down."""
        self._node.destroy_timer(self._timer)

    def now(self) -> int:
        """The time [ns] on the guard's own clock, by which the session reckons."""
        return self.clock.now()

    def _judge(self, asked: Asked, *, may_hold: bool) -> tuple[Goal, Judgement]:
        goal, refusal = asked.goal(), self.refusal(asked)
        if not refusal and self.session.settings.mode is GuardMode.ENFORCE:
            refusal = asked.objection()
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
        await self._waiting

    def _end_hold(self) -> None:
        if self.now() >= self._wait_until_ns:
            self.release()
