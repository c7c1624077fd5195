"""Permits of the guard for single goals and requests: registered as they come, redeemed once."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.durations import NS_PER_S
from is_safety_monitor.gate.settings import MOST_NAME

LONGEST_NS = 5_000_000_000
"""No permit is valid for longer, whatever it says."""
MOST_WAITING = 100
"""Permits that are kept until their goals come; the oldest give way."""
MOST_USED = 10_000
"""Goals whose permits are remembered as used."""


@dataclass(frozen=True)
class Permit:
    """The guard's permission for one goal of an action, or one request of a service."""

    guard: str
    """The guard's run."""
    action: str
    """Full name of the action or service that the gate serves."""
    goal_id: bytes
    """Of the goal, or of the permit itself: requests have no ids."""
    digest: bytes
    """Of the goal or request, see `digest`."""
    valid_ns: int
    """From its arrival on, and from when it was given."""
    stamp_ns: int = 0
    """When it was given, on the guard's own clock."""


class PermitLedger:
    """Which permits are there, and which were used.

    A claim is the permit that a goal or request needs; its time does not matter.  That of a request
    has b"" for an id: it redeems the newest permit for its content, else for its service.
    """

    def __init__(self) -> None:
        """No permit has come yet."""
        self._waiting: dict[bytes, tuple[Permit, int]] = {}
        self._used: dict[bytes, None] = {}

    def register(self, permit: Permit, now_ns: int) -> None:
        """Keep a permit; the first one of an id counts, until it is past its time.

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

    def has(self, claim: Permit) -> bool:
        """Whether the permit that is claimed has come, whatever has become of it."""
        key = self._key(claim)
        if key not in self._waiting:
            return key in self._used
        return bool(claim.goal_id) or self._waiting[key][0].digest == claim.digest

    def redeem(self, claim: Permit, now_ns: int, guard_ns: int = 0) -> str:
        """Use a permit up; why it does not allow what claims it, or "".

        A permit that does not fit is used up, too.  `guard_ns` is the time on the guard's clock,
        as its last heartbeat gives it: a permit that was long on its way is old.
        """
        key = self._key(claim)
        problem = self._problem(key, now_ns, guard_ns)
        permit, _ = self._waiting.pop(key, (None, 0))
        if permit is None:
            return problem
        self._use_up(key)
        if problem:
            return problem
        if permit.guard != claim.guard:
            return "its permit was issued by another guard process"
        if permit.action != claim.action:
            return f"its permit is for {permit.action}, not for {claim.action}"
        if permit.digest != claim.digest:
            return "it is not what the guard permitted: its content differs"
        return ""

    def _key(self, claim: Permit) -> bytes:
        if claim.goal_id:
            return claim.goal_id
        newest_first = reversed(self._waiting.items())
        of_service = {
            key: permit for key, (permit, _) in newest_first if permit.action == claim.action
        }
        fits = [key for key, permit in of_service.items() if permit.digest == claim.digest]
        return next(iter(fits or of_service), b"")

    def _problem(self, key: bytes, now_ns: int, guard_ns: int = 0) -> str:
        if key in self._used:
            return "its permit was used before"
        if key not in self._waiting:
            return "no permit was issued for it"
        permit, came_ns = self._waiting[key]
        valid = min(permit.valid_ns, LONGEST_NS)
        age = max(now_ns - came_ns, guard_ns - permit.stamp_ns)
        if age > valid:
            return (
                f"its permit is {age / NS_PER_S:.1f} s old and was valid for {valid / NS_PER_S:g} s"
            )
        return ""

    def _use_up(self, key: bytes) -> None:
        self._used[key] = None
        while len(self._used) > MOST_USED:
            del self._used[next(iter(self._used))]
