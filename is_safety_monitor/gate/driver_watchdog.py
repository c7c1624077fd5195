"""Watchdog of a driver's answers."""

from __future__ import annotations


class DriverWatchdog:
    """Time-out of a driver's answers; times are of a monotonic clock."""

    def __init__(self, action: str, timeout_ns: int) -> None:
        """A driver of `action` that has not answered for `timeout_ns` counts as gone."""
        self._action = action
        self._timeout_ns = timeout_ns
        self._answered_ns: int | None = None

    def answered(self, now_ns: int) -> None:
        """The driver has answered."""
        self._answered_ns = now_ns

    def left(self) -> None:
        """The driver's server has left the graph, or its process has ended."""
        self._answered_ns = None

    def problem(self, now_ns: int) -> str:
        """Why the driver counts as gone; "" if it is there."""
        if self._answered_ns is None:
            return f"there is no driver: nobody serves {self._action}"
        if now_ns - self._answered_ns <= self._timeout_ns:
            return ""
        return f"the driver does not answer: {self._action}, for {self._timeout_ns / 1e9:g} s"
