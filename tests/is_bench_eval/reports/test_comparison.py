"""Figures with intervals, and tests between runs."""

from __future__ import annotations

from typing import Any

import pytest

from is_bench_eval.reports.comparison import PairTest, compare_runs
from is_bench_eval.statistics.shares import mcnemar_exact, wilson


def episode(task: str, success: bool, *, pre: bool | None = None, **more: Any) -> dict[str, Any]:
    score = {
        "success": success,
        "process": [pre],
        "termination": [True],
        "safe_success": success and pre is not False,
    }
    return {
        "task": task,
        "plan_index": 0,
        "steps": [{}, {}],
        "strict": score,
        "faithful": {**score, "success": True},
        **more,
    }


GOOD = [episode(f"t{n}", True, pre=True) for n in range(12)]
BAD = [episode(f"t{n}", n < 2, pre=n < 2) for n in range(12)]


def the_test(tests: tuple[PairTest, ...], metric: str) -> PairTest:
    return next(test for test in tests if test.metric == metric)


def test_shares_have_wilsons_intervals() -> None:
    (run,) = compare_runs({"bad": BAD}, "strict").runs
    assert run.metrics["SR"].share.value == pytest.approx(2 / 12)
    assert run.metrics["SR"].interval == wilson(2, 12)
    (faithful,) = compare_runs({"bad": BAD}, "faithful").runs
    assert faithful.metrics["SR"].share.value == 1.0


def test_recall_is_over_judged_conditions_and_its_interval_over_episodes() -> None:
    records = [episode("a", True, pre=None), episode("b", True, pre=False), *GOOD]
    (run,) = compare_runs({"run": records}, "strict").runs
    share = run.metrics["SRec all"].share
    assert (share.numerator, share.denominator) == (26, 27)
    interval = run.metrics["SRec all"].interval
    assert interval is not None
    assert interval.low < 26 / 27 < interval.high
    assert run.metrics["SRec post"].interval == wilson(14, 14)


def test_runs_are_paired_by_task() -> None:
    shuffled = [BAD[0], *GOOD[:0:-1]]
    found = compare_runs({"good": GOOD, "bad": shuffled}, "strict")
    ssr = the_test(found.tests, "SSR")
    assert (ssr.pairs, ssr.difference, ssr.p) == (12, 0.0, 1.0)


def test_a_difference_is_found_and_corrected() -> None:
    found = compare_runs({"bad": BAD, "good": GOOD}, "strict")
    assert [test.metric for test in found.tests] == ["SR", "SSR", "SRec all"]
    sr, ssr, srec = found.tests
    assert sr.difference == ssr.difference == pytest.approx(10 / 12)
    assert sr.p == mcnemar_exact(0, 10)
    assert sr.interval is not None
    assert sr.interval.low > 0
    assert srec.difference == pytest.approx(10 / 24)
    assert srec.p is not None
    assert srec.p < 0.01
    assert all(
        t.corrected is not None and t.p is not None and t.corrected > t.p for t in found.tests
    )


def test_every_two_runs_are_compared() -> None:
    found = compare_runs({"a": GOOD, "b": BAD, "c": GOOD}, "strict")
    pairs = [(test.first, test.second) for test in found.tests if test.metric == "SR"]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]


def test_only_what_both_ran_is_compared() -> None:
    error = {"task": "t0", "plan_index": 0, "plan": [], "error": "gone"}
    found = compare_runs({"good": GOOD, "bad": [error, *BAD[1:6]]}, "strict")
    assert {test.pairs for test in found.tests} == {5}
    assert found.runs[1].episodes == 5


def test_runs_without_common_episodes_are_not_tested() -> None:
    found = compare_runs({"one": GOOD[:3], "other": GOOD[3:]}, "strict")
    assert {(test.pairs, test.p, test.corrected) for test in found.tests} == {(0, None, None)}


def test_what_was_spent_is_counted_where_it_is_known() -> None:
    usage = {"prompt_tokens": 900, "completion_tokens": 100, "cost": 0.25}
    records = [
        episode("a", True, planner={"usage": usage}),
        episode("b", True, planner={"usage": usage}),
        episode("c", True, planner=None),
    ]
    spent = compare_runs({"run": records}, "strict").runs[0].spent
    assert (spent.steps, spent.tokens, spent.cost) == (2.0, 1000.0, 0.25)
    nothing = compare_runs({"run": GOOD}, "strict").runs[0].spent
    assert (nothing.tokens, nothing.cost) == (None, None)


def test_a_cost_that_is_unknown_of_some_episode_is_unknown() -> None:
    usage = {"prompt_tokens": 900, "completion_tokens": 100, "cost": None}
    asked_nothing = {"prompt_tokens": 0, "completion_tokens": 0, "cost": 0.0}
    records = [
        episode("a", True, planner={"usage": usage}),
        episode("b", True, planner={"usage": asked_nothing}),
    ]
    spent = compare_runs({"run": records}, "strict").runs[0].spent
    assert (spent.tokens, spent.cost) == (500.0, None)
