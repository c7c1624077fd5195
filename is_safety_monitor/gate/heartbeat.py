"""Watching the guard's heartbeat."""

from __future__ import annotations

from is_safety_monitor.gate.settings import MOST_NAME
from is_safety_monitor.gate.watchdog import Watchdog

MOST_GUARDS = 100
"""Runs of guards whose last sequence number is remembered."""


class HeartbeatWatch:
    """Watches one guard's heartbeat; times are of a monotonic clock."""

    def __init__(self, timeout_ns: int) -> None:
        """A guard without a heartbeat for `timeout_ns` counts as gone."""
        self._watchdog = Watchdog(timeout_ns)
        self._stopped = False
        self.stamp_ns = 0
        """When the last heartbeat was sent, on the guard's own clock."""
        self._last: dict[str, int] = {}
        """Sequence numbers by run; the most recently accepted run stands last."""

    @property
    def guard(self) -> str:
        """The run that is followed; "" before the first heartbeat."""
        return next(reversed(self._last), "")

    def heard(
        self, guard: str, sequence: int, stopped: bool, now_ns: int, stamp_ns: int = 0
    ) -> str:
        """Process a heartbeat that was sent at `stamp_ns`; why it is ignored, or "".

        Another run is accepted only once the followed one has timed out.
        """
        if not guard:
            return "heartbeat without a guard name"
        if len(guard) > MOST_NAME:
            return f"the name of its guard has {len(guard)} characters, more than {MOST_NAME}"
        if guard != self.guard and not self._silence(now_ns):
            return f"a second guard is running: {guard} beside {self.guard}"
        if sequence <= self._last.get(guard, 0):
            return f"replayed heartbeat: sequence {sequence}, after {self._last.get(guard, 0)}"
        self._last.pop(guard, None)
        self._last[guard] = sequence
        while len(self._last) > MOST_GUARDS:
            del self._last[next(iter(self._last))]
        self._watchdog.heard(now_ns)
        self._stopped, self.stamp_ns = stopped, stamp_ns
        return ""

    def problem(self, now_ns: int) -> str:
        """Why everything is blocked; "" if it is not."""
        return self._silence(now_ns) or ("the emergency stop is set" if self._stopped else "")

    def _silence(self, now_ns: int) -> str:
        return self._watchdog.problem(now_ns, "no guard heartbeat yet", "no guard heartbeat")
