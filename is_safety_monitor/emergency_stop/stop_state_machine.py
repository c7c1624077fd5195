"""Emergency-stop state machine, without clock, file or ROS."""

from __future__ import annotations

from is_bench.durations import NS_PER_S
from is_safety_monitor.emergency_stop.stop_status import Source, StopStatus, stopped_by
from is_safety_monitor.two_clock_time import TwoClockTime


class StopStateMachine:
    """The emergency stop of one robot.

    A stop by an operator latches: only `reset` ends it.  Two things stop without a latch, as long
    as they last: a deadman signal that was never received, and a guard that is gone.
    """

    def __init__(self, latch: StopStatus, deadman_ns: int) -> None:
        """`latch` is from the last process; `deadman_ns` without a signal stops, 0: never."""
        self._latch = latch
        self._deadman_ns = deadman_ns
        self._signal_ns: int | None = None
        """Time of the last deadman signal."""
        self._guard = StopStatus()

    @property
    def standing(self) -> StopStatus:
        """Whether the robot is stopped now, and the first reason for it."""
        if self._latch.stopped:
            return self._latch
        if self._guard.stopped:
            return self._guard
        if self._deadman_ns and self._signal_ns is None:
            why = "no deadman signal was heard yet"
            return stopped_by(Source.DEADMAN, why, self._latch.since_ns, latched=False)
        return self._latch

    @property
    def latch(self) -> StopStatus:
        """The status to store on disk."""
        return self._latch

    def stop(self, source: Source, reason: str, now: TwoClockTime) -> None:
        """Stop until `reset`; the first reason is kept."""
        if not self._latch.stopped:
            self._latch = stopped_by(source, reason, now.stamp_ns)

    def reset(self, now: TwoClockTime) -> str:
        """Let the robot move again; why that cannot be, empty if it can."""
        if self._is_silent(now):
            return f"the deadman signal is missing: {self._silence()}; hold it, then reset"
        if self._latch.stopped:
            self._latch = StopStatus(since_ns=now.stamp_ns)
        return ""

    def signal(self, now: TwoClockTime) -> None:
        """Record a deadman signal."""
        self.check_timeouts(now)
        self._signal_ns = now.steady_ns

    def check_timeouts(self, now: TwoClockTime) -> None:
        """Stop if the deadman signal is missing."""
        if self._signal_ns is not None and self._is_silent(now):
            self.stop(Source.DEADMAN, self._silence(), now)

    def set_guard_problem(self, problem: str, now: TwoClockTime) -> None:
        """Stop as long as there is a `problem` with the guard's process; empty: there is none."""
        if problem != self._guard.reason:
            unlatched = stopped_by(Source.GUARD, problem, now.stamp_ns, latched=False)
            self._guard = unlatched if problem else StopStatus()

    def _is_silent(self, now: TwoClockTime) -> bool:
        if not self._deadman_ns:
            return False
        heard = self._signal_ns
        return heard is None or now.steady_ns - heard > self._deadman_ns

    def _silence(self) -> str:
        return f"no deadman signal for {self._deadman_ns / NS_PER_S:g} s"


class GuardWatchdog:
    """Watchdog of the guard's process and executor, by its pulses."""

    def __init__(self, stall_ns: int, now_ns: int) -> None:
        """`stall_ns` is the longest interval between pulses; all times are of one clock [ns]."""
        self._stall_ns = stall_ns
        self._heard_ns = now_ns
        self.has_ended = False

    def pulse(self, now_ns: int) -> None:
        """Record a pulse of the guard."""
        self._heard_ns = now_ns

    def end(self) -> None:
        """The guard's process has ended."""
        self.has_ended = True

    def problem(self, now_ns: int) -> str:
        """The problem of the guard; empty if there is none."""
        if self.has_ended:
            return "the guard's process has ended"
        if now_ns - self._heard_ns > self._stall_ns:
            return f"the guard has not answered for {self._stall_ns / NS_PER_S:g} s"
        return ""


class Repeats:
    """When goals are canceled again while the robot is stopped.

    A goal that was on its way when the stop came, or that somebody sends all the same, is canceled
    within a tenth of a second at first, and within a second later.
    """

    SOON_NS = 100_000_000
    LATER_NS = 1_000_000_000

    def __init__(self) -> None:
        """Nothing is stopped yet."""
        self._since_ns: int | None = None
        self._last_ns = 0

    def are_due(self, now_ns: int, *, stopped: bool) -> bool:
        """Whether to cancel at `now_ns` (monotonic); counts as done then."""
        if not stopped:
            self._since_ns = None
            return False
        if self._since_ns is None:
            self._since_ns = self._last_ns = now_ns
            return False
        soon = now_ns - self._since_ns <= self.LATER_NS
        if now_ns - self._last_ns < (self.SOON_NS if soon else self.LATER_NS):
            return False
        self._last_ns = now_ns
        return True
