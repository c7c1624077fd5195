"""Where a task's goal is not the goal of its problem file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from is_bench.errors import SyntaxProblem
from is_bench.evaluation import Trace
from is_bench.facts import Truth
from is_bench.goal import Expression, evaluate
from is_bench.goal.parse import goals_of_group
from is_bench_eval.doctor.defects.canonical import canonical, conjuncts
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import Defect, Task

DIFFERENT = Defect(
    "goal differs from the problem file's",
    "make them the same; only the task file's goal is judged",
)
BROKEN = Defect("goal of the problem file is broken", "correct it; only the task file's is judged")


def check_problem_goal(task: Task, trace: Trace | None) -> Iterator[Finding]:
    """The difference, and whether the reference plan (`trace`) also reaches the other goal."""
    if task.problem is None:
        return
    name, objects = task.scenario.name, task.scenario.scene.objects
    try:
        goals = goals_of_group(task.problem.goal, objects)
    except SyntaxProblem as error:
        yield BROKEN.found(name, error.place, error.message)
        return
    ours, theirs = conjuncts(task.scenario.annotations.goal), conjuncts(goals)
    more, less = _without(ours, theirs), _without(theirs, ours)
    if not more and not less:
        return
    parts = []
    if less:
        parts.append(f"not judged: {_words(less)}")
    if more:
        parts.append(f"judged, but not in the problem file: {_words(more)}")
    if trace is not None and any(
        evaluate(goal, trace.final, objects).truth is not Truth.TRUE for goal in goals
    ):
        parts.append("the reference plan does not reach the problem file's goal")
    yield DIFFERENT.of(task, task.goal_at, "; ".join(parts))


def _without(some: Iterable[Expression], others: Iterable[Expression]) -> list[Expression]:
    forms = {canonical(goal) for goal in others}
    return [goal for goal in some if canonical(goal) not in forms]


def _words(goals: Iterable[Expression]) -> str:
    return " ".join(map(str, goals))
