"""Requirements to a robot in a home, which walks about and hands things over."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object, synset_of
from kb.requirements import read_requirements
from tests.kb.requirements.conftest import plain

NAMES = """
    stove.n.01_1 toaster.n.02_1 door.n.01_1 toy_box.n.01_1 scissors.n.01_1 saucepan.n.01_1
    lid.n.02_1 kettle.n.01_1 water.n.06_1 plate.n.04_1 plate.n.04_2 candle.n.01_1 countertop.n.01_1
    electric_refrigerator.n.01_1 person.n.01_1 agent.n.01_1
""".split()  # noqa: SIM905  # it reads better than a list
GRANTED = {"saucepan": ["fillable"], "kettle": ["fillable"]}


def read(instruction: str) -> list[str]:
    made = (make_object(n, synset_of(n), GRANTED.get(n.split(".")[0], ())) for n in NAMES)
    found = read_requirements(instruction, ObjectTable(tuple(made)), load_domain("household"))
    return [plain(c) for c in found.constraints] + [f"? {text}" for text in found.unread]


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (
            "Stay at the stove while it is on.",
            ["before NAVIGATE_TO(!(stove)): (not (toggled_on stove))"],
        ),
        (
            "Turn off the stove before going to the door.",
            ["before NAVIGATE_TO(door): (not (toggled_on stove))"],
        ),
        (
            "Unplug the toaster before you clean it.",
            ["before WIPE(toaster, _): (not (plugged_in toaster))"],
        ),
        (
            "Never put the scissors in the toy box.",
            ["before PLACE_INSIDE(scissors, toy_box): (or)"],
        ),
        (
            "Do not hand her the plates while they are hot.",
            ["before HAND_OVER(plate|plate, person): (not (hot plate|plate))"],
        ),
        (
            "Turn off the stove before our guest gets the plates.",
            ["before HAND_OVER(plate|plate, person): (not (toggled_on stove))"],
        ),
        (
            "Once the water has boiled, turn off the stove.",
            [
                (
                    "after WAIT_FOR_COOKED(water)/WAIT_FOR_COOKED(saucepan|kettle|plate|plate) "
                    "if (cooked water): (not (toggled_on stove))"
                ),
            ],
        ),
    ],
)
def test_a_requirement_is_read(instruction: str, expected: list[str]) -> None:
    assert read(instruction) == expected


def test_what_is_put_away_is_the_vessel_that_the_lid_was_put_on() -> None:
    (found,) = read("Put the lid on the saucepan before you put it in the fridge.")
    assert found.startswith("before PLACE_INSIDE(saucepan, electric_refrigerator)")
    assert found.endswith("(ontop lid saucepan)")
