"""The world as a whole: every skill is there, time goes back, and plans of nothing do nothing."""

from __future__ import annotations

import pytest

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Skill
from is_bench.facts import Truth
from is_bench.world import OK, Outcome
from tests.is_bench.scenes import BENCHMARK, Room, fact, facts, full


def room() -> Room:
    return Room("table jar apple", "ontop(jar, table)", "ontop(apple, table)")


@pytest.mark.parametrize("skill", BENCHMARK.skills.values(), ids=list(BENCHMARK.skills))
def test_every_skill_is_known_to_the_world(skill: Skill) -> None:
    outcome = room().world.execute(SkillCall(skill.name, (full("apple"),) * skill.arity))
    assert "has no skill" not in outcome.error


def test_a_skill_of_another_domain_fails() -> None:
    assert not room().world.execute(SkillCall("THROW", (full("apple"), full("jar")))).ok


def test_done_succeeds_and_changes_nothing() -> None:
    here = room()
    before = here.world.facts()
    assert here.world.execute(DONE) == OK
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
    assert facts("inroom(table, kitchen)", "insource(table, jar)") <= here.world.facts().true
