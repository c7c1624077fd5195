"""Sentences as plain words and marks: connectives, modal frames, adverbials, times and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from is_bench.reading.requirement import Span
from is_bench.reading.words import (
    PhraseSet,
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
SHORT = {Mark.NOW: Span(1), Mark.SOON: Span(3)}


@dataclass(frozen=True)
class Measure:
    """A time and its kind.

    within: something is done by then; upto: it lasts no longer; over: longer; least: at least so
    long; during: all that time; plain: that depends on the clause.
    """

    kind: str
    span: Span


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
        end, marks = _mark(words, at)
        if measured is not None:
            measure, at = measured
            name = f"SPAN{len(measures)}"
            measures[name] = measure
            found.append(name)
            since = leading(phrases("since_"), words, at)
            found += [Mark.AFTER] if since > at else []
            at = since
        elif _is_number(words, at):
            found, at = [*found, Mark.UNREAD], at + 1
        else:
            found += marks if end > at else words[at : at + 1]
            at = max(end, at + 1)
    return Marked(_normal(found), measures)


def _plainer(words: Words) -> Words:
    """`words` with what says the same in plainer words, frames as marks."""
    text = " ".join(words)
    for pattern, plain in _rewordings():
        text = " ".join(pattern.sub(plain, text).split()).strip(" ,").replace(", ,", ",")
    return tuple(text.split())


@cache
def _rewordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    rules: Mapping[str, str] = lexicon()["rewordings"]
    frames: Mapping[str, list[str]] = lexicon()["frames"]
    told = [(frame, f" {mark} ") for mark, own in frames.items() for frame in own]
    for frame, plain in (*rules.items(), *told):
        text = frame
        for _ in range(3):  # macros may stand in macros
            for name, macro in lexicon()["macros"].items():
                text = text.replace(f"{{{name}}}", macro)
        found.append((re.compile(rf"(?<!\S)(?:{text})(?!\S)"), plain))
    return tuple(found)


@cache
def _marks() -> tuple[PhraseSet, Mapping[Words, tuple[str, ...]]]:
    marks = {
        phrase: tuple(name.split())
        for name, text in lexicon()["marks"].items()
        for some in phrases_of(text).values()
        for phrase in some
    }
    return phrases_of(" | ".join(" ".join(phrase) for phrase in marks)), marks


def _mark(words: Words, at: int) -> tuple[int, tuple[str, ...]]:
    """Where the longest phrase ends that begins at `at`, and its marks."""
    table, marks = _marks()
    end = leading(table, words, at)
    return end, marks.get(words[at:end], ())


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


def _is_number(words: Words, at: int) -> bool:
    """Whether a number of things is told from `at` on: "at most two"."""
    begin = leading(phrases("counts"), words, at)
    number = words[begin] if at < begin < len(words) - 1 else ""
    return number.isdecimal() or (number in lexicon()["numbers"] and number not in ("a", "an"))


def _measure(words: Words, at: int) -> tuple[Measure, int] | None:
    """The time that is named from `at` on, and where it ends."""
    for opening in ("upto", "within", "lasting", "over", "least", "during", ""):
        kind, begin = opening, leading(phrases(opening), words, at) if opening else at
        found = _amount(words, begin) if begin > at or not kind else None
        if found is None:
            continue
        span, end = found
        behind = leading(phrases("trailing"), words, end)
        is_since = leading(phrases("since_"), words, behind) > behind
        if behind > end and words[behind - 1] == "latest":
            kind = "within"
        elif kind == "lasting" or (behind > end and kind != "within"):
            # "Two minutes at most" after something is no time that it lasts.
            kind = "within" if is_since or words[at - 1 : at] == ("after",) else "upto"
        if kind or is_since or words[at - 1 : at] == ("wait",):
            return Measure(kind or "plain", span), behind
    return None


def _amount(words: Words, at: int) -> tuple[Span, int] | None:
    numbers, end, value = lexicon()["numbers"], at, 1.0
    while end < len(words) and (words[end] in numbers or re.fullmatch(r"\d+(\.\d+)?", words[end])):
        value *= float(numbers.get(words[end], 0) or words[end])
        end += 1
    if end == at:
        return None
    while words[end : end + 1] and words[end] in word_list("fulls"):
        end += 1
    unit = words[end] if end < len(words) else ""
    if unit in word_list("steps"):
        return Span(steps=max(1, round(value))), end + 1
    seconds = lexicon()["seconds"].get(unit)
    return None if seconds is None else (Span(seconds=value * seconds), end + 1)
