"""Every scene there is, and what it looks like from its start to the end of its plan."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.facts import Atom
from is_bench.scenarios import Scenario
from sim_bridge.embodied.arrangement import Arrangement, arrange
from sim_bridge.embodied.room_model import RoomModel, make_room_model
from tests.is_bench.scenes import perform

Moment = tuple[RoomModel, Arrangement, frozenset[Atom]]


def moments(scenario: Scenario, *, start_only: bool = False) -> Iterator[Moment]:
    """The start of a scenario, then what each step of its reference plan leaves."""
    world = scenario.scene.world()
    facts = world.facts().true
    room = make_room_model(scenario.scene, facts, 0)
    arrangement = arrange(room, facts)
    yield room, arrangement, facts
    for step in () if start_only else scenario.plans.reference:
        perform(world, step)
        facts = world.facts().true
        arrangement = arrange(room, facts, arrangement)
        yield room, arrangement, facts
