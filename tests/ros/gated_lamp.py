"""A driver's service behind a gate, and the guard's side of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from builtin_interfaces.msg import Duration
from is_bench_interfaces.msg import GateReport
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future
from std_srvs.srv import SetBool
from unique_identifier_msgs.msg import UUID

from is_bench.ros.coroutines import result_of
from is_safety_monitor.bindings.ros.async_services import allow_coroutine_callback
from is_safety_monitor.gate.node import DriverGate
from is_safety_monitor.gate.ros.gated_service import GatedService
from tests.ros.harness import Ros
from tests.ros.test_driver_gate import Guard

SERVED, BEHIND = "robot/lamp", "robot/driver/lamp"
LAMP = f"{SERVED}={BEHIND}:std_srvs/srv/SetBool"
ON, OFF = SetBool.Request(data=True), SetBool.Request(data=False)


class Lamp:
    """The driver's side: a lamp that is switched by a service."""

    def __init__(self, ros: Ros) -> None:
        self._ros = ros
        self.node = ros.node("lamp")
        self.asked: list[Any] = []
        self.answers = True
        server = self.node.create_service(SetBool, BEHIND, self._switch)
        allow_coroutine_callback(self.node, server)

    async def _switch(self, request: Any, response: Any) -> Any:
        self.asked.append(request)
        if not self.answers:
            await result_of(Future())
        response.success, response.message = True, "switched"
        return response

    def disappear(self) -> None:
        """End it, in good order."""
        self._ros.remove(self.node)


class Switch:
    """The guard's side: permits and requests."""

    def __init__(self, ros: Ros, guard: Guard, gate: DriverGate) -> None:
        self.ros, self.guard = ros, guard
        self.service = gated_service(gate)
        self.name = self.service.name
        self._client = guard.node.create_client(
            SetBool, SERVED, callback_group=ReentrantCallbackGroup()
        )

    def connect(self) -> None:
        """Wait until a permitted request would pass."""
        self.ros.until(lambda: self.service.refusal() == "")
        self.ros.until(self._client.service_is_ready)
        self.ros.until(self.guard.permits.get_subscription_count)

    def permit(self, request: Any = ON, **fields: Any) -> None:
        """Permit one request; `fields` are those of the permit."""
        goal_id = UUID(uuid=list(os.urandom(16)))
        told = {"action": self.name, "time_to_live": Duration(sec=2), **fields}
        self.guard.permits.publish(self.guard.permit(goal_id, request, **told))

    def call(self, request: Any = ON) -> Future:
        """Call the gate's service, permitted or not."""
        return self._client.call_async(request)

    def send(self, request: Any = ON) -> Any:
        """The answer to a permitted request."""
        self.permit(request)
        return self.ros.wait(self.call(request))

    def refused(self, request: Any = ON, permit: Callable[[], None] | None = None) -> str:
        """Why the gate refuses `request`, after `permit`; the caller gets no answer.

        Asked again where a busy machine has halted the gate meanwhile.
        """
        while True:
            if permit is not None:
                permit()
            before = len(self.guard.events(GateReport.EVENT_REFUSED))
            call = self.call(request)
            self.ros.until(lambda: len(self.guard.events(GateReport.EVENT_REFUSED)) > before)  # noqa: B023  # waits here
            self.ros.let_pass(0.05)
            assert not call.done()
            why = self.guard.events(GateReport.EVENT_REFUSED)[-1]
            if "was halted" not in why:
                return why
            self.ros.until(lambda: "was halted" not in self.service.refusal())


def gated_service(gate: DriverGate) -> GatedService:
    """The only service of a gate."""
    (service,) = [each for each in gate._gated if isinstance(each, GatedService)]
    return service
