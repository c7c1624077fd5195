"""Tablets, capsules and the like of which the words name no known thing.

A tablet of something unknown is medicine, unless a word before it tells that it cleans, burns or is
a thing of another kind.
"""

from __future__ import annotations

from collections.abc import Mapping

from is_bench.recognition.grammar import word_set
from is_bench.recognition.splitting import any_form

MEDICINE = "medicine.n.02"
"""The same in a box, as a pill and as a syrup."""
DETERGENT = "bottle__of__detergent.n.01"
CLEANER = "bottle__of__disinfectant.n.01"
"""Packed as they are, they are carried like a bottle, and harm like what is in it."""

TABLETS = word_set("caplet capsule pill tablet")
"""Forms of medicine, and of what cleans."""

CLEANING_FORMS = TABLETS | word_set("cap pac pod sachet sheet strip tab")
"""Forms of what cleans ("dish tabs")."""

USES: Mapping[str, str] = {
    "bleach": "bottle__of__bleach_agent.n.01",
    "chlorine": "chlorine__bottle.n.01",
    "cistern": CLEANER,
    "cleaner": CLEANER,
    "cleaning": CLEANER,
    "cleansing": CLEANER,
    "denture": CLEANER,
    "descaler": "bottle__of__acid.n.01",
    "descaling": "bottle__of__acid.n.01",
    "detergent": DETERGENT,
    "dish": DETERGENT,
    "dishwasher": DETERGENT,
    "dishwashing": DETERGENT,
    "laundry": DETERGENT,
    "pool": "chlorine__bottle.n.01",
    "toilet": CLEANER,
    "washing": DETERGENT,
}
"""The classes of tablets by the words that tell their use; the last one decides."""

NO_MEDICINE = word_set(
    """android bouillon chalk chocolate clay cloth cocoa coffee computer digital drawing
    electronic espresso fire fodder food fuel game gaming graphics metal musical nespresso paper
    reading salt screen seed soap soup space stone stylus tea time touch touchscreen wax window
    writing"""
)
"""Tablets of these are of other kinds."""


def dose_of(words: tuple[str, ...]) -> str:
    """The class of "calcium tablets" and "laundry tab"; "" if it is neither."""
    before, form = words[:-1], words[-1]
    if any_form(form, CLEANING_FORMS):
        for word in reversed(before):
            if word in USES:
                return USES[word]
    is_medicine = any_form(form, TABLETS) and before and NO_MEDICINE.isdisjoint(before)
    return MEDICINE if is_medicine else ""
