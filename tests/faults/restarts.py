"""Faults of a guard that is ended and started again: what it must not forget."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_safety_monitor.episode_persistence import BUSY
from tests.faults.bench import CLOSE_FRIDGE, LAMP_IS_ON, UNSAFE, Bench
from tests.faults.registry import RESTART, case
from tests.ros.harness import FRIDGE_OPEN


@contextmanager
def kept_state(bench: Bench, **parameters: object) -> Iterator[dict[str, object]]:
    """Have a guard that keeps its state in a folder; its parameters."""
    with TemporaryDirectory() as folder:
        told = {**parameters, "state_dir": folder}
        with bench.guarded_by(**told):
            yield told


@case(RESTART, "a skill runs over the restart", "no goal is sent until it has ended", restarts=True)
def _busy(bench: Bench) -> None:
    with kept_state(bench) as told:
        bench.robot.obeys_cancel = False
        bench.begin()
        bench.until(lambda: _is_accepted(bench))
        bench.restart(**told)
        bench.tell()
        assert BUSY in bench.is_refused(CLOSE_FRIDGE)
        bench.robot.slow, bench.robot.obeys_cancel = False, True
        bench.robot.finish()
        bench.until(lambda: not bench.guard.node._arbiter.obstacle())
        bench.tell()
        bench.passes(CLOSE_FRIDGE)


@case(RESTART, "emergency stop, then a restart", "the stop stays set", restarts=True)
def _latch(bench: Bench) -> None:
    with kept_state(bench) as told:
        bench.ros.call(Trigger, graph.ESTOP, Trigger.Request())
        bench.restart(**told)
        bench.tell()
        assert bench.is_refused().startswith("the emergency stop is set")
        bench.ros.call(Trigger, graph.ESTOP_RESET, Trigger.Request())
        bench.tell()
        bench.passes()


@case(RESTART, "something is due at the restart", "it stays due", restarts=True)
def _obligations(bench: Bench) -> None:
    with kept_state(bench) as told:
        bench.robot.facts = (FRIDGE_OPEN, LAMP_IS_ON)
        bench.tell()
        bench.passes(UNSAFE)
        bench.restart(**told)
        bench.tell()
        refused = bench.guard.tell_task("other/0", owner="somebody else")
        assert not refused.accepted, "what was due is forgotten"
        bench.is_refused("DONE")


def _is_accepted(bench: Bench) -> bool:
    """Whether the guard knows that the driver has accepted what it has sent."""
    runs = bench.guard.node._skills._forwarder._runs.values()
    return all(run.below is not None for run in runs)
