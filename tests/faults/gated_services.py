"""Faults with a gate beside the driver: requests of a service, which have no ids."""

from __future__ import annotations

import os
from time import perf_counter

from is_bench_interfaces.msg import GateReport
from rclpy.task import Future
from std_srvs.srv import SetBool
from unique_identifier_msgs.msg import UUID

from tests.faults.gate_bench import GateBench
from tests.faults.registry import gate_case
from tests.ros.gated_lamp import BEHIND, OFF, ON

REFUSED = "the request is refused"
NO_PERMIT = "no permit was issued for it"


def refused(bench: GateBench, call: Future, why: str) -> None:
    """A request that was just sent does not reach the driver, for the reason that is reported."""
    before = len(bench.lamp.asked)
    assert why in bench.switch.refused(call)
    assert len(bench.lamp.asked) == before, "the request reached the driver"


@gate_case("a request of a service without a permit", REFUSED)
def _no_permit(bench: GateBench) -> None:
    refused(bench, bench.switch.call(), NO_PERMIT)


@gate_case("a request that is altered after it was permitted", REFUSED)
def _altered(bench: GateBench) -> None:
    bench.switch.permit(OFF)
    refused(bench, bench.switch.call(ON), "its content differs")
    refused(bench, bench.switch.call(OFF), NO_PERMIT)


@gate_case("a request's permit that was used is sent again", REFUSED)
def _replayed(bench: GateBench) -> None:
    permit = bench.guard.permit(UUID(uuid=list(os.urandom(16))), ON, action=bench.switch.name)
    bench.guard.permits.publish(permit)
    assert bench.ros.wait(bench.switch.call(ON)).success
    bench.guard.permits.publish(permit)
    refused(bench, bench.switch.call(ON), NO_PERMIT)


@gate_case("the guard dies between a request's permit and the request", REFUSED)
def _guard_dies(bench: GateBench) -> None:
    bench.switch.permit(ON)
    bench.guard.beats = False
    bench.ros.until(bench.gate.closed)
    refused(bench, bench.switch.call(ON), "no guard heartbeat")
    bench.guard.beats = True
    bench.switch.connect()
    refused(bench, bench.switch.call(ON), NO_PERMIT)


@gate_case("the emergency stop is set between a request's permit and the request", REFUSED)
def _stopped(bench: GateBench) -> None:
    bench.switch.permit(ON)
    bench.guard.stopped = True
    bench.ros.until(bench.gate.closed)
    refused(bench, bench.switch.call(ON), "the emergency stop is set")


@gate_case("a client of the driver's service, past the gate", "it is reported, no request passes")
def _around(bench: GateBench) -> float:
    told = len(bench.refusals())
    started = perf_counter()
    stranger = bench.ros.node("stranger")
    stranger.create_client(SetBool, BEHIND)
    bench.ros.until(lambda: len(bench.refusals()) > told)
    seconds = perf_counter() - started
    assert "2 clients" in bench.guard.events(GateReport.EVENT_REFUSED)[-1]
    bench.switch.permit(ON)
    refused(bench, bench.switch.call(ON), "2 clients")
    bench.ros.remove(stranger)
    return seconds
