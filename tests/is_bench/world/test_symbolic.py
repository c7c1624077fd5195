"""The world as a whole: every skill is there, time goes back, and plans of nothing do nothing."""

from __future__ import annotations

import pytest

from is_bench.facts import Truth
from is_bench.skills import SKILLS
from is_bench.world import OK, Outcome
from tests.is_bench.scenes import Room, fact, facts, full


def room() -> Room:
    return Room("table jar apple", "ontop(jar, table)", "ontop(apple, table)")


@pytest.mark.parametrize("skill", [skill for skill in SKILLS.values() if skill.arity])
def test_every_skill_is_known_to_the_world(skill: object) -> None:
    name, arity = getattr(skill, "name", ""), getattr(skill, "arity", 0)
    outcome = room().execute(f"{name}({', '.join(['apple'] * arity)})")
    assert "there is no skill" not in outcome.error


@pytest.mark.parametrize("step", ["DONE", "done.", "NAVIGATE_TO(pear)", "navigate"])
def test_navigation_and_done_succeed_and_change_nothing(step: str) -> None:
    here = room()
    before = here.world.facts()
    assert here.world.execute(step) == OK
    assert here.world.facts() == before


def test_a_failed_step_says_why() -> None:
    assert room().execute("CLOSE(apple)") == Outcome(
        ok=False, error=full("apple has no door or lid to open or close")
    )


def test_time_goes_back_to_any_snapshot() -> None:
    here = room()
    start, at_start = here.world.snapshot(), here.world.facts()
    here.do("OPEN(jar)", "PLACE_INSIDE(apple, jar)")
    later, at_later = here.world.snapshot(), here.world.facts()
    here.do("CLOSE(jar)")
    here.world.restore(start)
    assert here.world.facts() == at_start
    here.world.restore(later)
    assert here.world.facts() == at_later


def test_every_question_has_an_answer() -> None:
    world = room().world
    assert world.truth(fact("ontop(jar, table)")) is Truth.TRUE
    assert world.truth(fact("ontop(table, jar)")) is Truth.FALSE
    assert world.truth(fact("open(nothing)")) is Truth.FALSE
    assert world.truth(fact("inside(nothing, nowhere)")) is Truth.FALSE
    assert world.truth(fact("real(nothing)")) is Truth.FALSE
    assert world.truth(fact("future(nothing)")) is Truth.FALSE


def test_rooms_do_not_change() -> None:
    here = Room("table jar", "inroom(table, kitchen)", "insource(table, jar)").do("OPEN(jar)")
    assert here.holds("inroom(table, kitchen)")
    assert here.holds("insource(table, jar)")
    assert not here.holds("inroom(jar, kitchen)")
    assert facts("inroom(table, kitchen)", "insource(table, jar)") <= here.world.facts()
