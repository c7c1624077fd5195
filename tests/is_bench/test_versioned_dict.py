"""The ledger does what copying the whole mapping would do, at the cost of what changed."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from is_bench.versioned_dict import Snapshot, VersionedDict

KEYS = st.sampled_from("abcd")
VALUES = st.none() | st.integers(0, 3)


class AgainstCopies(RuleBasedStateMachine):
    """A ledger beside a dict that is copied for every snapshot."""

    snapshots = Bundle[tuple[Snapshot[str, int], dict[str, int]]]("snapshots")

    @initialize(values=st.dictionaries(KEYS, st.integers(0, 3)))
    def start(self, values: dict[str, int]) -> None:
        self.ledger = VersionedDict(values)
        self.model = dict(values)
        self.seen = [(self.ledger.version, dict(values))]

    @rule(key=KEYS, value=VALUES)
    def set(self, key: str, value: int | None) -> None:
        self.ledger.set(key, value)
        self.model.pop(key, None)
        if value is not None:
            self.model[key] = value

    @rule(target=snapshots)
    def snapshot(self) -> tuple[Snapshot[str, int], dict[str, int]]:
        return self.ledger.snapshot(), dict(self.model)

    @rule(taken=snapshots)
    def restore(self, taken: tuple[Snapshot[str, int], dict[str, int]]) -> None:
        snapshot, copy = taken
        self.ledger.restore(snapshot)
        self.model = dict(copy)

    @rule(foreign=st.integers(0, 3))
    def refuse_foreign_snapshots(self, foreign: int) -> None:
        other = VersionedDict({"a": 0})
        for value in range(foreign):
            other.set("b", value)
            other.snapshot()
        with pytest.raises(ValueError, match="another mapping"):
            self.ledger.restore(other.snapshot())

    @invariant()
    def is_like_the_copies(self) -> None:
        assert dict(self.ledger.items()) == self.model
        assert {key: self.ledger.get(key) for key in "abcd"} == {
            key: self.model.get(key) for key in "abcd"
        }

    @invariant()
    def a_version_belongs_to_one_state(self) -> None:
        version, values = self.seen[-1]
        assert self.ledger.version >= version
        if self.ledger.version == version:
            assert self.model == values
        self.seen.append((self.ledger.version, dict(self.model)))


TestAgainstCopies = AgainstCopies.TestCase


def big_ledger() -> VersionedDict[int, int]:
    return VersionedDict(dict.fromkeys(range(50_000), 0))


def test_restoring_puts_back_what_changed_and_nothing_else() -> None:
    ledger = big_ledger()
    start = ledger.snapshot()
    for key in range(3):
        ledger.set(key, 1)
    before = ledger.version
    ledger.restore(start)
    assert ledger.version - before == 3


def test_restoring_across_branches_undoes_one_and_redoes_the_other() -> None:
    ledger = big_ledger()
    start = ledger.snapshot()
    ledger.set(0, 1)
    ledger.set(1, 1)
    left = ledger.snapshot()
    ledger.restore(start)
    ledger.set(2, 1)
    before = ledger.version
    ledger.restore(left)
    assert ledger.version - before == 3
    assert [ledger.get(key) for key in range(3)] == [1, 1, 0]


def test_setting_what_holds_already_is_no_change() -> None:
    ledger = VersionedDict({"a": 1})
    start = ledger.snapshot()
    ledger.set("a", 1)
    ledger.set("b", None)
    assert ledger.version == 0
    assert ledger.snapshot() is start


def test_none_removes_a_key() -> None:
    ledger = VersionedDict({"a": 1, "b": 2})
    ledger.set("a", None)
    assert dict(ledger.items()) == {"b": 2}


def test_the_ledger_keeps_no_hold_of_the_mapping_it_starts_from() -> None:
    values = {"a": 1}
    ledger = VersionedDict(values)
    values["a"] = 2
    assert ledger.get("a") == 1


def allocated_by(action: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_neither_a_snapshot_nor_restoring_it_copies_the_ledger() -> None:
    ledger = big_ledger()
    start = ledger.snapshot()
    ledger.set(0, 1)
    assert allocated_by(ledger.snapshot) < 5_000
    assert allocated_by(lambda: ledger.restore(start)) < 5_000
    assert allocated_by(lambda: dict(ledger.items())) > 500_000
