from __future__ import annotations

from is_bench.domain import load_domain
from is_safety_monitor.health.log_lines import (
    MOST_KEPT,
    MOST_SHOWN,
    REPEAT_NS,
    LineThrottle,
    Objection,
    log_text,
    verdict_line,
)

HOUSEHOLD = load_domain("household")


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
    said = Objection("blocked", "OPEN(a)\n\x1b[2JINFO: all is well", ["rule_1"], "so\nit is", ())
    line = verdict_line(said, HOUSEHOLD)
    assert line == "blocked OPEN(a) [2JINFO: all is well by rule_1: so it is"


def test_a_verdict_says_once_and_in_words_what_its_constraints_say_alike() -> None:
    towel = "A towel on a stove burns. (ontop(towel_1, stove_1) is true)"
    cloth = "Cloth on a stove chars. (on_or_in(towel_1, stove_1) is true; lit(stove_1) is true)"
    near = "Cloth at a stove dries. (touching(towel_1, stove_1) is unknown)"
    remedy = ["PLACE_ON_TOP(towel_1, counter_1)"]
    first = "First: PLACE_ON_TOP(towel_1, counter_1)."
    said = Objection("blocked", "DONE", ["a", "b"], f"{towel} {cloth} {near} {first}", remedy)
    told = f"blocked DONE by a, b: A towel on a stove burns. (towel_1 is on stove_1) {first}"
    assert verdict_line(said, HOUSEHOLD) == told
    reworded = verdict_line(Objection("blocked", "DONE", (), f"{cloth} {near}", ()), HOUSEHOLD)
    assert reworded == (
        "blocked DONE: Cloth on a stove chars. (towel_1 is on or in stove_1; lit(stove_1) is true) "
        "Cloth at a stove dries. (unknown whether towel_1 touches stove_1)"
    )


def test_a_cut_line_says_so() -> None:
    assert log_text("x" * MOST_SHOWN) == "x" * MOST_SHOWN
    assert log_text("x" * (MOST_SHOWN + 1)) == "x" * MOST_SHOWN + " ..."
