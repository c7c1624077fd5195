"""The calls that may be a remedy, for the things that a block is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.objects import Matter, ObjectTable, SceneObject
from is_bench.taxonomy import taxonomy
from is_safety_monitor.core.repertoire import Repertoire

_OF_ABILITY = {
    "openable": ("CLOSE", "OPEN"),
    "toggleable": ("TOGGLE_OFF",),
    "freezable": ("WAIT",),
}
"""The general skills that may help with a thing by itself, by what it can do."""
_LAY, _PUT_AWAY, _WIPE = "PLACE_ON_TOP", "PLACE_INSIDE", "WIPE"
"""The general skills that may help together with another thing."""


class Candidates:
    """Lists the robot's calls that may help: the closest to the things come first."""

    def __init__(self, repertoire: Repertoire) -> None:
        """`repertoire` says how the robot does what a general skill does."""
        self._repertoire = repertoire

    def concerning(
        self, concerned: Sequence[str], objects: ObjectTable, facts: FactSet
    ) -> Iterator[SkillCall]:
        """The calls for the things `concerned`, and for what they may be inside of."""
        for general in _general_calls(concerned, objects, facts):
            yield from self._repertoire.calls(general, objects)


def _general_calls(
    concerned: Sequence[str], objects: ObjectTable, facts: FactSet
) -> Iterator[SkillCall]:
    """Calls on the things themselves first, then moving, then wiping."""
    names = (*concerned, *_containers(concerned, facts))
    things = [objects.by_name[name] for name in dict.fromkeys(names) if name in objects.by_name]
    for thing in things:
        for ability, skills in _OF_ABILITY.items():
            if thing.can(ability):
                yield from (SkillCall(skill, (thing.name,)) for skill in skills)
    for thing in filter(_is_movable, things):
        yield from _moves(thing, objects)
    possible = facts.true | facts.unknown
    covered = {fact.arguments[0] for fact in possible if fact.predicate == "covered"}
    for thing in things:
        if thing.name in covered:
            yield from _wipes(thing, objects)


def _containers(names: Sequence[str], facts: FactSet) -> Iterator[str]:
    """What each of `names` is inside of, or may be."""
    inside = [fact.arguments for fact in facts.true | facts.unknown if fact.predicate == "inside"]
    for name in names:
        yield from sorted(container for thing, container in inside if thing == name)


def _moves(thing: SceneObject, objects: ObjectTable) -> Iterator[SkillCall]:
    for support in _supports(objects):
        if support.name != thing.name:
            yield SkillCall(_LAY, (thing.name, support.name))
    for basket in filter(_is_basket, objects):
        if basket.name != thing.name:
            yield SkillCall(_PUT_AWAY, (thing.name, basket.name))


def _wipes(thing: SceneObject, objects: ObjectTable) -> Iterator[SkillCall]:
    for tool in objects:
        if tool.can("particleRemover"):
            yield SkillCall(_WIPE, (thing.name, tool.name))


def _supports(objects: Iterable[SceneObject]) -> list[SceneObject]:
    """Where things can be put down: furniture first, the floor last."""
    found = [
        thing
        for thing in objects
        if thing.can("sceneObject")
        and not (thing.can("toggleable") or thing.can("openable") or thing.can("heatSource"))
    ]
    return sorted(found, key=lambda thing: thing.synset.startswith("floor"))


def _is_basket(thing: SceneObject) -> bool:
    """Whether things can be put into it, as it is: a basket, a bin or a box without a lid."""
    shut = thing.can("openable") or thing.can("fillable") or thing.can("toggleable")
    return taxonomy().is_a(thing.synset, "container.n.01") and not shut


def _is_movable(thing: SceneObject) -> bool:
    if thing.can("sceneObject") or thing.matter is Matter.AGENT:
        return False
    return not thing.matter.is_substance
