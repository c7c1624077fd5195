"""The properties against lists that somebody made by hand from the definitions alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.properties import load_properties

GOLD = Path(__file__).parent / "gold"
NEWER = frozenset(
    {
        "household_storage",
        "chill_once_opened",
        "locked_up_product",
        "scorches_when_on",
        "needs_air",
        "shorts_when_wet",
        "low_place",
        "walked_on",
        "outdoors",
        "cuts_deep",
        "hurts_when_falling",
        "unwrapped",
        "heat_shrinks",
        "scratches_easily",
    }
)
"""Properties that were defined after the lists were made, and that they know nothing of."""


@pytest.mark.parametrize(
    ("name", "unknown"), [("properties.json", NEWER), ("properties_second.json", frozenset())]
)
def test_nearly_all_properties_are_right_and_few_are_missing(
    name: str, unknown: frozenset[str]
) -> None:
    table = load_properties()
    listed_by_hand = json.loads((GOLD / name).read_text(encoding="utf-8"))
    certain = {one.id for one in table.definitions.values() if not one.open} - unknown
    agreed = extra = missing = 0
    for item in listed_by_hand["items"]:
        held, listed = table.of(item["synset"]) & certain, set(item["is"])
        agreed += len(held & listed)
        extra += len(held - listed - set(item["debatable"]))
        missing += len(listed - held)
    assert agreed / (agreed + extra) >= 0.95
    assert agreed / (agreed + missing) >= 0.90
