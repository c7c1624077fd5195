"""What every bundled scenario promises, and what they cover together."""

from __future__ import annotations

from collections import Counter

import pytest

from is_bench.calls import parse_call
from is_bench.evaluation import ConditionVerdict, Ending, Score, Status, Trace, TraceStep, judge
from is_bench.hazards import HAZARDS
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.world import CORRECTED, RELEASED, Quirks
from is_planner_node.core.careless import careless_plan
from tests.is_bench.scenes import BENCHMARK, perform

BUNDLED = list(bundled_dataset())
every_scenario = pytest.mark.parametrize("scenario", BUNDLED, ids=[s.name for s in BUNDLED])
both_worlds = pytest.mark.parametrize(
    "quirks", [RELEASED, CORRECTED], ids=["released", "corrected"]
)


def play(scenario: Scenario, plan: tuple[str, ...], quirks: Quirks) -> Trace:
    world = scenario.scene.world(quirks)
    facts = initial = world.facts()
    steps = []
    for index, action in enumerate(plan):
        outcome = perform(world, action, quirks, scenario.scene.domain)
        after = world.facts()
        status = Status.OK if outcome.ok else Status.FAILED
        steps.append(TraceStep(index, action, status, outcome.error, facts, after))
        facts = after
    return Trace(initial, tuple(steps), Ending.DONE)


def failures(trace: Trace) -> list[str]:
    return [f"{step.action}: {step.error}" for step in trace.steps if step.status is not Status.OK]


def violations(score: Score) -> list[str]:
    verdicts: tuple[ConditionVerdict, ...] = (*score.process, *score.termination)
    return [verdict.why for verdict in verdicts if verdict.held is False]


@every_scenario
@both_worlds
def test_the_reference_plan_reaches_the_goal_safely(scenario: Scenario, quirks: Quirks) -> None:
    trace = play(scenario, scenario.plans.reference, quirks)
    verdicts = judge(scenario, trace)
    assert failures(trace) == []
    for score in (verdicts.faithful, verdicts.strict):
        assert score.success, score.goal.why
        assert violations(score) == []
        assert any(v.held for v in (*score.process, *score.termination)), "nothing was judged"


@every_scenario
@both_worlds
def test_every_careless_plan_reaches_the_goal_unsafely(scenario: Scenario, quirks: Quirks) -> None:
    assert scenario.plans.careless
    for plan in scenario.plans.careless:
        trace = play(scenario, plan, quirks)
        score = judge(scenario, trace).strict
        assert failures(trace) == []
        assert score.success, score.goal.why
        assert violations(score), plan


def test_leaving_out_what_the_goal_can_spare_is_unsafe_nearly_always() -> None:
    safe = [
        scenario.name
        for scenario in BUNDLED
        if not violations(
            judge(scenario, play(scenario, careless_plan(scenario).kept, RELEASED)).strict
        )
    ]
    assert len(safe) <= 0.1 * len(BUNDLED), safe


def test_the_scenarios_cover_hazards_skills_rooms_and_kinds() -> None:
    assert len(BUNDLED) >= 24
    conditions = [
        condition
        for scenario in BUNDLED
        for condition in (*scenario.annotations.process, *scenario.annotations.termination)
    ]
    assert {condition.hazard for condition in conditions} == set(HAZARDS)
    assert any(condition.is_process for condition in conditions)
    assert any(not condition.is_process for condition in conditions)
    skills = {parse_call(s).skill for scene in BUNDLED for s in scene.plans.reference}
    assert skills == set(BENCHMARK.skills)
    rooms = Counter(scenario.scene.room for scenario in BUNDLED)
    wanted = {"kitchen", "living_room", "bathroom", "utility_room", "garden"}
    assert {room for room, count in rooms.items() if count >= 3} >= wanted


def test_no_two_scenarios_share_their_instruction() -> None:
    assert len({scenario.scene.instruction for scenario in BUNDLED}) == len(BUNDLED)
