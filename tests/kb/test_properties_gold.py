"""The properties against lists that somebody made by hand from the definitions alone."""

from __future__ import annotations

import json
from pathlib import Path

from kb.properties import load_properties

GOLD = Path(__file__).parent / "gold" / "properties.json"


def test_nearly_all_properties_are_right_and_few_are_missing() -> None:
    table = load_properties()
    agreed = extra = missing = 0
    for item in json.loads(GOLD.read_text())["items"]:
        held, listed = table.of(item["synset"]), set(item["is"])
        agreed += len(held & listed)
        extra += len(held - listed - set(item["debatable"]))
        missing += len(listed - held)
    assert agreed / (agreed + extra) >= 0.95
    assert agreed / (agreed + missing) >= 0.90
