"""The symbolic world: what every skill does to the facts of a scenario.

The embedded simulator gives this world a body, and the guard predicts with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from is_bench.facts import Atom, Truth
from is_bench.objects import ObjectTable, SceneObject
from is_bench.world.changes import Changes, impose
from is_bench.world.context import Context, need
from is_bench.world.initial import initial_state
from is_bench.world.primitives import cleaning, cutting, doors, fluids, heating, placing
from is_bench.world.quirks import RELEASED, Quirks
from is_bench.world.reading import SkillFailed, Step, is_done, is_navigation, read_step
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


@dataclass(frozen=True)
class Outcome:
    """What became of a step: executed, or failed with a reason."""

    ok: bool
    error: str = ""


OK = Outcome(ok=True)


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
    ) -> None:
        """`facts` are those declared for the start; `complete` adds what goes without saying."""
        self.objects = objects
        self.quirks = quirks
        self.state = initial_state(objects, facts, quirks, complete=complete)
        self._context = Context(self.state, quirks, Removers(wash_rules))

    def execute(self, text: str) -> Outcome:
        """Execute a plan step as its planner wrote it."""
        if is_navigation(text) or is_done(text):
            return OK
        try:
            self._perform(read_step(text, self.objects, self.quirks))
        except SkillFailed as error:
            return Outcome(ok=False, error=str(error))
        return OK

    def change(self, changes: Changes) -> None:
        """Make changes that no skill makes."""
        impose(self.state, changes)

    def truth(self, fact: Atom) -> Truth:
        """Whether `fact` holds; never unknown."""
        return self.state.truth(fact)

    def facts(self) -> frozenset[Atom]:
        """Every fact that holds; what is not in it does not."""
        return self.state.facts()

    def snapshot(self) -> WorldSnapshot:
        """A token for the present state."""
        return self.state.snapshot()

    def restore(self, snapshot: WorldSnapshot) -> None:
        """Return to the state of `snapshot`, a token of this world."""
        self.state.restore(snapshot)

    def _perform(self, step: Step) -> None:
        found = [self._existing(thing) for thing in step.objects]
        name = step.skill.name
        if name == "WAIT":
            if found[0] is None and not self.quirks.waiting_for_nothing:
                need(None, step.names[0])
            heating.wait(self._context, found[0])
            return
        things = [need(thing, named) for thing, named in zip(found, step.names, strict=True)]
        if name in _UNARY:
            _UNARY[name](self._context, things[0])
        else:
            _BINARY[name](self._context, things[0], things[1])

    def _existing(self, thing: SceneObject | None) -> SceneObject | None:
        return thing if thing is not None and self.state.exists(thing.name) else None
