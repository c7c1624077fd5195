"""Words of instructions: their clauses, what is negated, and what pronouns stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product

from is_bench.documents import packaged_yaml
from is_bench.reading.stems import forms

LONGEST = 3
"""The most words of a compound (`carbon monoxide detector`)."""
NAMED = "somebody"
"""The form of names."""
_SENTENCE_END = re.compile(r"[.;:!?\n]+")
_WORD = re.compile(r"(,?)[^A-Za-z0-9,]*([A-Za-z0-9]+(?:'[A-Za-z]+|(?<=s)'(?=\s))?)")
_LIST_REACH = 4
"""Most words from a comma to the `and` or `or` of an enumeration."""
_NAME = 2
"""Most content words of an object's name."""

Forms = tuple[frozenset[str], ...]
"""Possible base forms of the next 1, 2, ... words."""
Known = tuple[frozenset[str], frozenset[str]]
"""The forms of the things, and of the persons, that pronouns mean."""


@dataclass(frozen=True)
class Word:
    """A word of an instruction."""

    text: str
    forms: Forms
    clause: int
    """Where its clause begins; relative clauses belong to the one before."""
    off: frozenset[int] = frozenset()
    """Positions of the words that negate or avert it; empty: it is requested."""


@cache
def word_class(name: str) -> frozenset[str]:
    """The words of a class of `words.yaml`."""
    return frozenset(_document()[name].split())


@cache
def _document() -> Mapping[str, str]:
    document: Mapping[str, str] = packaged_yaml("kb", "phrase_parsing", "words.yaml")
    return document


@lru_cache(maxsize=16)
def read(instruction: str) -> tuple[tuple[Word, ...], ...]:
    """The sentences of `instruction`, each a tuple of words."""
    text = instruction.replace("\u2019", "'").replace("n't", " not").replace("cannot", "can not")
    found: list[tuple[Word, ...]] = []
    known: Known = (frozenset(), frozenset())
    for part in _SENTENCE_END.split(text):
        matches = _WORD.findall(part)
        commas = frozenset(i for i, (comma, _) in enumerate(matches) if comma)
        sentence, known = _sentence([word for _, word in matches], commas, known)
        found += [sentence] if sentence else []
    return tuple(found)


def _sentence(
    written: Sequence[str], commas: frozenset[int], known: Known
) -> tuple[tuple[Word, ...], Known]:
    """The words of a sentence, and what pronouns mean behind it."""
    words = [word.lower() for word in written]
    found: list[Word] = []
    number = 0
    for clause in _clauses(words, commas):
        lead = words[clause.start]
        number = number if lead in ("that", "which", "who") else clause.start
        off = _averted(words, clause)
        if _is_told(words, clause):
            off = {i: {*off[i], clause.start} - {i} for i in clause}
        own = [_forms(written, words, i, known) for i in clause]
        found += [Word(words[i], own[i - clause.start], number, frozenset(off[i])) for i in clause]
        is_asked = _is_imperative(words, clause.start)
        named = [i for i in clause if is_asked or not words[i].endswith("'s")]
        persons, thing = _all_forms(found, clause), known[0]
        if clause.start > 0 and lead in word_class("subordinators"):
            persons |= known[1]
        else:
            thing = _all_forms(found, _object(words, clause) if is_asked else named) or thing
        known = (thing, persons)
    return tuple(found), known


def _clauses(words: Sequence[str], commas: frozenset[int]) -> Iterator[range]:
    starts = [i for i in range(len(words)) if i == 0 or _starts(words, i, after_comma=i in commas)]
    return (range(*ends) for ends in pairwise([*starts, len(words)]))


def _starts(words: Sequence[str], here: int, *, after_comma: bool) -> bool:
    word, following = words[here], "".join(words[here + 1 : here + 2])
    if word == "and":
        return _is_imperative(words, here + 1)
    if word in word_class("subordinators") or word in ("but", "then"):
        return True
    if word == "that":
        return following in word_class("after_that")
    listed = not {"and", "or", "nor"}.isdisjoint(words[here : here + _LIST_REACH])
    is_next = after_comma and (not listed or _is_imperative(words, here))
    return is_next or (word, following) == ("in", "case")


def _is_imperative(words: Sequence[str], start: int) -> bool:
    """Whether the words from `start` on begin with a verb, or with `never` and one."""
    verb = next((w for w in words[start:] if w == "go" or w not in word_class("fillers")), "")
    return verb in word_class("imperatives")


def _is_told(words: Sequence[str], clause: range) -> bool:
    """Whether a clause tells what is or was so, or asks about it.

    "There is ...", "who left ...?", "somebody has ...", "the cat knocked the vase off".
    """
    first, second, *_ = (*words[clause.start : clause.start + 2], "", "")
    is_there = first == "there's" or (first == "there" and second in word_class("modals"))
    is_asking = first == "who" and clause.start == 0
    is_others = first in word_class("others") and second in word_class("modals") | {"has", "had"}
    return is_there or is_asking or is_others or _is_report(words, clause)


def _is_report(words: Sequence[str], clause: range) -> bool:
    """Whether a clause tells what somebody else did: its verb is in the past and has an object."""
    first = words[clause.start]
    if first in ("i", "you") or _is_imperative(words, clause.start):
        return False
    begin = clause.start + 1 + (first in word_class("determiners"))
    ends = word_class("prepositions") | word_class("particles")
    for word, following in pairwise(words[begin : min(begin + 4, clause.stop)]):
        if word in ends:
            return False
        if word.endswith("ed") and len(word) > len("need") and word not in word_class("wishes"):
            return following not in ends
    return False


def _averted(words: Sequence[str], clause: range) -> dict[int, set[int]]:
    """Per word of `clause`, the positions of the words that negate or avert it."""
    off: dict[int, set[int]] = {position: set() for position in clause}
    for here in clause:
        affected: Sequence[int] = ()
        word, before = words[here], words[clause.start : here]
        behind = [
            w for w in words[here + 1 : here + 3] if w not in word_class("fillers") or w == "just"
        ]
        if here == clause.start > 0 and word in word_class("undesired"):
            affected = clause
        elif word in word_class("negators"):
            if word_class("cancelers").isdisjoint((*before[-2:], *behind)):
                is_modal = not word_class("modals").isdisjoint(before[-1:])
                affected = clause if is_modal else clause[here + 1 - clause.start :]
        else:
            is_pair = "_".join(words[here : here + 2]) in word_class("averting_pairs")
            is_from = word == "from" and not word_class("averting_from").isdisjoint(before)
            if is_pair or is_from or word in word_class("averting"):
                affected = _name(words, clause[here + 1 + is_pair - clause.start :])
        for position in affected:
            off[position].add(here)
        off[here].discard(here)
    return off


def _name(words: Sequence[str], rest: range) -> range:
    """The first words of `rest`, up to a preposition behind a name, or a full name."""
    ends = word_class("prepositions") | {"and", "or"}
    left = _NAME
    for position in rest:
        word = words[position]
        if left == 0 or (word in ends and left < _NAME):
            return rest[: position - rest.start]
        left -= word not in word_class("determiners") | word_class("prepositions")
    return rest


def _forms(written: Sequence[str], words: Sequence[str], here: int, known: Known) -> Forms:
    """The forms of the next words, one by one, two by two; of pronouns, what they mean."""
    each = [forms(word) for word in words[here : here + LONGEST]]
    joined = [frozenset(map(" ".join, product(*each[:n]))) for n in range(1, len(each) + 1)]
    word = written[here].removesuffix("'s")
    no_names = word_class("imperatives") | word_class("no_names")
    if here and len(word) > 2 and word.istitle() and word.lower() not in no_names:
        joined[0] |= {NAMED}
    if words[here] in word_class("things"):
        joined[0] |= known[0] - {NAMED}
    if words[here] in word_class("persons"):
        joined[0] |= known[1]
    return tuple(joined)


def _all_forms(found: Sequence[Word], positions: Sequence[int]) -> frozenset[str]:
    """The forms of all words, and of all compounds, among those at `positions`."""
    inside = set(positions)
    return frozenset(
        form
        for i in positions
        for length, those in enumerate(found[i].forms, start=1)
        if i + length - 1 in inside
        for form in those
    )


def _object(words: Sequence[str], clause: range) -> range:
    """The positions of the object of an imperative."""
    verbs = (i for i in clause if words[i] in word_class("imperatives"))
    start = next(verbs, clause.start) + 1
    particles, ends = word_class("particles"), word_class("prepositions")
    while start < clause.stop and words[start] in particles | word_class("determiners"):
        start += 1
    places = (i for i in range(start, clause.stop) if words[i] in ends | particles)
    return range(start, next(places, clause.stop))
