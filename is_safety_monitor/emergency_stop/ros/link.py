"""The guard's side of its emergency stop, in a process beside it or on the guard's own node.

Only the pipe is trusted, to which no other process can write.  It is read before each decision.
The topic only makes the guard poll at once: a forged message on it changes nothing.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench_interfaces.msg import StopState
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from is_bench.ros import graph
from is_bench.ros.retiring import retire_subscription
from is_bench.ros.timers import steady_timer
from is_safety_monitor.core.refusals import STOP_TEXT
from is_safety_monitor.emergency_stop.latch_file import LatchFile
from is_safety_monitor.emergency_stop.process import StopProcess
from is_safety_monitor.emergency_stop.ros.canceling import cancel_service
from is_safety_monitor.emergency_stop.ros.serving import StopServer
from is_safety_monitor.emergency_stop.ros.settings import INSIDE, StopSettings
from is_safety_monitor.emergency_stop.stop_status import Source, StopMessage, StopStatus
from is_safety_monitor.state_dir import state_folder

PULSE_PERIOD_S = 0.1
MOST_SILENT_LOOKS = 20
"""Looks in a row, one a pulse, at which a process that has begun to answer may be silent."""
START_S = 10.0
"""How long a process may take until it answers."""
RESTART_S = 1.0
"""A process that ends sooner is not started again at once."""
PATIENCE_S = 5.0
"""How long the start of a guard may be held up by that of the process."""
END_S = 2.0
"""How long the process may take to end after the guard; it waits 1 s for the robot."""
NOT_RUNNING = "the emergency stop does not run; it is being started"


@dataclass(frozen=True)
class Reactions:
    """What the guard does about its emergency stop."""

    stop: Callable[[StopStatus], None]
    """Somebody stopped the robot."""
    release: Callable[[], None]
    """The stop was reset."""
    cancel: Callable[[str], None]
    """Cancel everything, for the reason given: the stop process is not running."""


class GuardStop(Protocol):
    """The emergency stop, for its guard."""

    def begin(self) -> None:
        """Let the guard react from now on, first to what holds already."""
        ...

    def problem(self) -> str:
        """Why nothing may be accepted or sent to the robot now; empty if it may."""
        ...

    def destroy(self) -> None:
        """End it, together with its guard."""
        ...


class _ChangeNotifier:
    """Notifies the guard of changes only."""

    def __init__(self, reactions: Reactions) -> None:
        self._reactions = reactions
        self.is_stopped = False

    def take(self, standing: StopStatus) -> None:
        """Notify on a change.  A running guard ignores reports of its own termination."""
        stopped = standing.stopped and standing.source is not Source.GUARD
        before, self.is_stopped = self.is_stopped, stopped
        if stopped and not before:
            self._reactions.stop(standing)
        elif before and not stopped:
            self._reactions.release()


class StopInside:
    """The emergency stop on the guard's own node: a busy guard does not hear it."""

    def __init__(
        self,
        node: Node,
        group: CallbackGroup,
        settings: StopSettings,
        state_dir: str,
        reactions: Reactions,
    ) -> None:
        """The latch is in the folder that `state_dir` names, as for a guard."""
        self._follower = _ChangeNotifier(reactions)
        self._has_begun = False
        file = LatchFile(state_folder(state_dir, node.get_namespace()))
        # The guard itself cancels what it has forwarded.
        self._server = StopServer(node, group, file, settings.deadman_s, self._react, lambda: None)

    def begin(self) -> None:
        """Let the guard react, first to a latch that was found."""
        self._has_begun = True
        self._react(self._server.stopping.standing)

    def problem(self) -> str:
        """Why nothing may be accepted now."""
        return STOP_TEXT if self._follower.is_stopped else ""

    def destroy(self) -> None:
        """Take the ROS interfaces down."""
        self._server.destroy()

    def _react(self, standing: StopStatus) -> None:
        if self._has_begun:
            self._follower.take(standing)


class StopLink:
    """Keeps the emergency stop's process running, and applies its messages."""

    def __init__(
        self,
        node: Node,
        group: CallbackGroup,
        arguments: Mapping[str, object],
        reactions: Reactions,
    ) -> None:
        """`arguments` are the parameters of the process."""
        self._node = node
        self._arguments = arguments
        self._reactions = reactions
        self._follower = _ChangeNotifier(reactions)
        self._last_message: StopMessage | None = None
        """The last message of the process; None: none since its start."""
        self._held = ""
        self._started = self._pulsed = 0.0
        self._silent_looks = 0
        self._process = self._start()
        self._subscription = node.create_subscription(
            StopState, graph.STOP_STATE, self._wake, graph.LATEST, callback_group=group
        )
        self._timer = steady_timer(node, PULSE_PERIOD_S, self._watch, group)

    def problem(self) -> str:
        """Why all goals are blocked now; polls at once."""
        self._poll()
        if self._last_message is None:
            return NOT_RUNNING
        return STOP_TEXT if self._follower.is_stopped else self._out_of_reach(self._last_message)

    def begin(self) -> None:
        """Wait, within bounds, for the first message of the process."""
        self._process.wait(PATIENCE_S)
        self._poll()

    @property
    def pid(self) -> int:
        """Number of the process that runs now."""
        return self._process.pid

    def destroy(self) -> None:
        """Let the process stop the robot, and end with the guard."""
        self._node.destroy_timer(self._timer)
        retire_subscription(self._node, self._subscription)
        self._process.close(END_S)

    def _out_of_reach(self, word: StopMessage) -> str:
        """Nothing begins that only the guard could stop: discovery takes its time."""
        for action in word.unseen:
            if self._node.count_services(cancel_service(action)):
                return f"the emergency stop does not see the server of {action} yet; try again"
        return ""

    def _wake(self, _: StopState) -> None:
        self._poll()

    def _poll(self) -> None:
        """Send a pulse, if one is due, and read the messages of the process."""
        now = time.monotonic()
        if now - self._pulsed >= PULSE_PERIOD_S / 2:
            self._pulsed = now
            self._process.pulse()
        said = self._process.read()
        if said is not None:
            self._silent_looks = 0
            self._last_message = said
            self._follower.take(said.standing)
        elif self._process.has_ended and self._last_message is not None:
            self._on_connection_lost("it has ended")

    def _watch(self) -> None:
        self._poll()
        self._silent_looks += 1
        age = time.monotonic() - self._started
        if self._last_message is None:
            is_due = self._process.has_ended and age > RESTART_S
            if is_due or age > START_S:
                self._restart()
        elif self._silent_looks > MOST_SILENT_LOOKS:
            self._on_connection_lost("it does not answer")

    def _on_connection_lost(self, why: str) -> None:
        """Cancel everything: without the process nothing could stop the robot."""
        last, self._last_message = self._last_message, None
        standing = StopStatus() if last is None else last.standing
        self._held = standing.reason if standing.latched else ""
        self._node.get_logger().error(f"the emergency stop does not run: {why}")
        self._reactions.cancel("stopped because the emergency stop does not run")
        if time.monotonic() - self._started > RESTART_S:
            self._restart()

    def _restart(self) -> None:
        self._process.close(0.0)
        self._process = self._start()

    def _start(self) -> StopProcess:
        self._started, self._silent_looks = time.monotonic(), 0
        told = {**self._arguments, "held": self._held}
        domain = str(self._node.context.get_domain_id())
        environment = {**os.environ, "ROS_DOMAIN_ID": domain}
        return StopProcess(_command(self._node.get_namespace(), told), environment)


def _command(namespace: str, parameters: Mapping[str, object]) -> Sequence[str]:
    # JSON is YAML, and a text in quotes stays a text, whatever it looks like.
    given = (("-p", f"{name}:={json.dumps(value)}") for name, value in parameters.items())
    words = [word for pair in given for word in pair]
    module = "is_safety_monitor.emergency_stop"
    return [sys.executable, "-m", module, "--ros-args", "-r", f"__ns:={namespace}", *words]


def make_stop(
    node: Node,
    group: CallbackGroup,
    settings: StopSettings,
    robot: Mapping[str, object],
    reactions: Reactions,
) -> GuardStop:
    """The emergency stop that the settings ask for.

    `robot` has the parameters `guard` (the guard's run), `actions` (what the robot serves) and
    `state_dir` of the process.  It begins to run now, while the guard reads its files.
    """
    if settings.kind == INSIDE:
        return StopInside(node, group, settings, str(robot["state_dir"]), reactions)
    times = {"deadman_timeout_s": settings.deadman_s, "stall_s": settings.stall_s}
    return StopLink(node, group, {**robot, **times}, reactions)
