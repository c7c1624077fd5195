"""Proposals that are good, and what they are about, for tests."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object, synset_of
from kb.adviser.language import EXAMPLES
from kb.adviser.opinion import Question

HOUSEHOLD = load_domain("household")
NAMES = (
    *("electric_refrigerator.n.01_1", "stove.n.01_1", "towel.n.01_1", "countertop.n.01_1"),
    *("candle.n.01_1", "floor.n.01_1", "apple.n.01_1", "carving_knife.n.01_1"),
)
SCENE = ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))
FRIDGE, TOWEL = EXAMPLES


def proposal(**changes: Any) -> dict[str, Any]:
    """The good proposal about a towel, with other fields; None leaves a field out."""
    changed = {**deepcopy(TOWEL), **changes}
    return {key: value for key, value in changed.items() if value is not None}


def text(**changes: Any) -> str:
    return json.dumps(proposal(**changes))


def question(instruction: str = "Tidy up.", **fields: Any) -> Question:
    return Question(instruction, SCENE.objects, HOUSEHOLD, **fields)
