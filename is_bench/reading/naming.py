"""From the things of a scene to words that mean them, as statements can name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from is_bench.domain import Domain
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.reading.nouns import Nouns
from is_bench.reading.words import Words
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
        called = [
            SpokenName(" ".join(words), means)
            for words in _candidates(thing)
            if thing.name in (means := nouns.find(words, _any))
        ]
        if called:
            found[thing.name] = min(called, key=lambda one: len(one.means))
    return found


def _any(thing: SceneObject) -> bool:
    return thing.matter is not Matter.AGENT


def _candidates(thing: SceneObject) -> Iterator[Words]:
    """What it may be called, the plainest first."""
    label = words_of(thing.label) if thing.label else ()
    kind = tuple(class_of(thing.synset).replace("__", "_").split("_")) if thing.synset else ()
    name = words_of(thing.name)
    yield from (words for words in (label, kind, name) if words)
