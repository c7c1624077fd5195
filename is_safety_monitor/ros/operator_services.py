"""Services of the guard for task owners and operators: end_episode and set_mode."""

from __future__ import annotations

import math

from is_bench_interfaces.srv import EndEpisode, SetMode
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.impl.rcutils_logger import RcutilsLogger
from rclpy.node import Node
from rclpy.timer import Timer

from is_bench.durations import seconds_to_ns
from is_bench.messages import obligation_message
from is_bench.ros import graph, types
from is_bench.ros.retiring import retire_service
from is_bench.ros.timers import steady_timer
from is_bench.verdict import GuardMode
from is_safety_monitor.core.goals import MOST_NAME, cut
from is_safety_monitor.episode_persistence import EpisodePersistence
from is_safety_monitor.ros.goal_arbiter import GoalArbiter

MOST_S = 86_400.0
"""Maximum duration of a temporary mode [s]."""


class OperatorServices:
    """Serves end_episode and set_mode (temporary mode changes)."""

    def __init__(
        self,
        node: Node,
        arbiter: GoalArbiter,
        group: ReentrantCallbackGroup,
        memory: EpisodePersistence | None,
    ) -> None:
        """The mode of the session now is the one that it goes back to."""
        self._node = node
        self._arbiter = arbiter
        self._session = arbiter.session
        self._group = group
        self._memory = memory
        self._started = self._session.mode
        self._expiry: Timer | None = None
        options = {"qos_profile": graph.REQUESTS, "callback_group": group}
        self._services = [
            node.create_service(EndEpisode, graph.END_EPISODE, self._end_episode, **options),
            node.create_service(SetMode, graph.SET_MODE, self._set_mode, **options),
        ]

    def destroy(self) -> None:
        """Take the services down, and go back to the mode that the guard was started with."""
        if self._session.mode is not self._started:
            self._change(self._started, "the guard is shutting down", 0)
        self._forget_expiry()
        for service in self._services:
            retire_service(self._node, service)

    # Episodes

    def _end_episode(
        self, request: EndEpisode.Request, response: EndEpisode.Response
    ) -> EndEpisode.Response:
        """End the episode, or discard a lost one."""
        episode, owner = cut(request.episode_id), cut(request.owner)
        if self._memory is not None and self._memory.discard_lost_episode():
            self._log().warning(f"the episode that could not be restored is ended by {owner!r}")
            response.ended = True
            return response
        end = self._session.end_episode(episode, owner, self._arbiter.now())
        response.ended, response.reason = end.ended, end.reason
        response.dropped = [obligation_message(types, item) for item in end.dropped]
        if end.dropped:
            left = ", ".join(item.constraint for item in end.dropped)
            # The evaluator scores what is left undone; of others, somebody has to know.
            log = self._log().debug if owner == graph.EVALUATION else self._log().warning
            log(f"episode {episode!r} is ended by {owner!r}; not done: {left}")
        self._arbiter.publisher.log()
        return response

    # Modes

    def _set_mode(self, request: SetMode.Request, response: SetMode.Response) -> SetMode.Response:
        """Change the mode until a time, or go back to the one that the guard was started with."""
        response.message = self._wrong(request)
        if response.message:
            self._log().warning(f"the mode stays {self._session.mode.value}: {response.message}")
            return response
        mode, until_ns = GuardMode(request.mode), 0
        self._forget_expiry()
        if mode is not self._started:
            until_ns = self._arbiter.now() + seconds_to_ns(request.duration_s)
            self._expire_in(request.duration_s)
        self._change(mode, f"{request.requested_by}: {request.reason}", until_ns)
        response.success = True
        response.message = f"the mode is {mode.value}"
        if until_ns:
            response.message += f" for {request.duration_s:g} s, then {self._started.value}"
        return response

    def _wrong(self, request: SetMode.Request) -> str:
        """Why a request is invalid; empty if it is valid."""
        modes = [mode.value for mode in GuardMode]
        if request.mode not in modes:
            return f"unknown mode {cut(request.mode)!r}; give one of {', '.join(modes)}"
        for name, text in (("reason", request.reason), ("requested_by", request.requested_by)):
            if len(text) > MOST_NAME or not any(c.isprintable() and c != " " for c in text):
                return f"{name} has {len(text)} characters; give 1 to {MOST_NAME} that can be read"
        seconds = request.duration_s
        if request.mode == self._started.value:
            return ""
        if not math.isfinite(seconds) or not 0 < seconds <= MOST_S:
            return f"duration_s is {seconds}; give more than 0 and at most {MOST_S:g}"
        return ""

    def _change(self, mode: GuardMode, reason: str, until_ns: int) -> None:
        before = self._session.mode
        self._session.set_mode(mode, reason, self._arbiter.now(), until_ns)
        self._arbiter.publisher.log()
        self._log().warning(f"mode: {before.value} before, {mode.value} now; {reason}")

    def _expire_in(self, seconds: float) -> None:
        # A stopped ROS clock must not keep a guard switched off.
        self._expiry = steady_timer(self._node, seconds, self._expire, self._group)

    def _expire(self) -> None:
        self._forget_expiry()
        self._change(self._started, "temporary mode expired", 0)

    def _forget_expiry(self) -> None:
        if self._expiry is not None:
            self._node.destroy_timer(self._expiry)
        self._expiry = None

    def _log(self) -> RcutilsLogger:
        return self._node.get_logger()
