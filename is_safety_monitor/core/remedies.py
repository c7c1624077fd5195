"""Finding the fewest calls that make a blocked one safe: breadth-first search over skills.

States are predicted with what is known: a fact that is unknown is never taken for false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel, World
from is_bench.facts import Atom, FactSet
from is_bench.objects import ObjectTable
from is_safety_monitor.core.candidates import Candidates

MAX_STEPS = 3
"""The longest remedy that is looked for."""
MAX_TRIALS = 3000
"""The most predictions that one search may make; some tenths of a second."""
_LEFT = frozenset({"open", "toggled_on"})
"""States that no remedy may leave behind it."""

Harmless = Callable[[SkillCall, FactSet], bool]
"""Whether a call would pass the guard in a state, on the way to the remedy."""
Cured = Callable[[FactSet, Sequence[SkillCall]], bool]
"""Whether nothing stands against the blocked call any more in a state, after these calls."""


@dataclass(frozen=True)
class _Place:
    """Where a search has come to."""

    steps: tuple[SkillCall, ...]
    snapshot: object
    facts: FactSet


@dataclass(frozen=True)
class RemedySearch:
    """Looks for calls after which a blocked one is executable, passes, and leaves nothing open."""

    model: TransitionModel
    objects: ObjectTable
    candidates: Candidates
    wanted: frozenset[Atom] = frozenset()
    """What is left alone: what the instruction asks for."""

    def cures(self, call: SkillCall, facts: FactSet, cured: Cured) -> bool:
        """Whether doing `call` is itself what mends the situation, whatever is unknown."""
        if not facts.closed:
            return False
        world = self.model.predict(self.objects, facts)
        return world.execute(call).ok and cured(world.facts(), ())

    def works(
        self, steps: Sequence[SkillCall], call: SkillCall, facts: FactSet, cured: Cured
    ) -> bool:
        """Whether `steps` can be done, and then `call`, against which nothing stands."""
        world = self.model.predict(self.objects, facts)
        if not all(world.execute(step).ok for step in steps):
            return False
        return cured(world.facts(), steps) and world.execute(call).ok

    def spoils(self, steps: Sequence[SkillCall], facts: FactSet) -> bool:
        """Whether `steps` undo something that is wanted."""
        world = self.model.predict(self.objects, facts)
        for step in steps:
            world.execute(step)
        return bool(self._spoilt(facts, world.facts()))

    def find(
        self,
        call: SkillCall,
        facts: FactSet,
        concerned: Sequence[str],
        harmless: Harmless,
        cured: Cured,
        first: Sequence[SkillCall] = (),
    ) -> tuple[SkillCall, ...]:
        """The fewest calls over the things `concerned` that mend `call`; none if not found.

        Of several, those with the calls `first` are preferred.
        """
        world = self.model.predict(self.objects, facts)
        start = _Place((), world.snapshot(), world.facts())
        offered = self.candidates.concerning(concerned, self.objects, start.facts)
        candidates = list(dict.fromkeys((*first, *offered)))
        reached = {_key(start.facts)}
        frontier, left = [start], MAX_TRIALS
        for _ in range(MAX_STEPS):
            longer = []
            for place in frontier:
                for reaching in self._places_after(place, candidates[:left], world):
                    key = _key(reaching.facts)
                    if key in reached or not harmless(reaching.steps[-1], place.facts):
                        continue
                    if self._spoilt(facts, reaching.facts):
                        continue
                    if _mends(world, reaching, call, start.facts, cured):
                        return reaching.steps
                    reached.add(key)
                    longer.append(reaching)
                left -= len(candidates)
                if left < 0:
                    return ()
            frontier = longer
        return ()

    def _places_after(
        self, place: _Place, candidates: Sequence[SkillCall], world: World
    ) -> Iterator[_Place]:
        """Where the candidates that can be done lead to; `world` is there when one is yielded."""
        for candidate in candidates:
            world.restore(place.snapshot)
            if world.execute(candidate).ok:
                yield _Place((*place.steps, candidate), world.snapshot(), world.facts())

    def _spoilt(self, before: FactSet, after: FactSet) -> frozenset[Atom]:
        return (self.wanted & before.true) - after.true


def _mends(world: World, place: _Place, call: SkillCall, start: FactSet, cured: Cured) -> bool:
    if _left(start, place.facts) or not cured(place.facts, place.steps):
        return False
    return world.execute(call).ok


def _key(facts: FactSet) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """What tells states apart that one search comes to."""
    return facts.true, facts.unknown


def _left(before: FactSet, after: FactSet) -> bool:
    """Whether something stands open or runs that did not, or of which that is not known."""
    new = (after.true - before.true) | (after.unknown - before.unknown - before.true)
    return any(fact.predicate in _LEFT for fact in new)
