"""Faults with a gate beside the driver: requests of a service, which have no ids."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter
from typing import Any

from is_bench_interfaces.msg import GateReport
from std_srvs.srv import SetBool
from unique_identifier_msgs.msg import UUID

from tests.faults.gate_bench import GateBench
from tests.faults.registry import gate_case
from tests.ros.gated_lamp import BEHIND, OFF, ON

REFUSED = "the request is refused"
NO_PERMIT = "no permit was issued for it"


def refused(
    bench: GateBench, request: Any, why: str, permit: Callable[[], None] | None = None
) -> None:
    """A request does not reach the driver, for the reason that is reported."""
    before = len(bench.lamp.asked)
    assert why in bench.switch.refused(request, permit)
    assert len(bench.lamp.asked) == before, "the request reached the driver"


@gate_case("a request of a service without a permit", REFUSED)
def _no_permit(bench: GateBench) -> None:
    refused(bench, ON, NO_PERMIT)


@gate_case("a request that is altered after it was permitted", REFUSED)
def _altered(bench: GateBench) -> None:
    refused(bench, ON, "its content differs", lambda: bench.switch.permit(OFF))
    refused(bench, OFF, NO_PERMIT)


@gate_case("a request's permit that was used is sent again", REFUSED)
def _replayed(bench: GateBench) -> None:
    permit = bench.guard.permit(UUID(uuid=list(os.urandom(16))), ON, action=bench.switch.name)
    bench.guard.permits.publish(permit)
    assert bench.ros.wait(bench.switch.call(ON)).success
    refused(bench, ON, NO_PERMIT, lambda: bench.guard.permits.publish(permit))


@gate_case("the guard dies between a request's permit and the request", REFUSED)
def _guard_dies(bench: GateBench) -> None:
    bench.switch.permit(ON)
    bench.guard.beats = False
    bench.ros.until(bench.gate.closed)
    refused(bench, ON, "no guard heartbeat")
    bench.guard.beats = True
    bench.switch.connect()
    refused(bench, ON, NO_PERMIT)


@gate_case("the emergency stop is set between a request's permit and the request", REFUSED)
def _stopped(bench: GateBench) -> None:
    bench.switch.permit(ON)
    bench.guard.stopped = True
    bench.ros.until(bench.gate.closed)
    refused(bench, ON, "the emergency stop is set")


@gate_case("a client of the driver's service, past the gate", "it is reported, no request passes")
def _around(bench: GateBench) -> float:
    told = len(bench.refusals())
    started = perf_counter()
    stranger = bench.ros.node("stranger")
    stranger.create_client(SetBool, BEHIND)
    bench.ros.until(lambda: len(bench.refusals()) > told)
    seconds = perf_counter() - started
    assert "2 clients" in bench.guard.events(GateReport.EVENT_REFUSED)[-1]
    refused(bench, ON, "2 clients", lambda: bench.switch.permit(ON))
    bench.ros.remove(stranger)
    return seconds
