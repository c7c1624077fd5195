"""The templates of a domain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from is_bench.domain import BUNDLED, load_domain
from is_bench.objects import ObjectTable, make_object
from is_bench.reading import read_instruction
from is_bench.reading.wordings import wordings
from is_bench.reading.words import data

TABLE = ObjectTable((make_object("lamp", "table_lamp.n.01"), make_object("mug", "mug.n.04")))


def test_the_templates_of_a_domain_are_made_once() -> None:
    domain = load_domain("household")
    assert wordings(domain) is wordings(domain)
    assert wordings(replace(domain)) is not wordings(domain)


def test_a_domain_brings_its_own_words() -> None:
    domain = load_domain("household")
    skill = replace(domain.skills["TOGGLE_ON"], words=("frobnicate {device}",))
    own = replace(domain, skills={**domain.skills, "TOGGLE_ON": skill})
    text = "Frobnicate the lamp."
    assert read_instruction(text, TABLE, domain).unread
    reading = read_instruction(text, TABLE, own)
    assert [str(wish.fact) for wish in reading.wishes] == ["toggled_on(lamp)"]


@pytest.mark.parametrize("name", BUNDLED)
def test_every_template_names_its_arguments_and_wishes_by_slots(name: str) -> None:
    domain = load_domain(name)
    for word, templates in wordings(domain).requests.items():
        for template in templates:
            slots = {slot.name for slot in template.slots}
            assert template.elements[0] == word
            assert template.skill is None or len(template.arguments) == template.skill.arity
            assert template.away in {"", *slots}
            for wish in template.wishes:
                assert wish.predicate == "rests" or wish.predicate in domain.predicates


def test_every_role_of_a_slot_has_a_class() -> None:
    fits = data("wordings.yaml")["fits"]
    for name in BUNDLED:
        for templates in wordings(load_domain(name)).requests.values():
            for template in templates:
                assert {slot.kind for slot in template.slots} <= set(fits)


def test_a_domain_of_its_own_skills_and_predicates_is_read() -> None:
    domain = load_domain("household")
    heat = replace(domain.skills["TOGGLE_ON"], name="HEAT", words=())
    predicates = {**domain.predicates, "open": replace(domain.predicates["open"], arity=2)}
    own = replace(domain, skills={"HEAT": heat}, predicates=predicates)
    reading = read_instruction("Heat the mug. Turn on the lamp. Open the mug.", TABLE, own)
    assert reading.calls == ()
    assert {str(wish) for wish in reading.wishes} == {"hot(mug)", "toggled_on(lamp)"}
