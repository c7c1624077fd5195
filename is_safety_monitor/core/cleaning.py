"""Cleaning sequences: wipe with a suitable tool, soaked first if required."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.facts import Atom
from is_bench.objects import SceneObject, class_of, synset_of
from is_bench.taxonomy import taxonomy
from is_bench.world.removers import Removers
from is_safety_monitor.core.call_sequences import CallSequence, Situation, step
from is_safety_monitor.core.storage_habits import named_class

_FIRST_CHOICE = (
    "rag.n.01 | sponge.n.01 | paper_towel.n.01 | dishtowel.n.01 | cleaning_implement.n.01"
    " | brush.n.02 | vacuum.n.04"
)
_NO_TOOL = "soft_furnishing | clothing.n.01 | sign_of_child | sceneObject | floor_covering"
"""What takes things up, but would be spoilt."""
_ICE = "ice.n.01 | snow.n.01"
_GRIT = "salt.n.02 | sand.n.04 | grit.n.01 | gravel.n.01"
"""What makes ice safe to walk on."""
_OTHER_TOOL = 2.0
"""What it costs to wipe with what is not made for it; in steps."""


@dataclass(frozen=True)
class Cleaning:
    """What takes which substances up, and what is not to be used."""

    removers: Removers
    spared: Collection[str] = ()
    """The names of things that are no tools: the instruction is about them."""

    def ways(self, thing: SceneObject, now: Situation) -> Iterator[CallSequence]:
        """The ways to take off `thing` whatever it is or may be covered with.

        What lies in a washer or another machine is not wiped there.
        """
        if any(now.can(around, "toggleable") for around in now.related("inside", thing.name)):
            return
        for substance in now.related("covered", thing.name):
            if _is(substance, _ICE, now):
                yield from _grit_sequences(thing, now)
            for tool in now.things():
                if tool.name != thing.name and self._is_tool(tool):
                    yield from self._wipe_sequences(thing, tool, substance, now)

    def _is_tool(self, tool: SceneObject) -> bool:
        if tool.name in self.spared or named_class(_NO_TOOL).contains(tool):
            return False
        return self.removers.is_remover(tool)

    def _wipe_sequences(
        self, thing: SceneObject, tool: SceneObject, substance: str, now: Situation
    ) -> Iterator[CallSequence]:
        conditions = self.removers.conditions(tool, _synset(substance, now))
        if conditions is None:
            return
        extra = 0.0 if named_class(_FIRST_CHOICE).contains(tool) else _OTHER_TOOL
        wipe = step("WIPE", thing.name, tool.name)
        if not conditions or self._is_ready(tool, conditions, now):
            yield CallSequence((wipe,), 1.0 + extra)
            return
        for kind, value in conditions:
            if kind == "toggled_on" and value is True:
                on, off = step("TOGGLE_ON", tool.name), step("TOGGLE_OFF", tool.name)
                yield CallSequence((on, wipe, off), 3.0 + extra)
            elif kind == "saturated":
                for wetting in _soak_sequences(tool, str(value), now):
                    steps = (*wetting, wipe)
                    yield CallSequence(steps, len(steps) + extra)

    def _is_ready(
        self, tool: SceneObject, conditions: tuple[tuple[str, str | bool], ...], now: Situation
    ) -> bool:
        """Whether `tool` meets one of `conditions` as it is."""
        soaked = {_synset(name, now) for name in now.related("saturated", tool.name)}
        words = soaked | {class_of(synset) for synset in soaked}
        running = now.surely("toggled_on", tool.name)
        return any(
            (kind == "saturated" and value in words) or (kind == "toggled_on" and value is running)
            for kind, value in conditions
        )


def _grit_sequences(thing: SceneObject, now: Situation) -> Iterator[CallSequence]:
    """How grit is spread on what is icy."""
    for vessel in now.things():
        contents = (*now.related("contains", vessel.name), *now.related("filled", vessel.name))
        grit = frozenset(
            Atom("covered", (thing.name, one)) for one in contents if _is(one, _GRIT, now)
        )
        if grit and vessel.name != thing.name:
            yield CallSequence((step("SPREAD", vessel.name, thing.name),), 1.0, grit)


def _is(substance: str, kind: str, now: Situation) -> bool:
    found = now.objects.get(substance)
    return found is not None and named_class(kind).contains(found)


def _soak_sequences(
    tool: SceneObject, fluid: str, now: Situation
) -> Iterator[tuple[SkillCall, ...]]:
    """How `tool` is soaked with `fluid`, which is a synset or a class word."""
    for source in now.things():
        produced = taxonomy().produced(source.synset)
        if fluid in produced or fluid in map(class_of, produced):
            soak = step("SOAK_UNDER", tool.name, source.name)
            if not source.can("toggleable") or now.surely("toggled_on", source.name):
                yield (soak,)
            else:
                yield step("TOGGLE_ON", source.name), soak, step("TOGGLE_OFF", source.name)
        for content in now.related("contains", source.name):
            if fluid in (_synset(content, now), class_of(_synset(content, now))):
                yield (step("SOAK_INSIDE", tool.name, source.name),)


def _synset(name: str, now: Situation) -> str:
    thing = now.objects.get(name)
    return synset_of(name) if thing is None else thing.synset
