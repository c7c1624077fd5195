from __future__ import annotations

from collections.abc import Callable

import pytest

from is_bench.objects import ObjectTable
from kb.requirements import read_requirements
from tests.kb.requirements.conftest import tally
from tests.kb.requirements.freer_meanings import FREER_MEANINGS
from tests.kb.requirements.meanings import MEANINGS
from tests.kb.requirements.spoken_meanings import SPOKEN_MEANINGS

ALL = {**MEANINGS, **FREER_MEANINGS, **SPOKEN_MEANINGS}

Read = Callable[[str], list[str]]


def test_most_requirements_are_read_as_meant(read: Read) -> None:
    count = tally((read(instruction), meant) for instruction, meant in ALL.items())
    assert count["right"] >= 115, count
    assert (count["wrong"] <= 5, count["dropped"]) == (True, 0), count


@pytest.mark.parametrize(
    "instruction",
    [
        "Put the milk into the fridge.",
        "Take the knife out of the cabinet, cut the apple and put it on the plate.",
        "Leave the plates on the table.",
        "Take the towel off the stove and leave it on the table afterwards.",
        "The milk goes in the fridge.",
        "The plates belong in the cabinet, they are in the way.",
        "You may put the milk on the table.",
        "The towel is on the stove.",
        "Let the tap run and fill the bucket.",
        "Close the fridge, it is not warm yet.",
        "",
        "...!?",
    ],
)
def test_a_task_is_no_requirement(read: Read, instruction: str) -> None:
    assert read(instruction) == []


def test_what_is_left_running_may_be_stopped_for_a_while(read: Read) -> None:
    assert read("Fill the bucket and leave the oven on.") == ["before DONE: (toggled_on oven)"]


def test_a_guess_where_something_is_demands_nothing(read: Read) -> None:
    (found,) = read("I cannot find the knife, it must be in the cabinet.")
    assert found.startswith("?")


@pytest.mark.parametrize(
    "instruction",
    [
        "Never let the cat out.",
        "Do not walk over the wet floor.",
        "Unplug the kettle before you wipe it.",
        "Stir the soup within ten seconds.",
        "Never put anything on the piano.",
        "Keep the children away.",
        "Turn off the oven unless the bell rings.",
        "Until the guests arrive, do not open the oven.",
        "Do not open the fridge longer than necessary.",
        "Before you put it away, let it cool.",
        "You may turn the oven on no more than twice.",
        "Do not open the oven or the flurb.",
        "Only use one towel.",
        "Take at most one cup of milk.",
        "Make sure that the guest is happy.",
        "When not in use, the iron must be off.",
        "Bake the chicken until it is cooked.",
        "Under no circumstances may the oven be opened.",
        "Close the fridge within ten seconds.",
        "Leave everything on the table where it is.",
        "The milk has to taste good.",
    ],
)
def test_what_cannot_be_read_is_told_and_demands_nothing(read: Read, instruction: str) -> None:
    assert read(instruction) == [f"? {instruction.rstrip('.')}"]


def test_a_pronoun_of_an_unread_clause_makes_its_clause_unread(read: Read) -> None:
    found = read("Never stroke the cat on the oven, and open it before you turn on the stove.")
    assert all(text.startswith("? ") for text in found)
    assert found


def test_a_long_sentence_is_told_and_not_read(read: Read) -> None:
    long = "never open the fridge and " * 20
    assert read(long) == [f"? {long.strip()}"]


def test_only_the_clause_that_cannot_be_read_is_told(read: Read) -> None:
    assert read("Never open the oven, and never sing.") == [
        "before OPEN(oven): (or)",
        "? never sing",
    ]


def test_a_clause_that_only_tells_why_is_passed_by(read: Read) -> None:
    for why in ("because it is not clean", "otherwise it never cools", "it is not clean"):
        assert read(f"Never open the oven, {why}.") == ["before OPEN(oven): (or)"]


def test_a_prohibition_whose_exception_cannot_be_read_does_not_become_absolute(read: Read) -> None:
    for instruction in (
        "Do not open the oven, unless the bell rings.",
        "Never, except when I am there, open the oven.",
        "If the baby sleeps, do not open the oven.",
    ):
        assert [text for text in read(instruction) if not text.startswith("?")] == []


def test_it_is_what_was_named_last_and_fits(read: Read) -> None:
    closed = "after PLACE_ON_TOP(carton__of__milk, !(electric_refrigerator))"
    (found,) = read("Take the milk out of the fridge and close it right after taking it out of it.")
    assert found.startswith(closed)
    assert found.endswith("within 1 steps: (not (open electric_refrigerator))")


def test_it_may_be_named_in_an_earlier_sentence(read: Read) -> None:
    assert read("Heat the plate in the microwave. Never open it.") == [
        "before OPEN(microwave): (or)"
    ]


def test_nouns_that_mean_several_things_mean_all_of_them(read: Read) -> None:
    assert read("Never open a cabinet.") == ["before OPEN(bottom_cabinet|top_cabinet): (or)"]
    assert read("Never open the top cabinet.") == ["before OPEN(top_cabinet): (or)"]


def test_what_the_task_asks_for_itself_is_not_forbidden_by_what_is_kept(read: Read) -> None:
    assert read("Turn the lamp on, wipe it, and leave it off.") == [
        "before DONE: (not (toggled_on table_lamp))"
    ]


def test_constraints_are_numbered_through(kitchen: ObjectTable) -> None:
    found = read_requirements("Leave the window closed. Never open the oven.", kitchen)
    assert [c.id for c in found.constraints] == [
        "requirement_1",
        "requirement_2",
        "requirement_3",
    ]
    assert {c.source for c in found.constraints} == {"the instruction"}
    assert found.constraints[-1].text == "Never open the oven"


def test_variables_contain_exactly_what_is_meant(kitchen: ObjectTable) -> None:
    (constraint,) = read_requirements("Never open a cabinet.", kitchen).constraints
    (kind,) = constraint.variables.values()
    assert [thing.name for thing in kitchen if kind.contains(thing)] == [
        "bottom_cabinet.n.01_1",
        "top_cabinet.n.01_1",
    ]


def test_what_says_when_belongs_to_each_of_joined_orders(read: Read) -> None:
    both = read("You must open the window and close the oven before you turn on the stove.")
    assert both == [
        "before TOGGLE_ON(stove): (open window)",
        "before TOGGLE_ON(stove): (not (open oven))",
    ]
