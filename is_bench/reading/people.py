"""Of which persons and animals a text speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from is_bench.reading.tokens import sentences
from is_bench.reading.words import PhraseSet, Words, data, leading, phrases_of

INFANT_UP_TO = 3
SMALL_UP_TO = 5
CHILD_UP_TO = 13
IN_CARE = frozenset({"infant", "child", "pet_dog", "pet_cat", "pet_bird"})
"""Who has to be kept from what an adult may have about."""
_CHILDREN = frozenset({"infant", "child"})
FRAIL_FROM = 70
"""Years of age."""
_NOBODY = frozenset({"no", "without"})
_SOMEBODY = frozenset({",", "the", "a", "an", "my", "our", "is", "are", "but", "for", "to", "can"})
"""Words behind which a "no" says nothing any more."""
_BE = frozenset({"is", "are", "turns", "turned"})
_AFTER_AGE = ((), (",",), ("and",), ("today",), ("tomorrow",), ("now",), ("this",), ("next",))
"""What may follow an age without its unit: "Ida turns four today"."""
_MOST_BETWEEN = 4
"""Words between a "no" and whom it is said of."""
_LITTLE_NAME = re.compile(r"\b[Ll]ittle (?!(?:One|Ones)\b)[A-Z][a-z]+\b")
"""Little Theo."""
_MONTHS_OLD = re.compile(
    r"\b[A-Z][a-z]+(?:, | \(| is )(?:\d{1,2}|[a-z]+) (?:months|weeks)\b(?! away| ago| late| ahead)"
)
"""Emma, ten months; Lina (22 months); Mia is fourteen months."""
_AT_AGE = re.compile(r"\b[Aa]t (\d{2}),? (?:I|he|she|my|his|her)\b")
"""At 82 I am up twice a night."""
_AGED_NAME = re.compile(
    r"\b[A-Z][a-z]+ \((\d{1,2})\)"
    r"|\b[A-Z][a-z]+, (one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})(?: and a half)?,"
)
"""Jonas (2); Nora, two, is awake."""


def people_in(text: str) -> frozenset[str]:
    """The properties of the persons and animals that `text` speaks of; generous."""
    found: set[str] = set()
    for sentence in sentences(text):
        found.update(_in_words(_without_absent(sentence.words)))
    if _LITTLE_NAME.search(text):
        found |= {"child", "infant"}
    if _MONTHS_OLD.search(text):
        found.add("infant")
    for match in _AT_AGE.finditer(text):
        found.update(_of_age(match[1]))
    for match in _AGED_NAME.finditer(text):
        found.update(_of_age(match[1] or match[2]))
    if "feverish" in found and not found.isdisjoint(_CHILDREN):
        found.add("ill_child")
    return frozenset(found)


def _in_words(words: Words) -> Iterator[str]:
    for name, phrases in _phrases("words").items():
        at = 0
        while at < len(words):
            other = leading(_phrases("not")[name], words, at)
            if other == at and leading(phrases, words, at) > at and not _is_absent(words, at):
                yield name
                break
            at = max(other, at + 1)
    for at, word in enumerate(words):
        yield from _by_age(words, at)
        if word in _known("small") and not _known("kin").isdisjoint(words[at + 1 : at + 2]):
            yield "child"


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


def _by_age(words: Words, at: int) -> Iterator[str]:
    """What "3 year old" and "aged 3" tell."""
    if words[at + 1 : at + 3] in (("month", "old"), ("months", "old"), ("week", "old")):
        yield "infant"
    is_age = words[at + 1 : at + 3] in (("year", "old"), ("years", "old"), ("year", "olds"))
    is_aged = at > 0 and words[at - 1] in ("aged", "age")
    is_said = at > 1 and words[at - 1] in _BE and words[at - 2] != "there"
    is_told = is_said and words[at + 1 : at + 2] in _AFTER_AGE
    if is_age or is_aged or is_told:
        yield from _of_age(words[at])


def _of_age(word: str) -> Iterator[str]:
    """Whom an age in years tells of, as a number or a word."""
    age = data("people.yaml")["ages"].get(word.lower(), word)
    if str(age).isdigit():
        years = int(age)
        if years <= SMALL_UP_TO:
            yield "under_six"
        if years <= INFANT_UP_TO:
            yield "infant"
        elif years <= CHILD_UP_TO:
            yield "child"
        elif years >= FRAIL_FROM:
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
    return max(leading(phrases, words, at) for phrases in _phrases("words").values())
