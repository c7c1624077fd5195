"""Sentences as plain words and marks: connectives, modal frames, adverbials, times and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from is_bench.reading.requirement import Span
from is_bench.reading.words import (
    Words,
    leading,
    lexicon,
    normalised,
    phrases,
    phrases_of,
    word_list,
)


class Mark(str, Enum):
    """What a phrase of the table `marks` stands for; it takes the place of the phrase."""

    BEFORE = "BEFORE"
    AFTER = "AFTER"
    WHEN = "WHEN"
    IF = "IF"
    WHILE = "WHILE"
    UNTIL = "UNTIL"
    UNLESS = "UNLESS"
    WITHOUT = "WITHOUT"
    WITH = "WITH"
    WHY = "WHY"
    MUST = "MUST"
    NEVER = "NEVER"
    MAY = "MAY"
    WANT = "WANT"
    END = "END"
    NOW = "NOW"
    SOON = "SOON"
    AGAIN = "AGAIN"
    ONCE = "ONCE"
    TOGETHER = "TOGETHER"
    FIRST = "FIRST"
    THEN = "THEN"
    ALWAYS = "ALWAYS"
    ONLY = "ONLY"
    MANNER = "MANNER"
    """How something is done, which no skill tells."""
    UNREAD = "UNREAD"
    """What no rule reads: numbers and orders of things."""


CONNECTIVES = frozenset(list(Mark)[:8])
"""What begins a clause that says when."""
FRAMES = frozenset({Mark.MUST, Mark.NEVER, Mark.MAY, Mark.WANT})
ADVERBIALS = (
    frozenset(Mark) - CONNECTIVES - FRAMES - {Mark.WHY, Mark.WITH, Mark.UNREAD, Mark.MANNER}
)
_LONGEST = 12
"""Words of a phrase that a mark stands for."""
SHORT = {Mark.NOW: Span(1), Mark.SOON: Span(3)}


@dataclass(frozen=True)
class Measure:
    """A time and its kind.

    within: something is done by then; upto: it lasts no longer; over: longer; least: at least so
    long; during: all that time; plain: that depends on the clause.
    """

    kind: str
    span: Span


ANY_TIME = Measure("", Span())


@dataclass(frozen=True)
class Marked:
    """A sentence in plain words and marks."""

    words: Words
    measures: Mapping[str, Measure]
    """By the words that stand for them."""


@lru_cache(maxsize=256)
def marked(words: Words) -> Marked:
    """`words` with marks, in the plainest words that say the same."""
    words = _plainer(words)
    found: list[str] = []
    measures: dict[str, Measure] = {}
    at = 0
    while at < len(words):
        measured = _measure(words, at)
        if measured is None:
            end, marks = _named("marks", words, at)
            found += marks if end > at else words[at : at + 1]
            at = max(end, at + 1)
            continue
        measure, end = measured
        name = f"SPAN{len(measures)}"
        measures[name] = measure
        at = leading(phrases("since_"), words, end)
        found += [name, Mark.AFTER] if at > end else [name]
    return Marked(_normal(found), measures)


def _plainer(words: Words) -> Words:
    """`words` with what says the same in plainer words, frames as marks."""
    text = " ".join(words)
    for pattern, plain in _rewordings():
        text = " ".join(pattern.sub(plain, text).split()).strip(" ,").replace(", ,", ",")
    return tuple(text.split())


@cache
def _rewordings() -> list[tuple[re.Pattern[str], str]]:
    found = []
    frames = [(one, f" {mark} ") for mark, own in lexicon()["frames"].items() for one in own]
    for frame, plain in (*lexicon()["rewordings"].items(), *frames):
        text = frame
        while macros := re.findall(r"\{([a-z]+)\}", text):
            text = text.replace(f"{{{macros[0]}}}", lexicon()["macros"][macros[0]])
        found.append((re.compile(rf"(?<!\S)(?:{text})(?!\S)"), plain))
    return found


@cache
def _names(table: str) -> Mapping[Words, Words]:
    """What the phrases of a table stand for."""
    named = ((tuple(name.split()), phrases_of(text)) for name, text in lexicon()[table].items())
    return {one: name for name, known in named for some in known.values() for one in some}


def _named(table: str, words: Words, at: int) -> tuple[int, Words]:
    """Where the longest phrase of a table ends that begins at `at`, and what it stands for."""
    names = _names(table)
    lengths = range(min(_LONGEST, len(words) - at), 0, -1)
    end = next((at + n for n in lengths if words[at : at + n] in names), at)
    return end, names.get(words[at:end], ())


def _normal(words: list[str]) -> Words:
    """`words` in plain forms; what stands between two marks on its own."""
    found: list[str] = []
    part: list[str] = []
    for word in (*words, ""):
        if word == "" or word[0].isupper() or word == ",":
            own = (one for one in normalised(tuple(part)) if one not in word_list("dropped"))
            found += [*own, *([word] if word else [])]
            part = []
        else:
            part.append(word)
    return tuple(found)


def _measure(words: Words, at: int) -> tuple[Measure, int] | None:
    """The time that is named from `at` on, and where it ends."""
    begin, kinds = _named("measures", words, at)
    span, end = _amount(words, begin)
    if span == Span():
        return None
    kind, behind = "".join(kinds), leading(phrases("trailing"), words, end)
    is_since = leading(phrases("since_"), words, behind) > behind
    if kind == "lasting" or (behind > end and kind != "within"):
        # "Two minutes at most" after something is no time that it lasts.
        kind = "within" if is_since or words[at - 1 : at] == ("after",) else "upto"
    is_time = kind or is_since or words[at - 1 : at] == ("wait",)
    return (Measure(kind or "plain", span), behind) if is_time else None


def _amount(words: Words, at: int) -> tuple[Span, int]:
    """The time that is told from `at` on, and where it ends; unbounded if none is told."""
    numbers, end, value = lexicon()["numbers"], at, 1.0
    while end < len(words) and (words[end] in numbers or re.fullmatch(r"\d+(\.\d+)?", words[end])):
        value *= float(numbers.get(words[end], 0) or words[end])
        end += 1
    number = end
    while words[end : end + 1] and words[end] in word_list("fulls"):
        end += 1
    unit = words[end] if at < number and end < len(words) else ""
    if unit in word_list("steps"):
        return Span(steps=max(1, round(value))), end + 1
    seconds = lexicon()["seconds"].get(unit)
    return Span(seconds=seconds and value * seconds), end + 1
