"""A symbolic world that starts from observed facts, to predict what steps would do."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.removers import WashRule
from is_bench.world.symbolic import Outcome, SymbolicWorld

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


class Forecast:
    """What steps lead to from a state of which some facts are unknown.

    Two worlds are led on, one in which none of the unknown facts holds and one in which all do.
    What differs between them is unknown; so a lamp of which nobody knows is off after it has been
    turned off.
    """

    def __init__(
        self, objects: ObjectTable, facts: FactSet, wash_rules: Iterable[WashRule] = ()
    ) -> None:
        """Begin in `facts`."""
        rules = tuple(wash_rules)
        self._least = predicted_world(objects, facts.true, rules)
        self._most = (
            predicted_world(objects, facts.true | facts.unknown, rules)
            if facts.unknown
            else self._least
        )
        self._decided = facts.true | facts.false
        """Atoms of which it has been known whether they hold."""
        self._start = facts

    def execute(self, step: str) -> Outcome:
        """Do `step`; it succeeds if it does in both worlds."""
        outcome = self._least.execute(step)
        if self._most is self._least:
            return outcome
        other = self._most.execute(step)
        return other if outcome.ok else outcome

    def facts(self) -> FactSet:
        """What is predicted, and what is not known."""
        least = self._least.facts()
        most = least if self._most is self._least else self._most.facts()
        true = least & most
        unknown = least ^ most
        if not self._start.closed:
            self._decided |= true | (self._start.unknown - unknown)
        return FactSet(true, self._decided - true - unknown, unknown, self._start.closed)
