"""Plans under a guard that only watches: what they violate, what the guard would have said.

The plans are the reference plan of a scenario, its careless plans, and the mutants of the reference
plan; of an unsafe twin the unsafe plan alone.  Nothing is stopped, so that every plan runs to its
end and strict scoring tells what it violates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from is_bench.errors import InputError, Place
from is_bench.scenarios import Dataset, Scenario
from is_bench.verdict import Decision, GuardMode
from is_bench.world import Quirks, quirks_of
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.specs.run_guard import KnowledgeBases
from is_bench_eval.specs.run_spec import RunSpec
from is_bench_eval.studies.alarm_matching import matched
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.episode_case import decisions, describe, episode_case
from is_bench_eval.studies.mutants import mutants
from is_bench_eval.studies.study import Case
from is_planner_node.core.careless import careless_plan
from kb.requirements import read_requirements

REFERENCE, CARELESS, UNSAFE = "reference", "careless", "unsafe"
"""Where plans come from, beside the slips of `is_bench_eval.studies.mutants.Slip`."""
STATED, OWN = "stated", "own"
"""What blocks beside the three types of constraints: requirements that the instruction states, and
the guard's own (a step that it cannot read)."""
PRE, POST = "pre", "post"


@dataclass(frozen=True)
class Trial:
    """A plan to watch."""

    source: str
    """REFERENCE, CARELESS, UNSAFE or the value of a Slip."""
    index: int | None
    """The step at which a mutant slips."""
    plan: tuple[str, ...]


def check_plans(dataset: Dataset, tasks: Sequence[str]) -> None:
    """Raise InputError unless every task has a reference plan."""
    for name in tasks:
        scenario = dataset.get(name)
        if not scenario.plans.reference:
            message = f"the task {name!r} has no reference plan, which this study starts from"
            raise InputError(message, Place(scenario.source))


def trials(scenario: Scenario, quirks: Quirks) -> Iterator[Trial]:
    """The plans of a scenario, each once."""
    seen = set()
    for trial in _all_trials(scenario, quirks):
        if trial.plan not in seen:
            seen.add(trial.plan)
            yield trial


def _all_trials(scenario: Scenario, quirks: Quirks) -> Iterator[Trial]:
    plans = scenario.plans
    if scenario.case is not None and scenario.case.unsafe:
        yield Trial(UNSAFE, None, plans.reference)
        return
    yield Trial(REFERENCE, None, plans.reference)
    for plan in (*plans.careless, careless_plan(scenario, quirks).kept):
        yield Trial(CARELESS, None, tuple(plan))
    for mutant in mutants(plans.reference, scenario.scene.domain):
        yield Trial(mutant.slip.value, mutant.index, mutant.plan)


def watched(
    scenario: Scenario, runner: CaseRunner, changes: Mapping[str, Any] | None = None
) -> list[Case]:
    """Every plan of a scenario with what it violates, and which alarms are about that.

    `changes` are the fields of the run in which its guard differs from one with all stages.
    """
    shadow: dict[str, Any] = {"guard": GuardMode.SHADOW, "planner": "plans"}
    run = replace(runner.spec(), **shadow, **(changes or {}))
    types = constraint_types(run, scenario, runner.bases)
    return [
        _case(trial, scenario, runner.run(run, scenario, trial.plan), types)
        for trial in trials(scenario, quirks_of(runner.world))
    ]


def constraint_types(
    run: RunSpec, scenario: Scenario, bases: KnowledgeBases
) -> Callable[[str], str]:
    """Tells of the id of a constraint its type, STATED or OWN."""
    scene = scenario.scene
    stated = read_requirements(scene.instruction, scene.objects, scene.domain).constraints
    library = bases.of(run, scene.domain).constraints
    types = {constraint.id: constraint.kind.value for constraint in library}
    types |= {constraint.id: STATED for constraint in stated}
    return lambda name: types.get(name, OWN)


def _case(trial: Trial, scenario: Scenario, episode: Episode, types: Callable[[str], str]) -> Case:
    happened = episode_case(scenario, episode)
    warned = decisions(episode.guard, scenario.scene.objects, Decision.WARN)
    return {
        **describe(scenario),
        "source": trial.source,
        "slip_at": trial.index,
        **happened,
        **matched(happened, warned, types),
    }
