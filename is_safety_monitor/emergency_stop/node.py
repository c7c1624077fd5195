"""The process of the emergency stop, which a guard starts beside it.

It shares nothing with the guard but two pipes.  Whatever holds the guard up does not hold it up.
It stops the robot by itself: for operators, and when the guard ends or hangs.  It ends after the
guard, and takes no notice of the signals that end a process group.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable

import rclpy
from is_bench_interfaces.msg import Heartbeat
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.exceptions import ParameterException
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from is_bench.durations import seconds_to_ns
from is_bench.errors import InputError
from is_bench.messages import time_message
from is_bench.ros import graph, types
from is_bench.ros.node_program import NodeProgram
from is_bench.ros.spinning import BAD_INPUT, SLICE, end_node, make_executor, spin_once
from is_bench.ros.timers import steady_timer
from is_safety_monitor.emergency_stop.latch_file import LatchFile
from is_safety_monitor.emergency_stop.ros.canceling import RobotCanceler
from is_safety_monitor.emergency_stop.ros.process_parameters import declare_parameters
from is_safety_monitor.emergency_stop.ros.serving import StopServer
from is_safety_monitor.emergency_stop.stop_state_machine import GuardWatchdog, Repeats
from is_safety_monitor.emergency_stop.stop_status import Source, StopMessage, StopStatus, to_line
from is_safety_monitor.state_dir import state_folder

NAME = "emergency_stop"
BEAT_PERIOD_S = 0.05
LINGER_NS = 1_000_000_000
"""How long the end of the guard is survived for the sake of a robot that does not answer."""
PRIORITY = -10
"""Niceness, where the system allows it: a busy machine must not delay a stop."""


class EmergencyStop(Node):
    """The emergency stop of one guard, and the guard's heartbeat."""

    def __init__(self, pulses: int, answers: int) -> None:
        """`pulses` is the pipe that the guard writes to, `answers` the one that it reads."""
        super().__init__(NAME)
        given = declare_parameters(self)
        if not given.guard:
            raise InputError("it has no guard; is_safety_monitor starts it")
        self._guard = given.guard
        self._pulses, self._answers = pulses, answers
        self._life = GuardWatchdog(seconds_to_ns(given.stall_s), time.monotonic_ns())
        self._repeats = Repeats()
        # Numbers grow over a restart of this process, too, or gates would take them for replays.
        self._sequence = time.monotonic_ns()
        self._ended_ns = 0
        self.is_over = False
        """Whether the guard has ended and the robot was stopped."""
        group = ReentrantCallbackGroup()
        self._canceler = RobotCanceler(self, group, self._named(given.actions))
        self._beats = self.create_publisher(Heartbeat, graph.HEARTBEAT, graph.BEAT)
        folder = state_folder(given.state_dir, self.get_namespace())
        self._standing = StopStatus()
        self._server = StopServer(
            self, group, LatchFile(folder), given.deadman_s, self._tell, self._canceler.cancel_all
        )
        if given.held:
            self._server.stop(Source.LATCH, given.held)
        steady_timer(self, BEAT_PERIOD_S, self._beat, group)

    def _tell(self, standing: StopStatus) -> None:
        self._standing = standing
        self._answer()

    def _beat(self) -> None:
        now = time.monotonic_ns()
        self._canceler.look(now)
        self._hear(now)
        problem = self._life.problem(now)
        self._server.set_guard_problem(problem)
        self._server.keep(now)
        if self._repeats.are_due(now, stopped=self._standing.stopped):
            self._canceler.cancel_again()
        if self._life.has_ended:
            self._ended_ns = self._ended_ns or now
            self.is_over = self._canceler.is_answered or now - self._ended_ns > LINGER_NS
        elif not problem:
            self._sequence += 1
            stamp = time_message(types, time.time_ns())
            self._beats.publish(
                Heartbeat(
                    stamp=stamp,
                    guard=self._guard,
                    sequence=self._sequence,
                    stopped=self._standing.stopped,
                )
            )

    def _hear(self, now_ns: int) -> None:
        """Take in the guard's pulses, and answer them."""
        try:
            found = os.read(self._pulses, 4096)
        except BlockingIOError:
            return
        if found:
            self._life.pulse(now_ns)
            self._answer()
        else:
            self._life.end()

    def _answer(self) -> None:
        """Tell the guard what holds; what it cannot take now comes with the answer to a pulse."""
        word = StopMessage(self._standing, self._canceler.unseen)
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            os.write(self._answers, to_line(word))

    def _named(self, actions: Iterable[str]) -> Iterable[str]:
        return [graph.absolute(self, action) for action in actions if action]


PROGRAM = NodeProgram(
    NAME,
    "The emergency stop of one guard, which starts it: stops the robot for operators, and when the "
    "guard ends or hangs.",
    declare_parameters,
)


def main() -> None:
    """Run the process until its guard has ended; exits with 2 for bad parameters."""
    PROGRAM.check_command_line()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    pulses, answers = sys.stdin.fileno(), _own_output()
    for pipe in (pulses, answers):
        os.set_blocking(pipe, False)
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = EmergencyStop(pulses, answers)
    except (InputError, ParameterException) as error:
        sys.stderr.write(f"{NAME}: error: {error}\n")
        raise SystemExit(BAD_INPUT) from None
    executor = make_executor()
    executor.add_node(node)
    while not node.is_over:
        spin_once(executor, SLICE)
    end_node(node)
    rclpy.try_shutdown()


def _own_output() -> int:
    """The standard output, for us alone: what a library prints goes to the standard error."""
    ours = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return ours
