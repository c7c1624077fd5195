"""The gate for velocity commands: pass, slow down, or zero.

A pure state machine.  Times are nanoseconds of one clock that never goes back; the caller publishes
what `command` and `tick` say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Passing(Enum):
    """What becomes of commands."""

    PASS = "pass"
    SLOW = "slow"
    ZERO = "zero"
    SILENT = "silent"
    """Nothing is commanded and the robot was told to stand: nothing needs to be said."""


@dataclass(frozen=True)
class GateLimits:
    """What a gate is set to."""

    linear: float = math.inf
    """Fastest linear speed [m/s]."""
    angular: float = math.inf
    """Fastest turn [rad/s]."""
    slow: float = 0.25
    """Factor of a gate that slows down; 0 to 1."""
    timeout_ns: int = 200_000_000
    """Without a command for so long, the robot is told to stand."""
    hold_ns: int = 500_000_000
    """How long zero lasts at least once it was told, and is repeated after commands have ended."""
    heartbeat_ns: int = 200_000_000
    """Without a word of the guard for so long, the robot is told to stand."""


@dataclass(frozen=True)
class GateOutput:
    """What to publish."""

    passing: Passing
    factor: float = 0.0
    """Of every speed in the command; 0 for zero."""
    reason: str = ""
    """Why it is not PASS."""


@dataclass(frozen=True)
class Permission:
    """What the guard says of the gate at a time."""

    passing: Passing
    """PASS, SLOW or ZERO."""
    reason: str
    since_ns: int


class VelocityGate:
    """One gated topic.  It starts at zero velocity, until the guard permits more."""

    def __init__(self, limits: GateLimits, now_ns: int) -> None:
        """`limits` are the gate's settings."""
        self._limits = limits
        self._permission: Permission | None = None
        self._commanded_ns: int | None = None
        self._zero_until_ns = now_ns
        self._held = ""
        """Why zero was told last, as long as that lasts."""
        self._silent = True
        """Whether the robot need not be told anything until the next command."""

    def permit(self, passing: Passing, now_ns: int, reason: str = "") -> None:
        """Store the guard's permission, which is its heartbeat, too."""
        self._permission = Permission(passing, reason, now_ns)

    def command(self, linear: Iterable[float], angular: Iterable[float], now_ns: int) -> GateOutput:
        """What becomes of a command with these speeds."""
        self._commanded_ns, self._silent = now_ns, False
        reason = self._why_zero(now_ns)
        linear, angular = tuple(linear), tuple(angular)
        if not reason and not all(map(math.isfinite, (*linear, *angular))):
            reason = "the command has a speed that is no number"
        if not reason and now_ns < self._zero_until_ns and self._held:
            return GateOutput(Passing.ZERO, 0.0, f"zero velocity held after: {self._held}")
        if reason:
            return self._zero(reason, now_ns)
        self._held = ""
        factor = self._factor(linear, angular)
        if factor < 1.0:
            return GateOutput(Passing.SLOW, factor, self._why_slow(factor))
        return GateOutput(Passing.PASS, 1.0)

    def tick(self, now_ns: int) -> GateOutput:
        """What to publish without a command: zero, as long as it is due, or nothing."""
        if self._commanded_ns is None or self._silent:
            return GateOutput(Passing.SILENT)
        late = now_ns - self._commanded_ns > self._limits.timeout_ns
        reason = self._why_zero(now_ns) or ("no command has come" if late else "")
        if not reason:
            return GateOutput(Passing.SILENT)
        if late and now_ns - self._commanded_ns > self._limits.timeout_ns + self._limits.hold_ns:
            self._silent = True
        if not late:
            return self._zero(reason, now_ns)
        return GateOutput(Passing.ZERO, 0.0, reason)

    def _why_zero(self, now_ns: int) -> str:
        permission = self._permission
        if permission is None:
            return "no permission from the guard yet"
        if now_ns - permission.since_ns > self._limits.heartbeat_ns:
            return "guard heartbeat timed out"
        if permission.passing not in (Passing.PASS, Passing.SLOW):
            return permission.reason or "blocked by the guard"
        return ""

    def _zero(self, reason: str, now_ns: int) -> GateOutput:
        self._held = reason
        self._zero_until_ns = now_ns + self._limits.hold_ns
        return GateOutput(Passing.ZERO, 0.0, reason)

    def _factor(self, linear: tuple[float, ...], angular: tuple[float, ...]) -> float:
        """The factor of all speeds, so that the path stays what it is."""
        factor = self._limits.slow if self._is_slow else 1.0
        for speeds, most in ((linear, self._limits.linear), (angular, self._limits.angular)):
            fastest = math.hypot(*speeds)
            if fastest * factor > most:
                factor = most / fastest
        return factor

    @property
    def _is_slow(self) -> bool:
        return self._permission is not None and self._permission.passing is Passing.SLOW

    def _why_slow(self, factor: float) -> str:
        if self._is_slow and self._permission is not None and self._permission.reason:
            return self._permission.reason
        return f"faster than allowed; slowed to {factor:.0%}"
