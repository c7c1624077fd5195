"""What the step before was to lead to: whatever else is seen came about through others."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from is_bench.facts import FactSet, FactView
from is_bench.objects import ObjectTable
from is_bench.world import WashRule
from is_bench.world.prediction import Forecast

_NOTHING = FactSet.closed_world(())


class Expectation:
    """Remembers what was seen before a step, and predicts from there when it is asked."""

    def __init__(self, objects: ObjectTable, wash_rules: Sequence[WashRule] = ()) -> None:
        """Nothing has been seen or done, and so nothing is expected."""
        self._objects = objects
        self._wash_rules = wash_rules
        self._seen: FactSet | None = None
        self._looked = True
        """Whether a state has been seen since the last step."""
        self._start: FactSet | None = None
        self._steps: tuple[str, ...] = ()
        """The steps taken since `_start` was seen; what lay between them was not."""
        self._expected: FactSet | None = _NOTHING

    def fork(self) -> Expectation:
        """One that remembers the same and goes its own way."""
        return copy(self)

    def observe(self, facts: FactView) -> None:
        """Remember a state."""
        self._seen = facts if isinstance(facts, FactSet) else None
        self._looked = True

    def step(self, action: str) -> None:
        """Note that `action` has been attempted in the state last seen."""
        if self._looked:
            self._start, self._steps = self._seen, ()
        self._steps = (*self._steps, action)
        self._looked, self._expected = False, None

    def facts(self) -> FactSet:
        """The state that the last step was to lead to."""
        if self._expected is None:
            self._expected = self._predicted()
        return self._expected

    def _predicted(self) -> FactSet:
        if self._start is None:
            return _NOTHING
        forecast = Forecast(self._objects, self._start, self._wash_rules)
        for step in self._steps:
            forecast.execute(step)
        return forecast.facts()
