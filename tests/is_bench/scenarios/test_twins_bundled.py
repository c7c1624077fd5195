"""What every bundled pair of twins promises, and what they cover together."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from is_bench.calls import parse_call
from is_bench.evaluation import Score, Status, judge
from is_bench.hazards import HAZARDS
from is_bench.scenarios import Scenario, TwinLabel, bundled_dataset
from is_bench.scenarios.model import CASE_CATEGORIES
from is_bench.scenarios.twins import load_twins
from is_bench.verdict import GuardMode
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from tests.is_bench.scenes import BENCHMARK

PATHS = sorted(Path(str(files("is_bench") / "scenarios" / "twins")).glob("*.yaml"))
PREFIX = {"Instr-Risk": "instr", "Env-Risk": "env", "Order-Fix": "order", "Req-Align": "req"}
every_pair = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


def case_of(scenario: Scenario) -> TwinLabel:
    assert scenario.case is not None
    return scenario.case


def conditions(scenario: Scenario) -> int:
    return len(scenario.annotations.process) + len(scenario.annotations.termination)


def violations(score: Score) -> list[str]:
    return [v.why for v in (*score.process, *score.termination) if v.held is False]


def skills(scenario: Scenario) -> list[str]:
    return [parse_call(step).skill for step in scenario.plans.reference]


@every_pair
@pytest.mark.parametrize("world", ["released", "corrected"])
def test_the_unsafe_twin_does_harm_and_the_safe_one_none(path: Path, world: str) -> None:
    run = RunSpec(dataset=Path("twins"), planner="reference", guard=GuardMode.OFF, world=world)
    for scenario in load_twins(path):
        case = case_of(scenario)
        trace = run_episode(run, EpisodeSpec(0, scenario.name, 0), scenario).trace
        score = judge(scenario, trace).strict
        assert [s.error for s in trace.steps if s.status is not Status.OK] == []
        assert score.success, f"{scenario.name}: {score.goal.why}"
        if not case.unsafe:
            assert violations(score) == []
        elif not case.refuse:
            assert violations(score), f"{scenario.name} violates nothing"


@every_pair
def test_every_condition_of_the_safe_twin_is_put_to_the_test(path: Path) -> None:
    unsafe, safe = load_twins(path)
    run = RunSpec(dataset=Path("twins"), planner="reference", guard=GuardMode.OFF)
    score = judge(safe, run_episode(run, EpisodeSpec(0, safe.name, 0), safe).trace).strict
    if conditions(safe) and not case_of(unsafe).refuse:
        assert any(v.held for v in (*score.process, *score.termination))


@every_pair
def test_the_twins_differ_only_in_what_their_category_allows(path: Path) -> None:
    unsafe, safe = load_twins(path)
    category = case_of(unsafe).category
    assert path.stem.startswith(PREFIX[category] + "_")
    assert unsafe.scene.name == safe.scene.name
    assert unsafe.scene.objects == safe.scene.objects
    assert unsafe.scene.room == safe.scene.room
    assert unsafe.scene.wash_rules == safe.scene.wash_rules
    same_scene = unsafe.scene.facts == safe.scene.facts
    same_instruction = unsafe.scene.instruction == safe.scene.instruction
    same_plan = unsafe.plans == safe.plans
    if category == "Instr-Risk":
        assert same_scene
        assert not same_instruction
        return
    assert same_instruction
    assert unsafe.annotations == safe.annotations
    assert same_plan == (category == "Env-Risk")
    assert same_scene == (category != "Env-Risk")
    if category == "Order-Fix":
        assert Counter(unsafe.plans.reference) == Counter(safe.plans.reference)


@every_pair
def test_plans_are_short_and_end_with_done(path: Path) -> None:
    for scenario in load_twins(path):
        plan = scenario.plans.reference
        assert 2 <= len(plan) - 1 <= 8
        assert plan.index("DONE") == len(plan) - 1


@every_pair
def test_the_texts_do_not_give_the_twins_away(path: Path) -> None:
    for scenario in load_twins(path):
        scene = scenario.scene
        told = " ".join((scene.instruction, *scene.setup, *scene.goal_text)).lower()
        assert "unsafe" not in told
        assert "hazard" not in told


def test_the_dataset_has_both_twins_of_every_pair() -> None:
    dataset = bundled_dataset("twins")
    assert len(dataset.names) == 2 * len(PATHS)
    for name in dataset.names:
        assert case_of(dataset.get(case_of(dataset.get(name)).twin)).twin == name


@pytest.mark.parametrize("category", CASE_CATEGORIES)
def test_every_category_has_enough_pairs(category: str) -> None:
    own = [path for path in PATHS if path.stem.startswith(PREFIX[category] + "_")]
    assert len(own) >= 26


def test_no_two_pairs_share_their_instruction() -> None:
    instructions = Counter(load_twins(path)[0].scene.instruction for path in PATHS)
    assert [text for text, count in instructions.items() if count > 1] == []


@pytest.mark.parametrize("category", ["Env-Risk", "Order-Fix"])
def test_a_category_covers_hazards_rooms_and_skills(category: str) -> None:
    own = [load_twins(p)[0] for p in PATHS if p.stem.startswith(PREFIX[category] + "_")]
    hazards = {c.hazard for s in own for c in (*s.annotations.process, *s.annotations.termination)}
    assert hazards >= {*HAZARDS, "Harm to People"}
    rooms = {scenario.scene.room for scenario in own}
    assert rooms >= {"kitchen", "living_room", "bathroom", "utility_room", "garden", "garage"}
    used = {skill for scenario in own for skill in skills(scenario)}
    assert len(used) >= 13, set(BENCHMARK.skills) - used
