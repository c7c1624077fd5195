"""Household instructions put together from parts, to search with."""

from __future__ import annotations

import random

VERBS = ["Wipe", "Move", "Put away", "Heat", "Wash", "Pour out", "Cut", "Turn on", "Open", "Store"]
THINGS = ["the milk", "a knife", "the wet towel", "the kettle", "some bleach", "the toaster"]
THINGS += ["a glass bowl", "the raw chicken", "the phone charger", "an old newspaper", "the ladder"]
PLACES = ["on the stove", "beside the sink", "in the fridge", "under the bed", "near the heater"]
PLACES += ["on the stairs", "inside the microwave", "by the baby's cot", "at the window", ""]
ENDS = ["", "quickly", "before the guests arrive", "and leave it there", "with a damp cloth"]


def phrases(count: int) -> list[str]:
    """`count` different instructions, always the same ones."""
    every = [
        f"{v} {t} {p} {e}".strip() for v in VERBS for t in THINGS for p in PLACES for e in ENDS
    ]
    return random.Random(1).sample(every, count)
