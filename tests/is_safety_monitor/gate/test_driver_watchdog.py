from __future__ import annotations

from is_safety_monitor.gate.driver_watchdog import DriverWatchdog

TIMEOUT = 400_000_000


def test_a_driver_is_there_while_it_answers() -> None:
    presence = DriverWatchdog("driver/drive", TIMEOUT)
    assert presence.problem(0) == "there is no driver: nobody serves driver/drive"
    presence.answered(10)
    assert presence.problem(10 + TIMEOUT) == ""
    assert presence.problem(11 + TIMEOUT) == "the driver does not answer: driver/drive, for 0.4 s"
    presence.answered(20 + TIMEOUT)
    assert presence.problem(20 + TIMEOUT) == ""


def test_a_driver_that_left_the_graph_is_gone_at_once() -> None:
    presence = DriverWatchdog("driver/drive", TIMEOUT)
    presence.answered(10)
    presence.left()
    assert "nobody serves" in presence.problem(11)
