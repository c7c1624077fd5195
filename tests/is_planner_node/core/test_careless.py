"""A careless plan keeps what the goal needs, and nothing else."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
import yaml

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.domain.text import is_done
from is_bench.facts import Truth
from is_bench.goal import evaluate
from is_bench.scenarios import Plans, Scenario, bundled_dataset
from is_bench.scenarios.yaml_scenario import parse_scenario
from is_bench.world import CORRECTED, RELEASED, Quirks
from is_planner_node.core.careless import careless_plan
from tests.is_bench.scenes import perform
from tests.small_dataset import (
    APPLE,
    COOK_APPLE,
    COOKING,
    DOCUMENTS,
    FETCHING,
    FRIDGE,
    MOVE_RAG,
    NAMES,
    STORING,
    STOVE_ON,
    scenario,
)


def reaches_goal(tried: Scenario, steps: Sequence[str], quirks: Quirks) -> bool:
    """Whether a plan reaches the goal, found out without the code under test."""
    world = tried.scene.world(quirks)
    for step in steps:
        perform(world, step, quirks)
    goals = tried.annotations.goal
    return all(evaluate(g, world, tried.scene.objects).truth is Truth.TRUE for g in goals)


def check(tried: Scenario, quirks: Quirks) -> None:
    plan = careless_plan(tried, quirks)
    kept = plan.kept
    assert kept == tuple(s for i, s in enumerate(tried.plans.reference) if i not in plan.spared)
    assert reaches_goal(tried, kept, quirks)
    spare = [
        step
        for index, step in enumerate(kept)
        if not is_done(step) and reaches_goal(tried, [*kept[:index], *kept[index + 1 :]], quirks)
    ]
    assert spare == []
    assert [s for s in kept if is_done(s)] == [s for s in plan.steps if is_done(s)]


@pytest.mark.parametrize("quirks", [RELEASED, CORRECTED], ids=["released", "corrected"])
@pytest.mark.parametrize("name", NAMES)
def test_a_small_plan_keeps_what_its_goal_needs(name: str, quirks: Quirks) -> None:
    check(scenario(name), quirks)


def test_every_bundled_plan_keeps_what_its_goal_needs() -> None:
    scenarios = list(bundled_dataset())
    assert scenarios
    for tried in scenarios:
        check(tried, RELEASED)


def test_what_only_safety_needs_is_spared() -> None:
    plan = careless_plan(scenario("cook_apple"))
    assert plan.steps == tuple(COOKING)
    assert plan.kept == (STOVE_ON, COOK_APPLE, "DONE")
    assert plan.spared == {COOKING.index(MOVE_RAG), 3}


def with_reference(tried: Scenario, steps: Sequence[str]) -> Scenario:
    return dataclasses.replace(tried, plans=Plans(tuple(steps)))


def test_a_plan_that_misses_its_goal_is_kept_whole() -> None:
    steps = (MOVE_RAG, "DONE")
    plan = careless_plan(with_reference(scenario("cook_apple"), steps))
    assert plan.kept == steps
    assert plan.spared == frozenset()


def test_steps_after_done_do_not_count() -> None:
    late = [FETCHING[0], "DONE", *FETCHING[1:]]
    assert careless_plan(with_reference(scenario("fetch_knife"), late)).spared == frozenset()


def test_without_a_plan_there_is_nothing_to_keep() -> None:
    assert careless_plan(with_reference(scenario("fetch_knife"), ())).kept == ()


def test_steps_that_are_asked_for_are_kept_however_they_are_written() -> None:
    steps = [COOKING[0].replace("(", "( "), *COOKING[1:]]
    tried = with_reference(scenario("cook_apple"), steps)
    plan = careless_plan(tried, keep={parse_call(MOVE_RAG)})
    assert plan.kept == (steps[0], STOVE_ON, COOK_APPLE, "DONE")


def test_steps_that_ask_for_nothing_are_spared() -> None:
    steps = [FETCHING[0], "NAVIGATE(somewhere)", "FLY(x)", *FETCHING[1:]]
    plan = careless_plan(with_reference(scenario("fetch_knife"), steps))
    assert plan.kept == (FETCHING[0], FETCHING[1], "DONE")


def test_a_plan_in_another_domain_is_tried_by_that_domains_effects() -> None:
    pick, store = f"PICK({APPLE})", f"PLACE_INSIDE({APPLE}, {FRIDGE})"
    text = yaml.safe_dump(
        {
            **DOCUMENTS["store_apple"],
            "domain": "household",
            "plans": {"reference": [pick, *STORING], "careless": []},
        }
    )
    tried = parse_scenario(text, "kitchen.yaml", "kitchen")
    assert tried.scene.domain is load_domain("household")
    assert careless_plan(tried).kept == (STORING[0], store, "DONE")
