"""Faults with a gate beside the driver: goals and permits, and a guard that is gone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from time import perf_counter

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration
from is_bench_interfaces.action import ExecuteSkill
from rclpy.action import ActionClient
from unique_identifier_msgs.msg import UUID

from tests.faults.gate_bench import GateBench
from tests.faults.registry import gate_case
from tests.ros.test_driver_gate import DRIVER, GOAL, now

HALT_S = 1.2
OTHER_GOAL = ExecuteSkill.Goal(skill="OPEN", arguments=["electric_refrigerator.n.01_1"])


def stopped_after(bench: GateBench, fault: Callable[[], object], why: str) -> float:
    """What runs is canceled by the gate, and nothing starts; the time to the cancel [s]."""
    running = bench.begin()
    started = perf_counter()
    fault()
    bench.ros.until(lambda: bench.robot.running is None)
    seconds = perf_counter() - started
    ended = bench.ros.wait(running.get_result_async())
    assert ended.status == GoalStatus.STATUS_ABORTED
    bench.is_refused(bench.guard.send(), why)
    return seconds


@gate_case("the guard's heartbeat falls silent", "the skill is canceled, nothing starts")
def _silent_guard(bench: GateBench) -> float:
    def fault() -> None:
        bench.guard.beats = False

    return stopped_after(bench, fault, "no guard heartbeat")


@gate_case("a goal without a permit")
def _no_permit(bench: GateBench) -> None:
    bench.is_refused(bench.guard.send(permitted=None), "no permit was issued for it")


@gate_case("a permit that was used is sent again, with its goal")
def _replayed(bench: GateBench) -> None:
    goal_id = UUID(uuid=list(os.urandom(16)))
    permit = bench.guard.permit(goal_id, GOAL)
    bench.guard.permits.publish(permit)
    handle = bench.ros.wait(bench.guard.client.send_goal_async(GOAL, None, goal_id))
    assert handle.accepted
    bench.ros.wait(handle.get_result_async())
    before = len(bench.robot.asked)
    bench.guard.permits.publish(permit)
    again = bench.ros.wait(bench.guard.client.send_goal_async(GOAL, None, goal_id))
    assert not again.accepted
    # The action server knows the goal for a while; the gate refuses it for longer.
    redeemed = bench.gate.redeem(bench.gate._actions[0], GOAL, bytes(goal_id.uuid))
    assert bench.ros.wait(bench.ros.start(redeemed)) == "its permit was used before"
    assert len(bench.robot.asked) == before


@gate_case("a goal that is altered after it was permitted")
def _altered(bench: GateBench) -> None:
    bench.is_refused(bench.guard.send(permitted=OTHER_GOAL), "its content differs")


@gate_case("the emergency stop is set", "the skill is canceled, nothing starts")
def _stopped_guard(bench: GateBench) -> float:
    def fault() -> None:
        bench.guard.stopped = True
        bench.guard.beat()

    return stopped_after(bench, fault, "the emergency stop is set")


@gate_case("a permit of a second guard")
def _second_guard(bench: GateBench) -> None:
    bench.is_refused(bench.guard.send(guard="run_0"), "issued by another guard process")


@gate_case("a permit of another action")
def _other_action(bench: GateBench) -> None:
    bench.is_refused(bench.guard.send(action="/other"), "is for /other")


@gate_case("a permit that has run out")
def _run_out(bench: GateBench) -> None:
    bench.is_refused(bench.guard.send(time_to_live=Duration()), "was valid for 0 s")


@gate_case("a permit that was long on its way")
def _old_permit(bench: GateBench) -> None:
    bench.is_refused(bench.guard.send(stamp=now(ago_s=3.0)), "its permit is 3.0 s old")


@gate_case("the gate is halted while a goal and its permit are on their way")
def _halted(bench: GateBench) -> None:
    sent = bench.guard.send()
    time.sleep(HALT_S)  # nothing runs meanwhile, the test least of all
    bench.guard.beat()
    bench.is_refused(sent, "the gate was halted for", "the driver does not answer")


@gate_case("a goal that goes around the gate", "the goal is canceled and reported")
def _around(bench: GateBench) -> float:
    bench.robot.slow = True
    client = ActionClient(bench.guard.node, ExecuteSkill, DRIVER)
    bench.ros.until(client.server_is_ready)
    told = len(bench.refusals())
    started = perf_counter()
    handle = bench.ros.wait(client.send_goal_async(GOAL))
    bench.robot.begin()
    bench.ros.until(lambda: bench.robot.running is None)
    seconds = perf_counter() - started
    ended = bench.ros.wait(handle.get_result_async())
    assert ended.status == GoalStatus.STATUS_CANCELED
    bench.ros.until(lambda: len(bench.refusals()) > told)
    client.destroy()
    return seconds
