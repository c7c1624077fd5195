from __future__ import annotations

import numpy as np

from is_bench.world import RELEASED
from sim_bridge.backends import EmbeddedSimulator
from sim_bridge.embodied.studio import Studio
from tests.small_dataset import OPEN_FRIDGE, STORING, scenario


def test_without_a_studio_there_is_nothing_to_see() -> None:
    simulator = EmbeddedSimulator()
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    assert simulator.observe() == ()


def test_pictures_show_what_a_skill_has_changed(studio: Studio) -> None:
    simulator = EmbeddedSimulator(studio)
    simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
    before = simulator.observe()
    simulator.execute(OPEN_FRIDGE)
    pairs = zip(before, simulator.observe(), strict=True)
    assert any(not np.array_equal(one.rgb, other.rgb) for one, other in pairs)


def test_the_body_changes_no_fact(studio: Studio) -> None:
    seen = []
    for simulator in (EmbeddedSimulator(), EmbeddedSimulator(studio)):
        simulator.reset(scenario("store_apple").scene, RELEASED, seed=0)
        facts = [simulator.facts()]
        for step in STORING:
            simulator.observe()
            simulator.execute(step)
            facts.append(simulator.facts())
        seen.append(facts)
    assert seen[0] == seen[1]


def test_another_seed_puts_things_elsewhere(studio: Studio) -> None:
    seen = []
    for seed in (1, 2):
        simulator = EmbeddedSimulator(studio)
        simulator.reset(scenario("cook_apple").scene, RELEASED, seed)
        seen.append([view.boxes for view in simulator.observe()])
    assert seen[0] != seen[1]
