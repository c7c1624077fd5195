"""What differs between two states."""

from __future__ import annotations

from is_bench.facts import Atom, FactSet


def changed_facts(before: FactSet, after: FactSet) -> frozenset[Atom]:
    """The facts whose truth may differ between two states, both closed or both open."""
    true, false = before.true ^ after.true, before.false ^ after.false
    return true | false | (before.unknown ^ after.unknown)


def with_changes(facts: FactSet, before: FactSet, after: FactSet) -> FactSet:
    """`facts`, of which those that differ between `before` and `after` have the latter truth."""
    changed = changed_facts(before, after)
    return FactSet(
        (facts.true - changed) | (after.true & changed),
        (facts.false - changed) | (after.false & changed),
        (facts.unknown - changed) | (after.unknown & changed),
        facts.closed,
    )
