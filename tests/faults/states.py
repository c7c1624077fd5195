"""Faults of the states of the world that the guard is told."""

from __future__ import annotations

from typing import Any

from is_bench_interfaces.msg import Fact

from is_bench.messages import header, time_message
from is_bench.ros import types
from tests.faults.bench import CLOSE, STATE_AGE_S, UNSAFE, Bench
from tests.faults.registry import STATE, case
from tests.faults.simulated import simulated
from tests.ros.harness import FRIDGE_OPEN

HOUR_NS = 3_600_000_000_000
SECOND_NS = 1_000_000_000


def refused_after(bench: Bench, **fields: Any) -> None:
    """The state falls silent but for one message, which must not be believed."""
    bench.ros.let_pass(STATE_AGE_S + 0.1)
    bench.robot.tell(**fields)
    bench.ros.let_pass(0.05)
    bench.is_refused()


@case(STATE, "the state falls silent")
def _silence(bench: Bench) -> None:
    bench.ros.let_pass(STATE_AGE_S + 0.1)
    bench.is_refused()


@case(STATE, "a state stamped an hour ahead")
def _ahead(bench: Bench) -> None:
    refused_after(bench, stamp_ns=bench.robot.now() + HOUR_NS)


@case(STATE, "a state stamped an hour ahead, then silence", "the memory does not freeze")
def _frozen_memory(bench: Bench) -> None:
    bench.robot.tell(stamp_ns=bench.robot.now() + HOUR_NS)
    bench.ros.let_pass(STATE_AGE_S + 0.1)
    bench.is_refused()
    bench.tell()
    bench.passes()


@case(STATE, "the estimator's clock steps back")
def _clock_steps_back(bench: Bench) -> None:
    bench.ros.let_pass(STATE_AGE_S + 0.1)
    bench.robot.tell(stamp_ns=bench.robot.now() - HOUR_NS)
    bench.ros.let_pass(0.05)
    bench.is_refused()


@case(STATE, "a late state is repeated")
def _repeated(bench: Bench) -> None:
    stamp = bench.robot.now()
    bench.tell(stamp_ns=stamp)
    for _ in range(4):
        bench.ros.let_pass(STATE_AGE_S / 4)
        bench.robot.tell(stamp_ns=stamp)
    bench.ros.let_pass(0.1)
    bench.is_refused()


@case(STATE, "a stamp with a billion nanoseconds")
def _nanoseconds(bench: Bench) -> None:
    stamp = bench.robot.now()
    bad = header(types, stamp)
    bad.stamp.sec -= 1
    bad.stamp.nanosec = 1_500_000_000
    refused_after(bench, header=bad)


@case(STATE, "a fact observed in the future")
def _future_fact(bench: Bench) -> None:
    later = time_message(types, bench.robot.now() + HOUR_NS)
    fact = Fact(
        predicate="open", arguments=["cabinet.n.01_1"], value=Fact.VALUE_TRUE, observed=later
    )
    refused_after(bench, facts=[fact], closed_world=False)


@case(STATE, "an empty state of a closed world")
def _empty_closed(bench: Bench) -> None:
    refused_after(bench, facts=[], closed_world=True)


@case(STATE, "an empty state of an open world after a skill", "what the skill changed is unknown")
def _empty_open(bench: Bench) -> None:
    bench.robot.tells = False
    bench.passes(CLOSE)
    bench.robot.tell(facts=[], closed_world=False)
    bench.ros.let_pass(0.05)
    bench.is_refused(UNSAFE)


@case(STATE, "a thing that is misspelt")
def _misspelt_thing(bench: Bench) -> None:
    refused_after(bench, facts=[_true("open", "cabnet.n.01_1")])


@case(STATE, "a predicate that nobody knows")
def _unknown_predicate(bench: Bench) -> None:
    refused_after(bench, facts=[_true("opne", "cabinet.n.01_1")])


@case(STATE, "a fact with an argument too many")
def _wrong_arity(bench: Bench) -> None:
    refused_after(bench, facts=[_true("open", "cabinet.n.01_1", "table_lamp.n.01_1")])


@case(STATE, "facts that contradict each other")
def _contradiction(bench: Bench) -> None:
    false = Fact(predicate="open", arguments=["cabinet.n.01_1"], value=Fact.VALUE_FALSE)
    bench.robot.tell(facts=[_true("open", "cabinet.n.01_1"), false], closed_world=False)
    bench.ros.let_pass(0.05)
    bench.is_refused(UNSAFE)


@case(STATE, "a state of another episode")
def _other_episode(bench: Bench) -> None:
    refused_after(bench, episode="another/0")


@case(STATE, "a state from before the skill for one after it")
def _before_for_after(bench: Bench) -> None:
    stamp = bench.robot.now()
    bench.robot.tells = False
    bench.passes(CLOSE)
    bench.robot.facts = (FRIDGE_OPEN,)
    bench.robot.tell(stamp_ns=stamp)
    bench.ros.let_pass(0.05)
    bench.is_refused(UNSAFE)


@case(STATE, "messages come in the wrong order")
def _wrong_order(bench: Bench) -> None:
    now = bench.robot.now()
    bench.tell(stamp_ns=now)
    bench.robot.facts = (FRIDGE_OPEN,)  # as if the cabinet had been shut before
    bench.robot.tell(stamp_ns=now - SECOND_NS // 10)
    bench.ros.let_pass(0.05)
    bench.is_refused(UNSAFE)


@case(
    STATE,
    "the simulation's clock stands still, and states go on coming",
    restarts=True,
)
def _frozen_clock(bench: Bench) -> None:
    with simulated(bench) as clock:
        clock.freeze()
        for _ in range(7):
            bench.ros.let_pass(0.1)
            bench.robot.tell()
        assert "the ROS clock has not advanced" in bench.is_refused()


def _true(predicate: str, *arguments: str) -> Fact:
    return Fact(predicate=predicate, arguments=list(arguments), value=Fact.VALUE_TRUE)
