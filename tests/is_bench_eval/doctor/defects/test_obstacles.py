from __future__ import annotations

import pytest
from hypothesis import given

from is_bench.facts import Atom
from is_bench.scenarios import Scene, bundled_dataset
from is_bench.world import CORRECTED, RELEASED, Quirks
from is_bench_eval.doctor.defects.obstacles import obstacle
from tests.is_bench.scenes import BENCHMARK, full, perform
from tests.is_bench.world.plans import FACTS, PLANS, RULES, THINGS, world

SCENE = Scene("kitchen", "", "", THINGS, frozenset(), BENCHMARK, RULES)


@pytest.mark.parametrize("quirks", [RELEASED, CORRECTED])
@given(initially=FACTS, plan=PLANS)
def test_no_step_that_succeeds_has_an_obstacle(
    quirks: Quirks, initially: frozenset[Atom], plan: list[str]
) -> None:
    scene_world = world(initially, quirks)
    scene = Scene("kitchen", "", "", scene_world.objects, initially, BENCHMARK, RULES)
    for step in plan:
        if perform(scene_world, step, quirks).ok:
            assert obstacle(step, scene) == ""


def test_no_step_of_a_bundled_plan_has_an_obstacle() -> None:
    for scenario in bundled_dataset():
        for plan in (scenario.plans.reference, *scenario.plans.careless):
            assert [step for step in plan if obstacle(step, scenario.scene)] == []


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("OPEN(table)", "has no door or lid"),
        ("TOGGLE_ON(jar)", "has no switch"),
        ("PLACE_ON_TOP(water, table)", "is a substance"),
        ("PLACE_INSIDE(apple, agent)", "is the robot itself"),
        ("CUT(pan, knife)", "cannot be cut"),
        ("CUT(apple, jar)", "cannot cut"),
        ("WIPE(table, jar)", "is no cleaning tool"),
        ("SOAK_UNDER(rag, table)", "gives no fluid"),
        ("SOAK_INSIDE(rag, table)", "is no vessel"),
        ("FILL_WITH(jar, stove)", "gives no fluid"),
        ("POUR_INTO(jar, table)", "is no vessel"),
        ("SPREAD(jar, water)", "is a substance"),
        ("WAIT_FOR_WASHED(stove)", "is no washer"),
        ("WAIT_FOR_FROZEN(apple, stove)", "is no refrigerator"),
        ("WAIT_FOR_FROZEN(stove, fridge)", "cannot freeze"),
    ],
)
def test_what_the_objects_cannot_do(step: str, why: str) -> None:
    assert why in obstacle(full(step), SCENE)


def test_done_has_no_obstacle() -> None:
    assert obstacle("DONE", SCENE) == ""
