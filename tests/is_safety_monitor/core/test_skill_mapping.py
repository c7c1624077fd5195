"""What a robot can do to bring something about, whatever its skills are called."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.domain import Domain, domain_from_texts, load_domain
from is_bench.domain.model import SourceText
from is_safety_monitor.core.skill_mapping import SkillMapping
from tests.is_safety_monitor.core.guards import table

LAMP, SINK, TABLE, MUG = "table_lamp.n.01_1", "sink.n.01_1", "breakfast_table.n.01_1", "mug.n.04_1"
SCENE = table(LAMP, SINK, TABLE, MUG)
OWN = """
domain: own
title: A robot whose skills have names of their own
extends: is_bench
inherit: [DONE]
skills:
  DARKEN:
    meaning: put a lamp out
    parameters: {lamp: {role: switched, where: lamp.n.02}}
    kind_of: [TOGGLE_OFF(lamp)]
  RETURN_TO:
    meaning: bring a thing back to where it belongs
    parameters: {place: support, thing: moved}
    kind_of: ["PLACE_ON_TOP(thing, place)"]
  DOUSE:
    meaning: darken a lamp with a cap
    parameters: {lamp: switched, cap: tool}
    kind_of: [DARKEN(lamp)]
"""


def own() -> Domain:
    return domain_from_texts([SourceText("own.yaml", OWN)])


def in_words(domain: Domain, general: str) -> list[str]:
    return [str(call) for call in SkillMapping(domain).calls(parse_call(general), SCENE)]


@pytest.mark.parametrize("name", ["is_bench", "household"])
def test_a_robot_with_a_skill_uses_it_itself(name: str) -> None:
    for general in (
        f"TOGGLE_OFF({LAMP})",
        f"PLACE_ON_TOP({MUG}, {TABLE})",
        f"WIPE({TABLE}, {MUG})",
    ):
        assert in_words(load_domain(name), general) == [general]


def test_another_robot_does_it_in_its_own_way() -> None:
    assert in_words(load_domain("thor"), f"TOGGLE_OFF({LAMP})") == [f"TURN_OFF({LAMP})"]
    assert in_words(own(), f"TOGGLE_OFF({LAMP})") == [f"DARKEN({LAMP})"]


def test_arguments_are_put_where_the_robot_wants_them() -> None:
    assert in_words(own(), f"PLACE_ON_TOP({MUG}, {TABLE})") == [f"RETURN_TO({TABLE}, {MUG})"]


def test_what_holds_only_for_some_things_is_done_only_to_those() -> None:
    thor = load_domain("thor")
    assert in_words(thor, f"PLACE_INSIDE({MUG}, {SINK})") == [f"PUT({MUG}, {SINK})"]
    assert in_words(thor, f"PLACE_INSIDE({MUG}, {TABLE})") == []
    assert in_words(thor, f"PLACE_ON_TOP({MUG}, {TABLE})") == [f"PUT({MUG}, {TABLE})"]


def test_a_skill_that_needs_more_than_is_told_is_no_way() -> None:
    assert not any("DOUSE" in call for call in in_words(own(), f"TOGGLE_OFF({LAMP})"))


def test_what_the_robot_cannot_do_it_cannot_do() -> None:
    assert in_words(own(), f"OPEN({SINK})") == []
