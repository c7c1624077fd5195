"""Faults while a skill runs, and the emergency stop."""

from __future__ import annotations

import time
from typing import Any

from action_msgs.srv import CancelGoal
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.srv import CheckPlan, SetMode
from std_srvs.srv import Trigger

from is_bench.evaluation import Status
from is_bench.ros import graph
from is_bench.verdict import GuardMode
from is_safety_monitor.core.refusals import STOP_TEXT
from is_safety_monitor.core.state_screening import FROZEN_NS
from tests.faults.bench import CLOSE, CLOSE_FRIDGE, STATE_AGE_S, UNSAFE, Bench
from tests.faults.registry import SKILL, STOP, case
from tests.faults.simulated import simulated
from tests.ros.harness import CABINET_OPEN, FRIDGE_OPEN, calls

SECOND_NS = 1_000_000_000
FREEZE_S = 0.6
"""Longer than a state may be old."""
LONG_HOLD_NS = 20 * SECOND_NS


@case(SKILL, "the world becomes unsafe for the skill", "the skill is canceled")
def _unsafe_meanwhile(bench: Bench) -> float:
    bench.robot.facts = (FRIDGE_OPEN,)
    bench.tell()

    def fault() -> None:
        bench.robot.facts = (CABINET_OPEN, FRIDGE_OPEN)
        bench.robot.tell()

    return bench.is_stopped(fault, UNSAFE)


@case(SKILL, "the state falls silent while a skill runs", "the skill is canceled")
def _silent_meanwhile(bench: Bench) -> float:
    running = bench.begin()
    for _ in range(6):
        bench.ros.let_pass(0.05)
        bench.robot.tell()
    heard = bench.robot.now()
    bench.until(lambda: bench.robot.running is None)
    seconds = (bench.robot.now() - heard) / 1e9 - STATE_AGE_S
    assert bench.ros.wait(running).status is not Status.OK
    return max(seconds, 0.0)


@case(SKILL, "the driver goes away while a skill runs", "no goal is sent until it is back and idle")
def _driver_gone(bench: Bench) -> None:
    running = bench.begin()
    bench.lose_driver()
    assert bench.ros.wait(running).status is not Status.OK
    bench.is_refused()
    bench.find_driver()


@case(SKILL, "the driver's result is stamped 1970", "what the skill changed is unknown")
def _result_of_1970(bench: Bench) -> None:
    robot = bench.robot
    robot.facts = (FRIDGE_OPEN,)
    bench.tell()
    robot.tells = False
    running = bench.begin("OPEN(cabinet.n.01_1)")
    robot.now = lambda: SECOND_NS  # type: ignore[method-assign]  # its clock is wrong
    robot.finish()
    bench.ros.wait(running)
    del robot.now
    robot.slow = False
    bench.is_refused(UNSAFE)


@case(SKILL, "the planner cancels", "the skill is canceled")
def _canceled(bench: Bench) -> float:
    bench.robot.slow = True
    handle = bench.guard.send(CLOSE, episode_id=bench.episode)
    bench.robot.begin()
    started = bench.robot.now()
    handle.cancel_goal_async()
    bench.until(lambda: bench.robot.running is None)
    seconds = (bench.robot.now() - started) / 1e9
    bench.ros.wait(handle.get_result_async())
    return seconds


@case(SKILL, "the driver aborts and says it went well", "the skill counts as failed")
def _aborted_ok(bench: Bench) -> None:
    running = bench.begin()
    bench.robot.running.abort()
    bench.robot.finish(ExecuteSkill.Result.STATUS_OK)
    assert bench.ros.wait(running).status is not Status.OK


@case(SKILL, "a second goal while a skill runs")
def _second_goal(bench: Bench) -> None:
    running = bench.begin()
    bench.tell()
    bench.is_refused(CLOSE_FRIDGE)
    bench.robot.finish()
    bench.ros.wait(running)


@case(SKILL, "the guard was off when the skill was sent, and enforces again", "it is canceled")
def _sent_while_off(bench: Bench) -> float:
    def switch(mode: str) -> None:
        told = {"reason": "repair", "requested_by": "operator", "duration_s": 60.0}
        bench.ros.call(SetMode, graph.SET_MODE, SetMode.Request(mode=mode, **told))

    switch("off")
    return bench.is_stopped(lambda: switch("enforce"), UNSAFE)


@case(SKILL, "the guard is off for a moment, in which a skill is sent", "it is canceled")
def _sent_in_a_moment(bench: Bench) -> None:
    session = bench.guard.node._session
    admit = bench.guard.node._arbiter.admit

    async def off(asked: Any) -> Any:
        session.set_mode(GuardMode.OFF, "a moment", 0)
        try:
            return await admit(asked)
        finally:
            session.set_mode(GuardMode.ENFORCE, "over", 0)

    bench.guard.node._arbiter.admit = off
    try:
        running = bench.begin(UNSAFE)
    finally:
        del bench.guard.node._arbiter.admit
    bench.until(lambda: bench.robot.running is None)
    assert bench.ros.wait(running).status is not Status.OK


@case(SKILL, "a long plan is to be checked while a skill runs", "the check is refused at once")
def _long_plan_meanwhile(bench: Bench) -> None:
    running = bench.begin()
    plan = calls(*(CLOSE, CLOSE_FRIDGE) * 100)
    request = CheckPlan.Request(episode_id=bench.episode, plan=plan)
    answer = bench.ros.call(CheckPlan, graph.CHECK_PLAN, request)
    assert "a skill is being executed" in answer.verdicts[0].feedback
    assert not answer.accepted
    bench.robot.finish()
    bench.ros.wait(running)


@case(SKILL, "the driver neither ends nor obeys a cancel", "no goal is sent until it is idle")
def _disobedient(bench: Bench) -> None:
    bench.robot.obeys_cancel = False
    running = bench.begin()
    bench.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    assert bench.ros.wait(running).status is not Status.OK
    bench.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
    bench.tell()
    bench.is_refused(CLOSE_FRIDGE)
    bench.robot.finish()


@case(SKILL, "the guard freezes for 0.6 s between accepting and sending", "the goal is not sent")
def _frozen_before_sending(bench: Bench) -> None:
    arbiter = bench.guard.node._arbiter
    look = arbiter.recheck_before_dispatch

    def late(*told: Any) -> str:
        time.sleep(FREEZE_S)
        return str(look(*told))

    arbiter.recheck_before_dispatch = late
    try:
        why = bench.is_refused()
    finally:
        del arbiter.recheck_before_dispatch
    assert "s old" in why


@case(SKILL, "the planner cancels a goal that waits for a state", "the goal is not sent")
def _canceled_in_hold(bench: Bench) -> None:
    arbiter = bench.guard.node._arbiter
    bench.robot.tells = False
    bench.passes()
    before, hold_ns = len(bench.robot.asked), arbiter._hold_ns
    arbiter._hold_ns = LONG_HOLD_NS
    try:
        waiting = bench.guard.start(CLOSE_FRIDGE, index=bench.index + 1, episode=bench.episode)
        bench.until(lambda: arbiter.is_holding)
        bench.ros.call(CancelGoal, f"{graph.GUARD_SKILL}/_action/cancel_goal", CancelGoal.Request())
        result = bench.ros.wait(waiting)
    finally:
        arbiter._hold_ns = hold_ns
    assert "canceled by the client" in result.message
    bench.tell()
    bench.ros.let_pass(0.05)
    assert len(bench.robot.asked) == before


@case(
    SKILL, "the simulation's clock stands still in a skill", "the skill is canceled", restarts=True
)
def _frozen_clock_meanwhile(bench: Bench) -> float:
    with simulated(bench) as clock:
        running = bench.begin()
        clock.freeze()
        frozen = time.perf_counter()
        states = bench.robot.node.create_timer(0.05, bench.robot.tell)
        bench.until(lambda: bench.robot.running is None)
        seconds = time.perf_counter() - frozen - FROZEN_NS / SECOND_NS
        bench.robot.node.destroy_timer(states)
        assert bench.ros.wait(running).status is not Status.OK
    return max(seconds, 0.0)


@case(STOP, "emergency stop while a skill runs", "the skill is canceled, nothing starts")
def _stop_running(bench: Bench) -> float:
    client = bench.guard.client.create_client(Trigger, graph.ESTOP)
    bench.until(client.service_is_ready)
    seconds = bench.is_stopped(lambda: client.call_async(Trigger.Request()))
    bench.tell()
    bench.is_refused()
    bench.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
    bench.guard.client.destroy_client(client)
    return seconds


@case(
    STOP,
    "the driver ignores the emergency stop, which is then reset",
    "no goal is sent until the driver is idle",
)
def _stop_ignored(bench: Bench) -> None:
    bench.robot.obeys_cancel = False
    running = bench.begin()
    for _ in range(2):
        bench.ros.call(Trigger, graph.ESTOP, Trigger.Request())
        bench.tell()
        assert STOP_TEXT in bench.is_refused(CLOSE_FRIDGE)
        bench.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
        bench.tell()
        assert bench.robot.running is not None
        bench.is_refused(CLOSE_FRIDGE)
    assert bench.ros.wait(running).status is not Status.OK
    bench.robot.finish()


@case(STOP, "emergency stop before a goal")
def _stop_before(bench: Bench) -> None:
    bench.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    bench.is_refused()
    bench.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())


@case(STOP, "emergency stop, then a new task", "the stop stays set")
def _stop_and_task(bench: Bench) -> None:
    bench.ros.call(Trigger, graph.ESTOP, Trigger.Request())
    bench.guard.tell_task(bench.episode, take_over=True)
    bench.tell()
    bench.is_refused()
    bench.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
