"""Journal compaction: drops world states superseded by later ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from is_bench.facts import Atom, FactSet
from is_bench.guard_log import LogPosition, StateHeard
from is_safety_monitor.core.episode_journal import Record
from is_safety_monitor.core.received_states import Report


@dataclass(frozen=True)
class JournalState:
    """A state that was heard, as it was read."""

    entry: StateHeard
    report: Report
    facts: FactSet | None
    """None: it cannot be read."""
    observed: Mapping[Atom, int]
    """When facts were seen, where that is not the stamp of the report."""
    place: LogPosition

    @staticmethod
    def of(entry: StateHeard, report: Report, place: LogPosition) -> JournalState:
        """The state in `report`, as noted at `place`."""
        try:
            facts, observed = report.read()
        except Exception:  # noqa: BLE001  # whatever is wrong with it, nobody can read it
            return JournalState(entry, report, None, {}, place)
        return JournalState(entry, report, facts, observed, place)

    @property
    def record(self) -> Record:
        """The state as a journal keeps it."""
        return Record(self.entry, self.report, self.place)

    def replaces(self, earlier: JournalState) -> bool:
        """Whether this state supersedes `earlier` completely."""
        facts, before = self.facts, earlier.facts
        if self.entry.episode != earlier.entry.episode or self.entry.refused:
            return False
        if earlier.entry.refused:
            return True
        if facts is None or before is None or (before.closed and not facts.closed):
            return False
        if self.entry.stamp_ns <= earlier.entry.stamp_ns:
            return False
        if not earlier.observed and not self.observed and facts.closed:
            return True
        named = _named(facts)
        return all(self._is_newer(fact, earlier, named) for fact in _named(before))

    def after(self, earlier: JournalState) -> JournalState:
        """This state in place of `earlier` and itself: with the things that either named first."""
        arrived = (*earlier.entry.arrived, *self.entry.arrived)
        return replace(self, entry=replace(self.entry, arrived=arrived))

    def _is_newer(self, fact: Atom, earlier: JournalState, named: frozenset[Atom]) -> bool:
        """Whether the observation of `fact` here is newer than that of `earlier`."""
        seen = earlier.observed.get(fact, earlier.entry.stamp_ns)
        stamp = self.entry.stamp_ns
        if fact in named:
            return self.observed.get(fact, stamp) > seen
        return self.facts is not None and self.facts.closed and seen < stamp


def _named(facts: FactSet) -> frozenset[Atom]:
    return facts.true | facts.false | facts.unknown
