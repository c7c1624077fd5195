"""Facts, steps and things in words."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.domain.model import SourceText
from is_bench.guard_log import RecordedSettings
from is_bench_eval.console.wording import (
    Wording,
    benchmark_wording,
    constraint_words,
    instances_in,
    readable,
    short_name,
    wording_of_guard,
    wording_of_run,
)

WORDING = Wording(load_domain("is_bench"))
SINK_IS_OFF = "(not (toggled_on sink.n.01_1))"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "It burns. (ontop(towel.n.01_1, stove.n.01_1) is true; open(door.n.01_2) is false)",
            "It burns. (towel 1 is on stove 1; door 2 is not open)",
        ),
        ("near(a.n.01_1, b.n.01_1) is unknown", "unknown whether a 1 is near b 1"),
        ("under(a.n.01_1, b.n.01_2)", "a 1 is under b 2"),
        ("not toggled_on(sink.n.01_1)", "sink 1 is not turned on"),
        ("OPEN(cabinet.n.01_1) was not executed", "“open cabinet 1” was not executed"),
        ("Before TOGGLE_ON(oven.n.01_1): Look.", "Before “turn on oven 1”: Look."),
    ],
)
def test_facts_and_steps_are_told_in_words(text: str, said: str) -> None:
    assert WORDING.prose(text) == said


@pytest.mark.parametrize(
    "text",
    ["", "it holds", "flies(pig)", "open(a, b)", "OPEN(a, b)", "FLY(pig)", "OPEN( , )", "f((((x"],
)
def test_what_has_no_words_stays(text: str) -> None:
    assert WORDING.prose(text) == text


def test_the_words_of_a_robot_are_taken_where_it_has_them() -> None:
    assert WORDING.prose("peeled(apple.n.01_1)") == "peeled(apple 1)"
    assert Wording(load_domain("household")).prose("peeled(apple.n.01_1)") == "apple 1 is peeled"


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (SINK_IS_OFF, "sink 1 is not turned on"),
        (
            "(and (real cooked__water.n.01_1) (contains pan.n.01_1 cooked__water.n.01_1))",
            "cooked water 1 is there and pan 1 contains cooked water 1",
        ),
        (
            "(forn (2) (?pizza - pizza.n.01) (cooked ?pizza))",
            "for exactly 2 pizza: pizza is cooked",
        ),
        (
            "(and (forall (?b - book.n.02) (ontop ?b shelf.n.01_1)) (open door.n.01_1))",
            "(for every book b: b is on shelf 1) and door 1 is open",
        ),
        ("(open door.n.01_1) (hot pan.n.01_1)", "door 1 is open; pan 1 is hot"),
    ],
)
def test_a_condition_is_told_in_words(condition: str, words: str) -> None:
    assert WORDING.condition(condition) == words


@pytest.mark.parametrize("text", ["", "(", "it is hot", "(flies pig.n.01_1)", "(" * 5000])
def test_a_condition_that_cannot_be_read_stays(text: str) -> None:
    assert WORDING.condition(text) == text


def test_conditions_of_a_domain_that_is_not_known_stay_and_facts_do_not() -> None:
    own, two = [{"name": "my_robot"}], [{"name": "is_bench"}, {"name": "thor"}]
    for domains in (own, two, []):
        wording = wording_of_run({"domains": domains})
        assert wording.condition(SINK_IS_OFF) == SINK_IS_OFF
        assert wording.prose("toggled_on(sink.n.01_1) is true") == "sink 1 is turned on"
    known = wording_of_run({"domains": [{"name": "is_bench"}]})
    assert known.condition(SINK_IS_OFF) == "sink 1 is not turned on"


def test_a_guard_tells_of_its_domain() -> None:
    assert wording_of_guard([]) == benchmark_wording()
    broken = (SourceText("robot.yaml", "domain: ["),)
    assert wording_of_guard([settings("robot", broken)]) == benchmark_wording()
    assert wording_of_guard([settings("thor")]).domain == load_domain("thor")


def settings(domain: str, files: tuple[SourceText, ...] = ()) -> RecordedSettings:
    return RecordedSettings(
        "enforce", "kb", "task", 0, 0, (1, 1, 1), "", domain=domain, domain_files=files
    )


def test_names_are_short() -> None:
    assert short_name("frying_pan.n.01_2") == "frying pan 2"
    assert short_name("frying_pan.n.01") == "frying pan"
    assert readable("PUT(half__apple.n.01_1,  t-shirt.n.02_10)\n!") == (
        "PUT(half apple 1, t-shirt 10) !"
    )
    assert instances_in("OPEN(door.n.01_2) of door.n.01") == {"door.n.01_2"}
    assert constraint_words("close_the_door") == "close the door"
