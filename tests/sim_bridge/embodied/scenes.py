"""Every scene there is, and what it looks like from its start to the end of its plan."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.facts import Atom
from is_bench.scenarios import Scenario
from sim_bridge.embodied.arrangement import Arrangement, arrange
from sim_bridge.embodied.stage import Stage, make_stage
from tests.is_bench.scenes import perform

Moment = tuple[Stage, Arrangement, frozenset[Atom]]


def moments(scenario: Scenario, *, start_only: bool = False) -> Iterator[Moment]:
    """The start of a scenario, then what each step of its reference plan leaves."""
    world = scenario.scene.world()
    facts = world.facts().true
    stage = make_stage(scenario.scene, facts, 0)
    arrangement = arrange(stage, facts)
    yield stage, arrangement, facts
    for step in () if start_only else scenario.plans.reference:
        perform(world, step)
        facts = world.facts().true
        arrangement = arrange(stage, facts, arrangement)
        yield stage, arrangement, facts
