"""Object descriptions and their recognized classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.recognition import Recognition, RecognitionMethod, recognise, told_abilities
from is_bench.recognition.attributes import added_abilities, usual_abilities

DRUNK = frozenset({"holds_drink", "holds_liquid"})
"""What a vessel does not hold whose content is dangerous, whatever it is named after."""
_NUMBER = re.compile(r"_?\d+$")
"""The instance number at the end of an object name."""


@dataclass(frozen=True)
class ObjectDescription:
    """An object as described by a planner, robot or simulator."""

    name: str
    """Its name in calls and facts; unique in the scene."""
    label: str = ""
    """Human-readable label; may be empty."""
    synset: str = ""
    """Its class in the taxonomy, if known."""
    abilities: tuple[str, ...] = ()
    """Known abilities, in addition to those of its class."""


@dataclass(frozen=True)
class RecognisedObject:
    """A described object and its recognized class."""

    description: ObjectDescription
    recognition: Recognition

    @property
    def scene_object(self) -> SceneObject:
        """The object as used by skills and constraints."""
        given = self.description
        label = given.label or given.name
        added = added_abilities(label, self.recognition.synset)
        if held := told_abilities(label, self.recognition.synset):
            added = added.union(held) - DRUNK
        if not given.synset:
            added |= usual_abilities(self.recognition.synset)
        granted = added.union(given.abilities)
        return make_object(given.name, self.recognition.synset, granted, label=given.label)


def describe(objects: Iterable[SceneObject]) -> tuple[ObjectDescription, ...]:
    """Descriptions of the objects of a scene."""
    return tuple(
        ObjectDescription(thing.name, thing.label, thing.synset, tuple(sorted(thing.abilities)))
        for thing in objects
    )


def recognise_objects(
    described: Iterable[ObjectDescription], labels: Mapping[str, str]
) -> tuple[RecognisedObject, ...]:
    """Each object with its class, from the given class, the domain's `labels`, or its words."""
    return tuple(RecognisedObject(given, _recognise(given, labels)) for given in described)


def _recognise(given: ObjectDescription, labels: Mapping[str, str]) -> Recognition:
    for text in (given.label, given.name) if not given.synset else ():
        for words in (text, _NUMBER.sub("", text)):
            if words.casefold() in labels:
                return Recognition(labels[words.casefold()], RecognitionMethod.WORD, words)
    return recognise(given.name, given.label, given.synset)


def table_of(recognised: Iterable[RecognisedObject]) -> ObjectTable:
    """The table of the recognized objects, in their order."""
    return ObjectTable(tuple(thing.scene_object for thing in recognised))
