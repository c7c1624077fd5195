from __future__ import annotations

import pytest

from is_bench_eval.conformance.results import Outcome, Result, exit_code, result_line

HELD = Result("a", Outcome.HELD, seconds=0.25)
FAILED = Result("b", Outcome.FAILED)
SKIPPED = Result("c", Outcome.SKIPPED)


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ([HELD], 0),
        ([HELD, SKIPPED], 0),
        ([HELD, FAILED], 1),
        ([SKIPPED], 1),  # nothing was checked
        ([], 1),
    ],
)
def test_only_checks_that_were_made_and_held_count_as_good(
    results: list[Result], code: int
) -> None:
    assert exit_code(results) == code


def test_a_line_says_outcome_check_time_and_detail() -> None:
    assert result_line(HELD).plain == "held         a after 250 ms"
    assert result_line(Result("b", Outcome.FAILED, "why\nso")).plain == "FAILED       b: why so"
