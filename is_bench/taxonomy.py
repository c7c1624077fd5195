"""Abilities of object classes: a table derived from the BEHAVIOR taxonomy (bddl 3.5.0).

A derived table and not a dependency: `bddl` pulls in Jupyter tooling, NLTK and a test runner, needs
most of a second to import, and exists as an sdist only, all of which a robot can do without; of its
data the package needs some abilities of each synset.  `tools/derive_taxonomy.py` makes the table
and a test makes it again.  The synsets that IS-Bench adds to BEHAVIOR stand in `ADDED`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

ADDED = {
    "bottom_cabinet.n.01": "cabinet.n.01",
    "top_cabinet.n.01": "cabinet.n.01",
    "power_strip.n.01": "electrical_device.n.01",
}
"""IS-Bench's own synsets: each is a subclass of the one it is mapped to, with its abilities."""

Conditions = tuple[tuple[str, str | bool], ...] | None
"""Alternative conditions for acting on a substance.

Each is ("saturated", synset) or ("toggled_on", True).  Empty means always, None never.
"""


@dataclass(frozen=True)
class HeatSource:
    """How an appliance changes temperatures (ability heatSource or coldSource)."""

    requires_inside: bool
    """Whether it acts on objects inside it (an oven), not on objects above it (a stove)."""
    requires_closed: bool
    requires_toggled_on: bool


@dataclass(frozen=True)
class Remover:
    """Substances that a cleaning tool removes (ability particleRemover)."""

    conditions: Mapping[str, Conditions]
    """By substance synset."""
    fluid: Conditions
    """For fluids that `conditions` does not name."""
    granular: Conditions
    visual: Conditions


class Taxonomy:
    """Synsets, their abilities and their ancestors."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        """`table` is the parsed content of `data/taxonomy.json`."""
        self._synsets: Mapping[str, Any] = table["synsets"]
        self._parameters: list[Mapping[str, Any]] = table["parameters"]
        self._ancestors: dict[str, frozenset[str]] = {}

    def __contains__(self, synset: str) -> bool:
        return synset in self._synsets or synset in ADDED

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._synsets, *ADDED)))

    def abilities(self, synset: str) -> frozenset[str]:
        """The abilities of `synset`; none for an unknown synset."""
        return frozenset(self._entry(synset).get("abilities", ()))

    def ancestors(self, synset: str) -> frozenset[str]:
        """`synset` itself and all its ancestors."""
        known = self._ancestors.get(synset)
        if known is None:
            found = {synset}
            for parent in self._parents(synset):
                found |= self.ancestors(parent)
            known = frozenset(found)
            if synset in self:  # names that others invent would fill the memory
                self._ancestors[synset] = known
        return known

    def is_a(self, synset: str, ancestor: str) -> bool:
        """Whether `synset` is `ancestor` or a subclass of it."""
        return ancestor in self.ancestors(synset)

    def heat_source(self, synset: str, *, cold: bool) -> HeatSource | None:
        """How `synset` heats things (or cools them, if `cold`), None if it does not."""
        parameters = self._ability(synset, "coldSource" if cold else "heatSource")
        if parameters is None:
            return None
        names = ("requires_inside", "requires_closed", "requires_toggled_on")
        return HeatSource(*(bool(parameters.get(name, 0.0)) for name in names))

    def produced(self, synset: str) -> Mapping[str, Conditions]:
        """The substances that `synset` provides (ability particleSource), with conditions."""
        parameters = self._ability(synset, "particleSource") or {}
        return {s: _conditions(c) for s, c in parameters.get("conditions", {}).items()}

    def remover(self, synset: str) -> Remover | None:
        """The substances that `synset` removes as a cleaning tool; None if it is not one."""
        parameters = self._ability(synset, "particleRemover")
        if parameters is None:
            return None
        return Remover(
            {s: _conditions(c) for s, c in parameters.get("conditions", {}).items()},
            _conditions(parameters.get("default_fluid_conditions")),
            _conditions(parameters.get("default_non_fluid_conditions")),
            _conditions(parameters.get("default_visual_conditions")),
        )

    def _parents(self, synset: str) -> Iterable[str]:
        if synset in ADDED:
            return (ADDED[synset],)
        parents: Iterable[str] = self._entry(synset).get("parents", ())
        return parents

    def _entry(self, synset: str) -> Mapping[str, Any]:
        entry: Mapping[str, Any] = self._synsets.get(ADDED.get(synset, synset), {})
        return entry

    def _ability(self, synset: str, ability: str) -> Mapping[str, Any] | None:
        index = self._entry(synset).get(ability)
        return None if index is None else self._parameters[index]


def _conditions(raw: list[list[Any]] | None) -> Conditions:
    return None if raw is None else tuple((kind, value) for kind, value in raw)


@cache
def taxonomy() -> Taxonomy:
    """The taxonomy of the package; read once."""
    return Taxonomy(json.loads((files("is_bench") / "data" / "taxonomy.json").read_text()))
