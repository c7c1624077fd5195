"""Clauses that tell something and ask for nothing."""

from __future__ import annotations

from is_bench.reading.matching import Matcher
from is_bench.reading.stems import word_set
from is_bench.reading.words import Words, closed_words

_LONGEST_SUBJECT = 6
_SUBJECTS = word_set(
    """i it there he she we they you someone somebody everyone everybody nobody nothing who which
    that this"""
)
_FINITE = frozenset({"is", "are", "was", "were", "has", "have", "must", "should", "will"})
_REASONS = frozenset({"because", "since", "as", "so_that", "thanks", "thank"})
_ASIDE = frozenset({("tell", "me"), ("let", "me"), ("be", "quick"), ("be", "careful")})
"""What begins requests that ask for nothing to be done to things."""
_PLAINLY = frozenset({"is", "are", "was", "were", "has"})


class Statements:
    """Tells statements from requests."""

    def __init__(self, matcher: Matcher) -> None:
        """`matcher` knows the verbs of requests."""
        self._matcher = matcher
        self._closed = closed_words()

    def end(self, words: Words, at: int, *, is_first: bool) -> int:
        """The end of the statement that begins at `at`; `at` if it asks for something."""
        end = words.index(",", at) if "," in words[at:] else len(words)
        closed, word = self._closed, words[at]
        is_noun = word in closed.determiners or word in closed.stops
        if word in _SUBJECTS | _REASONS or words[at : at + 2] in _ASIDE:
            return end
        if is_noun:
            finite = _FINITE | closed.finite
            return end if is_first or not finite.isdisjoint(words[at:end]) else at
        return end if self._has_subject(words[at:end]) else at

    def _has_subject(self, words: Words) -> bool:
        """Whether a name or a bare noun and a finite verb begin `words`: "lunch is ready"."""
        if words[0] in self._closed.commands:
            return False
        if words[1:2] and words[1] in _PLAINLY:
            return True
        if self._matcher.is_verb(words[0]):
            return False
        for place, word in enumerate(words[1:_LONGEST_SUBJECT], start=1):
            if word in self._closed.finite:
                return True
            is_name = word == "and" or word not in self._closed.stops | self._closed.determiners
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
            at = end + 1 if behind and behind[0] in _PLAINLY else end
        else:
            found.append(words[at])
            at += 1
    return tuple(found)
