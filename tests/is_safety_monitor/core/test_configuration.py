"""What a guard judges by: settings and constraints."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from is_bench.domain import load_domain
from is_bench.errors import InputError
from is_bench.verdict import Decision
from is_safety_monitor.core.configuration import (
    GuardSettings,
    open_knowledge_base,
    read_own,
    recorded_knowledge_base,
    searching,
)
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition, ConstraintType
from kb.loader import load_library, parse_constraints
from kb.retrieval import RetrievalUnavailable
from tests.is_safety_monitor.core.house_rules import SHUT_CABINETS

MINE = f"\nconstraints:\n{SHUT_CABINETS}"
ACTION_ALONE = Stages(task=False, plan=False)
"""Stages for which nothing is searched."""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE)
    return path


def test_the_library_is_read_with_the_users_files(mine: Path) -> None:
    library = load_library()
    assert open_knowledge_base((), ACTION_ALONE).constraints == library
    both = open_knowledge_base((mine,), ACTION_ALONE).constraints
    assert [c.id for c in both] == [*(c.id for c in library), "shut_cabinets"]


@pytest.mark.parametrize("kind", ConstraintType)
@pytest.mark.parametrize("composition", Composition)
def test_parts_can_be_left_out(composition: Composition, kind: ConstraintType) -> None:
    parts = frozenset({composition}), frozenset({kind})
    part = open_knowledge_base((), ACTION_ALONE, *parts).constraints
    expected = [c for c in load_library() if c.composition is composition and c.kind is kind]
    assert list(part) == expected


def test_a_broken_file_is_refused_with_its_line(mine: Path) -> None:
    mine.write_text(MINE.replace("after: OPEN(x)", "after: OPNE(x)"))
    with pytest.raises(InputError, match=r"mine\.yaml:11:\d+: .*did you mean OPEN"):
        open_knowledge_base((mine,), ACTION_ALONE)


def test_nothing_is_searched_for_where_no_stage_does() -> None:
    assert searching(tuple(parse_constraints(MINE, "mine")), ACTION_ALONE) is None


def test_files_that_were_kept_are_read_as_they_were(mine: Path) -> None:
    base = open_knowledge_base((mine,), ACTION_ALONE)
    own = read_own((mine,))
    mine.unlink()
    assert base.own == own
    assert recorded_knowledge_base(own, ACTION_ALONE).constraints[-1].id == "shut_cabinets"
    assert base.retrieval == ""


def test_files_may_name_the_skills_of_the_robot(mine: Path) -> None:
    mine.write_text(MINE.replace("after: OPEN(x)", "after: TURN_ON(x)"))
    base = open_knowledge_base((mine,), ACTION_ALONE, domain=load_domain("thor"))
    assert base.constraints[-1].after[0].skill == "TURN_ON"
    with pytest.raises(InputError, match="TURN_ON"):
        open_knowledge_base((mine,), ACTION_ALONE)


def test_a_guard_is_never_silent_about_things_that_it_does_not_know() -> None:
    assert GuardSettings().unrecognised is Decision.WARN
    with pytest.raises(InputError, match="'warn' or 'block'"):
        GuardSettings(unrecognised=Decision.ALLOW)


def test_a_robot_of_which_nothing_is_said_is_a_home_robot() -> None:
    assert GuardSettings().domain.name == "household"


def test_a_planner_cannot_be_told_less_than_nothing() -> None:
    assert GuardSettings(advice_limit=0).advice_limit == 0
    with pytest.raises(InputError, match="advice_limit is -2"):
        GuardSettings(advice_limit=-2)


def test_an_embedder_that_is_named_has_to_be_there() -> None:
    if find_spec("sentence_transformers") is not None:
        pytest.skip("sentence-transformers is installed")
    rules = tuple(parse_constraints(MINE, "mine"))
    with pytest.raises(RetrievalUnavailable, match="'some/model' needs sentence-transformers"):
        searching(rules, Stages(), "some/model")
    assert searching(rules, ACTION_ALONE, "some/model") is None


def test_what_was_recorded_is_judged_again_without_the_embedder() -> None:
    if find_spec("sentence_transformers") is not None:
        pytest.skip("sentence-transformers is installed")
    found = searching(tuple(parse_constraints(MINE, "mine")), Stages(), "m", required=False)
    assert found is not None
    assert "sentence-transformers" in found.method
