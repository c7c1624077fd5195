"""The base forms that an English word may be an inflection of."""

from __future__ import annotations

from functools import lru_cache

from is_bench.reading.words import data
from is_bench.recognition.grammar import word_set

_BASES: dict[str, list[str]] = {}
for _base, _words in data("irregular.yaml").items():
    for _word in _words.split():
        _BASES.setdefault(_word, []).append(_base)
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
_UNINFLECTED = word_set(
    """always anything ceiling downstairs during evening everything lens morning news nothing
    pudding sibling singing something upstairs wedding"""
)
"""Base forms that look like inflections."""
_VOWELS = frozenset("aeiouy")
_SHORTEST = 2
"""Letters before an ending."""
_DOUBLED_BASES = frozenset("lsfz")
"""Letters that base forms end in doubly: fill, press, stuff, buzz."""


@lru_cache(maxsize=4096)
def forms(word: str) -> frozenset[str]:
    """Every base form that `word` may be an inflection of, and `word` itself; in lower case."""
    return frozenset({_bare(word), *_bases(_bare(word))})


def stem(word: str) -> str:
    """The base form in which a phrase holds `word`; it is one of `forms(word)`.

    Words that `_` joins are a compound (`smoke_detector`), held as words with blanks between.  A
    leading `-` stays: what a word group must not be the beginning of.
    """
    if word.startswith("-"):
        return "-" + stem(word[1:])
    parts = map(_bare, word.split("_"))
    return " ".join((*_bases(part), part)[0] for part in parts)


def _bare(word: str) -> str:
    return word.lower().removesuffix("'s").removesuffix("'")


def _bases(word: str) -> list[str]:
    """Base forms, the likeliest first."""
    return [*_BASES.get(word, ()), *_uninflected(word)]


def _uninflected(word: str) -> list[str]:
    """Base forms by the rules of spelling, the likeliest first."""
    if word in _UNINFLECTED:
        return []
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return _singulars(word)
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        vowels = _VOWELS - {"y"} if len(rest) == _SHORTEST else _VOWELS  # "lying" is no "ly(e)"
        if rest != word and len(rest) >= _SHORTEST and vowels & set(rest) and rest[-1] != "e":
            return _without_ending(rest, ending)
    return []


def _singulars(word: str) -> list[str]:
    if word.endswith("ies"):
        return [word[:-3] + "y", word[:-1]]
    if word.endswith("ves"):
        return [word[:-1], word[:-3] + "f"]
    if word.endswith("es") and word[:-2].endswith(_SIBILANTS):
        return [word[:-2], word[:-1]]
    return [word[:-1]]


def _without_ending(rest: str, ending: str) -> list[str]:
    found = [rest] if len(rest) >= 3 else []
    if ending == "ed" and rest.endswith("i"):
        found = [rest[:-1] + "y"]
    elif len(rest) >= 3 and rest[-1] == rest[-2]:
        found.insert(0 if rest[-1] not in _DOUBLED_BASES else 1, rest[:-1])
    return [*found, rest + "e"]
