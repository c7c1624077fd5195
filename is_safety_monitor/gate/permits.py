"""Permits of the guard for single goals: registered as they come, redeemed once."""

from __future__ import annotations

from dataclasses import dataclass

from is_safety_monitor.gate.settings import MOST_NAME

LONGEST_NS = 5_000_000_000
"""No permit is valid for longer, whatever it says."""
MOST_WAITING = 100
"""Permits that are kept until their goals come; the oldest give way."""
MOST_USED = 10_000
"""Goals whose permits are remembered as used."""


@dataclass(frozen=True)
class Permit:
    """The guard's permission for one goal."""

    guard: str
    """The guard's run."""
    action: str
    """Full name of the action that the gate serves."""
    goal_id: bytes
    digest: bytes
    """Of the goal, see `digest`."""
    valid_ns: int
    """From its arrival on."""


class PermitLedger:
    """Which permits are there, and which were used."""

    def __init__(self) -> None:
        """No permit has come yet."""
        self._waiting: dict[bytes, tuple[Permit, int]] = {}
        self._used: dict[bytes, None] = {}

    def register(self, permit: Permit, now_ns: int) -> None:
        """Keep a permit; the first one of a goal counts, until it is past its time.

        One that names a guard or an action at greater length than any has is none.
        """
        key = permit.goal_id
        if max(len(permit.guard), len(permit.action)) > MOST_NAME:
            return
        if key in self._used or self._problem(key, now_ns) == "":
            return
        self._waiting.pop(key, None)
        self._waiting[key] = (permit, now_ns)
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    def has(self, goal_id: bytes) -> bool:
        """Whether a permit for this goal has come, whatever has become of it."""
        return goal_id in self._waiting or goal_id in self._used

    def redeem(self, asked: Permit, now_ns: int) -> str:
        """Use the permit of a goal up; why it does not allow the goal, or "".

        `asked` is the permit that the goal needs; its time does not matter.  A permit that does not
        fit its goal is used up, too.
        """
        key = asked.goal_id
        problem = self._problem(key, now_ns)
        permit, _ = self._waiting.pop(key, (None, 0))
        if permit is None:
            return problem
        self._use_up(key)
        if problem:
            return problem
        if permit.guard != asked.guard:
            return "its permit was issued by another guard process"
        if permit.action != asked.action:
            return f"its permit is for {permit.action}, not for {asked.action}"
        if permit.digest != asked.digest:
            return "it is not the goal that the guard permitted: its content differs"
        return ""

    def _problem(self, key: bytes, now_ns: int) -> str:
        if key in self._used:
            return "its permit was used before"
        if key not in self._waiting:
            return "no permit was issued for this goal"
        permit, came_ns = self._waiting[key]
        valid, age = min(permit.valid_ns, LONGEST_NS), now_ns - came_ns
        if age > valid:
            return f"its permit is {age / 1e9:.1f} s old and was valid for {valid / 1e9:g} s"
        return ""

    def _use_up(self, key: bytes) -> None:
        self._used[key] = None
        while len(self._used) > MOST_USED:
            del self._used[next(iter(self._used))]
