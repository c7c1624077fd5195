"""Known facts with their observation times and maximum age.

States arrive late, twice, incomplete or contradicting one another.  The newest observation of a
fact counts; two contradicting observations of the same time make it unknown, and so does age.
Observations are ordered by their stamps, but age on the guard's own, monotonic clock.
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
class _Observation:
    """Last value and observation time of a fact."""

    truth: Truth
    stamp_ns: int
    """On the clock of stamps."""
    seen_ns: int
    """On the guard's clock."""


@dataclass(frozen=True)
class _View:
    """The known facts, valid until the next state or until a fact gets too old."""

    facts: FactSet
    since_ns: int
    until_ns: int | None
    """None: nothing gets old."""

    def holds(self, now_ns: int) -> bool:
        """Whether it is valid at `now_ns`."""
        return self.until_ns is None or self.since_ns <= now_ns <= self.until_ns


@dataclass
class FactMemory:
    """Merges states, each of which is a set of facts at a time.

    In a closed-world state every fact that is not named is false; an open-world state leaves it as
    it was.
    """

    max_age_ns: int = 0
    """Facts that were seen longer ago are unknown.  0: they do not age."""
    _observations: dict[Atom, _Observation] = field(default_factory=dict)
    _closed: _Observation | None = None
    """The last observation of everything that was not named: false."""
    _newest_ns: float = -inf
    """The latest stamp of all observations."""
    _view: _View | None = None

    def report(
        self,
        facts: FactSet,
        stamp_ns: int,
        observed_ns: Mapping[Atom, int] = _NO_STAMPS,
        seen_ns: int | None = None,
    ) -> None:
        """Store `facts` as of `stamp_ns`; some may have been observed earlier, at `observed_ns`.

        `seen_ns` is `stamp_ns` on the guard's clock; None: they are the same.  Raises InputError
        where there would be more than MOST_FACTS to remember; then nothing is stored.
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
            self._closed = _Observation(Truth.FALSE, stamp_ns, stamp_ns + lag_ns)
            self._close(facts, self._closed)
        for truth, group in _groups(facts):
            for fact in group:
                seen = observed_ns.get(fact, stamp_ns)
                self._store(fact, _Observation(truth, seen, seen + lag_ns), before)

    def invalidate(self, facts: Iterable[Atom], stamp_ns: int) -> None:
        """Mark `facts` unknown until observed at or after `stamp_ns`."""
        self._view = None
        self._newest_ns = max(self._newest_ns, stamp_ns)
        for fact in facts:
            known = self._observations.get(fact, self._closed)
            if known is not None and known.stamp_ns < stamp_ns:
                # An observation of that very time replaces the unknown, and does not contradict it.
                self._observations[fact] = _Observation(Truth.UNKNOWN, stamp_ns - 1, known.seen_ns)

    def view(self, now_ns: int) -> FactSet:
        """The known facts at `now_ns`, on the guard's clock."""
        if self._view is None or not self._view.holds(now_ns):
            self._view = self._seen_at(now_ns)
        return self._view.facts

    def _seen_at(self, now_ns: int) -> _View:
        found: dict[Truth, set[Atom]] = {truth: set() for truth in Truth}
        until: int | None = None
        for fact, word in self._observations.items():
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
        if named + (0 if facts.closed else len(self._observations)) <= MOST_FACTS:
            return
        groups = (facts.true, facts.false, facts.unknown)
        new = sum(fact not in self._observations for group in groups for fact in group)
        if (named if facts.closed else len(self._observations) + new) > MOST_FACTS:
            raise InputError(
                f"the episode would have more than {MOST_FACTS} facts; publish facts about fewer "
                "objects, or set the task again"
            )

    def _replace(self, facts: FactSet, stamp_ns: int, lag_ns: int) -> bool:
        """Store a closed state newer than every observation; False: it contradicts itself."""
        words: dict[Atom, _Observation] = {}
        for truth, group in _groups(facts):
            words |= dict.fromkeys(group, _Observation(truth, stamp_ns, stamp_ns + lag_ns))
        if len(words) < sum(len(group) for _, group in _groups(facts)):
            return False
        self._observations = words
        self._closed = _Observation(Truth.FALSE, stamp_ns, stamp_ns + lag_ns)
        if not self.max_age_ns:
            self._view = _View(facts, stamp_ns, None)
        return True

    def _close(self, facts: FactSet, closed: _Observation) -> None:
        """Forget the observations whose facts a closed state of `facts` does not name."""
        named = facts.true | facts.false | facts.unknown
        kept: dict[Atom, _Observation] = {}
        for fact, word in self._observations.items():
            if word.stamp_ns > closed.stamp_ns or fact in named:
                kept[fact] = word
            elif word.stamp_ns == closed.stamp_ns and word.truth is not Truth.FALSE:
                kept[fact] = _Observation(Truth.UNKNOWN, closed.stamp_ns, closed.seen_ns)
        self._observations = kept

    def _store(self, fact: Atom, word: _Observation, closed: _Observation | None) -> None:
        """Store an observation of `fact`; `closed` is that of an earlier closed state, if any."""
        known = self._observations.get(fact, closed)
        if known is None or word.stamp_ns > known.stamp_ns:
            self._observations[fact] = word
        elif word.stamp_ns == known.stamp_ns and word.truth is not known.truth:
            self._observations[fact] = _Observation(Truth.UNKNOWN, word.stamp_ns, word.seen_ns)

    def _is_old(self, word: _Observation, now_ns: int) -> bool:
        return bool(self.max_age_ns) and now_ns - word.seen_ns > self.max_age_ns


def _groups(facts: FactSet) -> tuple[tuple[Truth, frozenset[Atom]], ...]:
    """The true, false and unknown facts."""
    return (
        (Truth.TRUE, facts.true),
        (Truth.FALSE, facts.false),
        (Truth.UNKNOWN, facts.unknown),
    )
