"""Clauses that tell something and ask for nothing."""

from __future__ import annotations

import re
from functools import cache

from is_bench.reading.matching import Matcher
from is_bench.reading.words import Words, leading, lexicon, phrases, stops, word_list

_LONGEST_SUBJECT = 6


class Statements:
    """Tells statements from requests."""

    def __init__(self, matcher: Matcher) -> None:
        """`matcher` knows the verbs of requests."""
        self._matcher = matcher

    def end(self, words: Words, at: int, *, is_first: bool) -> int:
        """The end of the statement that begins at `at`; `at` if it asks for something."""
        end = words.index(",", at) if "," in words[at:] else len(words)
        word = words[at]
        is_noun = word in word_list("determiners") or word in stops()
        is_told = word in word_list("told_subjects") | word_list("told_reasons")
        if is_told or leading(phrases("asides"), words, at) > at:
            return end
        if is_noun:
            finite = word_list("finite")
            return end if is_first or not finite.isdisjoint(words[at:end]) else at
        return end if self._has_subject(words[at:end]) else at

    def _has_subject(self, words: Words) -> bool:
        """Whether a name or a bare noun and a finite verb begin `words`: "lunch is ready"."""
        if words[0] in word_list("commands"):
            return False
        if words[1:2] and words[1] in word_list("told_plainly"):
            return True
        if self._matcher.is_verb(words[0]):
            return False
        for place, word in enumerate(words[1:_LONGEST_SUBJECT], start=1):
            if word in word_list("finite"):
                return True
            is_name = word == "and" or word not in stops() | word_list("determiners")
            if not is_name and words[place - 1] not in ("of", "and"):
                return False
        return False


def without_asides(words: Words) -> Words:
    """`words` without relative clauses between commas: "Tim, who can climb, is in there"."""
    found: list[str] = []
    at = 0
    while at < len(words):
        if words[at] == "," and words[at + 1 : at + 2] and words[at + 1] in ("who", "whose"):
            rest = words[at + 1 :]
            end = at + 1 + (rest.index(",") if "," in rest else len(rest))
            behind = words[end + 1 : end + 2]
            at = end + 1 if behind and behind[0] in word_list("told_plainly") else end
        else:
            found.append(words[at])
            at += 1
    return tuple(found)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(lexicon()[name], re.IGNORECASE)


def is_demanding(text: str) -> bool:
    """Whether a sentence demands something even where it asks for nothing to be done."""
    return _pattern("demanding_sentence").search(text) is not None


def is_telling(text: str) -> bool:
    """Whether a sentence only tells something: "We have no pets"."""
    return _pattern("telling_sentence").match(text) is not None
