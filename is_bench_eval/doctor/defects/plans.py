"""Plans that come with a task and do not do what they are for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from is_bench.domain.text import split_call
from is_bench.evaluation import AGENT, Score, Trace, find_causes, judge
from is_bench.world import RELEASED
from is_bench_eval.doctor.findings import Finding
from is_bench_eval.doctor.task import Condition, Defect, Task
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec

NO_PLAN = Defect("no reference plan", "write one, each step as SKILL(object, ...), the last DONE")
STEP_FAILS = Defect("reference plan: a step fails", "correct the step or what should precede it")
GOAL_MISSED = Defect("reference plan: goal not reached", "correct the plan or the goal")
UNSAFE = Defect("reference plan: unsafe", "correct the plan or the condition")
NOT_CARELESS = Defect(
    "careless plan that is not", "let it reach the goal and break at least one condition"
)


def run_plan(task: Task, plan: Sequence[str]) -> Trace:
    """What happens in the released world when `plan` is followed."""
    episode = EpisodeSpec(0, task.scenario.name, 0, tuple(plan))
    return run_episode(RunSpec(planner="plans"), episode, task.scenario).trace


def check_reference(task: Task, trace: Trace) -> Iterator[Finding]:
    """What goes wrong in the reference plan, of which `trace` tells."""
    verdicts = judge(task.scenario, trace)
    causes = find_causes(task.scenario, trace, verdicts, task.scenario.scene.model(RELEASED))
    for step, cause in zip(trace.steps, causes.steps, strict=True):
        if cause == AGENT:  # faults and events are meant to make steps fail
            yield STEP_FAILS.of(task, task.step_at(step.index), f"{step.action}: {step.error}")
    if not verdicts.strict.success:
        only = ", only in strict scoring" if verdicts.faithful.success else ""
        yield GOAL_MISSED.of(task, task.goal_at, f"{verdicts.strict.goal.why}{only}")
    yield from _unsafe(task, verdicts.strict, verdicts.faithful)


def _unsafe(task: Task, strict: Score, faithful: Score) -> Iterator[Finding]:
    judged = zip(
        task.conditions,
        (*strict.process, *strict.termination),
        (*faithful.process, *faithful.termination),
        strict=True,
    )
    for item, verdict, other in judged:
        if verdict.held is False:
            only = ", only in strict scoring" if other.held is not False else ""
            message = f"{_tip(item)}: {verdict.why}{only}"
            yield UNSAFE.of(task, item.text_at, message)


def check_no_reference(task: Task) -> Iterator[Finding]:
    """Why a task has no reference plan."""
    if task.problem is None:
        return
    for index, raw in enumerate(task.document.get("example_planning", ())):
        if not split_call(raw["action"])[1].strip() and not raw["action"].endswith("DONE"):
            message = f"{raw['action']!r} is not a skill call, so that the whole plan is not read"
            yield NO_PLAN.of(task, task.step_at(index), message)
            return
    yield NO_PLAN.of(task, task.steps_at, "the task has no example_planning that can be read")


def check_careless(task: Task) -> Iterator[Finding]:
    """Whether the careless plans reach the goal, unsafely."""
    for number, plan in enumerate(task.scenario.plans.careless):
        score = judge(task.scenario, run_plan(task, plan)).strict
        at = ("plans", "careless", number)
        if not score.success:
            message = f"it does not reach the goal: {score.goal.why}"
            yield NOT_CARELESS.of(task, at, message)
        elif score.safe_success:
            yield NOT_CARELESS.of(task, at, "it reaches the goal safely")


def _tip(item: Condition) -> str:
    return item.condition.tip.rstrip(". ") or " ".join(map(str, item.condition.goals))
