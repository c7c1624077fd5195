"""The closed classes of words; from texts to sentences of the plainest words that say the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import Any

from is_bench.documents import packaged_yaml

Words = tuple[str, ...]
PhraseSet = Mapping[str, tuple[Words, ...]]
"""Phrases by their first word, the longest first."""
MAX_WORDS = 80
"""Longer sentences are not read: nobody states a requirement in them."""
COMMA = ","
_SENTENCE = re.compile(r"[^.!?;\n]+(?:\.\d[^.!?;\n]*)*")
_WORD = re.compile(r"\d+(?:\.\d+)?|[a-z]+(?:'[a-z]+)?|,|:|\(|\)|\u2013|\u2014|(?<=\s)-+(?=\s)")
_PAUSES = frozenset(",:()\u2013\u2014-")


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


@dataclass(frozen=True)
class Sentence:
    """A sentence as it was written, and its words."""

    text: str
    words: tuple[str, ...]
    """In lower case, contractions written out; every pause is a comma."""


def sentences(instruction: str) -> list[Sentence]:
    """The sentences of `instruction` that have any words."""
    found = []
    text = instruction.replace("\u2019", "'")
    for match in _SENTENCE.finditer(text):
        words = _words(match[0])
        if any(word != COMMA for word in words):
            found.append(Sentence(" ".join(match[0].split()), words))
    return found


def _words(text: str) -> tuple[str, ...]:
    spaced = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text.lower()).replace("never, ever", "never ever")
    spaced = re.sub(rf"(?<=[a-z])'s(?= (?:{lexicon()['being']})\b)", " is", spaced)
    spaced = re.sub(rf"(?<=[a-z])'s(?= (?:{lexicon()['having']})\b)", " has", spaced)
    found: list[str] = []
    for word in _WORD.findall(spaced):
        if word[0] in _PAUSES:
            if found and found[-1] != COMMA:
                found.append(COMMA)
        else:
            found += _written_out(word).split()
    while found and found[-1] == COMMA:
        found.pop()
    return tuple(found)


def _written_out(word: str) -> str:
    contractions: Mapping[str, str] = lexicon()["contractions"]
    endings: Mapping[str, str] = lexicon()["contracted_endings"]
    if word in contractions:
        return contractions[word]
    for ending, full in endings.items():
        if word.endswith(ending) and word != ending:
            return word.removesuffix(ending) + full
    return word


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
