"""From an instruction to sentences of plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from is_bench.reading.words import lexicon

MAX_WORDS = 80
"""Longer sentences are not read: nobody states a requirement in them."""
COMMA = ","
_SENTENCE = re.compile(r"[^.!?;\n]+(?:\.\d[^.!?;\n]*)*")
_WORD = re.compile(r"\d+(?:\.\d+)?|[a-z]+(?:'[a-z]+)?|,|:|\(|\)|\u2013|\u2014|(?<=\s)-+(?=\s)")
_PAUSES = frozenset(",:()\u2013\u2014-")


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
