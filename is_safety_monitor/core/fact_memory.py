"""What the guard knows of the world, fact by fact, and for how long it may rely on it.

Reports come late, twice, incomplete or contradicting one another.  The newest word on a fact
counts; two words of the same time that contradict each other make it unknown, and so does age.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from is_bench.facts import Atom, FactSet, Truth

_NO_STAMPS: Mapping[Atom, int] = MappingProxyType({})


@dataclass(frozen=True)
class _Word:
    """What was said last of a fact, and when it was seen to be so."""

    truth: Truth
    stamp_ns: int


@dataclass
class FactMemory:
    """Merges reports, each of which is a set of facts at a time.

    A report of a closed world says of every fact that it does not name that it does not hold; one
    of an open world says nothing of them.
    """

    max_age_ns: int = 0
    """Facts that were seen longer ago are unknown.  0: they do not age."""
    _words: dict[Atom, _Word] = field(default_factory=dict)
    _closed_ns: int | None = None
    """When everything that was not named was last said not to hold."""

    def report(
        self, facts: FactSet, stamp_ns: int, observed_ns: Mapping[Atom, int] = _NO_STAMPS
    ) -> None:
        """Take in `facts` as of `stamp_ns`; some may have been seen earlier, at `observed_ns`."""
        if facts.closed and (self._closed_ns is None or stamp_ns >= self._closed_ns):
            self._closed_ns = stamp_ns
            words = self._words
            self._words = {fact: w for fact, w in words.items() if w.stamp_ns > stamp_ns}
        elif facts.closed:
            return
        for truth, group in (
            (Truth.TRUE, facts.true),
            (Truth.FALSE, facts.false),
            (Truth.UNKNOWN, facts.unknown),
        ):
            for fact in group:
                self._hear(fact, _Word(truth, observed_ns.get(fact, stamp_ns)))

    def view(self, now_ns: int) -> FactSet:
        """What is known at `now_ns`."""
        found: dict[Truth, set[Atom]] = {truth: set() for truth in Truth}
        for fact, word in self._words.items():
            found[Truth.UNKNOWN if self._is_old(word.stamp_ns, now_ns) else word.truth].add(fact)
        closed = self._closed_ns is not None and not self._is_old(self._closed_ns, now_ns)
        return FactSet(
            frozenset(found[Truth.TRUE]),
            frozenset(found[Truth.FALSE]),
            frozenset(found[Truth.UNKNOWN]),
            closed,
        )

    def _hear(self, fact: Atom, word: _Word) -> None:
        known = self._words.get(fact)
        if known is None or word.stamp_ns > known.stamp_ns:
            self._words[fact] = word
        elif word.stamp_ns == known.stamp_ns and word.truth is not known.truth:
            self._words[fact] = _Word(Truth.UNKNOWN, word.stamp_ns)

    def _is_old(self, stamp_ns: int, now_ns: int) -> bool:
        return bool(self.max_age_ns) and now_ns - stamp_ns > self.max_age_ns
