"""Sentences with signs for the words that join their clauses: before, within two steps, so that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from is_bench.reading.attitudes import attitude
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

BEFORE, AFTER, WHEN, IF, WHILE = "BEFORE", "AFTER", "WHEN", "IF", "WHILE"
UNTIL, UNLESS, WITHOUT, WHY, END = "UNTIL", "UNLESS", "WITHOUT", "WHY", "END"
EXCEPT = "EXCEPT"
WITH = "WITH"
"""Of a clause without a verb: "with the door open"."""
NOW, SOON, AGAIN, TOGETHER = "NOW", "SOON", "AGAIN", "TOGETHER"
FIRST, THEN, ALWAYS, ONLY = "FIRST", "THEN", "ALWAYS", "ONLY"
LAST, ORDER, ONCE = "LAST", "ORDER", "ONCE"
APART, JOINED = "APART", "JOINED"
SUBORDINATING = frozenset({BEFORE, AFTER, WHEN, IF, WHILE, UNTIL, UNLESS, WITHOUT, EXCEPT})
FLOATING = frozenset(
    {END, NOW, SOON, AGAIN, TOGETHER, FIRST, THEN, ALWAYS, ONLY, LAST, ORDER, ONCE, APART, JOINED}
)
_LATE = frozenset({AFTER, WHEN})
SHORT = {NOW: Span(1), SOON: Span(3)}
_ENDING = frozenset({"done", "finished", "finish", "through"})
"""Words behind which a gerund says of what something is the end."""
_BEING = (("is",), ("are",))

_INFINITIVE = frozenset({"has", "have", "need", "needs", "is", "are", "ought", "not", "like"})
"""Words behind which "to keep" tells no purpose."""


@dataclass(frozen=True)
class Measure:
    """A time, and what kind of bound it is.

    Something is done within it (most), lasts no longer (upto), longer (over), at least so long
    (least) or all that time (during); plain: that depends on the clause.
    """

    kind: str
    span: Span


@dataclass(frozen=True)
class Count:
    """How many of some things."""

    least: int = 0
    most: int | None = None
    is_denied: bool = False
    """Whether it stands in a prohibition: never *more than* two."""

    def narrowed(self, other: Count | None) -> Count:
        """What both say."""
        if other is None:
            return self
        ends = [end for end in (self.most, other.most) if end is not None]
        return Count(max(self.least, other.least), min(ends) if ends else None)


@dataclass(frozen=True)
class Signed:
    """A sentence in plain words and signs."""

    words: Words
    measures: Mapping[str, Measure]
    """By the words of `words` that stand for them."""
    counts: Mapping[str, Count]
    """The same of numbers of things."""


@cache
def _signs() -> tuple[PhraseSet, Mapping[Words, tuple[str, ...]]]:
    signs = {
        phrase: tuple(reversed(sign.split()))
        for sign, text in lexicon()["signs"].items()
        for some in phrases_of(text).values()
        for phrase in some
    }
    return phrases_of(" | ".join(" ".join(phrase) for phrase in signs)), signs


@lru_cache(maxsize=256)
def signed(words: Words) -> Signed:
    """`words` with signs, in the plainest words that say the same."""
    words = _plainer(words)
    found: list[str] = []
    measures: dict[str, Measure] = {}
    counts: dict[str, Count] = {}
    signs = _signs()[1]
    words, is_latest = _without_latest(words)
    at = 0
    while at < len(words):
        measured, counted = _measure(words, at, is_latest=is_latest), _count(words, at)
        kept = _demanding(words, at)
        end = _end_of_sign(words, at)
        if measured is not None:
            measure, at = measured
            name = f"SPAN{len(measures)}"
            measures[name] = measure
            found.append(name)
            if leading(phrases("since_"), words, at) > at:
                at = leading(phrases("since_"), words, at)
                found.append(AFTER)
        elif counted is not None:
            count, at = counted
            if found[-1:] == ["and"] and found[-2:-1] == [f"COUNT{len(counts) - 1}"]:
                count = count.narrowed(counts.pop(found[-2]))
                del found[-2:]
            name = f"COUNT{len(counts)}"
            counts[name] = count
            found.append(name)
        elif kept > at + 1 and kept >= end:
            found += words[at:kept]
            at = kept
        elif end > at and not _is_infinitive(words, at, found):
            is_begun = end < len(words) and words[end].endswith("ing") and words[end - 1] in _ENDING
            found += (AFTER,) if is_begun else signs[words[at:end]]
            at = end
        else:
            found.append(words[at])
            at += 1
    return Signed(_plain(tuple(found)), measures, counts)


def unnested(text: Signed) -> Iterator[Signed]:
    """`text`, and with a clause at its end that stands in the middle of another one.

    "Make sure, before you leave, that the oven is off": where its clause begins with a sign, and
    ends before a comma or `that`.
    """
    yield text
    words = text.words
    for at in (i for i, word in enumerate(words) if i and word in SUBORDINATING):
        begin = at - (words[at - 1] in text.measures)
        ends = (i for i in range(at + 2, len(words) - 1) if words[i] in (",", "that"))
        for end in ends:
            head, own, rest = words[:begin], words[begin:end], words[end + (words[end] == ",") :]
            if WHY in rest or not SUBORDINATING.isdisjoint(rest):
                break
            head = head[:-1] if head[-1:] == (",",) else head
            yield replace(text, words=(*head, *rest, *own))


def _plainer(words: Words) -> Words:
    """`words` with what says the same in plainer words."""
    text = " ".join(words)
    for pattern, plain in _rewordings():
        text = " ".join(pattern.sub(plain, text).split()).strip(" ,")
    return tuple(text.split())


@cache
def _rewordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    for frame, plain in lexicon()["rewordings"].items():
        text = frame
        for name, pattern in lexicon()["patterns"].items():
            text = text.replace(f"{{{name}}}", pattern)
        if text.endswith("$"):  # a remark may follow
            text = text[:-1] + "(?= ,|$)"
        if text.startswith("^"):
            text = "(?:^|(?<=, )|(?<=, but )|(?<=, and ))" + text[1:]
        found.append((re.compile(rf"(?<!\S)(?:{text})(?!\S)"), plain))
    return tuple(found)


def _without_latest(words: Words) -> tuple[Words, bool]:
    """`words` without "at the latest" between commas, and whether it stood there."""
    for at in range(len(words)):
        begin = at + (words[at] == ",")
        end = leading(phrases("latest"), words, begin)
        if end > begin and (end == len(words) or words[end] == ","):
            return (*words[:at], *words[end:]), True
    return words, False


def _end_of_sign(words: Words, at: int) -> int:
    """Where the longest sign ends; not with `go` where that says where to: "before you go to"."""
    table, signs = _signs()
    end = leading(table, words, at)
    goes_on = words[end - 1] in ("go", "next") and words[end : end + 1] == ("to",)
    if goes_on and end > at:
        return at + 1 if end > at + 1 and words[at : at + 1] in signs else at
    return end


@cache
def _counts() -> Mapping[str, PhraseSet]:
    """What stands before a number of things, by what it makes of the number."""
    return {kind: phrases_of(text) for kind, text in lexicon()["counts"].items()}


def _count(words: Words, at: int) -> tuple[Count, int] | None:
    """How many things are meant, where a phrase like "at most two" begins at `at`."""
    for kind, openings in _counts().items():
        begin = leading(openings, words, at)
        number = words[begin] if at < begin < len(words) - 1 else ""
        value = int(number) if number.isdecimal() else lexicon()["numbers"].get(number)
        if not isinstance(value, int) or number in ("a", "an"):
            continue
        end = begin + 1
        end += words[end : end + 1] == ("of",)
        if words[at] in ("only", "just") and (value == 1 or words[:at][-1:] in _BEING):
            return (Count(0, 1), end) if value == 1 and words[end - 1] == "of" else None
        if kind == "exactly":
            return Count(value, value), end
        return Count(value) if kind == "least" else Count(0, value, kind == "more"), end
    return None


def _demanding(words: Words, at: int) -> int:
    end = max(leading(phrases(name), words, at) for name in ("demanding", "forbidding"))
    is_begun = at == 0 or words[at - 1] in (",", "and", "but")
    return max(end, at + attitude(words[at:])[0]) if is_begun else end


def _is_infinitive(words: Words, at: int, before: list[str]) -> bool:
    return words[at] == "to" and bool(before) and before[-1] in _INFINITIVE


def _plain(words: Words) -> Words:
    """`words` in plain words, what stands between the signs on its own."""
    found: list[str] = []
    part: list[str] = []
    for word in (*words, ""):
        if word == "" or word[0].isupper() or word == ",":
            found += [one for one in normalised(tuple(part)) if one not in word_list("dropped")]
            part = []
            found += [word] if word else []
        else:
            part.append(word)
    return tuple(found)


def _measure(words: Words, at: int, *, is_latest: bool) -> tuple[Measure, int] | None:
    """The time that is named from `at` on, and where it ends; `is_latest`: it is the longest."""
    for kind in ("upto", "most", "lasting", "over", "least", "during", ""):
        begin = leading(phrases(kind), words, at) if kind else at
        if kind and begin == at:
            continue
        found = _amount(words, begin)
        if found is None:
            continue
        span, end = found
        behind = leading(phrases("trailing"), words, end)
        told = _trailed(kind, words[end:behind]) if behind > end else kind
        end = max(behind, end)
        if told == "lasting":  # "2 minutes at most" after something is no time that it lasts
            is_last = words[end : end + 1] in ((), (",",)) and words[:at][-1:] != ("after",)
            told = "upto" if is_last else "most"
        is_since = leading(phrases("since_"), words, end) > end
        if told or is_since or words[:at][-1:] == ("wait",):
            return Measure(told or ("most" if is_latest else "plain"), span), end
    return None


def _trailed(kind: str, trailing: Words) -> str:
    """The kind of a time that has "at most" behind it."""
    plain = "most" if trailing[-1] == "latest" else "lasting"
    return {"during": "upto", "": plain}.get(kind, "most")


def _amount(words: Words, at: int) -> tuple[Span, int] | None:
    numbers, end, value = lexicon()["numbers"], at, 1.0
    while end < len(words) and (words[end] in numbers or re.fullmatch(r"\d+(\.\d+)?", words[end])):
        value *= float(numbers.get(words[end], 0) or words[end])
        end += 1
    end += words[end : end + 1] == ("of",) and words[end - 1] == "couple"
    end += words[end : end + 1] in (("single",), ("full",), ("more",), ("whole",), ("other",))
    if end == at or end >= len(words):
        return None
    if words[end] in word_list("steps"):
        return Span(steps=round(value)) if value >= 1 else Span(steps=1), end + 1
    seconds = lexicon()["seconds"].get(words[end])
    return None if seconds is None else (Span(seconds=value * seconds), end + 1)
