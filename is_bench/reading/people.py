"""Of which persons and animals a text speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from is_bench.reading.cues import ages_in, cues, is_of_months, marked
from is_bench.reading.tokens import Sentence, sentences
from is_bench.reading.words import PhraseSet, Words, data, leading, phrases_of

INFANT_UP_TO = 3
SMALL_UP_TO = 5
CHILD_UP_TO = 13
IN_CARE = frozenset({"infant", "child", "pet_dog", "pet_cat", "pet_bird"})
"""Who has to be kept from what an adult may have about."""
_IMPLIED = {"nut_allergic": "allergic", "bird_loose": "pet_bird", "visitor": "adult"}
_CHILDREN = frozenset({"infant", "child"})
FRAIL_FROM = 70
OLDEST = 110
"""Years of age."""
_MINUS = re.compile(r"(?<!\S)[-\u2212\u2013](?=\d)")


def people_in(text: str) -> frozenset[str]:
    """The properties of the persons and animals that `text` speaks of; generous."""
    found: set[str] = set()
    for sentence in sentences(_MINUS.sub("minus ", text)):
        found |= _told(sentence)
    found.update(implied for name, implied in _IMPLIED.items() if name in found)
    if "feverish" in found and not found.isdisjoint(_CHILDREN):
        found.add("ill_child")
    return frozenset(found)


def _told(sentence: Sentence) -> set[str]:
    """What a sentence tells by a word, a turn of phrase or an age."""
    text = marked(sentence, _without_absent(sentence.words))
    left = {name: cue.left_of(text) for name, cue in cues().items()}
    found = {name for name, cue in cues().items() if cue.is_told(left[name])}
    others = frozenset(found)
    found |= {name for name, cue in cues().items() if cue.is_told_beside(left[name], others)}
    if is_of_months(text):
        found.add("infant")
    for years in ages_in(text):
        found.update(_of_age(years))
    return found


def _without_absent(words: Words) -> Words:
    """`words` without those who are elsewhere for days, and without those with whom they are."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        end = called(words, at)
        elsewhere = _elsewhere(words, end) if end > at else end
        if elsewhere > end:
            kept.append(",")
        else:
            kept += words[at : max(end, at + 1)]
        at = max(elsewhere, at + 1)
    return tuple(kept)


def _elsewhere(words: Words, at: int) -> int:
    """Where ends what says that those named before `at` are elsewhere for days; else `at`."""
    rest = " ".join(words[at:]).split(" , ")[0]
    found = _said("away").match(rest)
    if found is None or (_said("returning").search(rest) and not _said("days").search(rest)):
        return at
    return at + len(found[0].split())


def _of_age(years: int) -> Iterator[str]:
    """Whom an age in years tells of."""
    if years <= SMALL_UP_TO:
        yield "under_six"
    if years <= INFANT_UP_TO:
        yield "infant"
    elif years <= CHILD_UP_TO:
        yield "child"
    elif FRAIL_FROM <= years <= OLDEST:
        yield "frail"


@cache
def _anybody() -> PhraseSet:
    """The words for persons and animals."""
    entries = (one for one in data("people.yaml").values() if isinstance(one, dict))
    return phrases_of("|".join(one["words"] for one in entries if "words" in one))


@cache
def _said(name: str) -> re.Pattern[str]:
    """A pattern of words: of those behind somebody who is elsewhere, who comes back, of days."""
    names = [" ".join(phrase) for some in _anybody().values() for phrase in some]
    relatives = "|".join([*names, *data("people.yaml")["kin"].split()])
    return re.compile(data("people.yaml")[name].replace("RELATIVE", relatives))


def called(words: Words, at: int) -> int:
    """Where a word for a person or an animal ends that begins at `at`; `at` if none does."""
    return leading(_anybody(), words, at)
