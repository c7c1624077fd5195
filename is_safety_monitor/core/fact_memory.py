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
        before_ns = self._closed_ns
        if facts.closed:
            if before_ns is not None and stamp_ns < before_ns:
                return
            self._closed_ns = stamp_ns
            self._close(facts, stamp_ns)
        for truth, group in (
            (Truth.TRUE, facts.true),
            (Truth.FALSE, facts.false),
            (Truth.UNKNOWN, facts.unknown),
        ):
            for fact in group:
                self._hear(fact, _Word(truth, observed_ns.get(fact, stamp_ns)), before_ns)

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

    def _close(self, facts: FactSet, stamp_ns: int) -> None:
        """Forget the words that a closed report of `facts` replaces by not naming their facts."""
        named = facts.true | facts.false | facts.unknown
        kept: dict[Atom, _Word] = {}
        for fact, word in self._words.items():
            if word.stamp_ns > stamp_ns or fact in named:
                kept[fact] = word
            elif word.stamp_ns == stamp_ns and word.truth is not Truth.FALSE:
                kept[fact] = _Word(Truth.UNKNOWN, stamp_ns)
        self._words = kept

    def _hear(self, fact: Atom, word: _Word, closed_ns: int | None) -> None:
        """Take in a word on `fact`; a closed report at `closed_ns` may have been the last one."""
        known = self._words.get(fact)
        if known is None and closed_ns is not None:
            known = _Word(Truth.FALSE, closed_ns)
        if known is None or word.stamp_ns > known.stamp_ns:
            self._words[fact] = word
        elif word.stamp_ns == known.stamp_ns and word.truth is not known.truth:
            self._words[fact] = _Word(Truth.UNKNOWN, word.stamp_ns)

    def _is_old(self, stamp_ns: int, now_ns: int) -> bool:
        return bool(self.max_age_ns) and now_ns - stamp_ns > self.max_age_ns
