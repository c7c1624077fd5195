"""What a check of a domain says to its author."""

from __future__ import annotations

from pathlib import Path

from is_bench.domain import Domain, SourceText, domain_from_texts, load_domain
from is_bench.domain.summary import domain_summary

EXAMPLE = Path(__file__).parents[3] / "examples" / "domains" / "plant_robot.yaml"


def robot(entries: str) -> Domain:
    return domain_from_texts([SourceText("r.yaml", f"domain: r\nextends: household\n{entries}")])


def test_the_example_has_nothing_to_look_at() -> None:
    assert domain_summary(load_domain(EXAMPLE)).warnings == ()


def test_skills_are_summed_up_in_words() -> None:
    summary = domain_summary(load_domain(EXAMPLE))
    water = next(skill for skill in summary.skills if skill.call.startswith("WATER"))
    assert water.call == "WATER(plant, can)"
    assert water.is_own
    assert water.requires[0] == "(is ?can fillable | particleSource)"
    assert water.kinds == ("SPREAD(can, plant)",)
    assert "(soil_wet ?plant)" in water.effects[0]
    pick = next(skill for skill in summary.skills if skill.call.startswith("PICK"))
    assert not pick.is_own
    own = [predicate.name for predicate in summary.predicates if predicate.is_own]
    assert own == ["soil_wet", "fertilised", "pruned"]


def test_objects_are_known_by_labels_of_the_domain_before_all() -> None:
    summary = domain_summary(load_domain(EXAMPLE), ["Ficus_1", "mug", "mugg"])
    assert [thing.synset for thing in summary.objects] == ["pot_plant.n.01", "mug.n.04", ""]
    (warning,) = summary.warnings
    assert warning.startswith("object mugg: it is not recognized; similar: mug")


def test_a_predicate_that_nothing_uses_is_named() -> None:
    found = domain_summary(robot("predicates: {dull: {arguments: 1}}")).warnings
    assert found == (
        "predicate dull: no skill changes or requires it",
        "predicate dull: it has no words, so no instruction can name it",
    )


def test_a_skill_that_nothing_can_be_said_of_is_named() -> None:
    found = domain_summary(
        robot("skills: {HUM: {meaning: hum, parameters: {x: handled}}}")
    ).warnings
    assert [text.partition(":")[0] for text in found] == ["skill HUM"] * 3
    assert "no effects" in found[0]
    assert "no words" in found[1]
    assert "kind_of" in found[2]


def test_words_that_two_skills_share_are_named() -> None:
    entry = (
        "skills: {GRASP: {meaning: grasp, parameters: {it: moved}, kind_of: [PICK(it)], "
        "words: ['Grasp {it}'], effects: ['(held ?it)']}}"
    )
    assert domain_summary(robot(entry)).warnings == (
        "words 'grasp ...': GRASP and PICK share them",
    )
