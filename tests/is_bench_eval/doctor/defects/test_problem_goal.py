from __future__ import annotations

from pathlib import Path

from tests.is_bench_eval.doctor.samples import Sample, defects, line_of
from tests.small_dataset import APPLE, PAN, STOVE

KIND = "goal differs from the problem file's"
GOAL = f"(and (cooked ?{APPLE}))"


def test_a_goal_that_leaves_something_out(tmp_path: Path) -> None:
    kept = f"(ontop {APPLE} {PAN})"
    found = defects(
        tmp_path, lambda task: task.replace_problem(GOAL, f"(and (cooked {APPLE}) {kept})")
    )
    assert found.keys() == {KIND}
    assert found[KIND].message == f"not judged: {kept}"
    assert line_of(found[KIND]).startswith('"execution_goal_condition"')


def test_a_goal_that_the_reference_plan_does_not_reach(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.replace_problem(GOAL, f"(toggled_on {STOVE})"))
    assert found.keys() == {KIND}
    assert found[KIND].message == (
        f"not judged: (toggled_on {STOVE}); judged, but not in the problem file: (cooked {APPLE}); "
        "the reference plan does not reach the problem file's goal"
    )


def test_a_goal_in_another_order(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        pair = f"(cooked {APPLE})", f"(not (toggled_on {STOVE}))"
        task.goals["execution_goal_condition"] = f"(:goal (and {pair[0]} {pair[1]}))"
        task.replace_problem(GOAL, f"(and {pair[1]} (and {pair[0]}))")

    assert defects(tmp_path, change) == {}


def test_a_task_without_a_goal_of_its_own(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.goals["execution_goal_condition"] = None

    assert defects(tmp_path, change) == {}


def test_a_broken_goal_in_the_problem_file(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.replace_problem(GOAL, "(and (eaten apple))"))
    assert found.keys() == {"goal of the problem file is broken"}
    finding = found["goal of the problem file is broken"]
    assert finding.place is not None
    assert finding.place.source.endswith("problem0.bddl")
    assert "(eaten apple)" in line_of(finding)
