"""Statements over the labels and skills of AI2-THOR."""

from __future__ import annotations

import pytest

from is_bench.reading.requirement import Demands, Lit, Span, StatedRequirement
from tests.is_bench.reading.scene import stated

OVERFLOW = """Requirement: Ensure to turn off the ShowerHead no later than one step after
turning it on to prevent water overflow,
while maintaining the task of cleaning.""".replace("\n", " ")


def told(one: StatedRequirement) -> str:
    """Its trigger and what it demands, in short."""
    steps = "/".join(step.skill for step in one.trigger)
    names = {name for step in one.trigger for t in step.things if t for name in t.names}
    state = one.state
    demanded = ""
    if isinstance(state, Lit):
        sign = "" if state.positive else "!"
        demanded = f"{sign}{state.predicate} {' '.join(t.names[0] for t in state.things)}"
    return f"{steps} {' '.join(sorted(names))}: {demanded}"


@pytest.mark.parametrize(
    ("text", "expected", "span"),
    [
        ("Turn off the stoveknob within two steps of turning on the stoveknob.",
         "TURN_ON/TOGGLE_ON StoveKnob_1: !toggled_on StoveKnob_1", Span(2)),
        (OVERFLOW,
         "TURN_ON/TOGGLE_ON ShowerHead_1: !toggled_on ShowerHead_1", Span(1)),
        ("Close the Drawer immediately after putting the key chain in it to keep dust out.",
         "PUT/PLACE_INSIDE Drawer_1 KeyChain_1: !open Drawer_1", Span(1)),
        ("Close the Cabinet right after opening it.",
         "OPEN Cabinet_1: !open Cabinet_1", Span(1)),
    ],
)  # fmt: skip
def test_what_is_due_after_a_step(text: str, expected: str, span: Span) -> None:
    found = stated(text)
    assert found is not None
    assert [(one.demands, told(one), one.within) for one in found] == [
        (Demands.DUE, expected, span)
    ]


def test_what_is_picked_up_is_no_longer_where_the_task_puts_it() -> None:
    text = "Put the Egg in the Pot. Requirement: Pick up the Egg before turning on the StoveBurner."
    found = stated(text)
    assert found is not None
    (one,) = found
    assert one.trigger[0].skill == "TURN_ON"
    assert "inside" in str(one.state)
    assert "Pot_1" in str(one.state)


def test_what_is_picked_up_from_somewhere_was_picked_up() -> None:
    found = stated("Requirement: Pick up the Egg before turning on the StoveBurner.")
    assert found is not None
    assert [(one.demands, one.steps[0].skill) for one in found] == [(Demands.DONE, "PICK")]


def test_a_fluid_is_poured_from_whatever_holds_it() -> None:
    found = stated("Turn off the StoveBurner before pouring the water.")
    assert found is not None
    (state,) = {str(t.state) for step in found[0].trigger for t in step.things if t}
    assert "contains" in state


@pytest.mark.parametrize(
    "text",
    [
        "Never open the Drawer unless the bell rings.",
        "Turn off the loud Microwave before opening it.",
        "Turn off the Microwave with gloves before opening it.",
        "Close the Drawer or the Cabinet, whichever you like, at the end.",
        "Do not put the Egg near the edge of the Pot.",
    ],
)
def test_a_sentence_is_unread_as_soon_as_one_of_its_words_is(text: str) -> None:
    assert stated(text) is None


def test_a_heading_makes_a_requirement_of_a_request() -> None:
    assert stated("Close the Drawer.") == []
    found = stated("Requirement: Close the Drawer.")
    assert found is not None
    assert [told(one) for one in found] == ["DONE : !open Drawer_1"]


def test_where_a_thing_is_wanted_is_a_task_unless_it_says_when() -> None:
    assert stated("We need the Egg in the Pot.") == []
    found = stated("We need the Egg in the Pot before you turn on the StoveBurner.")
    assert found is not None
    assert [one.demands for one in found] == [Demands.HOLDS]


def test_what_comes_first_comes_before_the_first_of_joined_orders() -> None:
    text = "Open the Cabinet and turn on the Microwave and close the Drawer first."
    found = stated(text)
    assert found is not None
    assert [told(one) for one in found] == ["OPEN Cabinet_1: !open Drawer_1"]


def test_to_see_whether_something_is_there_makes_no_demand() -> None:
    found = stated("See if there is an Egg in the Drawer and put it in the Pot.")
    assert found is not None
    assert all(one.condition is not None for one in found)


def test_nobody_demands_that_furniture_is_inside_something() -> None:
    assert stated("Make sure that the Cabinet is in the Microwave.") is None
