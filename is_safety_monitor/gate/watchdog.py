"""Time-outs: of the signs of life of a peer, and of the gate's own process."""

from __future__ import annotations

from is_bench.durations import NS_PER_S

HALTED_NS = 1_000_000_000
"""A process that does nothing for longer was halted; the guard waits as long for its reports."""
SETTLE_NS = 500_000_000
"""How long after a halt what was sent in it may still arrive, before the next heartbeat does."""


class Watchdog:
    """Watches for signs of life of one peer; times are of a monotonic clock."""

    def __init__(self, timeout_ns: int) -> None:
        """A peer without a sign of life for `timeout_ns` counts as gone."""
        self._timeout_ns = timeout_ns
        self._heard_ns: int | None = None

    def heard(self, now_ns: int) -> None:
        """There was a sign of life."""
        self._heard_ns = now_ns

    def reset(self) -> None:
        """The peer has left."""
        self._heard_ns = None

    def problem(self, now_ns: int, absent: str, silent: str) -> str:
        """`absent` if the peer was never heard or has left, `silent` and for how long; or ""."""
        if self._heard_ns is None:
            return absent
        if now_ns - self._heard_ns <= self._timeout_ns:
            return ""
        return f"{silent} for {self._timeout_ns / NS_PER_S:g} s"


class HaltWatch:
    """Notices that the gate itself was halted; times are of a monotonic clock.

    What was sent meanwhile arrives all at once afterwards, and looks as if it had just been sent.
    """

    def __init__(self) -> None:
        """The process has just started."""
        self._active_ns: int | None = None
        self._until_ns = 0
        self._why = ""

    def active(self, now_ns: int) -> str:
        """The process does something; why nothing that arrives is up to date, "" if it is."""
        gap = 0 if self._active_ns is None else now_ns - self._active_ns
        self._active_ns = now_ns
        if gap > HALTED_NS:
            self._until_ns = now_ns + SETTLE_NS
            self._why = f"the gate was halted for {gap / NS_PER_S:.1f} s"
        return self._why if now_ns < self._until_ns else ""
