"""The closed classes of words, and sentences in the plainest words that say the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import Any

from is_bench.documents import packaged_yaml

Words = tuple[str, ...]
PhraseSet = Mapping[str, tuple[Words, ...]]
"""Phrases by their first word, the longest first."""


@cache
def data(name: str) -> Any:
    """A document of this package."""
    return packaged_yaml("is_bench", "reading", name)


@cache
def lexicon() -> Mapping[str, Any]:
    """The closed classes of words, the phrases and the frames that the package ships."""
    return {**data("words.yaml"), **data("statements.yaml"), **data("hints.yaml")}


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of a class of the lexicon."""
    return frozenset(lexicon()[name].split())


@cache
def phrases(name: str) -> PhraseSet:
    """The phrases of a class of the lexicon."""
    return phrases_of(lexicon()[name])


@cache
def stops() -> frozenset[str]:
    """The words that no name of a thing has in it."""
    return word_list("prepositions") | word_list("connectives") | {","}


@cache
def _joined() -> PhraseSet:
    """Prepositions of several words."""
    return phrases_of("|".join(lexicon()["joined"]))


def number_of(words: Iterable[str]) -> int:
    """The number of things that determiners tell; 0 if they tell none."""
    known: Mapping[str, int] = lexicon()["quantities"]
    return next((known[word] for word in words if word in known), 0)


@lru_cache(maxsize=4096)
def particles_of(verb: str) -> frozenset[str]:
    """The particles with which a verb is one word."""
    return frozenset(lexicon()["verb_particles"].get(verb, "").split())


def phrases_of(text: str) -> PhraseSet:
    """The phrases that `|` divides, by their first word, the longest first.

    `to/that` is either word, `/_` makes a word optional, and `ought_to` is two words.
    """
    found: dict[str, list[Words]] = {}
    for phrase in sorted({one for text in text.split("|") for one in _alternatives(text)} - {()}):
        found.setdefault(phrase[0], []).append(phrase)
    return {word: tuple(sorted(some, key=lambda one: -len(one))) for word, some in found.items()}


def _alternatives(text: str) -> Iterator[Words]:
    for chosen in product(*(word.split("/") for word in text.split())):
        yield tuple(" ".join(chosen).replace("_", " ").split())


def leading(phrases: PhraseSet, words: Words, at: int) -> int:
    """Where the longest of `phrases` that begins at `at` ends; `at` if none does."""
    if at < len(words):
        for phrase in phrases.get(words[at], ()):
            if words[at : at + len(phrase)] == phrase:
                return at + len(phrase)
    return at


def split_at(words: Words, joints: Collection[str]) -> Iterator[Words]:
    """The parts of `words` between `joints`."""
    starts = (-1, *(at for at, word in enumerate(words) if word in joints), len(words))
    return (words[one + 1 : other] for one, other in pairwise(starts) if other > one + 1)


def normalised(words: Words) -> Words:
    """`words` without adverbs, its prepositions and the verbs with a particle each one word."""
    kept = tuple(word for word in words if word not in word_list("adverbs"))
    found: list[str] = []
    at = 0
    while at < len(kept):
        end = max(leading(_joined(), kept, at), at + 1)
        word = lexicon()["joined"].get(" ".join(kept[at:end]), kept[at])
        if found and word in particles_of(found[-1]):
            found[-1] = f"{found[-1]}_{word}"
        else:
            found.append(word)
        at = end
    return tuple(found)
