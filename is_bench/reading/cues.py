"""Turns of phrase that tell who is there and what the day is like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from is_bench.reading.tokens import Sentence
from is_bench.reading.words import data

NOTHING = "_"
"""Stands for a compound that tells nothing."""
_SLOT = re.compile(r"\b[A-Z][A-Z_]+\b")
_NAME = re.compile(r"\b[A-Z][a-z]+")
_GROUP = re.compile(r"(?<!\\)\((?!\?)")
_DENIED = re.compile(
    r"(?<!\S)(?:(?:no|not|never|without|nobody|nor|neither|instead of)"
    r"(?: (?:a|an|any|the|more|longer|really|going|getting|yet|small|little|other))?"
    r"|(?:no|without)(?: (?!(?:the|a|an|my|our|is|are|but|for|to|can|,)\b)@?[\w']+){0,3})$"
)
_BLANK = re.compile(r" (?!\?)")
_NEVER = re.compile(r"(?!)")
_BEGIN, _END = " @?(?:", r")(?!\S)"
"""A pattern that begins with a blank is searched for at the beginnings of words only."""


@dataclass(frozen=True)
class Cue:
    """What tells one property: patterns over the words of a sentence."""

    says: re.Pattern[str]
    compounds: re.Pattern[str]
    """Compounds with a word for it that tell nothing."""
    unless: re.Pattern[str]
    """What undoes it in the whole sentence."""
    beside: Mapping[str, re.Pattern[str]]
    """By another property: what tells it in a sentence that tells the other."""

    def left_of(self, text: str) -> str:
        """What of a text may tell it: nothing where it is undone, else all but compounds."""
        return "" if self.unless.search(text) else self.compounds.sub(f" {NOTHING}", text)

    def is_told(self, text: str) -> bool:
        """Whether a text without compounds tells it by itself."""
        return _says(self.says, text)

    def is_told_beside(self, text: str, others: frozenset[str]) -> bool:
        """Whether a text without compounds, which tells `others`, tells it beside one of them."""
        return any(_says(self.beside[other], text) for other in others & self.beside.keys())


def marked(sentence: Sentence, words: tuple[str, ...]) -> str:
    """`words` of a sentence behind "| ,", with a mark before those that may be proper names."""
    names = {name.lower() for name in _NAME.findall(sentence.text)} - _no_names()
    some = (f"@{word}" if word.split("'")[0] in names else word for word in words)
    return " | , " + " ".join(some)


def _says(pattern: re.Pattern[str], text: str) -> bool:
    return any(not _DENIED.search(text, 0, found.start()) for found in pattern.finditer(text))


@cache
def cues() -> Mapping[str, Cue]:
    """By property, what tells it: the words of `people.yaml` and the patterns of `cues.yaml`."""
    named, told = (
        {name: one for name, one in data(table).items() if isinstance(one, dict) and key in one}
        for table, key in (("people.yaml", "words"), ("cues.yaml", "says"))
    )
    found = {}
    for name in {**named, **told}:
        words, entry = named.get(name, {}), told.get(name, {})
        found[name] = Cue(
            _pattern([*_alternatives(words.get("words", "")), *entry.get("says", ())]),
            _pattern([*_alternatives(words.get("not", "")), *entry.get("not", ())]),
            _pattern([entry["unless"]] if "unless" in entry else ()),
            {other: _pattern(some) for other, some in entry.get("beside", {}).items()},
        )
    return found


def _alternatives(text: str) -> list[str]:
    """Phrases that `|` divides."""
    return [phrase.strip() for phrase in text.split("|") if phrase.strip()]


def ages_in(text: str) -> Iterator[int]:
    """The ages that a text with marked names tells, in years."""
    for found in _ages("years").finditer(text):
        age = next((group for group in found.groups() if group), "")
        yield from _years(age)


def is_of_months(text: str) -> bool:
    """Whether a text with marked names tells of somebody whose age is told in weeks or months."""
    return _ages("months").search(text) is not None


def _years(age: str) -> Iterator[int]:
    known = {**data("people.yaml")["ages"], **data("cues.yaml")["ordinals"]}
    words = [word.lstrip("@") for word in age.split()]
    values = [int(word) if word.isdigit() else known.get(word) for word in words]
    if values and None not in values:
        yield sum(value for value in values if value is not None)


@cache
def _ages(unit: str) -> re.Pattern[str]:
    return _pattern(data("cues.yaml")["ages"][unit])


@cache
def _no_names() -> frozenset[str]:
    return frozenset(data("cues.yaml")["no_names"].split())


def _pattern(patterns: Iterable[str]) -> re.Pattern[str]:
    written = "|".join(map(_written_out, patterns))
    return re.compile(_BEGIN + written + _END) if written else _NEVER


def _written_out(pattern: str) -> str:
    """A pattern with its slots filled; only `AGE` is a group of its own."""
    filled = pattern
    while (slots := _SLOT.sub(_filling, filled)) != filled:
        filled = slots
    filled = _GROUP.sub("(?:", filled)
    filled = _BLANK.sub(" @?", filled)
    numbers = "|".join([*data("people.yaml")["ages"], *data("cues.yaml")["ordinals"]])
    age = (
        rf"(\d{{1,3}}|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) )?(?:{numbers}))"
    )
    return filled.replace("<name>", r"@[a-z']+").replace("<age>", age)


def _filling(slot: re.Match[str]) -> str:
    if slot[0] in ("NAME", "AGE"):
        return f"<{slot[0].lower()}>"
    return f"({data('cues.yaml')['slots'][slot[0]]})"
