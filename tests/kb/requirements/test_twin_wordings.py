"""Sentences that mean the same as the plainest one, over the scenes of the blind sentences.

`wordings.yaml` has them by scene and by the plainest wording: modal frames, connectives, times,
orders of clauses, asides and reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.requirements import read_requirements
from tests.kb.requirements.conftest import plain, tally
from tests.kb.requirements.test_blind_sentences import FOLDER, Scene, scene_of

FILE = Path(__file__).with_name("wordings.yaml")
SCENES: dict[str, dict[str, list[str]]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def _scene(name: str) -> Scene:
    document: Any = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return scene_of(document["scene"])


def _read(text: str, scene: Scene) -> tuple[frozenset[str], tuple[str, ...]]:
    """What a sentence demands, and what of it was not read."""
    ended = text if text[-1] in ".?!" else f"{text}."
    found = read_requirements(ended, scene.objects, scene.domain)
    return frozenset(map(plain, found.constraints)), found.unread


def _pairs(name: str) -> Iterator[tuple[list[str], frozenset[str]]]:
    """What each wording demands, with what of it is unread, and what the plainest one demands."""
    scene = _scene(name)
    for plainest, others in SCENES[name].items():
        demanded, _ = _read(plainest, scene)
        for demands, unread in (_read(text, scene) for text in others if demanded):
            yield [*demands, *(f"? {text}" for text in unread)], demanded


def test_most_other_wordings_demand_the_same() -> None:
    count = tally(pair for name in SCENES for pair in _pairs(name))
    assert (count["right"] >= 878, count["wrong"] <= 4, count["dropped"] <= 4) == (True, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "Do not have the oven on and the plate on the table at the same time, or else.",
        "Until you turn off the stove, cut the apple.",
        "While the stove is on, keep the window closed for two minutes.",
        "Never open the window within two steps.",
        "The knife must not be on the table within two minutes.",
    ],
)
def test_what_may_mean_two_things_is_unread(text: str) -> None:
    scene = _scene("kitchen")
    assert _read(text, scene) == (frozenset(), (text.rstrip("."),))


def test_a_condition_combines_with_a_trigger() -> None:
    scene = _scene("kitchen")
    text = "Before you turn on the stove, the window must be closed unless the fridge is open."
    (stated,) = read_requirements(text, scene.objects, scene.domain).constraints
    assert plain(stated).startswith("before TOGGLE_ON(stove) if (not (open")


def test_a_clause_in_the_middle_of_another_is_read() -> None:
    scene = _scene("kitchen")
    whole = _read("Make sure that the oven is off before you open the window.", scene)
    assert _read("Make sure, before you open the window, that the oven is off.", scene) == whole
