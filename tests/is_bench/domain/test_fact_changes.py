"""What differs between two states."""

from __future__ import annotations

from is_bench.domain.fact_changes import changed_facts, with_changes
from is_bench.facts import FactSet, atom

HOT, OPEN = atom("hot", "apple.n.01_1"), atom("open", "jar.n.01_1")
FROZEN = atom("frozen", "apple.n.01_1")
BEFORE = FactSet(frozenset({HOT}), unknown=frozenset({OPEN}))
AFTER = FactSet(frozenset({OPEN}), unknown=frozenset({FROZEN}))
OTHER = FactSet(frozenset({HOT, FROZEN}), unknown=frozenset({OPEN}))


def test_every_fact_counts_whose_truth_differs() -> None:
    assert changed_facts(BEFORE, AFTER) == {HOT, OPEN, FROZEN}
    assert changed_facts(BEFORE, BEFORE) == frozenset()


def test_changes_of_one_state_are_made_to_another() -> None:
    assert with_changes(OTHER, BEFORE, AFTER) == AFTER
    assert with_changes(OTHER, BEFORE, BEFORE) == OTHER
