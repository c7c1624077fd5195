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
    ],
)
def test_a_requirement_is_read(instruction: str, expected: list[str]) -> None:
    assert read(instruction) == expected


def test_what_is_put_away_is_the_vessel_that_the_lid_was_put_on() -> None:
    (found,) = read("Put the lid on the saucepan before you put it in the fridge.")
    assert found.startswith("before PLACE_INSIDE(saucepan, electric_refrigerator)")
    assert found.endswith("(ontop lid saucepan)")


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (
            "The stove should be off unless the door is open.",
            [
                "before TOGGLE_ON(stove): (open door)",
                "before CLOSE(door): (not (toggled_on stove))",
            ],
        ),
        (
            "The stove should only ever be on with the saucepan standing on it.",
            [
                "before TOGGLE_ON(stove): (ontop saucepan stove)",
                (
                    "before PLACE_ON_TOP(saucepan, !(stove))/PLACE_INSIDE(saucepan, !(stove))"
                    "/PICK(saucepan): (not (toggled_on stove))"
                ),
            ],
        ),
    ],
)
def test_neither_of_two_exclusive_states_may_begin_in_the_other(
    instruction: str, expected: list[str]
) -> None:
    assert read(instruction) == expected


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (
            "Leave at least two other steps between turning the stove off and cleaning it.",
            "after TOGGLE_OFF(stove) never WIPE(stove, _) within 1 steps",
        ),
        ("No throwing the plates, please!", "before THROW(plate|plate): (or)"),
        ("Open the door, and leave it open to the very end.", "before DONE: (open door)"),
        (
            "As soon as the plate has been wiped, turn the stove off immediately.",
            "after WIPE(plate|plate, _) within 1 steps: (not (toggled_on stove))",
        ),
    ],
)
def test_freer_wordings_are_read(instruction: str, expected: str) -> None:
    assert read(instruction) == [expected]


@pytest.mark.parametrize(
    "instruction",
    [
        "Put both plates on the countertop, one at a time please.",
        "Once the water has boiled, turn off the stove.",
        *(
            f"Don't {verb}."
            for verb in (
                "let the cat near the stove", "make any noise", "dance", "wake the baby up",
                "get fingerprints on the plate", "bang the door", "scratch the countertop",
            )
        ),
    ],
)  # fmt: skip
def test_what_no_skill_does_is_reported_unread(instruction: str) -> None:
    assert read(instruction) == [f"? {instruction.rstrip('.')}"]


def test_a_state_that_nothing_in_the_scene_can_be_in_leaves_the_other_states_demanded() -> None:
    domain = load_domain("household")
    names = ("countertop.n.01_1", "bread_slice.n.01_1")
    table = ObjectTable(tuple(make_object(n, synset_of(n), ()) for n in names))
    text = "Don't put the bread on the countertop while the countertop is dirty."
    (found,) = read_requirements(text, table, domain).constraints
    assert "dirty countertop" in plain(found)
    assert "covered" not in plain(found)
