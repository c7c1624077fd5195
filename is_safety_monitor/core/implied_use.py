"""What a request uses without naming it: a cooker, a tap or a refrigerator.

"Cook the salmon" names no stove, and still one is switched on.  So a hazard that waits for that
step is as good as requested.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.objects import ObjectTable, SceneObject, class_of, synset_of
from is_bench.taxonomy import taxonomy
from is_bench.world.removers import Removers
from is_safety_monitor.core.request_plans import TaskRequestPlan
from is_safety_monitor.core.storage_habits import named_class

IMPLIED = 0.8
"""The chance that what a request implies is used, shared by those among which it may choose."""
_HEATED, _FROZEN, _WET = ("cooked", "hot"), ("frozen",), ("contains", "saturated", "filled")
"""Predicates of wishes for which a cooker, a freezer, or a tap is used."""
_COOKERS, _FREEZERS, _TAPS = "cooking_heat & toggleable", "cold_storage & openable", "water_source"
_PANS = "pan.n.01 | pot.n.01 | stockpot.n.01 | kettle.n.01"
"""What is heated on a stove, and in nothing else."""
_HOBS = "stove.n.01 | burner.n.02"


@dataclass(frozen=True)
class ImpliedUse:
    """The things that a request implies, for instructions that name `named`."""

    asked: TaskRequestPlan
    named: Collection[str]
    objects: ObjectTable
    facts: FactSet
    removers: Removers
    """What takes which substances up, and how wet it has to be."""

    def chances(self) -> dict[str, float]:
        """How likely each thing is switched on, or opened if it is a freezer; by name."""
        found: dict[str, float] = {}
        for fit in (*self._wished(), *self._wetting()):
            chosen = self._chosen(fit)
            for thing in chosen:
                found[thing.name] = max(found.get(thing.name, 0.0), IMPLIED / len(chosen))
        return found

    def _wished(self) -> Iterator[list[SceneObject]]:
        """For each wish that is not fulfilled, the things that may fulfil it."""
        for wish in self.asked.wishes:
            if wish.holds and self.facts.truth(wish.fact) is not Truth.TRUE:
                yield list(self._fit(wish.fact.predicate, wish.fact.arguments))

    def _wetting(self) -> Iterator[list[SceneObject]]:
        """For each named tool that cleans a named thing only if it is wet, the taps."""
        soils = {fact.arguments[1] for fact in self._soiled()}
        for tool in self.objects:
            if tool.name in self.named and self.removers.is_remover(tool):
                wet = [self._wet(tool, synset_of(soil)) for soil in soils]
                yield from (list(self._taps(fluid)) for fluid in filter(None, wet))

    def _soiled(self) -> Iterator[Atom]:
        """What covers the things that are named, or that the request cleans."""
        touched = {name for call in self.asked.calls for name in call.arguments}
        for fact in self.facts.true:
            if fact.predicate == "covered" and fact.arguments[0] in touched.union(self.named):
                yield fact

    def _wet(self, tool: SceneObject, soil: str) -> str:
        """The fluid that `tool` lacks to take up `soil`; empty if it lacks none."""
        needed = self.removers.conditions(tool, soil) or ()
        fluids = [str(value) for kind, value in needed if kind == "saturated"]
        if len(fluids) < len(needed) or any(self._holds("saturated", tool.name, f) for f in fluids):
            return ""
        return next(iter(fluids), "")

    def _holds(self, predicate: str, name: str, kind: str) -> bool:
        pairs = (f.arguments for f in self.facts.true if f.predicate == predicate)
        return any(a == name and kind in (synset_of(b), class_of(b)) for a, b in pairs)

    def _fit(self, wanted: str, about: tuple[str, ...]) -> Iterator[SceneObject]:
        """What brings about that `wanted` is so, of the things `about`."""
        if wanted in _HEATED:
            yield from self._of_class(_COOKERS)
        elif wanted in _FROZEN:
            yield from self._of_class(_FREEZERS)
        elif wanted in _WET and not self._at_hand(about[-1]):
            yield from self._taps(synset_of(about[-1]))

    def _taps(self, fluid: str) -> Iterator[SceneObject]:
        """The taps for `fluid`, which is a synset or a class word."""
        for tap in self._of_class(_TAPS):
            produced = taxonomy().produced(tap.synset)
            if tap.can("toggleable") and fluid in (*produced, *map(class_of, produced)):
                yield tap

    def _chosen(self, fit: list[SceneObject]) -> list[SceneObject]:
        """Those of `fit` that the instruction names, or that its pans stand on; else all."""
        pans = any(named_class(_PANS).contains(t) for t in self.objects if t.name in self.named)
        hobs = [thing for thing in fit if pans and named_class(_HOBS).contains(thing)]
        return [thing for thing in fit if thing.name in self.named] or hobs or fit

    def _at_hand(self, fluid: str) -> bool:
        """Whether a thing that is named holds `fluid`, so that no tap is needed."""
        held = (self.facts.truth(atom("contains", name, fluid)) for name in self.named)
        return Truth.TRUE in held

    def _of_class(self, kind: str) -> Iterator[SceneObject]:
        return (thing for thing in self.objects if named_class(kind).contains(thing))
