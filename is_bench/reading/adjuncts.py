"""What stands around a request and is no part of it: purposes, reasons, times, conditions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from is_bench.reading.matching import Matcher
from is_bench.reading.words import Words, leading, phrases, word_list

BOUNDARIES = frozenset({",", "and", "then", "but"})


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
        if word not in word_list("leading_adjuncts") and not (word == "to" and at == 0):
            return None
        end = self._over(words, at)
        if end > at:
            return end, Hold.LASTING
        hold = _hold(word)
        comma = words.index(",", at) if "," in words[at:] else len(words)
        if word in ("before", "when", "after") and self._is_own(words, at + 1):
            hold = Hold.UNCERTAIN
        return comma, hold

    def _one(self, words: Words, at: int, *, is_away: bool = False) -> tuple[int, Hold]:
        """The end of the adjunct that begins at `at` (`at` if none does), and its hold."""
        end = leading(phrases("times"), words, at)
        if end > at:
            return end, Hold.LASTING
        nouns = self._matcher.phrases
        ends = [] if is_away else nouns.description(words, at)
        end = max([*ends, nouns.room(words, at)])
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
        if words[at] in word_list("trailing_adjuncts"):
            hold = _hold(words[at])
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
        end = leading(phrases("finishing"), words, at + 1)
        is_whole = end == len(words) or words[end] in BOUNDARIES
        return end if end > at + 1 and is_whole else at

    def _outlasts(self, words: Words, at: int) -> bool:
        """Whether the robot is done by then: persons come back or act, a day passes."""
        scope = words[at + 1 : self._scope(words, at, frozenset({",", "then"}))]
        is_others = not word_list("beginnings_of_others").isdisjoint(scope[:1])
        return is_others or not word_list("returning").isdisjoint(scope)

    def _is_own(self, words: Words, at: int) -> bool:
        """Whether the robot's own doing is told: "turning on the stove", "you turn it on"."""
        word = words[at] if at < len(words) else ""
        return word.endswith("ing") or word == "you"

    def _duration(self, words: Words, at: int) -> int:
        """The end of "ten minutes", `at` if it is none."""
        for end in range(at + 1, min(at + 6, len(words) + 1)):
            if words[end - 1] in word_list("units"):
                return end
        return at

    def _behind_comma(self, words: Words, at: int) -> int:
        """Where an adjunct begins that a comma divides from its request; `at` if none does."""
        if words[at : at + 1] != (",",) or at + 1 >= len(words):
            return at
        end, _ = self._one(words, at + 1)
        return at + 1 if end > at + 1 and words[at + 1] != "so" else at


def _hold(word: str) -> Hold:
    """How long what is asked for holds, by the first word of an adjunct."""
    if word in word_list("uncertain_adjuncts"):
        return Hold.UNCERTAIN
    return Hold.LIMITED if word in word_list("limiting_adjuncts") else Hold.LASTING
