"""The things of a scene that an instruction speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from is_bench.domain import Domain
from is_bench.objects import ObjectTable, SceneObject
from is_bench.reading.nouns import Nouns
from is_bench.reading.words import normalised, sentences

_LONGEST_NAME = 4
_WHERE = frozenset({"from", "under", "below", "beside", "near", "behind", "above", "off", "out_of"})
"""Prepositions before a thing that is named to say where another is."""
_ARTICLES = frozenset({"the", "a", "an", "my", "your", "his", "her", "our", "their", "its"})


def named_things(instruction: str, objects: ObjectTable, domain: Domain) -> frozenset[str]:
    """The names of the things of a scene that `instruction` speaks of."""
    mentions = _mentions(instruction, objects, domain)
    return frozenset(name for _, names in mentions for name in names)


def landmarks(instruction: str, objects: ObjectTable, domain: Domain) -> frozenset[str]:
    """The things that `instruction` names only to say where another is, or comes from."""
    near, others = set[str](), set[str]()
    for before, names in _mentions(instruction, objects, domain):
        told = [word for word in before if word not in _ARTICLES]
        (near if told and told[-1] in _WHERE else others).update(names)
    return frozenset(near - others)


def _mentions(
    instruction: str, objects: ObjectTable, domain: Domain
) -> Iterator[tuple[Sequence[str], Iterable[str]]]:
    """The things that are named, each time with the words before in the sentence."""
    nouns = Nouns(objects, domain.labels)
    for sentence in sentences(instruction):
        words = normalised(sentence.words)
        start = 0
        while start < len(words):
            for end in range(min(len(words), start + _LONGEST_NAME), start, -1):
                meant = nouns.find(tuple(words[start:end]), _anything)
                if meant:
                    yield words[:start], meant
                    start = end - 1
                    break
            start += 1


def _anything(_: SceneObject) -> bool:
    return True
