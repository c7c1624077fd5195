"""From settings to the guard of an episode."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.errors import InputError, UnknownNameError
from is_bench.verdict import GuardMode
from is_safety_monitor.core import Limits
from is_safety_monitor.core.choice import (
    GuardSettings,
    KnowledgeBase,
    kb_cascade,
    language_model,
    make_cascade,
    open_knowledge_base,
    searching,
)
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.patience import RetryBudget
from is_safety_monitor.core.scenario_knowledge import ScenarioKnowledge
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition, Kind
from kb.loader import load_library, parse_constraints
from tests.small_dataset import scenario

MINE = """
constraints:
  - id: mine_alone
    text: An open cabinet is walked into, so close it after use.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: order
    type: temporal
    where: {x: cabinet.n.01}
    after: OPEN(x)
    require: (not (open ?x))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
SMALL = KnowledgeBase(tuple(parse_constraints(MINE, "mine")))
ACTION_ALONE = Stages(task=False, plan=False)
"""Stages for which nothing is searched."""
ENDPOINT = "http://127.0.0.1:9/v1"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE)
    return path


@pytest.mark.parametrize(("name", "kind"), [("kb", KbKnowledge), ("scenario", ScenarioKnowledge)])
def test_a_guard_has_the_knowledge_that_is_named(name: str, kind: type) -> None:
    guard = make_cascade(GuardSettings(knowledge=name), scenario("cook_apple"), SMALL)
    assert isinstance(guard.guard.knowledge, kind)
    assert guard.guard.knowledge.name == name


def test_a_knowledge_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"'scenarios'; did you mean scenario\?"):
        make_cascade(GuardSettings(knowledge="scenarios"), scenario("cook_apple"), SMALL)


def test_settings_reach_the_guard() -> None:
    settings = GuardSettings(
        mode=GuardMode.SHADOW,
        stages=Stages(plan=False),
        limits=Limits(max_age_ns=7),
        budget=RetryBudget(in_a_row=2),
    )
    guard = kb_cascade(settings, scenario("cook_apple").scene, SMALL)
    assert guard.mode is GuardMode.SHADOW
    assert guard.stages == Stages(plan=False)
    assert guard.guard.limits.max_age_ns == 7
    assert guard.guard.patience.budget.in_a_row == 2
    assert guard.guard.mender is not None


def test_every_episode_has_a_guard_with_a_memory_of_its_own() -> None:
    guards = [kb_cascade(GuardSettings(), scenario("cook_apple").scene, SMALL) for _ in range(2)]
    guards[0].forwarded(0, "OPEN(cabinet.n.01_1)", ok=True)
    guards[0].guard.patience.refused("DONE", ())
    assert guards[1].guard.history == []
    assert guards[1].guard.patience != guards[0].guard.patience


def test_the_library_is_read_with_the_users_files(mine: Path) -> None:
    library = load_library()
    assert open_knowledge_base((), ACTION_ALONE).constraints == library
    both = open_knowledge_base((mine,), ACTION_ALONE).constraints
    assert [c.id for c in both] == [*(c.id for c in library), "mine_alone"]


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("composition", Composition)
def test_parts_can_be_left_out(composition: Composition, kind: Kind) -> None:
    parts = frozenset({composition}), frozenset({kind})
    part = open_knowledge_base((), ACTION_ALONE, *parts).constraints
    expected = [c for c in load_library() if c.composition is composition and c.kind is kind]
    assert list(part) == expected


def test_a_broken_file_is_refused_with_its_line(mine: Path) -> None:
    mine.write_text(MINE.replace("after: OPEN(x)", "after: OPNE(x)"))
    with pytest.raises(InputError, match=r"mine\.yaml:11:\d+: .*did you mean OPEN"):
        open_knowledge_base((mine,), ACTION_ALONE)


def test_nothing_is_searched_for_where_no_stage_does() -> None:
    assert searching(SMALL.constraints, ACTION_ALONE) is None


def test_a_model_needs_a_name() -> None:
    with pytest.raises(InputError, match=f"{ENDPOINT} needs the name of a model"):
        language_model(GuardSettings(endpoint=ENDPOINT))


def test_there_is_no_model_unless_one_is_named_and_asked() -> None:
    assert language_model(GuardSettings(model="some-model")) is None
    without = Stages(task=False)
    assert language_model(GuardSettings(endpoint=ENDPOINT, model="m", stages=without)) is None
    assert language_model(GuardSettings(endpoint=ENDPOINT, model="m")) is not None
