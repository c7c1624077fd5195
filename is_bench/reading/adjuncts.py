"""What stands around a request and is no part of it: purposes, reasons, times, conditions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.reading.matching import Matcher
from is_bench.reading.words import Words, closed_words, leading

BOUNDARIES = frozenset({",", "and", "then", "but"})
_ARTICLES = frozenset({"a", "an", "the", "about", "few", "another", "some", "at", "least"})


class Hold(Enum):
    """How long what is asked for shall hold."""

    LASTING = "to the end"
    LIMITED = "for a while"
    UNCERTAIN = "nobody can say"


@dataclass(frozen=True)
class Adjuncts:
    """What follows a request in its clause."""

    end: int
    hold: Hold = Hold.LASTING


class AdjunctReader:
    """Sets aside what follows, or comes before, a request."""

    def __init__(self, matcher: Matcher) -> None:
        """`matcher` tells where another request begins."""
        self._matcher = matcher
        self._closed = closed_words()

    def behind(self, words: Words, at: int, *, is_away: bool = False) -> Adjuncts | None:
        """What follows a request that ends at `at`; None if that is not understood.

        `is_away`: it moves a thing, and what follows may tell where to.
        """
        hold = Hold.LASTING
        while at < len(words) and words[at] not in BOUNDARIES:
            end, now = self._one(words, at, is_away=is_away)
            if end == at:
                return None
            at = end
            hold = now if now is not Hold.LASTING else hold
        end = self._behind_comma(words, at)
        if end > at:
            rest = self.behind(words, end, is_away=is_away)
            if rest is None and is_away:
                return None
            if rest is not None:
                return Adjuncts(rest.end, rest.hold if hold is Hold.LASTING else hold)
        return Adjuncts(at, hold)

    def leading(self, words: Words, at: int) -> tuple[int, Hold] | None:
        """A clause before the request of a sentence: where that begins, and its hold.

        None if the sentence does not begin with such a clause.
        """
        word = words[at]
        if word not in _LEADING and not (word == "to" and at == 0):
            return None
        end = self._over(words, at)
        if end > at:
            return end, Hold.LASTING
        hold = _LEADING.get(word, Hold.LASTING)
        comma = words.index(",", at) if "," in words[at:] else len(words)
        if word in ("before", "when", "after") and self._is_own(words, at + 1):
            hold = Hold.UNCERTAIN
        return comma, hold

    def _one(self, words: Words, at: int, *, is_away: bool = False) -> tuple[int, Hold]:
        """The end of the adjunct that begins at `at` (`at` if none does), and its hold."""
        end = leading(self._closed.times, words, at)
        if end > at:
            return end, Hold.LASTING
        phrases = self._matcher.phrases
        ends = [] if is_away else phrases.description(words, at)
        end = max([*ends, phrases.room(words, at)])
        if end > at and words[at] != "of":
            return end, Hold.LASTING
        end = self._over(words, at)
        if end > at:
            return end, Hold.LASTING
        if words[at] == "for":
            end = self._duration(words, at + 1)
            if end > at + 1:
                return end, Hold.LIMITED
            return self._scope(words, at, BOUNDARIES), Hold.LASTING
        if words[at] == "in" and self._duration(words, at + 1) > at + 1:
            return self._duration(words, at + 1), Hold.LASTING
        if words[at] in _TRAILING:
            hold = _TRAILING[words[at]]
            if words[at] in ("until", "while") and self._outlasts(words, at):
                hold = Hold.LASTING
            if words[at] in ("before", "when") and self._is_own(words, at + 1):
                hold = Hold.UNCERTAIN
            return self._scope(words, at, frozenset({",", "then"})), hold
        return at, Hold.LASTING

    def _scope(self, words: Words, at: int, ends: frozenset[str]) -> int:
        return next((i for i in range(at, len(words)) if words[i] in ends), len(words))

    def _over(self, words: Words, at: int) -> int:
        """The end of "when you are done", `at` if it is not that."""
        if words[at] not in ("when", "once", "after", "before"):
            return at
        end = leading(self._closed.over, words, at + 1)
        is_whole = end == len(words) or words[end] in BOUNDARIES
        return end if end > at + 1 and is_whole else at

    def _outlasts(self, words: Words, at: int) -> bool:
        """Whether the robot is done by then: persons come back or act, a day passes."""
        scope = words[at + 1 : self._scope(words, at, frozenset({",", "then"}))]
        return not _RETURNS.isdisjoint(scope) or not _OTHERS.isdisjoint(scope[:1])

    def _is_own(self, words: Words, at: int) -> bool:
        """Whether the robot's own doing is told: "turning on the stove", "you turn it on"."""
        word = words[at] if at < len(words) else ""
        return word.endswith("ing") or word == "you"

    def _duration(self, words: Words, at: int) -> int:
        """The end of "ten minutes", `at` if it is none."""
        for end in range(at + 1, min(at + 6, len(words) + 1)):
            if words[end - 1] in self._closed.units:
                return end
        return at

    def _behind_comma(self, words: Words, at: int) -> int:
        """Where an adjunct begins that a comma divides from its request; `at` if none does."""
        if words[at : at + 1] != (",",) or at + 1 >= len(words):
            return at
        end, _ = self._one(words, at + 1)
        return at + 1 if end > at + 1 and words[at + 1] not in _OPEN else at


_LEADING = {
    "because": Hold.LASTING,
    "since": Hold.LASTING,
    "as": Hold.LASTING,
    "so_that": Hold.LASTING,
    "for": Hold.LASTING,
    "before": Hold.LASTING,
    "after": Hold.LASTING,
    "once": Hold.LASTING,
    "when": Hold.LASTING,
    "while": Hold.LIMITED,
    "during": Hold.LIMITED,
    "until": Hold.LIMITED,
    "if": Hold.UNCERTAIN,
    "unless": Hold.UNCERTAIN,
    "whenever": Hold.UNCERTAIN,
    "in": Hold.LASTING,
    "at": Hold.LASTING,
}
_TRAILING = {
    "because": Hold.LASTING,
    "since": Hold.LASTING,
    "as": Hold.LASTING,
    "so": Hold.LASTING,
    "so_that": Hold.LASTING,
    "to": Hold.LASTING,
    "before": Hold.LASTING,
    "after": Hold.LASTING,
    "once": Hold.LASTING,
    "when": Hold.LASTING,
    "without": Hold.LASTING,
    "while": Hold.LIMITED,
    "during": Hold.LIMITED,
    "until": Hold.LIMITED,
    "if": Hold.UNCERTAIN,
    "unless": Hold.UNCERTAIN,
    "whenever": Hold.UNCERTAIN,
}
_OTHERS = frozenset(
    {"i", "we", "he", "she", "they", "my", "our", "her", "his", "tomorrow", "tonight"}
)
"""What a person does, or when a time has come, the robot is done."""
_RETURNS = frozenset({"home", "back", "return", "returns"})
_OPEN = frozenset({"so"})
"""Behind a comma, it may begin a request: "I am cold, so turn on the heater"."""
