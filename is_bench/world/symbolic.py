"""The symbolic world: executes skills on the facts of a scenario.

The embedded simulator gives this world a body, and the guard predicts with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from is_bench.calls import SkillCall
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable, SceneObject
from is_bench.world.changes import Changes, apply_changes
from is_bench.world.context import Context, need
from is_bench.world.initial import initial_state
from is_bench.world.listing import FactListing, PlacementFacts
from is_bench.world.outcome import OK, Outcome, SkillFailed
from is_bench.world.primitives import cleaning, cutting, doors, fluids, heating, placing
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.removers import Removers, WashRule
from is_bench.world.state import WorldSnapshot

_UNARY: dict[str, Callable[[Context, SceneObject], None]] = {
    "OPEN": doors.open_,
    "CLOSE": doors.close,
    "TOGGLE_ON": doors.toggle_on,
    "TOGGLE_OFF": doors.toggle_off,
    "WAIT_FOR_COOKED": heating.wait_for_cooked,
    "WAIT_FOR_WASHED": cleaning.wait_for_washed,
}
_BINARY: dict[str, Callable[[Context, SceneObject, SceneObject], None]] = {
    "PLACE_ON_TOP": placing.place_on_top,
    "PLACE_INSIDE": placing.place_inside,
    "WIPE": cleaning.wipe,
    "CUT": cutting.cut,
    "SOAK_UNDER": cleaning.soak_under,
    "SOAK_INSIDE": cleaning.soak_inside,
    "FILL_WITH": fluids.fill_with,
    "POUR_INTO": fluids.pour_into,
    "SPREAD": fluids.spread,
    "WAIT_FOR_FROZEN": heating.wait_for_frozen,
}


class SymbolicWorld:
    """A scenario's world.  A `FactView`; deterministic; snapshots are O(1)."""

    def __init__(
        self,
        objects: ObjectTable,
        facts: Iterable[Atom],
        wash_rules: Iterable[WashRule] = (),
        quirks: Quirks = RELEASED,
        *,
        complete: bool = True,
        placements: PlacementFacts | None = None,
    ) -> None:
        """`facts` are the declared initial ones; `complete` adds the implicit ones.

        `placements` may be shared by worlds of the same objects.
        """
        self.objects = objects
        self.quirks = quirks
        self.state = initial_state(objects, facts, quirks, complete=complete)
        self._listing = FactListing(self.state, placements)
        self._context = Context(self.state, quirks, Removers(wash_rules))

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of one of the benchmark's skills, over names of `objects`."""
        if call.is_done:
            return OK
        try:
            self._perform(call)
        except SkillFailed as error:
            return Outcome(ok=False, error=str(error))
        return OK

    def change(self, changes: Changes) -> None:
        """Make exogenous changes."""
        apply_changes(self.state, changes)

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds; never unknown."""
        return self.state.truth(fact)

    def facts(self) -> FactSet:
        """All true facts; a closed world."""
        return self._listing.facts()

    def snapshot(self) -> object:
        """A token for the present state."""
        return self.state.snapshot()

    def restore(self, snapshot: object) -> None:
        """Return to the state of `snapshot`, a token of this world."""
        self.state.restore(cast(WorldSnapshot, snapshot))

    def _perform(self, call: SkillCall) -> None:
        found = [self._existing(name) for name in call.arguments]
        if call.skill == "WAIT":
            if found[0] is None and not self.quirks.waiting_for_nothing:
                need(None, call.arguments[0])
            heating.wait(self._context, found[0])
            return
        things = [need(thing, name) for thing, name in zip(found, call.arguments, strict=True)]
        if call.skill in _UNARY:
            _UNARY[call.skill](self._context, things[0])
        elif call.skill in _BINARY:
            _BINARY[call.skill](self._context, things[0], things[1])
        else:
            raise SkillFailed(f"the benchmark's world has no skill {call.skill}")

    def _existing(self, name: str) -> SceneObject | None:
        return self.objects.get(name) if self.state.exists(name) else None
