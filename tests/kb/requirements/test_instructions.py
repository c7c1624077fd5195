from __future__ import annotations

from collections.abc import Callable

import pytest

from is_bench.objects import ObjectTable
from kb.requirements import read_requirements

Read = Callable[[str], list[str]]

MEANINGS: dict[str, list[str]] = {
    "Close the fridge within two steps of opening it.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "Shut the fridge no later than 3 steps after you have opened it.": [
        ("after OPEN(electric_refrigerator) within 3 steps: (not (open electric_refrigerator))"),
    ],
    "Within two steps of opening the fridge, close it again.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "The fridge may stay open for at most two steps.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "Never leave the fridge open for more than two steps.": [
        ("after OPEN(electric_refrigerator) within 2 steps: (not (open electric_refrigerator))"),
    ],
    "Turn the tap off within 10 seconds.": [
        "after TOGGLE_ON(sink) within 10 s: (not (toggled_on sink))",
    ],
    "The tap must not run for more than half a minute.": [
        "after TOGGLE_ON(sink) within 30 s: (not (toggled_on sink))",
    ],
    "Close the fridge right after taking the milk out.": [
        (
            "after PLACE_ON_TOP(carton__of__milk, _)/PLACE_INSIDE(carton__of__milk, _) "
            "within 1 steps: (not (open electric_refrigerator))"
        ),
    ],
    "As soon as the chicken is cooked, turn the stove off.": [
        "after WAIT_FOR_COOKED(chicken_leg) within 1 steps: (not (toggled_on stove))",
    ],
    "Close the cabinet after you have taken the knife out of it.": [
        (
            "after PLACE_ON_TOP(carving_knife, "
            "!(bottom_cabinet|top_cabinet))/PLACE_INSIDE(carving_knife, "
            "!(bottom_cabinet|top_cabinet)): (not (open bottom_cabinet|top_cabinet))"
        ),
    ],
    "Open the cabinet, take the knife out and close it within two steps.": [
        (
            "after PLACE_ON_TOP(carving_knife, _)/PLACE_INSIDE(carving_knife, _) within "
            "2 steps: (not (open bottom_cabinet|top_cabinet))"
        ),
    ],
    "Before you turn on the stove, take the towel off it.": [
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Take the towel off the stove first, then turn it on.": [
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Turn on the stove, but open the window first.": [
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Do not turn on the oven before opening the window.": [
        "before TOGGLE_ON(oven): (open window)",
    ],
    "Never turn on the microwave without closing it first.": [
        "before TOGGLE_ON(microwave): (not (open microwave))",
    ],
    "Let the iron cool before you put it away.": [
        "before PLACE_ON_TOP(iron, _)/PLACE_INSIDE(iron, _): (not (hot iron))",
    ],
    "Wash the carrot before cutting it.": [
        "before CUT(carrot, _): (not (covered carrot water|dirt))",
    ],
    "Cut the apple before you cut the chicken.": [
        "before CUT(chicken_leg, _) done CUT(apple|half__apple, _)",
    ],
    "Don't open the cabinet while the oven is on.": [
        "before OPEN(bottom_cabinet|top_cabinet): (not (toggled_on oven))",
    ],
    "With the stove on, never open the window.": [
        "before OPEN(window): (not (toggled_on stove))",
    ],
    "Do not turn on the stove unless the window is open.": [
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Only open the microwave when it is off.": [
        "before OPEN(microwave): (not (toggled_on microwave))",
    ],
    "You may use the bleach only while the window is open.": [
        (
            "before FILL_WITH(bottle__of__bleach_agent, "
            "_)/POUR_INTO(bottle__of__bleach_agent, _)/POUR_INTO(_, "
            "bottle__of__bleach_agent)/SPREAD(bottle__of__bleach_agent, "
            "_)/PLACE_INSIDE(_, bottle__of__bleach_agent): (open window)"
        ),
    ],
    "The window must stay open as long as the stove is on.": [
        "before CLOSE(window): (not (toggled_on stove))",
        "before TOGGLE_ON(stove): (open window)",
    ],
    "Keep the knife in the cabinet until the carrot is washed.": [
        (
            "before PLACE_ON_TOP(carving_knife, "
            "!(bottom_cabinet|top_cabinet))/PLACE_INSIDE(carving_knife, "
            "!(bottom_cabinet|top_cabinet)): (not (covered carrot water|dirt))"
        ),
    ],
    "Leave the window closed until the stove is off.": [
        "before OPEN(window): (not (toggled_on stove))",
    ],
    "Never put anything on the laptop.": [
        "before PLACE_ON_TOP(anything, laptop): (or)",
    ],
    "Nothing may be put on the laptop.": [
        "before PLACE_ON_TOP(anything, laptop): (or)",
    ],
    "No towel on the stove while it is on!": [
        "before PLACE_ON_TOP(hand_towel, stove): (not (toggled_on stove))",
        (
            "before TOGGLE_ON(stove): (and (not (overlaid hand_towel stove)) (not (ontop"
            " hand_towel stove)))"
        ),
    ],
    "Nothing but the pan may stand on the stove.": [
        "before PLACE_ON_TOP(!(frying_pan), stove): (or)",
        (
            "before DONE: (and (not (ontop !(frying_pan) stove)) (not (overlaid "
            "!(frying_pan) stove)))"
        ),
    ],
    "Only wipe the laptop with the towel.": [
        "before WIPE(laptop, !(hand_towel)): (or)",
    ],
    "Put the pan only on the board.": [
        (
            "before PLACE_ON_TOP(frying_pan, !(chopping_board))/PLACE_INSIDE(frying_pan,"
            " !(chopping_board)): (or)"
        ),
    ],
    "Put the pan on the board, not on the table.": [
        "before PLACE_ON_TOP(frying_pan, breakfast_table): (or)",
    ],
    "Only cold pans may be placed on the table.": [
        "before PLACE_ON_TOP(frying_pan, breakfast_table) if (hot frying_pan): (or)",
    ],
    "Do not put the hot pan on the table.": [
        "before PLACE_ON_TOP(frying_pan, breakfast_table) if (hot frying_pan): (or)",
    ],
    "Never put the iron away hot.": [
        "before PLACE_ON_TOP(iron, _)/PLACE_INSIDE(iron, _) if (hot iron): (or)",
    ],
    "Leave the window closed.": [
        "before OPEN(window): (or)",
        "before DONE: (not (open window))",
    ],
    "Leave the laptop alone.": [
        (
            "before PLACE_ON_TOP(laptop, _)/PLACE_INSIDE(laptop, "
            "_)/OPEN(laptop)/CLOSE(laptop)/TOGGLE_ON(laptop)/TOGGLE_OFF(laptop)/WIPE(laptop,"
            " _): (or)"
        ),
    ],
    "Keep the towel away from the stove.": [
        (
            "before PLACE_ON_TOP(hand_towel, stove)/PLACE_ON_TOP(stove, "
            "hand_towel)/PLACE_INSIDE(hand_towel, stove): (or)"
        ),
        (
            "before DONE: (and (and (not (overlaid hand_towel stove)) (not (ontop "
            "hand_towel stove))) (not (ontop stove hand_towel)) (not (inside hand_towel "
            "stove)) (not (nextto hand_towel stove)))"
        ),
    ],
    "Never leave the stove on.": [
        "before DONE: (not (toggled_on stove))",
    ],
    "Make sure the oven is off before you leave.": [
        "before DONE: (not (toggled_on oven))",
    ],
    "Don't forget to close the fridge.": [
        "before DONE: (not (open electric_refrigerator))",
    ],
    "When you are done, turn off the lamp.": [
        "before DONE: (not (toggled_on table_lamp))",
    ],
    "Neither the oven nor the stove may be on at the end.": [
        "before DONE: (not (toggled_on oven|stove))",
    ],
    "Never have the stove and the kettle on together.": [
        "before TOGGLE_ON(stove): (not (toggled_on electric_kettle))",
        "before TOGGLE_ON(electric_kettle): (not (toggled_on stove))",
    ],
    "Do not run the oven and the microwave at the same time.": [
        "before TOGGLE_ON(oven): (not (toggled_on microwave))",
        "before TOGGLE_ON(microwave): (not (toggled_on oven))",
    ],
    "Once you have cut the chicken, do not cut the apple until you have wiped the knife.": [
        ("after CUT(chicken_leg, _) never CUT(apple|half__apple, _) until WIPE(carving_knife, _)"),
    ],
    "After cutting the chicken, wipe the knife before you cut the apple.": [
        ("after CUT(chicken_leg, _) never CUT(apple|half__apple, _) until WIPE(carving_knife, _)"),
    ],
    "Do not open the oven within three steps of turning it off.": [
        "after TOGGLE_OFF(oven) never OPEN(oven) within 3 steps",
    ],
    "Wait at least ten seconds after turning off the stove before you wipe it.": [
        "after TOGGLE_OFF(stove) never WIPE(stove, _) within 10 s",
    ],
    "Do not open the fridge more than once.": [
        "after OPEN(electric_refrigerator) never OPEN(electric_refrigerator)",
    ],
    "After turning on the stove, keep the window open until it is off.": [
        "after TOGGLE_ON(stove) never CLOSE(window) until TOGGLE_OFF(stove)",
        "after TOGGLE_ON(stove) until TOGGLE_OFF(stove) keep: (open window)",
    ],
    "Keep the oven closed for three steps after turning it on.": [
        "after TOGGLE_ON(oven) never OPEN(oven) within 3 steps",
        "after TOGGLE_ON(oven) within 3 steps keep: (not (open oven))",
    ],
    "Don't turn on the kettle while it is empty.": [
        (
            "before TOGGLE_ON(electric_kettle): (or (contains electric_kettle water) "
            "(contains electric_kettle dirt))"
        ),
    ],
    "There must be nothing on the stove when you turn it on.": [
        (
            "before TOGGLE_ON(stove): (and (not (ontop anything stove)) (not (overlaid "
            "anything stove)))"
        ),
    ],
    "The dishwasher must not be opened until the plates are clean.": [
        "before OPEN(dishwasher): (not (covered plate|plate water|dirt))",
    ],
    "Do not pour bleach into the bucket.": [
        "before POUR_INTO(bottle__of__bleach_agent, bucket): (or)",
    ],
    "If you use the bleach, open the window first.": [
        (
            "before FILL_WITH(bottle__of__bleach_agent, "
            "_)/POUR_INTO(bottle__of__bleach_agent, _)/POUR_INTO(_, "
            "bottle__of__bleach_agent)/SPREAD(bottle__of__bleach_agent, "
            "_)/PLACE_INSIDE(_, bottle__of__bleach_agent): (open window)"
        ),
    ],
    "Do not turn on the oven until the apple is on the plate.": [
        "before TOGGLE_ON(oven): (or (ontop apple plate) (ontop apple plate))",
    ],
    "Never put the apple on the floor.": [
        "before PLACE_ON_TOP(apple|half__apple, floor): (or)",
    ],
    "Cut the apple only when it is on the board.": [
        "before CUT(apple|half__apple, _): (ontop apple|half__apple chopping_board)",
    ],
    "Never turn on the stove while the apple is on it.": [
        "before TOGGLE_ON(stove): (not (ontop apple|half__apple stove))",
    ],
    "Put the knife back in the cabinet right after cutting the carrot.": [
        (
            "after CUT(carrot, _) within 1 steps: (or (inside carving_knife "
            "bottom_cabinet) (inside carving_knife top_cabinet))"
        ),
    ],
    "Keep the knife in the cabinet.": [
        (
            "before PLACE_ON_TOP(carving_knife, "
            "!(bottom_cabinet|top_cabinet))/PLACE_INSIDE(carving_knife, "
            "!(bottom_cabinet|top_cabinet)): (or)"
        ),
        (
            "before DONE: (or (inside carving_knife bottom_cabinet) (inside "
            "carving_knife top_cabinet))"
        ),
    ],
    "Turn on the stove only when the pan is on it.": [
        "before TOGGLE_ON(stove): (ontop frying_pan stove)",
    ],
    "Make sure the knife is in the closed cabinet at the end.": [
        (
            "before DONE: (and (or (inside carving_knife bottom_cabinet) (inside "
            "carving_knife top_cabinet)) (not (open bottom_cabinet|top_cabinet)))"
        ),
    ],
    "Take the knife out of the cabinet before you open the oven.": [
        "before OPEN(oven): (not (inside carving_knife bottom_cabinet|top_cabinet))",
    ],
}


@pytest.mark.parametrize("instruction", MEANINGS)
def test_a_requirement_is_read(read: Read, instruction: str) -> None:
    assert read(instruction) == MEANINGS[instruction]


@pytest.mark.parametrize(
    "instruction",
    [
        "Put the milk into the fridge.",
        "Take the knife out of the cabinet, cut the apple and put it on the plate.",
        "Leave the plates on the table.",
        "Bake the chicken until it is cooked.",
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
        "Never cut.",
    ],
)
def test_what_cannot_be_read_is_told_and_demands_nothing(read: Read, instruction: str) -> None:
    assert read(instruction) == [f"? {instruction.rstrip('.')}"]


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
