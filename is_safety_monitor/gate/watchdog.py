"""Time-out of signs of life."""

from __future__ import annotations


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
        return f"{silent} for {self._timeout_ns / 1e9:g} s"
