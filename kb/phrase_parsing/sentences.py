"""Tokenizes instructions and resolves pronouns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from is_bench.reading.stems import forms
from is_bench.recognition.grammar import word_set
from kb.phrase_parsing.grammar import (
    DETERMINERS,
    IMPERATIVES,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    Clause,
    clauses,
    is_imperative,
)
from kb.phrase_parsing.negation import negated_words

LONGEST = 3
"""The most words of a compound (`carbon monoxide detector`)."""
NAMED = "somebody"
"""The form of names."""
_SENTENCE_END = re.compile(r"[.;:!?\n]+")
_WORD = re.compile(r"(,?)[^A-Za-z0-9,]*([A-Za-z0-9]+(?:'[A-Za-z]+)?)")
_NO_NAMES = IMPERATIVES | word_set(
    """monday tuesday wednesday thursday friday saturday sunday january february march april june
    july august september october november december christmas easter"""
)
_THINGS = frozenset({"it", "them", "these", "those", "this"})
_PERSONS = frozenset({"he", "her", "him", "she", "them", "they"})

Forms = tuple[frozenset[str], ...]
"""Possible base forms of the next 1, 2, ... words."""


@dataclass(frozen=True)
class Word:
    """A word of an instruction."""

    text: str
    forms: Forms
    clause: int
    """Number of its clause; relative clauses belong to the enclosing one."""
    off: frozenset[int] = frozenset()
    """Positions of the words that negate or avert it; empty: it is requested."""


@dataclass(frozen=True)
class Antecedents:
    """Antecedents of pronouns: forms of previous words."""

    thing: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()


@lru_cache(maxsize=16)
def read(instruction: str) -> tuple[tuple[Word, ...], ...]:
    """The sentences of `instruction`, each a tuple of words."""
    text = instruction.replace("\u2019", "'").replace("n't", " not").replace("cannot", "can not")
    found, known = [], Antecedents()
    for part in _SENTENCE_END.split(text):
        matches = _WORD.findall(part)
        if matches:
            commas = frozenset(i for i, (comma, _) in enumerate(matches) if comma)
            sentence, known = _sentence([word for _, word in matches], commas, known)
            found.append(sentence)
    return tuple(found)


def _sentence(
    written: Sequence[str], commas: frozenset[int], known: Antecedents
) -> tuple[tuple[Word, ...], Antecedents]:
    words = [word.lower() for word in written]
    parts = clauses(words, commas)
    off = negated_words(words, parts)
    found = [_named(written, i, _compounds(words, i)) for i in range(len(words))]
    numbers: list[int] = []
    for clause in parts:
        relative = clause.lead in RELATIVES and bool(numbers)
        number = numbers[-1] if relative else clause.start
        numbers += [number] * len(clause.positions)
        for i in clause.positions:
            found[i] = _resolved(words, i, found[i], known)
        known = _remember(words, clause, found, known)
    return tuple(map(Word, words, found, numbers, map(frozenset, off))), known


def _compounds(words: Sequence[str], start: int) -> Forms:
    """The forms of the words from `start` on, one by one, two by two and so on."""
    each = [forms(word) for word in words[start : start + LONGEST]]
    return tuple(
        frozenset(" ".join(parts) for parts in product(*each[:length]))
        for length in range(1, len(each) + 1)
    )


def _named(written: Sequence[str], here: int, own: Forms) -> Forms:
    """The forms, with `NAMED` added for capitalized names."""
    word = written[here].removesuffix("'s")
    like_a_name = here > 0 and len(word) > 2 and word.istitle() and word.lower() not in _NO_NAMES
    return (own[0] | {NAMED}, *own[1:]) if like_a_name else own


def _resolved(words: Sequence[str], here: int, own: Forms, known: Antecedents) -> Forms:
    word = words[here]
    meant = known.thing if word in _THINGS else frozenset()
    if word in _PERSONS and not _is_possessive(words, here):
        meant |= known.persons
    return (own[0] | meant, *own[1:])


def _is_possessive(words: Sequence[str], here: int) -> bool:
    """Whether `her` at `here` is possessive (`her phone`, not `give her the phone`)."""
    following = words[here + 1] if here + 1 < len(words) else ""
    return words[here] == "her" and not (
        following == "" or following in DETERMINERS or following in PREPOSITIONS
    )


def _remember(
    words: Sequence[str], clause: Clause, found: Sequence[Forms], known: Antecedents
) -> Antecedents:
    """The antecedents after `clause`: its object, or in a statement all its words."""
    everything = _all_forms(found, clause.positions)
    if clause.subordinate and clause.start > 0:
        return Antecedents(known.thing, known.persons | everything)
    if not is_imperative(words, clause.start):
        owned = [i for i in clause.positions if not words[i].endswith("'s")]
        return Antecedents(_all_forms(found, owned), everything)
    thing = _all_forms(found, _object(words, clause))
    return Antecedents(thing or known.thing, everything)


def _all_forms(found: Sequence[Forms], positions: Sequence[int]) -> frozenset[str]:
    """The forms of all words, and of all compounds, among those at `positions`."""
    inside = set(positions)
    return frozenset(
        form
        for i in positions
        for length, those in enumerate(found[i], start=1)
        if i + length - 1 in inside
        for form in those
    )


def _object(words: Sequence[str], clause: Clause) -> Sequence[int]:
    """The positions of the object of an imperative."""
    start = next((i for i in clause.positions if is_imperative(words[i : i + 1], 0)), clause.start)
    found: list[int] = []
    for i in range(start + 1, clause.end):
        if not found and (words[i] in PARTICLES or words[i] in DETERMINERS):
            continue
        if words[i] in PREPOSITIONS or words[i] in PARTICLES:
            break
        found.append(i)
    return found
