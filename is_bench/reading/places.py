"""Places that a scene does not have, by which instructions describe the things that it has."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.reading.words import Words, closed_words

_LONGEST = 3
"""Words of such a place."""
_STATIC = frozenset({"in", "on", "beside", "under", "at", "behind", "by", "in_front_of", "over"})
_FROM = frozenset({"from", "off", "out_of", "by", "at", "behind"})
"""Prepositions of places that nothing is moved to."""
_SPOTS = frozenset({"corner", "wall", "left", "right", "background"})
"""Words for parts of a room."""
_POSSESSIVE = frozenset({"its", "it", "them"})


_AWAY = {
    ("off",): ("on",),
    ("out_of",): ("in",),
    ("from",): ("on", "in"),
    ("away_from",): ("on", "beneath", "in", "beside"),
    ("free", "of"): ("holding", "beneath"),
    ("clear", "of"): ("holding", "beneath"),
    ("without",): ("holding", "beneath"),
}
"""What is not the case of something that is away."""
_THERE = {("covered", "with"): "on"} | {
    (word,): relation
    for relation, words in {
        "on": "on",
        "in": "in",
        "under": "under",
        "beside": "beside",
        "containing": "with contains contain containing",
    }.items()
    for word in words.split()
}


def relations(predicate: Words) -> Iterator[tuple[tuple[str, ...], bool, int]]:
    """The relations that a predicate may name, whether it denies them, and where the place begins.

    They are prepositions, "beneath", "holding" and "containing".
    """
    for length in (1, 2):
        first = predicate[:length]
        if len(predicate) > length and first in _THERE:
            yield (_THERE[first],), False, length
        if len(predicate) > length and first in _AWAY:
            yield _AWAY[first], True, length


class UnknownPlaces:
    """Reads "by the front door" in a scene that has no door."""

    def __init__(self) -> None:
        """Its words are those that the package ships."""
        self._closed = closed_words()

    def unknown(self, words: Words, at: int, *, is_moved: bool) -> list[int]:
        """Where the phrases end that begin at `at`, the longest first.

        `is_moved`: a thing is moved, so that most places may be its goal.
        """
        start = self.behind_determiners(words, at + 1)
        is_spot = not _SPOTS.isdisjoint(words[start : start + 1])
        if words[at] not in (_FROM if is_moved and not is_spot else _STATIC | _FROM):
            return []
        if start == at + 1 or not _POSSESSIVE.isdisjoint(words[at + 1 : start]):
            return []
        end = start
        while end < min(len(words), start + _LONGEST) and self.is_plain(words[end]):
            end += 1
        return list(range(end, start, -1))

    def behind_determiners(self, words: Words, at: int) -> int:
        """Where the determiners end that begin at `at`."""
        while at < len(words) and words[at] in self._closed.determiners:
            at += 1
        return at

    def is_plain(self, word: str) -> bool:
        """Whether `word` can be one of a name."""
        closed = self._closed
        return not (
            word in closed.stops
            or word in closed.determiners
            or word in closed.blocked
            or word in closed.particles_alone
            or word in closed.finite
            or word in _STATES
            or "_" in word
            or word.endswith("ly")
        )


_STATES = frozenset({"open", "closed", "shut", "running", "burning", "lit", "on", "off", "locked"})
"""What is said of the thing that is described, behind its place."""
