from __future__ import annotations

from is_safety_monitor.gate.watchdog import HALTED_NS, SETTLE_NS, HaltWatch, Watchdog

TIMEOUT = 400_000_000


def problem(watchdog: Watchdog, now_ns: int) -> str:
    return watchdog.problem(now_ns, "nobody is there", "nobody answers")


def test_a_peer_is_there_while_it_is_heard() -> None:
    watchdog = Watchdog(TIMEOUT)
    assert problem(watchdog, 0) == "nobody is there"
    watchdog.heard(10)
    assert problem(watchdog, 10 + TIMEOUT) == ""
    assert problem(watchdog, 11 + TIMEOUT) == "nobody answers for 0.4 s"
    watchdog.heard(20 + TIMEOUT)
    assert problem(watchdog, 20 + TIMEOUT) == ""


def test_a_peer_that_left_is_gone_at_once() -> None:
    watchdog = Watchdog(TIMEOUT)
    watchdog.heard(10)
    watchdog.reset()
    assert problem(watchdog, 11) == "nobody is there"


def test_after_a_halt_nothing_is_up_to_date_for_a_while() -> None:
    halts = HaltWatch()
    assert halts.active(5 * HALTED_NS) == ""  # it has only just started
    assert halts.active(6 * HALTED_NS) == ""
    resumed = 9 * HALTED_NS
    assert halts.active(resumed) == "the gate was halted for 3.0 s"
    assert halts.active(resumed + 1) == "the gate was halted for 3.0 s"
    assert halts.active(resumed + SETTLE_NS) == ""
