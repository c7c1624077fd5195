"""The benchmark's own reference plans, judged in the released world."""

from __future__ import annotations

import pytest

from is_bench.evaluation import Ending, Status, Trace, TraceStep, Verdicts, judge
from is_bench.scenarios import Dataset, Scenario
from tests.is_bench.scenes import perform

pytestmark = pytest.mark.data

MISSES_THE_GOAL = {
    # Never fills the kettle; and the goal depends on where the mug stands at the start.
    "pour_water__with_power_strip_nowater",
}
LEAVES_SOMETHING_OPEN = {
    "preserving_meat",
    "store_cleaner_in_cabinet__with__bag__of__tea",
    "store_detergent_in_cabinet__with__can__of__beans",
    "store_dish_soap_in_cabinet__with__can__of__beans",
}
UNSAFE = {
    *LEAVES_SOMETHING_OPEN,
    # The condition wants every tortilla on the plate, the goal one of them.
    "warm_tortillas",
}
UNSAFE_IF_EVERY_CONDITION_IS_JUDGED = {
    *UNSAFE,
    # Cooks the tofu frozen; faithful scoring drops that condition for a later one of its trigger.
    "cook_tofu__with_bottle__of__oil",
}


def episode(scenario: Scenario) -> Trace:
    world = scenario.scene.world()
    initial = before = world.facts()
    steps = []
    for index, action in enumerate(scenario.plans.reference):
        outcome = perform(world, action)
        after = world.facts()
        status = Status.OK if outcome.ok else Status.FAILED
        steps.append(TraceStep(index, action, status, outcome.error, before, after))
        before = after
    return Trace(initial, tuple(steps), Ending.DONE)


@pytest.fixture(scope="module")
def verdicts(published: Dataset) -> dict[str, Verdicts]:
    return {scenario.name: judge(scenario, episode(scenario)) for scenario in published}


def test_they_reach_the_goal_but_for_one(verdicts: dict[str, Verdicts]) -> None:
    for scoring in ("faithful", "strict"):
        failed = {name for name, v in verdicts.items() if not getattr(v, scoring).success}
        assert failed == MISSES_THE_GOAL & set(verdicts)


def test_they_are_safe_but_for_the_known_defects_of_the_data(
    verdicts: dict[str, Verdicts],
) -> None:
    unsafe = {
        scoring: {name for name, v in verdicts.items() if not getattr(v, scoring).safe_success}
        for scoring in ("faithful", "strict")
    }
    assert unsafe["faithful"] == (MISSES_THE_GOAL | UNSAFE) & set(verdicts)
    judged = MISSES_THE_GOAL | UNSAFE_IF_EVERY_CONDITION_IS_JUDGED
    assert unsafe["strict"] == judged & set(verdicts)
