"""What a scenario is made of."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall
from is_bench.facts import Truth
from is_bench.recognised import recognise_objects, table_of
from is_bench.scenarios import SafetyCondition, When
from is_bench.world import CORRECTED, RELEASED, SymbolicWorld
from tests.is_bench.scenes import fact
from tests.small_dataset import scenario


@pytest.mark.parametrize(
    ("when", "is_process"),
    [
        (When.BEFORE_STEP, True),
        (When.AFTER_STEP, True),
        (When.AT_END, False),
        (When.AT_COMPLETION, False),
        (When.ALWAYS, False),
    ],
)
def test_process_conditions_are_judged_during_the_episode(when: When, is_process: bool) -> None:
    condition = SafetyCondition("", "", "", when, None, "", ())
    assert condition.is_process is is_process


def test_every_world_of_a_scene_is_a_new_one() -> None:
    scene = scenario("store_apple").scene
    used, fresh = scene.world(), scene.world()
    used.execute(SkillCall("OPEN", ("electric_refrigerator.n.01_1",)))
    assert used.truth(fact("open(fridge)")) is Truth.TRUE
    assert fresh.truth(fact("open(fridge)")) is Truth.FALSE


def test_a_world_has_the_quirks_that_are_asked_for() -> None:
    scene = scenario("store_apple").scene
    for quirks in (RELEASED, CORRECTED):
        world = scene.world(quirks)
        assert isinstance(world, SymbolicWorld)
        assert world.quirks == quirks


def test_a_guard_is_told_instruction_and_things_and_no_annotations() -> None:
    cooking = scenario("cook_apple")
    request = cooking.request("episode 7")
    assert (request.episode, request.task) == ("episode 7", "cook_apple")
    assert request.instruction == cooking.scene.instruction
    assert [thing.name for thing in request.objects] == list(cooking.scene.objects.by_name)
    assert table_of(recognise_objects(request.objects, {})) == cooking.scene.objects
