"""The closed classes of words, and sentences in the plainest words that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from is_bench.documents import parse_yaml

Words = tuple[str, ...]
PhraseSet = Mapping[str, tuple[Words, ...]]
"""Phrases by their first word, the longest first."""
LONGEST_JOINT = 5
"""Words of a preposition that is written in several."""


@dataclass(frozen=True)
class ClosedWords:
    """Words that are no names of things."""

    adverbs: frozenset[str]
    """Dropped wherever they stand."""
    fillers: frozenset[str]
    openings: PhraseSet
    """Phrases before the verb of a request."""
    joined: Mapping[Words, str]
    """Prepositions, and the one that says the same."""
    particles: Mapping[str, frozenset[str]]
    """By verb, the particles with which it is one word."""
    determiners: frozenset[str]
    all_of: frozenset[str]
    """Determiners that mean every thing of a name."""
    blocked: frozenset[str]
    """Words whose noun depends on more than the scene ("the other mug")."""
    numbers: Mapping[str, int]
    prepositions: frozenset[str]
    stops: frozenset[str]
    """Words that no name of a thing has in it."""
    denying: frozenset[str]
    """Words before a noun that make it mean another thing ("a toy mug")."""
    particles_alone: frozenset[str]
    """Particles and adverbs of place, which are no part of a name."""
    finite: frozenset[str]
    """Verb forms that a statement has behind its subject."""
    commands: frozenset[str]
    """Verbs that begin a request and that no wording has."""
    negations: frozenset[str]
    """Words with which a clause may ask for the opposite, or for one of several things."""
    subordinators: frozenset[str]
    """Words behind which no request is looked for in a clause that was not understood."""
    rooms: PhraseSet
    times: PhraseSet
    over: PhraseSet
    units: frozenset[str]
    parts: frozenset[str]
    """Of a thing, that stand for it when it was named."""
    parts_of: frozenset[str]
    """Of a thing, that stand for it before "of"."""
    assurances: PhraseSet
    wants: PhraseSet


def data(name: str) -> Any:
    """A document of this package."""
    text = (files("is_bench") / "reading" / name).read_text(encoding="utf-8")
    return parse_yaml(text, name)


@cache
def closed_words() -> ClosedWords:
    """The words that the package ships; read once."""
    raw = data("words.yaml")
    prepositions = _set(raw["prepositions"])
    return ClosedWords(
        adverbs=_set(raw["adverbs"]),
        fillers=_set(raw["fillers"]) | {","},
        openings=phrases_of(raw["opening"]),
        joined={tuple(phrase.split()): to for phrase, to in raw["joined"].items()},
        particles={verb: _set(particles) for verb, particles in raw["particles"].items()},
        determiners=_set(raw["determiners"]),
        all_of=_set(raw["all_of"]),
        blocked=_set(raw["blocked"]),
        numbers=raw["numbers"],
        prepositions=prepositions,
        stops=prepositions | _set(raw["connectives"]) | {","},
        denying=_set(raw["denying"]),
        particles_alone=_set(raw["particles_alone"]),
        finite=_set(raw["finite"]),
        commands=_set(raw["commands"]),
        negations=_set(raw["negations"]),
        subordinators=_set(raw["subordinators"]),
        rooms=phrases_of(raw["rooms"]),
        times=phrases_of(raw["times"]),
        over=phrases_of(raw["over"]),
        units=_set(raw["units"]),
        parts=_set(raw["parts"]),
        parts_of=_set(raw["parts_of"]),
        assurances=phrases_of(raw["assurances"]),
        wants=phrases_of(raw["wants"]),
    )


def phrases_of(text: str) -> PhraseSet:
    """The phrases that `|` divides, by their first word, the longest first."""
    found: dict[str, list[Words]] = {}
    for phrase in sorted({tuple(phrase.split()) for phrase in text.split("|")} - {()}):
        found.setdefault(phrase[0], []).append(phrase)
    return {word: tuple(sorted(some, key=lambda one: -len(one))) for word, some in found.items()}


def leading(phrases: PhraseSet, words: Words, at: int) -> int:
    """Where the longest of `phrases` that begins at `at` ends; `at` if none does."""
    if at < len(words):
        for phrase in phrases.get(words[at], ()):
            if words[at : at + len(phrase)] == phrase:
                return at + len(phrase)
    return at


def normalised(words: Words) -> Words:
    """`words` without adverbs, its prepositions and the verbs with a particle each one word."""
    closed = closed_words()
    kept = tuple(word for word in words if word not in closed.adverbs)
    found: list[str] = []
    at = 0
    while at < len(kept):
        length, word = _joint(kept, at, closed.joined)
        at += length
        if found and word in closed.particles.get(found[-1], ()):
            found[-1] = f"{found[-1]}_{word}"
        else:
            found.append(word)
    return tuple(found)


def _joint(words: Words, at: int, joined: Mapping[Words, str]) -> tuple[int, str]:
    for length in range(min(LONGEST_JOINT, len(words) - at), 0, -1):
        word = joined.get(words[at : at + length])
        if word is not None:
            return length, word
    return 1, words[at]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())
