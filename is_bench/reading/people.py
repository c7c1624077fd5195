"""Of which persons and animals a text speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from is_bench.reading.cues import ages_in, cues, is_of_months, marked
from is_bench.reading.tokens import Sentence, sentences
from is_bench.reading.words import PhraseSet, Words, data, leading, phrases_of

INFANT_UP_TO = 3
SMALL_UP_TO = 5
CHILD_UP_TO = 13
IN_CARE = frozenset({"infant", "child", "pet_dog", "pet_cat", "pet_bird"})
"""Who has to be kept from what an adult may have about."""
_IMPLIED = {"nut_allergic": "allergic", "bird_loose": "pet_bird"}
_CHILDREN = frozenset({"infant", "child"})
FRAIL_FROM = 70
OLDEST = 110
"""Years of age."""
_NOBODY = frozenset({"no", "without"})
_SOMEBODY = frozenset({",", "the", "a", "an", "my", "our", "is", "are", "but", "for", "to", "can"})
"""Words behind which a "no" says nothing any more."""
_MOST_BETWEEN = 4
"""Words between a "no" and whom it is said of."""
_LITTLE_NAME = re.compile(r"\b[Ll]ittle (?!(?:One|Ones)\b)[A-Z][a-z]+\b")
"""Little Theo."""
_AGED_NAME = re.compile(r"\b[A-Z][a-z]+ \((\d{1,2})\)")
"""Jonas (2)."""
_MINUS = re.compile(r"(?<!\S)[-\u2212\u2013](?=\d)")


def people_in(text: str) -> frozenset[str]:
    """The properties of the persons and animals that `text` speaks of; generous."""
    found: set[str] = set()
    for sentence in sentences(_MINUS.sub("minus ", text)):
        found |= _told(sentence)
    if _LITTLE_NAME.search(text):
        found |= {"child", "infant"}
    for match in _AGED_NAME.finditer(text):
        found.update(_of_age(int(match[1])))
    found.update(implied for name, implied in _IMPLIED.items() if name in found)
    if "feverish" in found and not found.isdisjoint(_CHILDREN):
        found.add("ill_child")
    return frozenset(found)


def _told(sentence: Sentence) -> set[str]:
    """What a sentence tells by a word, a turn of phrase or an age."""
    text = marked(sentence, _without_absent(sentence.words))
    left = {name: cue.left_of(text) for name, cue in cues().items()}
    found = {name for name in _phrases("words") if _is_named(name, _plain(left.get(name, text)))}
    found |= {name for name, cue in cues().items() if cue.is_told(left[name])}
    others = frozenset(found)
    found |= {name for name, cue in cues().items() if cue.is_told_beside(left[name], others)}
    if is_of_months(text):
        found.add("infant")
    for years in ages_in(text):
        found.update(_of_age(years))
    words = _plain(text)
    for at, word in enumerate(words):
        if word in _known("small") and not _known("kin").isdisjoint(words[at + 1 : at + 2]):
            found.add("child")
    return found


def _is_named(name: str, words: Words) -> bool:
    """Whether a word of `name` stands among `words`, outside of compounds and not denied."""
    named, compounds = _phrases("words")[name], _phrases("not")[name]
    if named.keys().isdisjoint(words):
        return False
    at = 0
    while at < len(words):
        other = leading(compounds, words, at)
        if other == at and leading(named, words, at) > at and not _is_absent(words, at):
            return True
        at = max(other, at + 1)
    return False


@lru_cache(maxsize=64)
def _plain(text: str) -> Words:
    return tuple(text.replace("@", "").replace("|", "").split())


def _is_absent(words: Words, at: int) -> bool:
    """Whether whom the words at `at` name is said not to be there: "no small children or pets"."""
    for word in reversed(words[max(0, at - _MOST_BETWEEN) : at]):
        if word in _NOBODY:
            return True
        if word in _SOMEBODY:
            return False
    return False


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
def _phrases(kind: str) -> Mapping[str, PhraseSet]:
    """By property, the words for those who have it, or, of kind "not", compounds of nobody."""
    return {
        name: phrases_of(entry.get(kind, ""))
        for name, entry in data("people.yaml").items()
        if isinstance(entry, dict) and "words" in entry
    }


@cache
def _words_of_anybody() -> PhraseSet:
    entries = data("people.yaml").values()
    return phrases_of("|".join(e["words"] for e in entries if isinstance(e, dict) and "words" in e))


@cache
def _known(name: str) -> frozenset[str]:
    return frozenset(data("people.yaml")[name].split())


@cache
def _said(name: str) -> re.Pattern[str]:
    """A pattern of words: of those behind somebody who is elsewhere, who comes back, of days."""
    entries = [
        e["words"] for e in data("people.yaml").values() if isinstance(e, dict) and "words" in e
    ]
    names = [word.strip() for entry in entries for word in entry.split("|")]
    relatives = "|".join([*names, *data("people.yaml")["kin"].split()])
    return re.compile(data("people.yaml")[name].replace("RELATIVE", relatives))


def called(words: Words, at: int) -> int:
    """Where a word for a person or an animal ends that begins at `at`; `at` if none does."""
    return leading(_words_of_anybody(), words, at)
