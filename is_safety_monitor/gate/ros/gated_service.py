"""One service of a driver behind the gate."""

from __future__ import annotations

from typing import Any

from is_bench_interfaces.msg import GateReport
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from is_bench.ros import graph
from is_bench.ros.coroutines import result_of
from is_safety_monitor.bindings.installed import load_type
from is_safety_monitor.bindings.ros.async_services import allow_coroutine_callback
from is_safety_monitor.gate.ros.gated import Gate, Gated
from is_safety_monitor.gate.settings import GatedInterface


class GatedService(Gated):
    """Serves one service; forwards permitted requests, and answers no others.

    To give no answer is the only refusal that requests of every type have.
    """

    def __init__(
        self, node: Node, service: GatedInterface, gate: Gate, group: ReentrantCallbackGroup
    ) -> None:
        """Raises InputError if the type is not installed."""
        served, driver = map(node.resolve_service_name, (service.served, service.driver))
        super().__init__(gate, served, driver)
        self._node = node
        self._calls: set[Future] = set()
        self._strangers = ""
        kind = load_type(service.type)
        options = {"qos_profile": graph.REQUESTS, "callback_group": group}
        self._client = node.create_client(kind, driver, **options)
        server = node.create_service(kind, served, self._serve, **options)
        allow_coroutine_callback(node, server)

    @property
    def executing(self) -> int:
        """How many requests await the driver's answer."""
        return len(self._calls)

    def refusal(self) -> str:
        """Why no request may pass, whatever its permit; "" if one may."""
        return self._gate.closed() or self._lost() or self._find_strangers()

    def tick(self, _: int) -> None:
        """Check the driver, and who can reach it."""
        lost = self._lost()
        if self._see(lost) and lost:
            for call in tuple(self._calls):
                call.cancel()
        before, self._strangers = self._strangers, "" if lost else self._find_strangers()
        if self._strangers and not before:
            self._tell(GateReport.EVENT_REFUSED, self._strangers)

    def _lost(self) -> str:
        if not self._client.service_is_ready():
            return f"there is no driver: nobody serves {self._driver}"
        return self._gate.driver_problem()

    def _find_strangers(self) -> str:
        """Who can call the driver past the gate, or answer in its place."""
        servers = self._node.count_services(self._driver)
        clients = self._node.count_clients(self._driver)
        if (servers, clients) == (1, 1):
            return ""
        return f"{self._driver} has {servers} servers and {clients} clients instead of 1 each"

    async def _serve(self, request: Any, _: Any) -> Any:
        if not await self._admit(request):
            return None
        call = self._client.call_async(request)
        self._calls.add(call)
        answer = await result_of(call)  # None: the driver is lost
        self._calls.discard(call)
        return answer
