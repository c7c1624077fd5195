"""Recognition against classes that people named by hand, without sight of the recognizer.

`unrecognised_ok` marks things that the taxonomy fits only loosely: there, no class is as right.
`alike` names the class with the hazards of a thing that the taxonomy lacks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from is_bench.domain import load_domain
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.recognition import RecognitionMethod

GOLD = Path(__file__).parent / "gold"


@dataclass(frozen=True)
class Tally:
    """How many labels were recognized rightly, wrongly, and not at all."""

    right: int
    wrong: int
    missed: int

    @property
    def total(self) -> int:
        return self.right + self.wrong + self.missed


def tally(file: str, labels_of: Any, domain: str = "is_bench") -> Tally:
    own = load_domain(domain).labels
    counts = {"right": 0, "wrong": 0, "missed": 0}
    for item in json.loads((GOLD / file).read_text())["items"]:
        right = item.get("right", [item["synset"]] if "synset" in item else [])
        for label in labels_of(item):
            (found,) = recognise_objects([ObjectDescription(f"{label}_1", label)], own)
            synset = found.recognition.synset
            if found.recognition.how is RecognitionMethod.ALIKE:
                right = [*right, *item.get("alike", [])]
            abstained = not synset and (not right or item.get("unrecognised_ok"))
            outcome = "right" if synset in right or abstained else "wrong" if synset else "missed"
            counts[outcome] += 1
    return Tally(**counts)


@pytest.mark.parametrize("domain", ["is_bench", "thor"])
def test_object_types_of_ai2_thor(domain: str) -> None:
    found = tally("thor_types.json", lambda item: [item["type"]], domain)
    assert found.right >= 0.95 * found.total, found
    assert found.wrong <= 0.02 * found.total, found


def test_classes_of_the_taxonomy_as_people_say_them() -> None:
    """This set was looked at while the recognizer was mended."""
    found = tally("taxonomy_labels.json", lambda item: item["labels"])
    assert found.right >= 0.95 * found.total, found


def test_classes_of_the_taxonomy_as_others_say_them() -> None:
    """This set was not."""
    found = tally("taxonomy_labels_2.json", lambda item: [item["label"]])
    assert found.right >= 0.91 * found.total, found
    assert found.wrong <= 0.06 * found.total, found


def test_what_no_class_fits_is_seldom_taken_for_something() -> None:
    found = tally("distractors.json", lambda item: [item["label"]])
    assert found.wrong <= 0.05 * found.total, found
