"""The checks of a guard on a live robot.

They are made in an order in which each can rely on those before: that the guard is there, that a
harmless goal passes (the positive control), and then what must not pass and what must stop.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient

from is_bench.durations import NS_PER_S
from is_bench_eval.conformance.results import Outcome, Result
from is_bench_eval.conformance.ros.probe import Probe
from is_safety_monitor.core.guard import CRASH, WORLD_STATE
from is_safety_monitor.core.refusals import NOT_READY, NOT_UNDERSTOOD, STOPPED
from is_safety_monitor.core.validity import DISAGREEING, INVALID
from is_safety_monitor.health.expected_graph import Interface
from is_safety_monitor.health.graph_watch import Role
from is_safety_monitor.health.ros.graph_monitor import endpoints_of, resolver

INTRUDER_S = 3.0
"""Within which the guard has to have told of a second client; diagnostics come once a second."""
SETTLE_S = 5.0
"""Within which the guard lets goals pass again once a fault is gone."""
REST_S = 10.0
"""Within which the robot has to rest after a stop."""
LONGER = "give a longer one with --long-goal"
UNJUDGED = frozenset({NOT_READY, NOT_UNDERSTOOD, STOPPED, WORLD_STATE, CRASH, INVALID, DISAGREEING})
"""Constraints of the guard's own for goals that it rejects without judging them."""


@dataclass(frozen=True)
class Asked:
    """What is checked, and with what."""

    planner: str
    """Action that the guard serves."""
    robot: str
    """Action that the robot serves."""
    kind: Any
    """Class of the action."""
    safe: Callable[[], Any]
    """A goal that the robot may execute at any time."""
    unsafe: Callable[[], Any] | None = None
    """A goal that the guard must refuse now."""
    lasting: Callable[[], Any] | None = None
    """A harmless goal that is still being executed when the guard is killed; None: the safe one."""
    gated: bool = False
    """Whether a driver gate is in use, so that the goal may be sent to the robot directly."""
    sources: tuple[int, ...] = ()
    """Ids of processes that tell of the world; they are halted for a while."""
    guard: int = 0
    """Id of the guard's process, which is killed; 0: it is not."""
    goal_s: float = 60.0
    """How long the safe goal may take."""


def check(probe: Probe, asked: Asked) -> Iterator[Result]:
    """All checks, one after the other; without a guard there is but the first."""
    there = _guard(probe, asked)
    yield there
    if there.outcome is not Outcome.HELD:
        return
    client = probe.client(asked.kind, asked.planner)
    try:
        control = _safe(probe, asked, client)
        yield control
        if control.outcome is not Outcome.HELD:
            return
        yield _unsafe(probe, asked, client)
        yield _silence(probe, asked, client)
        yield from _unguarded(probe, asked)
        yield _kill(probe, asked, client)
    finally:
        client.destroy()


def _guard(probe: Probe, asked: Asked) -> Result:
    name = "the guard alone serves the planners' action"
    action = resolver(probe.node)(Interface.ACTION, asked.planner)

    def servers() -> list[str]:
        found = endpoints_of(probe.node, Interface.ACTION, action, Role.SERVER)
        return [each.node for each in found]

    probe.until(lambda: bool(servers()) and "guard" in probe.diagnostics, SETTLE_S)
    nodes = servers()
    if len(nodes) != 1:
        return Result(name, Outcome.FAILED, f"{action} is served by {', '.join(nodes) or 'nobody'}")
    if "guard" not in probe.diagnostics:
        return Result(name, Outcome.FAILED, f"{nodes[0]} tells nothing on /diagnostics")
    status = probe.diagnostics["guard"]
    good = "enforce" in status.message
    return Result(name, Outcome.HELD if good else Outcome.FAILED, f"{nodes[0]}: {status.message}")


def _safe(probe: Probe, asked: Asked, client: ActionClient) -> Result:
    name = "a harmless goal passes (control)"
    ended = probe.run(client, asked.safe(), asked.goal_s)
    if ended.succeeded:
        return Result(name, Outcome.HELD)
    return Result(name, Outcome.FAILED, _why(probe, "rejected" if not ended.accepted else "failed"))


def _unsafe(probe: Probe, asked: Asked, client: ActionClient) -> Result:
    name = "an unsafe goal is rejected"
    if asked.unsafe is None:
        return Result(name, Outcome.SKIPPED, "give one with --unsafe")
    before = len(probe.verdicts)
    ended = probe.run(client, asked.unsafe(), asked.goal_s)
    if ended.accepted:
        return Result(name, Outcome.FAILED, "the goal was accepted")
    why = _why(probe, "rejected")
    own = {each for said in probe.verdicts[before:] for each in said.constraints} & UNJUDGED
    if own:
        remedy = "no rule was tested; correct what is reported, or the goal of --unsafe"
        return Result(name, Outcome.FAILED, f"{why} ({', '.join(sorted(own))}); {remedy}")
    return Result(name, Outcome.HELD, why)


def _silence(probe: Probe, asked: Asked, client: ActionClient) -> Result:
    name = "nothing moves while no world state arrives"
    if not asked.sources:
        how = "give the process that publishes world states with --silence PID"
        return Result(name, Outcome.SKIPPED, how)
    stale = probe.node.get_clock().now()
    try:
        for process in asked.sources:
            os.kill(process, signal.SIGSTOP)
        probe.until(lambda: _is_stale(probe), REST_S)
        ended = probe.run(client, asked.safe(), asked.goal_s)
    finally:
        for process in asked.sources:
            os.kill(process, signal.SIGCONT)
    probe.until(lambda: not _is_stale(probe), SETTLE_S)
    waited = (probe.node.get_clock().now() - stale).nanoseconds / NS_PER_S
    if ended.accepted:
        return Result(name, Outcome.FAILED, f"a goal was accepted {waited:.1f} s after the halt")
    return Result(name, Outcome.HELD, _why(probe, "rejected"))


def _is_stale(probe: Probe) -> bool:
    """Whether some source of the world is not well, by the guard's word."""
    sources = [each for name, each in probe.diagnostics.items() if name.startswith("source ")]
    return any(each.level != b"\0" for each in sources)


def _unguarded(probe: Probe, asked: Asked) -> Iterator[Result]:
    name = "a goal past the guard fails"
    if not asked.gated:
        yield Result(name, Outcome.SKIPPED, "needs a driver gate; say --gated if there is one")
        return
    direct = probe.client(asked.kind, asked.robot)
    try:
        ended = probe.run(direct, asked.safe(), asked.goal_s)
        said = "rejected" if not ended.accepted else "accepted"
        yield Result(name, Outcome.FAILED if ended.accepted else Outcome.HELD, said)
        seen = probe.until(lambda: _names_intruder(probe), INTRUDER_S)
        yield Result(
            "the guard reports a client of the robot's action",
            Outcome.HELD if seen else Outcome.FAILED,
            probe.diagnostics["graph"].message,
        )
    finally:
        direct.destroy()
    probe.until(lambda: not _names_intruder(probe), SETTLE_S)


def _names_intruder(probe: Probe) -> bool:
    return probe.node.get_name() in probe.diagnostics["graph"].message


def _kill(probe: Probe, asked: Asked, client: ActionClient) -> Result:
    name = "killing the guard stops motion"
    if not asked.guard:
        return Result(name, Outcome.SKIPPED, "name its process with --kill-guard PID")
    handle = probe.begin(client, (asked.lasting or asked.safe)())
    if handle is None or not probe.until(lambda: bool(probe.moving())):
        why = "the robot did not begin to execute the goal, or ended it at once"
        return Result(name, Outcome.FAILED, f"{why}; {LONGER}")
    running = probe.moving()
    os.kill(asked.guard, signal.SIGKILL)
    seconds = probe.time_to_rest(REST_S)
    if seconds is None:
        return Result(name, Outcome.FAILED, f"the robot still moves after {REST_S:g} s")
    if any(probe.robot.get(goal) == GoalStatus.STATUS_SUCCEEDED for goal in running):
        return Result(name, Outcome.FAILED, f"the goal succeeded before it was canceled; {LONGER}")
    return Result(name, Outcome.HELD, "restart the guard now", seconds)


def _why(probe: Probe, said: str) -> str:
    """What the guard said last."""
    probe.until(lambda: False, 0.2)
    feedback = probe.verdicts[-1].feedback if probe.verdicts else ""
    return f"{said}: {feedback}" if feedback else said
