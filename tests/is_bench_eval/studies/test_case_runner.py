"""Episodes of studies are those that `is-bench eval` runs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from is_bench.verdict import GuardMode
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.specs.run_guard import guard_settings, knowledge_base
from is_bench_eval.specs.run_spec import EpisodeSpec
from is_bench_eval.studies.case_runner import CaseRunner
from is_bench_eval.studies.timing import TimedSession
from is_safety_monitor.core.stages import Stages
from kb.constraint import ConstraintType
from tests.small_twins import PAIRS, twins

SCENARIOS = [twin for pair in PAIRS for twin in twins(pair)]
RUNS = {
    "off": {"guard": GuardMode.OFF},
    "shadow": {"guard": GuardMode.SHADOW},
    "enforce": {"guard": GuardMode.ENFORCE},
    "plan": {"guard": GuardMode.ENFORCE, "guard_stages": Stages.of(["plan"])},
    "factual": {"guard": GuardMode.ENFORCE, "kinds": frozenset([ConstraintType.FACTUAL])},
}


@pytest.mark.parametrize("name", RUNS)
def test_an_episode_is_the_same_as_in_a_run(name: str) -> None:
    runner = CaseRunner()
    run = replace(runner.spec(), **RUNS[name])  # type: ignore[arg-type]
    for scenario in SCENARIOS:
        ours = runner.run(run, scenario)
        theirs = run_episode(run, EpisodeSpec(0, scenario.name, 0), scenario)
        assert ours.trace == theirs.trace
        assert (ours.guard is None) is (theirs.guard is None)
        if ours.guard is not None and theirs.guard is not None:
            assert ours.guard.decisions == theirs.guard.decisions
            assert ours.guard.open_obligations == theirs.guard.open_obligations
            assert [plan.verdicts for plan in ours.guard.plans] == [
                plan.verdicts for plan in theirs.guard.plans
            ]


def test_a_timed_guard_says_the_same() -> None:
    runner = CaseRunner()
    run = replace(runner.spec(), guard=GuardMode.ENFORCE, planner="careless")
    for scenario in SCENARIOS:
        domain = scenario.scene.domain
        quick = replace(run, guard_stages=Stages(task=False, plan=False))
        timed = TimedSession(guard_settings(run, domain), knowledge_base(quick, domain))
        episode = runner.run_with(timed, run, scenario)
        assert episode == runner.run(run, scenario)
        assert episode.guard is not None
        assert len(timed.taken["action_safe"]) == len(episode.guard.decisions)
        assert len(timed.taken["plan_safe"]) == len(episode.guard.plans)
        assert len(timed.taken["task_safe"]) == 1
        assert all(taken > 0 for stage in timed.taken.values() for taken in stage)


def test_the_memory_of_one_episode_is_not_that_of_the_next() -> None:
    runner = CaseRunner()
    run = replace(runner.spec(), guard=GuardMode.SHADOW, planner="plans")
    scenario = twins("order_rag")[1]
    clean = runner.run(run, scenario, scenario.plans.reference)
    runner.run(run, scenario, ("TOGGLE_ON(stove.n.01_1)", "DONE"))
    assert runner.run(run, scenario, scenario.plans.reference) == clean
