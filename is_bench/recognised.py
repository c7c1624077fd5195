"""The things of a scene as somebody describes them, and what each was recognised as."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.recognition import HowRecognised, Recognition, recognise

_NUMBER = re.compile(r"_?\d+$")
"""What tells a thing from others of its kind, at the end of its name."""


@dataclass(frozen=True)
class ObjectDescription:
    """A thing as a planner, robot or simulator describes it."""

    name: str
    """How calls and facts name it; unique in the scene."""
    label: str = ""
    """What people call it; empty where nobody said."""
    synset: str = ""
    """Its class in the taxonomy, where it is known."""
    abilities: tuple[str, ...] = ()
    """What can be done with it, where it is known, beside what its class tells."""


@dataclass(frozen=True)
class RecognisedObject:
    """A thing that was described, and what it was recognised as."""

    description: ObjectDescription
    recognition: Recognition

    @property
    def scene_object(self) -> SceneObject:
        """The thing as skills and constraints see it."""
        given = self.description
        return make_object(given.name, self.recognition.synset, given.abilities, label=given.label)


def describe(objects: Iterable[SceneObject]) -> tuple[ObjectDescription, ...]:
    """What is known of the things of a scene, as descriptions."""
    return tuple(
        ObjectDescription(thing.name, thing.label, thing.synset, tuple(sorted(thing.abilities)))
        for thing in objects
    )


def recognise_objects(
    described: Iterable[ObjectDescription], labels: Mapping[str, str]
) -> tuple[RecognisedObject, ...]:
    """Each thing with its class, by its given class, the domain's own `labels`, or its words."""
    return tuple(RecognisedObject(given, _recognise(given, labels)) for given in described)


def _recognise(given: ObjectDescription, labels: Mapping[str, str]) -> Recognition:
    for text in (given.label, given.name) if not given.synset else ():
        for words in (text, _NUMBER.sub("", text)):
            if words.casefold() in labels:
                return Recognition(labels[words.casefold()], HowRecognised.WORD, words)
    return recognise(given.name, given.label, given.synset)


def table_of(recognised: Iterable[RecognisedObject]) -> ObjectTable:
    """The table of things that were recognised, in their order."""
    return ObjectTable(tuple(thing.scene_object for thing in recognised))
