from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.errors import ScenarioProblem
from is_bench.facts import atom
from is_bench.scenarios import load_dataset
from is_bench.world import RELEASED
from sim_bridge.backends.omnigibson.simulator import OmniGibsonSimulator
from sim_bridge.errors import SimulatorError
from tests.sim_bridge.backends.omnigibson import fake_states
from tests.sim_bridge.backends.omnigibson.fake_og import (
    OPTIONS,
    FakeOmniGibson,
    fake_api,
    fake_omnigibson,
)
from tests.sim_bridge.backends.omnigibson.fake_world import Parts
from tests.small_dataset import APPLE, FRIDGE, OPEN_FRIDGE, STORE_APPLE, scenario

SCENE = scenario("store_apple").scene


def with_og(**options: Any) -> tuple[OmniGibsonSimulator, FakeOmniGibson]:
    api = fake_api()
    simulator = OmniGibsonSimulator(replace(OPTIONS, **options), lambda: api, lambda: None)
    return simulator, api.og


def test_the_same_task_again_needs_no_loading() -> None:
    simulator, og = with_og()
    for _ in range(3):
        simulator.reset(SCENE, RELEASED, seed=0)
    assert len(og.environments) == 1
    simulator.reset(scenario("cook_apple").scene, RELEASED, seed=0)
    assert len(og.environments) == 2


def test_a_scene_in_which_something_was_cut_is_loaded_anew() -> None:
    simulator, og = with_og()
    scene = load_dataset(None).get("slice_apple_on_clean_plate").scene
    for _ in range(2):
        simulator.reset(scene, RELEASED, seed=0)
        for step in load_dataset(None).get(scene.name).plans.reference:
            assert simulator.execute(parse_call(step)).ok
    assert len(og.environments) == 2


def test_a_scene_of_another_domain_is_refused_before_anything_is_loaded() -> None:
    simulator, og = with_og()
    scene = replace(SCENE, domain=load_domain("household"))
    with pytest.raises(SimulatorError, match="of the domain 'household'; run it in the embedded"):
        simulator.reset(scene, RELEASED, seed=0)
    assert og.environments == []
    simulator.reset(SCENE, RELEASED, seed=0)
    assert simulator.objects() == SCENE.objects


def test_a_state_before_a_cut_cannot_be_returned_to() -> None:
    simulator, _ = with_og()
    known = load_dataset(None).get("slice_apple_on_clean_plate")
    simulator.reset(known.scene, RELEASED, seed=0)
    snapshot = simulator.snapshot()
    for step in known.plans.reference:
        simulator.execute(parse_call(step))
    with pytest.raises(SimulatorError, match="cut"):
        simulator.restore(snapshot)


def test_the_robot_is_invisible_and_the_goal_is_not_told() -> None:
    simulator, og = with_og()
    simulator.reset(SCENE, RELEASED, seed=0)
    assert [robot.visible for robot in og.environments[0].robots] == [False]


def test_a_failed_placement_is_seen_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    simulator, og = with_og()
    simulator.reset(SCENE, RELEASED, seed=0)
    simulator.execute(parse_call(OPEN_FRIDGE))
    monkeypatch.setattr(og.environments[0].body, "move", lambda *_: None)
    outcome = simulator.execute(parse_call(STORE_APPLE))
    assert not outcome.ok
    assert f"{APPLE} was moved, but it is not inside {FRIDGE}" in outcome.error


def test_a_pot_above_a_burner_is_heated_though_it_does_not_touch_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = fake_states.OnTop._get_value
    monkeypatch.setattr(fake_states.OnTop, "_get_value", lambda s, o: o.heat is None and told(s, o))
    known = load_dataset(None).get("boil_water_in_saucepan")
    simulator = fake_omnigibson(Parts(objects=known.scene.objects))
    simulator.reset(replace(known.scene, scene_models=()), RELEASED, seed=0)
    assert [simulator.execute(parse_call(step)).error for step in known.plans.reference] == [
        ""
    ] * len(known.plans.reference)


def test_what_omnigibson_refuses_is_a_failed_step_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simulator, og = with_og()
    simulator.reset(SCENE, RELEASED, seed=0)

    def refuse(*_: object) -> None:
        raise ValueError("this joint does not move")

    monkeypatch.setattr(og.environments[0].body, "set_flag", refuse)
    outcome = simulator.execute(parse_call(OPEN_FRIDGE))
    assert not outcome.ok
    assert "this joint does not move" in outcome.error


def test_nothing_is_cut_where_no_rule_is_active() -> None:
    simulator, og = with_og()
    known = load_dataset(None).get("slice_apple_on_clean_plate")
    simulator.reset(known.scene, RELEASED, seed=0)
    og.environments[0].scene.transition_rule_api.active_rules.clear()
    outcomes = {step: simulator.execute(parse_call(step)) for step in known.plans.reference}
    failed = [outcome.error for step, outcome in outcomes.items() if step.startswith("CUT")]
    assert failed
    assert all("nothing in the scene can cut" in error for error in failed)


def test_what_the_scene_file_lacks_is_told(caplog: pytest.LogCaptureFixture) -> None:
    parts = Parts()
    simulator = fake_omnigibson(parts)
    odd = replace(SCENE, facts=SCENE.facts | {atom("hot", FRIDGE)})
    with caplog.at_level(logging.WARNING):
        simulator.reset(odd, RELEASED, seed=0)
    assert f"declared, but not so in the scene: hot({FRIDGE})" in caplog.text


def test_a_task_is_set_up_only_in_a_scene_that_it_is_made_for() -> None:
    simulator, _ = with_og(scene_model="Rs_int")
    with pytest.raises(ScenarioProblem, match="it is made for: Beechwood_0_int"):
        simulator.reset(replace(SCENE, scene_models=("Beechwood_0_int",)), RELEASED, seed=0)


def test_a_missing_scene_file_is_named(tmp_path: Path) -> None:
    simulator, _ = with_og(scenes=str(tmp_path))
    with pytest.raises(ScenarioProblem, match="Rs_int_task_store_apple_0_0_template"):
        simulator.reset(SCENE, RELEASED, seed=0)


def test_progress_is_told_at_every_simulation_step() -> None:
    told: list[int] = []
    api = fake_api()
    simulator = OmniGibsonSimulator(OPTIONS, lambda: api, lambda: told.append(1))
    simulator.reset(SCENE, RELEASED, seed=0)
    before, steps = len(told), api.og.sim.steps
    simulator.execute(parse_call(OPEN_FRIDGE))
    assert len(told) - before == api.og.sim.steps - steps > 0


def test_looking_steps_the_world_only_with_the_benchmarks_camera() -> None:
    for mode, steps in (("external", 0), ("none", 0), ("moving", 25)):
        simulator, og = with_og(camera_mode=mode)
        simulator.reset(SCENE, RELEASED, seed=0)
        assert og.sim is not None
        before = og.sim.steps
        assert len(simulator.observe()) == (0 if mode == "none" else 5)
        assert og.sim.steps - before == steps


def test_closing_shuts_omnigibson_down() -> None:
    simulator, og = with_og()
    simulator.reset(SCENE, RELEASED, seed=0)
    simulator.close()
    assert og.is_shut_down
