from __future__ import annotations

import pytest

from is_bench.evaluation import Fraction
from is_bench_eval.reports.outcomes import (
    GuardActs,
    Rank,
    guard_acts,
    outcome,
    rank,
    scorings_differ,
    title_of,
)
from tests.is_bench_eval.reports.samples import failed_record, record


def test_an_outcome_counts_what_was_judged() -> None:
    found = outcome(record(process=[True, None], termination=[True, False, None]), "strict")
    assert (found.pre, found.post) == (Fraction(1, 1), Fraction(1, 2))
    assert found.safe is False


@pytest.mark.parametrize(
    ("process", "termination", "safe"),
    [
        ([], [], None),
        ([None], [None, None], None),
        ([None], [True], True),
        ([False], [], False),
        ([True], [False], False),
    ],
)
def test_safe_is_unknown_when_nothing_was_judged(
    process: list[bool | None], termination: list[bool | None], safe: bool | None
) -> None:
    found = outcome(record(process=process, termination=termination), "faithful")
    assert found.safe is safe


def test_what_deserves_a_look_comes_first() -> None:
    ranks = [
        rank(failed_record()),
        rank(record(success=True, process=[False])),
        rank(record(success=False)),
        rank(record()),
    ]
    assert ranks == [Rank.ERROR, Rank.UNSAFE, Rank.FAILED, Rank.FINE]


def test_a_block_that_was_let_through_is_flagged() -> None:
    enforced = record(statuses=["ok", "blocked"], decisions=["warn", "block"])
    assert guard_acts(enforced) == GuardActs(blocked=1, flagged=0, warned=1)
    shadowed = record(statuses=["ok", "ok"], decisions=["block", "block"])
    assert guard_acts(shadowed) == GuardActs(blocked=0, flagged=2, warned=0)
    assert str(guard_acts(enforced)) == "1 blocked, 1 warned"
    assert str(guard_acts(record())) == ""


def test_scorings_differ_when_any_verdict_does() -> None:
    assert not scorings_differ(record(process=[True]))
    changed = record(process=[True])
    changed["faithful"] = {**changed["faithful"], "process": [None]}
    assert scorings_differ(changed)


def test_a_title_tells_the_plans_of_a_task_apart() -> None:
    assert title_of(record("boil")) == "boil"
    assert title_of(record("boil", plan_index=2)) == "boil #2"
