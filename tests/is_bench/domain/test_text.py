"""How loosely the text of a step is read."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import DONE, SkillCall
from is_bench.domain import load_domain
from is_bench.domain.text import find_object, is_done, is_navigation, read_step, split_call
from is_bench.errors import IsBenchError
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.world import CORRECTED, OK, RELEASED, Outcome, SkillFailed
from tests.is_bench.scenes import BENCHMARK, Room, objects, perform

THINGS = objects("agent apple apple2 jar table")
APPLE, JAR = "apple.n.01_1", "mason_jar.n.01_1"


@pytest.mark.parametrize(
    "text",
    [
        f"PLACE_INSIDE({APPLE}, {JAR})",
        f"  place_inside( {APPLE.upper()} ,{JAR} )  ",
        f"Place_Inside({APPLE}@the red one, {JAR} @ on the left)",
        f"PLACE_INSIDE({APPLE},{JAR}) and then stop",
    ],
)
def test_case_spaces_descriptions_and_trailing_words_do_not_matter(text: str) -> None:
    assert read_step(text, BENCHMARK, THINGS) == SkillCall("PLACE_INSIDE", (APPLE, JAR))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is not a skill call; write SKILL(object, ...)"),
        ("OPEN jar", "'OPEN jar' is not a skill call"),
        ("(jar)", "'(jar)' is not a skill call"),
        ("SCRUB(jar)", "there is no skill 'SCRUB'; known: PLACE_ON_TOP, "),
        ("1. OPEN(jar)", "there is no skill '1. OPEN'; known: "),
        ("OPEN(jar, table)", "OPEN takes 1 objects, not 2: (jar, table)"),
        ("WIPE(jar)", "WIPE takes 2 objects, not 1: (jar)"),
        ("OPEN(jar@a@b)", "an object is written name or name@description, not 'jar@a@b'"),
        ("OPEN(agent.n.01_1)", "OPEN cannot be done to the robot itself"),
    ],
)
def test_what_is_not_understood_fails_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(SkillFailed) as caught:
        read_step(text, BENCHMARK, THINGS)
    assert str(caught.value).startswith(why)
    assert isinstance(caught.value, IsBenchError)


def test_an_object_that_does_not_exist_is_named() -> None:
    with pytest.raises(SkillFailed, match=r"there is no object 'pear\.n\.01_1'"):
        read_step("OPEN(pear.n.01_1)", BENCHMARK, THINGS)


def test_waiting_for_nothing_has_nothing_to_execute_in_the_released_world() -> None:
    assert read_step("WAIT(pear.n.01_1)", BENCHMARK, THINGS, RELEASED) is None
    with pytest.raises(SkillFailed, match="there is no object"):
        read_step("WAIT(pear.n.01_1)", BENCHMARK, THINGS, CORRECTED)


@pytest.mark.parametrize("text", ["NAVIGATE_TO(pear)", "navigate"])
def test_navigation_has_nothing_to_execute(text: str) -> None:
    assert read_step(text, BENCHMARK, THINGS) is None


@pytest.mark.parametrize("text", ["DONE", "done."])
def test_done_is_read_as_done(text: str) -> None:
    assert read_step(text, BENCHMARK, THINGS) == DONE


@pytest.mark.parametrize(
    "text", ["open(jar)", "OPEN(mason_jar.n.01_1@red)", "done_stab(apple.n.01_1)", "NAVIGATE"]
)
def test_other_domains_read_strictly(text: str) -> None:
    household = load_domain("household")
    assert read_step(f"OPEN({JAR})", household, THINGS) == SkillCall("OPEN", (JAR,))
    with pytest.raises(SkillFailed):
        read_step(text, household, THINGS)


def test_a_step_is_read_and_executed_in_one() -> None:
    world = Room("jar").world
    assert perform(world, "OPEN(jar)") == OK
    assert perform(world, "NAVIGATE_TO(jar)") == OK
    assert perform(world, "OPEN(pear)") == Outcome(ok=False, error="there is no object 'pear'")


def test_a_name_is_exact_or_else_part_of_a_class_word() -> None:
    assert find_object("apple.n.01_2", THINGS, RELEASED) is THINGS.get("apple.n.01_2")
    assert find_object("jar", THINGS, RELEASED) is THINGS.get(JAR)
    assert find_object("jar", THINGS, CORRECTED) is None
    assert find_object("jar.n.01", THINGS, RELEASED) is None
    assert find_object("gent", THINGS, RELEASED) is None


def test_of_several_objects_the_longest_name_is_meant() -> None:
    names = ("jar.n.01_1", "jar.n.01_10", "mason_jar.n.01_1")
    table = ObjectTable(tuple(make_object(name, synset_of(name)) for name in names))
    assert find_object("jar", table, RELEASED) is table.get("mason_jar.n.01_1")
    shorter = ObjectTable(table.objects[:2])
    assert find_object("jar", shorter, RELEASED) is table.get("jar.n.01_10")


@pytest.mark.parametrize("text", ["DONE", " done ", "Done.", "DONE()"])
def test_whatever_begins_with_done_is_done(text: str) -> None:
    assert is_done(text)
    assert not is_navigation(text)


@pytest.mark.parametrize("text", ["NAVIGATE_TO(jar)", " navigate to the jar"])
def test_whatever_begins_with_navigate_is_navigation(text: str) -> None:
    assert is_navigation(text)
    assert not is_done(text)


@given(st.text("ab() \n,", max_size=12))
def test_a_call_is_taken_apart_as_the_released_code_does(text: str) -> None:
    released = re.search(r"([\w\W_]+)\((.*)\)", text)
    assert split_call(text) == (released.groups() if released else ("", ""))


@pytest.mark.parametrize("text", ["x" * 100_000, "OPEN" + "(" * 100_000, "OPEN(\n" * 50_000])
def test_long_nonsense_is_refused_without_delay(text: str) -> None:
    start = time.process_time()
    with pytest.raises(SkillFailed):
        read_step(text, BENCHMARK, THINGS)
    assert time.process_time() - start < 2
