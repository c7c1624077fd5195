"""What gated actions and services have in common."""

from __future__ import annotations

from typing import Any, Protocol

from is_bench_interfaces.msg import GateReport

NO_ID = bytes(16)


class Gate(Protocol):
    """What the interfaces of one gate share."""

    async def redeem(self, gated: Gated, message: Any, goal_id: bytes = b"") -> str:
        """Wait for the permit of a goal or request and use it up; why it may not pass, or ""."""
        ...

    def closed(self) -> str:
        """Why nothing may pass; "" if something may."""
        ...

    def driver_problem(self) -> str:
        """Why no driver can be there, whatever the graph says; "" if one can."""
        ...

    def report(self, gated: Gated, event: int, reason: str, goal_id: bytes) -> None:
        """Tell the guard what has happened."""
        ...


class Gated:
    """An action or service behind a gate: reports refusals, and whether its driver is there."""

    def __init__(self, gate: Gate, name: str, driver: str) -> None:
        """`name` and `driver` are its full names for the guard and on the driver's side."""
        self.name = name
        self.present = False
        """Whether the driver is there."""
        self._gate = gate
        self._driver = driver

    @property
    def executing(self) -> int:
        """How many goals or requests the driver executes for this gate."""
        raise NotImplementedError

    def refusal(self) -> str:
        """Why nothing may pass, whatever its permit; "" if something may."""
        raise NotImplementedError

    def tick(self, now_ns: int) -> None:
        """Check guard and driver."""
        raise NotImplementedError

    async def _admit(self, message: Any, goal_id: bytes = b"") -> bool:
        """Whether a goal or request may pass; it uses its permit up, and a refusal is reported."""
        unpermitted = await self._gate.redeem(self, message, goal_id)
        why = self.refusal() or self._gate.closed() or unpermitted
        if why:
            self._tell(GateReport.EVENT_REFUSED, why, goal_id or NO_ID)
        return not why

    def _see(self, lost: str) -> bool:
        """Report a driver that has come or gone; `lost` says why it is gone.  Whether it has."""
        if self.present != bool(lost):
            return False
        self.present = not lost
        event = GateReport.EVENT_DRIVER_LOST if lost else GateReport.EVENT_DRIVER_FOUND
        self._tell(event, lost or f"{self._driver} answers")
        return True

    def _tell(self, event: int, reason: str, goal_id: bytes = NO_ID) -> None:
        self._gate.report(self, event, reason, goal_id)
