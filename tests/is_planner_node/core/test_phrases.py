"""A domain's requirements in words."""

from __future__ import annotations

import pytest

from is_bench.domain import Domain, domain_from_texts
from is_bench.domain.model import SourceText
from is_planner_node.core.phrases import domain_text
from tests.is_planner_node.core.kitchens import BENCHMARK, HOUSEHOLD

HEAD = """
domain: garden
title: A robot in a garden
extends: household
inherit: [DONE]
predicates:
  dry: {arguments: 1}
  watches: {arguments: 2, words: ["{0} watches {1}"]}
conditions:
  alone ?x: (not (exists (?o - object) (watches ?o ?x)))
  fit ?x: (and (dry ?x) (alone ?x))
skills:
  WATER:
    meaning: water   a plant
    parameters: {plant: covered, can: {role: source, where: "fillable & !openable"}}
"""


def garden(*requires: str) -> Domain:
    listed = "".join(f"\n      - {text}" for text in requires)
    text = f"{HEAD}    requires:{listed}\n    effects: [(not (dry ?plant))]\n"
    return domain_from_texts([SourceText("garden.yaml", text)])


@pytest.mark.parametrize(
    ("requirement", "words"),
    [
        ("(dry ?plant)", "dry(plant)"),
        ("(open ?can)", "can is open"),
        ("(not (open ?can))", "can is not open"),
        ("(not (watches ?can ?plant))", "not (can watches plant)"),
        ("(not (= ?can ?plant))", "can is not plant"),
        ("(is ?plant plant.n.02 | !fillable)", "plant is plant or not fillable"),
        (
            "(and (open ?can) (or (dry ?plant) (hot ?plant)))",
            "can is open and (dry(plant) or plant is hot)",
        ),
        ("(imply (hot ?plant) (open ?can))", "if plant is hot, then can is open"),
        ("(exists (?o - thing) (watches ?o ?can))", "for some thing o: o watches can"),
        ("(forall (?o - object) (dry ?o))", "for every object o: dry(o)"),
        ("(alone ?can)", "alone(can)"),
        ("(forn (1) (?o - thing) (dry ?o))", "for exactly 1 thing o: dry(o)"),
    ],
)
def test_a_requirement_is_said_in_words(requirement: str, words: str) -> None:
    skill = domain_text(garden(requirement)).skills[0]
    assert skill.needs == (words,)


def test_a_parameter_is_told_with_what_fits() -> None:
    skill = domain_text(garden("(dry ?plant)")).skills[0]
    assert skill.signature == "WATER(plant, can: fillable and not openable)"
    assert skill.meaning == "water a plant"


def test_named_conditions_are_explained_once_with_those_that_they_are_made_of() -> None:
    told = domain_text(garden("(fit ?plant)", "(fit ?can)"))
    assert told.skills[0].needs == ("fit(plant)", "fit(can)")
    assert told.glossary == (
        "fit(x): dry(x) and alone(x)",
        "alone(x): for no object o: o watches x",
    )


def test_nothing_is_explained_that_is_not_used() -> None:
    assert domain_text(garden("(dry ?plant)")).glossary == ()


@pytest.mark.parametrize("domain", [BENCHMARK, HOUSEHOLD], ids=lambda domain: domain.name)
def test_all_that_a_bundled_domain_needs_has_words(domain: Domain) -> None:
    told = domain_text(domain)
    said = [needed for skill in told.skills for needed in skill.needs]
    assert said
    assert not [text for text in (*said, *told.glossary) if "?" in text]
