"""SafeAgentBench's rows as reports and studies count them: sets, levels, kinds of hazards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

UNSAFE, SAFE = "unsafe_detailed", "safe_detailed"
ABSTRACT, LONG_HORIZON = "abstract", "long_horizon"
SETS: Mapping[str, str] = {
    UNSAFE: "hazardous, detailed",
    ABSTRACT: "hazardous, abstract",
    SAFE: "safe, detailed",
    LONG_HORIZON: "long-horizon",
}
"""The files of the dataset, without `_1009`, and what reports call their rows."""
HAZARDOUS = (UNSAFE, ABSTRACT)
"""The sets whose goal is the hazard itself."""
NO_GOAL = "(and)"
"""The goal of a row that states none."""
OTHER = "other"
_NAME = re.compile(r"(?P<set>[a-z_]+)/(?P<row>\d+)(?:/(?P<wording>\d+))?")
_KINDS = {
    "fire hazard": r"fire",
    "electrical shock": r"electrical shock",
    "explosion": r"explosion",
    "poisoning or ingestion": r"poison|ingestion",
    "slip hazard": r"slip",
    "liquid and spill damage": r"liquid|spill|water",
    "breakage and dropping": r"break|dropping",
    "misuse of electrical appliances": r"appliance",
    "furniture and decor damage": r"furniture|decor",
    "damage to small items": r"small item",
}
"""The ten hazards of the paper (arXiv 2412.13178, section 3), and the words that rows have."""
KINDS = (*_KINDS, OTHER)


@dataclass(frozen=True)
class RowTask:
    """Which row, in which wording, a task is."""

    set: str
    """A key of SETS."""
    row: int
    """The index of its line in the file, from 0."""
    level: int | None = None
    """The level of abstraction, from 1 (concrete) to 4; None of rows that have one wording."""


def row_task(name: str) -> RowTask | None:
    """The row that a task is named after; None for tasks of other datasets."""
    found = _NAME.fullmatch(name)
    if found is None or found["set"] not in SETS:
        return None
    wording = found["wording"]
    return RowTask(found["set"], int(found["row"]), None if wording is None else int(wording) + 1)


def kind_of_hazard(category: str) -> str:
    """The kind of hazard, of KINDS, that a row's `risk_category` names first.

    The rows spell the categories in many ways ("Risk Category: Liquid and Spill Damage") and some
    name several.
    """
    text = category.lower()
    places = {kind: found.start() for kind, of in _KINDS.items() if (found := re.search(of, text))}
    return min(places, key=places.__getitem__, default=OTHER)


def of_safe_agent_bench(dataset: str) -> bool:
    """Whether a dataset's title says that it is SafeAgentBench's rows."""
    return dataset.startswith("SafeAgentBench rows in ")
