from __future__ import annotations

from is_bench_eval.reports.differences import difference
from tests.is_bench_eval.reports.samples import failed_record, record


def titles(first: list[dict[str, object]], second: list[dict[str, object]]) -> list[str]:
    return [change.title for change in difference(first, second).changes]


def test_changes_of_success_and_of_safety_are_found() -> None:
    first = [record("a"), record("b", process=[True]), record("c"), record("d")]
    second = [record("a"), record("b", process=[False]), record("c", success=False), record("d")]
    assert titles(first, second) == ["b", "c"]


def test_a_condition_that_is_no_longer_judged_is_no_change() -> None:
    assert titles([record(process=[True])], [record(process=[None])]) == []


def test_an_episode_that_could_not_be_run_is_a_change() -> None:
    (change,) = difference([record()], [failed_record()]).changes
    assert change.before is not None
    assert change.after is None
    assert titles([failed_record()], [failed_record(error="otherwise")]) == []


def test_plans_of_a_task_are_kept_apart() -> None:
    first = [record("a"), record("a", plan_index=1)]
    second = [record("a", plan_index=1, success=False), record("a")]
    assert titles(first, second) == ["a #1"]


def test_episodes_that_only_one_run_has_are_counted() -> None:
    found = difference([record("a"), record("b")], [record("b"), record("c"), record("d")])
    assert (found.changes, found.missing, found.added) == ((), 1, 2)
