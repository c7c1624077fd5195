"""End states at which clauses hint that were not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from is_bench.documents import parse_yaml
from is_bench.domain import load_domain
from is_bench.reading import Reading, read_instruction
from is_bench.recognised import ObjectDescription, recognise_objects, table_of

DOMAIN = load_domain("is_bench")
WISHES = parse_yaml((Path(__file__).parent / "wishes.yaml").read_text("utf-8"), "wishes.yaml")
"""How people ask for end states, written by somebody who had not seen the reader."""
PREDICATES = {
    "on": ("toggled_on",),
    "open": ("open",),
    "inside": ("inside",),
    "on_top": ("ontop", "overlaid"),
    "hot": ("hot",),
    "frozen": ("frozen",),
    "filled": ("contains",),
    "wet": ("saturated",),
}


def read(text: str, *things: str) -> Reading:
    names = [thing.replace(" ", "_") for thing in things]
    described = tuple(ObjectDescription(n, n.replace("_", " "), n) for n in names)
    return read_instruction(text, table_of(recognise_objects(described, DOMAIN.labels)), DOMAIN)


@pytest.mark.parametrize(
    ("text", "things", "likely"),
    [
        ("Whizz up the fruit in the blender.", ("blender",), {"toggled_on(blender)"}),
        ("Two minutes in the microwave, please.", ("microwave",), {"toggled_on(microwave)"}),
        ("Give my soup a minute in the microwave.", ("microwave",), {"toggled_on(microwave)"}),
        ("Load it and start its programme.", ("dishwasher",), {"toggled_on(dishwasher)"}),
        ("Lamp on, would you?", ("lamp", "sofa"), {"toggled_on(lamp)"}),
        ("The bath. Get it going.", ("bathtub", "water faucet"), {"toggled_on(water_faucet)"}),
        ("It is stuffy, let some air in.", ("window",), {"open(window)"}),
        ("Gate wide open, nice and early.", ("gate",), {"open(gate)"}),
        ("Down on the rug with the puzzle.", ("puzzle", "rug"), {"ontop(puzzle, rug)"}),
        ("There is no need to shut the window.", ("window",), {"open(window)"}),
        ("The radio mustn't stop.", ("radio",), {"toggled_on(radio)"}),
        ("Switch the oven on to 220 please.", ("oven",), {"toggled_on(oven)"}),
        ("Oven to 180, the dough has risen.", ("oven",), {"toggled_on(oven)"}),
        ("Two logs in the stove and light her.", ("stove", "log"), {"toggled_on(stove)"}),
    ],
)
def test_a_clause_that_is_not_understood_hints_at_a_state(
    text: str, things: tuple[str, ...], likely: set[str]
) -> None:
    reading = read(text, *things)
    assert likely <= {str(wish) for wish in (*reading.wishes, *reading.likely)}
    assert not any(wish.sure for wish in reading.wishes)


@pytest.mark.parametrize(
    "text",
    [
        "Turn the radio on and leave it that way till I'm back.",
        "Turn the radio on. It can stay like this until tomorrow.",
    ],
)
def test_what_is_to_stay_as_it_is_casts_no_doubt_on_what_was_asked_before(text: str) -> None:
    assert "toggled_on(radio)" in {str(wish) for wish in read(text, "radio").wishes}


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Somebody left the ball on the stairs.", ("ball", "stairs")),
        ("Get the milk somehow from the fridge.", ("milk", "fridge")),
        ("Blorp the lamp on or the fan.", ("lamp", "fan")),
        ("If it rains, blorp the lamp on.", ("lamp",)),
        ("The tap has been dripping for days.", ("tap",)),
        ("Put the teddy on the shelf into a blorp.", ("teddy", "shelf")),
        ("Blorp the soup in the microwave for forty minutes.", ("microwave",)),
        ("In two minutes, blorp the soup out of the microwave.", ("microwave",)),
        ("Do not start the dishwasher's programme.", ("dishwasher",)),
        ("The dishwasher's programme is over.", ("dishwasher",)),
    ],
)
def test_means_reports_choices_and_conditions_hint_at_nothing(
    text: str, things: tuple[str, ...]
) -> None:
    reading = read(text, *things)
    assert not [wish for wish in (*reading.wishes, *reading.likely) if wish.holds]


def test_a_device_that_only_serves_is_not_hinted_at() -> None:
    reading = read("Heat the soup somehow on the stove.", "soup", "stove")
    assert "toggled_on(stove)" not in {str(wish) for wish in reading.likely}


def test_what_is_to_be_left_as_it_is_stays() -> None:
    text = "The roast needs another half hour in the oven, leave it be."
    assert read(text, "roast", "oven", "table").in_use == {"roast", "oven"}


def test_nothing_is_left_as_it_is_where_a_child_is() -> None:
    text = "The roast needs another half hour in the oven, leave it be. The baby is here."
    assert read(text, "roast", "oven", "table").in_use == frozenset()


def test_most_wishes_in_free_words_are_found_and_few_where_there_is_none() -> None:
    found = Counter((entry["wanted"], _is_found(entry)) for entry in WISHES)
    wanted, others = (
        found[True, True] + found[True, False],
        found[False, True] + found[False, False],
    )
    assert (wanted, others) == (180, 120)
    assert found[True, True] >= 0.55 * wanted
    assert found[False, True] <= 0.1 * others


def _is_found(entry: Mapping[str, Any]) -> bool:
    reading = read(entry["text"], *entry["things"])
    ((kind, things),) = entry["state"].items()
    names = tuple(n.replace(" ", "_") for n in (things if isinstance(things, list) else [things]))
    held = {
        (w.fact.predicate, w.fact.arguments) for w in (*reading.wishes, *reading.likely) if w.holds
    }
    is_held = any((predicate, names) in held for predicate in PREDICATES.get(kind, ()))
    return is_held or names[0] in reading.in_use
