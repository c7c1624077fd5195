"""A symbolic world that starts from observed facts, to predict the results of steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from is_bench.calls import SkillCall
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable
from is_bench.world.changes import Changes
from is_bench.world.listing import PlacementFacts
from is_bench.world.outcome import Outcome
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.removers import WashRule
from is_bench.world.state import POSITIONS
from is_bench.world.symbolic import SymbolicWorld

_FOLLOWING = frozenset({"under", "touching"})
"""Relations that may be derived; stored, they would outlive the facts they derive from."""


def predicted_world(
    objects: ObjectTable,
    facts: Iterable[Atom],
    wash_rules: Iterable[WashRule] = (),
    quirks: Quirks = RELEASED,
    placements: PlacementFacts | None = None,
) -> SymbolicWorld:
    """The world in which `facts`, as reported by a simulator or estimator, hold.

    Reported facts are complete: a cup on a tray inside a cabinet is reported to be inside the
    cabinet.  Only the direct relations are kept, so that the cup leaves the cabinet with the tray.
    `placements` may be shared by worlds of the same objects.
    """
    direct = direct_facts(facts)
    return SymbolicWorld(objects, direct, wash_rules, quirks, complete=False, placements=placements)


def direct_facts(facts: Iterable[Atom]) -> list[Atom]:
    """Those of the reported `facts` that do not follow from others."""
    reported: list[Atom] = []
    resting: dict[str, set[str]] = defaultdict(set)
    inside: set[tuple[str, ...]] = set()
    for fact in facts:
        predicate, arguments = fact
        if predicate != "real":
            reported.append(fact)
        if predicate in POSITIONS:
            resting[arguments[0]].add(arguments[1])
            if predicate == "inside":
                inside.add(arguments)
    borne = _ancestry(resting)
    direct: list[Atom] = []
    for fact in reported:
        predicate, arguments = fact
        if predicate == "inside":
            name, container = arguments
            if any(s != container and (s, container) in inside for s in resting[name]):
                continue
        elif predicate in _FOLLOWING:
            first, second = arguments
            if first in borne.get(second, ()) or second in borne.get(first, ()):
                continue
        direct.append(fact)
    return direct


def _ancestry(resting: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """For each object, everything that it rests on or in, directly or not."""
    found: dict[str, set[str]] = {}
    for name, supports in resting.items():
        seen = set(supports)
        todo = [*seen]
        while todo:
            for below in resting.get(todo.pop(), ()):
                if below not in seen:
                    seen.add(below)
                    todo.append(below)
        found[name] = seen
    return found


class UncertainPrediction:
    """Predicts steps from a partially known state (both bounds).

    Two worlds are simulated, one in which no unknown fact holds and one in which all do.  Facts
    that differ between them are unknown; so a lamp of unknown state is off once it was turned off.
    """

    def __init__(
        self,
        objects: ObjectTable,
        facts: FactSet,
        wash_rules: Iterable[WashRule] = (),
        quirks: Quirks = RELEASED,
        placements: PlacementFacts | None = None,
    ) -> None:
        """Start in the state `facts`; `placements` may be shared by worlds of the same objects."""
        rules = tuple(wash_rules)
        self.objects = objects
        self._least = predicted_world(objects, facts.true, rules, quirks, placements)
        self._most = (
            predicted_world(objects, facts.true | facts.unknown, rules, quirks, placements)
            if facts.unknown
            else self._least
        )
        self._decided = frozenset() if facts.closed else facts.true | facts.false
        """In an open world: the atoms that have been known to be true or false."""
        self._start = facts
        self._listed: FactSet | None = None

    def execute(self, call: SkillCall) -> Outcome:
        """Execute `call`; it succeeds if it succeeds in both worlds."""
        self._listed = None
        outcome = self._least.execute(call)
        if self._most is self._least:
            return outcome
        other = self._most.execute(call)
        return other if outcome.ok else outcome

    def change(self, changes: Changes) -> None:
        """Make exogenous changes."""
        self._listed = None
        self._least.change(changes)
        if self._most is not self._least:
            self._most.change(changes)

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` is predicted to hold."""
        return self.facts().truth(fact)

    def facts(self) -> FactSet:
        """The predicted facts, with those that are unknown; false ones in an open world alone."""
        if self._listed is None:
            self._listed = self._predicted()
        return self._listed

    def snapshot(self) -> object:
        """A token for the present state."""
        most = None if self._most is self._least else self._most.snapshot()
        return _Snapshot(self._least.snapshot(), most, self._decided)

    def restore(self, snapshot: object) -> None:
        """Return to the state of `snapshot`, a token of this prediction."""
        token = cast(_Snapshot, snapshot)
        self._listed = None
        self._least.restore(token.least)
        if token.most is not None:
            self._most.restore(token.most)
        self._decided = token.decided

    def _predicted(self) -> FactSet:
        least, closed = self._least.facts(), self._start.closed
        if closed and self._most is self._least:
            return least
        most = least.true if self._most is self._least else self._most.facts().true
        true, unknown = least.true & most, least.true ^ most
        if closed:
            return FactSet(true, unknown=unknown)
        self._decided |= true | (self._start.unknown - unknown)
        return FactSet(true, self._decided - true - unknown, unknown, closed)


@dataclass(frozen=True)
class _Snapshot:
    least: object
    most: object | None
    decided: frozenset[Atom]
