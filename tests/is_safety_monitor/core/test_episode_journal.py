from __future__ import annotations

from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import Entry, HoldBegun, StateHeard, TaskBegun, TaskRequest
from is_bench.recognised import ObjectDescription
from is_safety_monitor.core.episode_journal import (
    JournalProblem,
    Record,
    line_of,
    read_journal,
)
from is_safety_monitor.core.received_states import Report
from tests.is_bench.test_guard_log_messages import OBJECTS, events, judged_by, opinions, texts

times = st.integers(0, 2**62)
atoms = st.builds(Atom, texts, st.lists(texts, max_size=2).map(tuple))
sets = st.frozensets(atoms, max_size=4)
fact_sets = st.builds(FactSet, sets, sets, sets, st.booleans())
seen = st.dictionaries(atoms, times, max_size=3)
requests = st.builds(TaskRequest, texts, texts, texts, owner=texts, take_over=st.booleans())
tasks = st.builds(
    TaskBegun, requests, judged_by, texts, st.sampled_from([(), OBJECTS]), st.none() | opinions
)
entries = tasks | events


def report(facts: FactSet, observed: dict[Atom, int], stamp_ns: int = 5) -> Report:
    return Report("kitchen", stamp_ns, lambda: (facts, observed), (ObjectDescription("cup_1"),))


@given(st.lists(entries, max_size=4))
def test_the_journal_of_any_entries_reads_back(written: list[Entry]) -> None:
    data = b"".join(line_of(Record(entry)) for entry in written)
    assert [record.entry for record in read_journal(data)] == written


@given(fact_sets, seen, times)
def test_a_state_reads_back_with_its_facts(
    facts: FactSet, observed: dict[Atom, int], stamp_ns: int
) -> None:
    told = report(facts, observed, stamp_ns)
    (record,) = read_journal(line_of(Record(StateHeard("kitchen", stamp_ns), told)))
    assert record.report is not None
    assert record.report.read() == (facts, observed)
    assert record.report.stamp_ns == stamp_ns
    assert record.report.objects == told.objects


def test_a_state_that_cannot_be_read_stays_one() -> None:
    def read() -> tuple[FactSet, dict[Atom, int]]:
        raise InputError("a fact has no name")

    line = line_of(Record(StateHeard("kitchen", 5), Report("kitchen", 5, read)))
    (record,) = read_journal(line)
    assert record.report is not None
    with pytest.raises(InputError, match="a fact has no name"):
        record.report.read()


@given(entries, entries, st.data())
def test_a_torn_last_line_is_dropped(first: Entry, last: Entry, data: st.DataObject) -> None:
    whole, torn = line_of(Record(first)), line_of(Record(last))
    length = data.draw(st.integers(0, len(torn) - 1))
    assert [record.entry for record in read_journal(whole + torn[:length])] == [first]


@given(entries, st.data())
def test_a_changed_byte_is_noticed(entry: Entry, data: st.DataObject) -> None:
    line = bytearray(line_of(Record(entry)))
    line[data.draw(st.integers(0, len(line) - 2))] ^= 1 << data.draw(st.integers(0, 3))
    with pytest.raises(JournalProblem, match="line"):
        read_journal(bytes(line))


def test_an_entry_of_another_version_is_refused_by_its_line() -> None:
    line = line_of(Record(HoldBegun(1))).replace(b"HoldBegun", b"HopeBegun")
    text = line[9:-1]
    with pytest.raises(JournalProblem, match=r"line 1 .* another version"):
        read_journal(b"%08x %s\n" % (crc32(text), text))
