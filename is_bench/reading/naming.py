"""From the things of a scene to words that mean them, as statements can name them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from is_bench.domain import Domain
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.reading.nouns import Nouns
from is_bench.recognition.labels import words_of


@dataclass(frozen=True)
class SpokenName:
    """What a thing is called."""

    words: str
    means: tuple[str, ...]
    """The names of all things that are called so."""


def spoken_names(objects: ObjectTable, domain: Domain) -> Mapping[str, SpokenName]:
    """By name: for each thing the words that mean it and the fewest others.

    A thing that no words mean is left out.
    """
    nouns = Nouns(objects, domain.labels)
    found: dict[str, SpokenName] = {}
    for thing in objects:
        kind = class_of(thing.synset).replace("__", "_").split("_")
        called = [
            SpokenName(" ".join(words), means)
            for words in (words_of(thing.label), tuple(kind), words_of(thing.name))
            if thing.name in (means := nouns.find(words, _is_thing) if any(words) else ())
        ]
        if called:
            found[thing.name] = min(called, key=lambda one: len(one.means))
    return found


def _is_thing(thing: SceneObject) -> bool:
    return thing.matter is not Matter.AGENT
