from __future__ import annotations

from is_safety_monitor.health.log_lines import (
    MOST_KEPT,
    REPEAT_NS,
    LineThrottle,
    verdict_line,
)


def test_a_line_is_written_once_and_later_again_with_what_was_left_out() -> None:
    throttle = LineThrottle()
    assert throttle.line("refused", 0) == "refused"
    assert throttle.line("refused", 1) == ""
    assert throttle.line("refused", REPEAT_NS - 1) == ""
    assert throttle.line("refused", REPEAT_NS) == "refused (2 more times)"
    assert throttle.line("refused", 2 * REPEAT_NS) == "refused"


def test_other_lines_are_not_held_back() -> None:
    throttle = LineThrottle()
    assert throttle.line("one", 0) == "one"
    assert throttle.line("two", 0) == "two"


def test_what_is_remembered_is_bounded() -> None:
    throttle = LineThrottle()
    for number in range(10 * MOST_KEPT):
        throttle.line(str(number), 0)
    assert len(throttle._written) == MOST_KEPT


def test_a_verdict_is_one_line_whatever_the_planner_wrote() -> None:
    line = verdict_line(
        "blocked", "OPEN(a)\n\x1b[2JINFO: all is well", "rule_1", "because\nof that"
    )
    assert line == "blocked OPEN(a) [2JINFO: all is well by rule_1: because of that"
