"""What follows from the robot's own steps about facts that nobody can see at the moment.

A lamp whose switch is hidden is off after `TOGGLE_OFF` has succeeded.  A guard that waited to see
it would wait for ever; so what is believed turns a block for lack of facts into a warning.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from is_bench.facts import Atom, FactSet, FactView, Truth
from is_bench.objects import ObjectTable
from is_bench.world import WashRule
from is_bench.world.prediction import Forecast

LASTS_NS = 600 * 10**9
"""For how long after a step what it brought about is believed unseen: ten minutes."""
MOST_REMEMBERED = 400
"""Steps and states that are remembered until somebody asks."""


@dataclass(frozen=True)
class _Taken:
    action: str
    ok: bool
    at_ns: int


class Beliefs:
    """Remembers steps and states, and works out what follows from them when it is asked."""

    def __init__(self, objects: ObjectTable, wash_rules: Sequence[WashRule] = ()) -> None:
        """Nothing is believed yet."""
        self._objects = objects
        self._wash_rules = wash_rules
        self._events: deque[_Taken | FactSet] = deque(maxlen=MOST_REMEMBERED)
        self._seen: FactSet | None = None
        self._believed: dict[Atom, tuple[Truth, int]] = {}
        """With the time of the step that each follows from."""

    def fork(self) -> Beliefs:
        """The same beliefs, to be led on another way."""
        other = copy(self)
        other._events, other._believed = self._events.copy(), dict(self._believed)  # noqa: SLF001  # its own class
        return other

    def observe(self, facts: FactView) -> None:
        """Remember a state: what it tells is known, and no longer believed."""
        if isinstance(facts, FactSet):
            self._events.append(facts)

    def step(self, action: str, at_ns: int, *, ok: bool) -> None:
        """Remember a step that has been attempted until `at_ns`."""
        self._events.append(_Taken(action, ok, at_ns))

    def settled(self, facts: FactSet, now_ns: int) -> FactSet:
        """`facts`, in which what is unknown and follows from steps is decided."""
        while self._events:
            self._take(self._events.popleft())
        return self._decided(facts, now_ns)

    def _take(self, event: _Taken | FactSet) -> None:
        if isinstance(event, FactSet):
            self._seen = event
            for fact in list(self._believed):
                if event.truth(fact) is not Truth.UNKNOWN:
                    del self._believed[fact]
        elif self._seen is not None:
            self._lead_on(self._seen, event)

    def _lead_on(self, before: FactSet, taken: _Taken) -> None:
        """Believe what a step that succeeded has decided; doubt what one that failed might have."""
        start = self._decided(before, taken.at_ns)
        forecast = Forecast(self._objects, start, self._wash_rules)
        forecast.execute(taken.action)
        self._seen = after = forecast.facts()
        for fact in _listed(start) | _listed(after):
            truth = after.truth(fact)
            if truth is start.truth(fact):
                continue
            if taken.ok and truth is not Truth.UNKNOWN:
                self._believed[fact] = (truth, taken.at_ns)
            else:
                self._believed.pop(fact, None)

    def _decided(self, facts: FactSet, now_ns: int) -> FactSet:
        known = {
            fact: truth
            for fact, (truth, at_ns) in self._believed.items()
            if fact in facts.unknown and now_ns - at_ns <= LASTS_NS
        }
        true = frozenset(fact for fact, truth in known.items() if truth is Truth.TRUE)
        return FactSet(
            facts.true | true,
            facts.false | (frozenset(known) - true),
            facts.unknown - frozenset(known),
            facts.closed,
        )


def _listed(facts: FactSet) -> frozenset[Atom]:
    return facts.true | facts.false | facts.unknown
