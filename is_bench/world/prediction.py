"""A symbolic world that starts from observed facts, to predict what steps would do."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.facts import Atom
from is_bench.objects import ObjectTable
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.removers import WashRule
from is_bench.world.symbolic import SymbolicWorld

_DERIVED = frozenset({"real", "under", "touching"})
"""Relations that follow from others; observed, they would outlive what they follow from."""


def predicted_world(
    objects: ObjectTable,
    facts: Iterable[Atom],
    wash_rules: Iterable[WashRule] = (),
    quirks: Quirks = RELEASED,
) -> SymbolicWorld:
    """The world in which `facts`, as a simulator or estimator tells them, hold.

    Told facts are complete: a cup on a tray inside a cabinet is told to be inside the cabinet.
    Only the direct relations are kept, so that the cup leaves the cabinet with the tray.
    """
    told = set(facts)
    resting: dict[str, set[str]] = {}
    for predicate, arguments in told:
        if predicate in ("ontop", "inside", "overlaid"):
            resting.setdefault(arguments[0], set()).add(arguments[1])
    inside = {fact.arguments for fact in told if fact.predicate == "inside"}

    def is_direct(fact: Atom) -> bool:
        if fact.predicate != "inside":
            return fact.predicate not in _DERIVED
        name, container = fact.arguments
        return not any(
            (support, container) in inside for support in resting[name] if support != container
        )

    return SymbolicWorld(objects, filter(is_direct, told), wash_rules, quirks, complete=False)
