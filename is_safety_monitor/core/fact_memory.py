"""What the guard knows of the world, fact by fact, and for how long it may rely on it.

Reports come late, twice, incomplete or contradicting one another.  The newest word on a fact
counts; two words of the same time that contradict each other make it unknown, and so does age.
Words are ordered by their stamps, but they age on the guard's own clock, which never goes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType

from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet, Truth

MOST_FACTS = 20_000
"""Facts of an episode that are remembered; more make a state unreadable."""
_NO_STAMPS: Mapping[Atom, int] = MappingProxyType({})


@dataclass(frozen=True)
class _Word:
    """What was said last of a fact, and when it was seen to be so."""

    truth: Truth
    stamp_ns: int
    """On the clock of stamps."""
    seen_ns: int
    """On the guard's clock."""


@dataclass(frozen=True)
class _View:
    """What is known, for as long as no report comes and nothing gets too old."""

    facts: FactSet
    since_ns: int
    until_ns: int | None
    """None: nothing gets old."""

    def holds(self, now_ns: int) -> bool:
        """Whether it is what is known at `now_ns`."""
        return self.until_ns is None or self.since_ns <= now_ns <= self.until_ns


@dataclass
class FactMemory:
    """Merges reports, each of which is a set of facts at a time.

    A report of a closed world says of every fact that it does not name that it does not hold; one
    of an open world says nothing of them.
    """

    max_age_ns: int = 0
    """Facts that were seen longer ago are unknown.  0: they do not age."""
    _words: dict[Atom, _Word] = field(default_factory=dict)
    _closed: _Word | None = None
    """What was last said of everything that was not named: that it does not hold."""
    _newest_ns: float = -inf
    """No word has a later stamp."""
    _view: _View | None = None

    def report(
        self,
        facts: FactSet,
        stamp_ns: int,
        observed_ns: Mapping[Atom, int] = _NO_STAMPS,
        seen_ns: int | None = None,
    ) -> None:
        """Take in `facts` as of `stamp_ns`; some may have been seen earlier, at `observed_ns`.

        `seen_ns` is `stamp_ns` on the guard's clock; None: they are the same.  Raises InputError
        where there would be more than MOST_FACTS to remember; then nothing is taken in.
        """
        before = self._closed
        if facts.closed and before is not None and stamp_ns < before.stamp_ns:
            return
        self._check_room(facts)
        lag_ns = 0 if seen_ns is None else seen_ns - stamp_ns
        is_newest = stamp_ns > self._newest_ns
        self._newest_ns = max(self._newest_ns, stamp_ns, *observed_ns.values())
        self._view = None
        alone = facts.closed and is_newest and not observed_ns
        if alone and self._replace(facts, stamp_ns, lag_ns):
            return
        if facts.closed:
            self._closed = _Word(Truth.FALSE, stamp_ns, stamp_ns + lag_ns)
            self._close(facts, self._closed)
        for truth, group in _groups(facts):
            for fact in group:
                seen = observed_ns.get(fact, stamp_ns)
                self._hear(fact, _Word(truth, seen, seen + lag_ns), before)

    def doubt(self, facts: Iterable[Atom], stamp_ns: int) -> None:
        """Know nothing of `facts` until they are seen at `stamp_ns` or later."""
        self._view = None
        self._newest_ns = max(self._newest_ns, stamp_ns)
        for fact in facts:
            known = self._words.get(fact, self._closed)
            if known is not None and known.stamp_ns < stamp_ns:
                # A word of that very time replaces the doubt, and does not contradict it.
                self._words[fact] = _Word(Truth.UNKNOWN, stamp_ns - 1, known.seen_ns)

    def view(self, now_ns: int) -> FactSet:
        """What is known at `now_ns`, on the guard's clock."""
        if self._view is None or not self._view.holds(now_ns):
            self._view = self._seen_at(now_ns)
        return self._view.facts

    def _seen_at(self, now_ns: int) -> _View:
        found: dict[Truth, set[Atom]] = {truth: set() for truth in Truth}
        until: int | None = None
        for fact, word in self._words.items():
            if self._is_old(word, now_ns):
                found[Truth.UNKNOWN].add(fact)
                continue
            found[word.truth].add(fact)
            until = word.seen_ns if until is None else min(until, word.seen_ns)
        closed = self._closed is not None and not self._is_old(self._closed, now_ns)
        if closed and self._closed is not None:
            until = self._closed.seen_ns if until is None else min(until, self._closed.seen_ns)
        facts = FactSet(
            frozenset(found[Truth.TRUE]),
            frozenset(found[Truth.FALSE]),
            frozenset(found[Truth.UNKNOWN]),
            closed,
        )
        ages = self.max_age_ns and until is not None
        return _View(facts, now_ns, until + self.max_age_ns if ages and until is not None else None)

    def _check_room(self, facts: FactSet) -> None:
        named = len(facts.true) + len(facts.false) + len(facts.unknown)
        if named + (0 if facts.closed else len(self._words)) <= MOST_FACTS:
            return
        groups = (facts.true, facts.false, facts.unknown)
        new = sum(fact not in self._words for group in groups for fact in group)
        if (named if facts.closed else len(self._words) + new) > MOST_FACTS:
            raise InputError(
                f"it would make more than {MOST_FACTS} facts to remember; tell of fewer things, "
                "or set the task again"
            )

    def _replace(self, facts: FactSet, stamp_ns: int, lag_ns: int) -> bool:
        """Take in a closed report that is newer than every word; False: it contradicts itself."""
        words: dict[Atom, _Word] = {}
        for truth, group in _groups(facts):
            words |= dict.fromkeys(group, _Word(truth, stamp_ns, stamp_ns + lag_ns))
        if len(words) < sum(len(group) for _, group in _groups(facts)):
            return False
        self._words = words
        self._closed = _Word(Truth.FALSE, stamp_ns, stamp_ns + lag_ns)
        if not self.max_age_ns:
            self._view = _View(facts, stamp_ns, None)
        return True

    def _close(self, facts: FactSet, closed: _Word) -> None:
        """Forget the words that a closed report of `facts` replaces by not naming their facts."""
        named = facts.true | facts.false | facts.unknown
        kept: dict[Atom, _Word] = {}
        for fact, word in self._words.items():
            if word.stamp_ns > closed.stamp_ns or fact in named:
                kept[fact] = word
            elif word.stamp_ns == closed.stamp_ns and word.truth is not Truth.FALSE:
                kept[fact] = _Word(Truth.UNKNOWN, closed.stamp_ns, closed.seen_ns)
        self._words = kept

    def _hear(self, fact: Atom, word: _Word, closed: _Word | None) -> None:
        """Take in a word on `fact`; `closed` is what a closed report may have said before."""
        known = self._words.get(fact, closed)
        if known is None or word.stamp_ns > known.stamp_ns:
            self._words[fact] = word
        elif word.stamp_ns == known.stamp_ns and word.truth is not known.truth:
            self._words[fact] = _Word(Truth.UNKNOWN, word.stamp_ns, word.seen_ns)

    def _is_old(self, word: _Word, now_ns: int) -> bool:
        return bool(self.max_age_ns) and now_ns - word.seen_ns > self.max_age_ns


def _groups(facts: FactSet) -> tuple[tuple[Truth, frozenset[Atom]], ...]:
    """What is said to be so, not to be so, and to be unknown."""
    return (
        (Truth.TRUE, facts.true),
        (Truth.FALSE, facts.false),
        (Truth.UNKNOWN, facts.unknown),
    )
