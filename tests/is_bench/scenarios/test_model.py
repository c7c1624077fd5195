"""What a scenario is made of."""

from __future__ import annotations

import pytest

from is_bench.facts import Truth
from is_bench.scenarios import SafetyCondition, When
from is_bench.world import CORRECTED
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
    used.execute("OPEN(electric_refrigerator.n.01_1)")
    assert used.truth(fact("open(fridge)")) is Truth.TRUE
    assert fresh.truth(fact("open(fridge)")) is Truth.FALSE


def test_a_world_has_the_quirks_that_are_asked_for() -> None:
    scene = scenario("store_apple").scene
    assert scene.world().execute("OPEN(fridge)").ok is False
    assert scene.world().execute("OPEN(refrigerator)").ok
    assert not scene.world(CORRECTED).execute("OPEN(refrigerator)").ok
