"""Finding the fewest steps that make a blocked step safe: breadth-first search over skills."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from is_bench.facts import Atom, FactSet
from is_bench.objects import Matter, ObjectTable, SceneObject
from is_bench.taxonomy import taxonomy
from is_bench.world import SymbolicWorld, WashRule, is_done
from is_bench.world.prediction import Forecast, predicted_world
from is_bench.world.state import WorldSnapshot

MAX_STEPS = 3
"""The longest mitigation that is looked for."""
MAX_TRIALS = 3000
"""The most predictions that one search may make; some tenths of a second."""

Harmless = Callable[[str, FactSet], bool]
"""Whether a step would pass the guard in a state, on the way to the remedy."""
Cured = Callable[[FactSet, Sequence[str]], bool]
"""Whether nothing stands against the blocked step any more in a state, after these steps."""


@dataclass(frozen=True)
class _Place:
    """Where a search has come to."""

    steps: tuple[str, ...]
    snapshot: WorldSnapshot
    facts: FactSet


class Mender:
    """Looks for steps after which a blocked step is executable, passes, and leaves nothing open."""

    def __init__(
        self,
        objects: ObjectTable,
        wash_rules: Sequence[WashRule] = (),
        wanted: frozenset[Atom] = frozenset(),
    ) -> None:
        """Search among skills over `objects`, for steps that leave alone what is `wanted`."""
        self._objects = objects
        self._wash_rules = wash_rules
        self._wanted = wanted
        self.names = tuple(thing.name for thing in objects)

    def cures(self, step: str, facts: FactSet, cured: Cured) -> bool:
        """Whether doing `step` is itself what mends the situation, whatever is unknown."""
        if not facts.closed:
            return False
        forecast = Forecast(self._objects, facts, self._wash_rules)
        return forecast.execute(step).ok and cured(forecast.facts(), ())

    def works(self, steps: Sequence[str], action: str, facts: FactSet, cured: Cured) -> bool:
        """Whether `steps` can be done, and then `action`, against which nothing stands."""
        world = predicted_world(self._objects, facts.true, self._wash_rules)
        if not all(world.execute(step).ok for step in steps):
            return False
        after = FactSet(world.facts())
        return cured(after, steps) and (is_done(action) or world.execute(action).ok)

    def spoils(self, steps: Sequence[str], facts: FactSet) -> bool:
        """Whether `steps` undo something that is wanted."""
        world = predicted_world(self._objects, facts.true, self._wash_rules)
        for step in steps:
            world.execute(step)
        return bool(self._spoilt(facts.true, world))

    def _spoilt(self, before: frozenset[Atom], world: SymbolicWorld) -> frozenset[Atom]:
        return (self._wanted & before) - world.facts()

    def find(
        self,
        action: str,
        facts: FactSet,
        concerned: Sequence[str],
        harmless: Harmless,
        cured: Cured,
        first: Sequence[str] = (),
    ) -> tuple[str, ...]:
        """The shortest steps over the objects `concerned` that mend `action`; none if not found.

        Of several, those with the steps `first` are preferred.
        """
        world = predicted_world(self._objects, facts.true, self._wash_rules)
        candidates = list(dict.fromkeys((*first, *self._candidates(concerned, world))))
        left_on = _left_on(world)
        trials = 0
        frontier = [_Place((), world.snapshot(), FactSet(world.facts()))]
        reached = {frontier[0].facts.true}
        for _ in range(MAX_STEPS):
            longer = []
            for place in frontier:
                for candidate in candidates:
                    trials += 1
                    if trials > MAX_TRIALS:
                        return ()
                    world.restore(place.snapshot)
                    if not world.execute(candidate).ok or world.facts() in reached:
                        continue
                    if not harmless(candidate, place.facts) or self._spoilt(facts.true, world):
                        continue
                    steps = (*place.steps, candidate)
                    if self._mends(world, steps, action, left_on, cured):
                        return steps
                    after = FactSet(world.facts())
                    reached.add(after.true)
                    longer.append(_Place(steps, world.snapshot(), after))
            frontier = longer
        return ()

    def _mends(
        self,
        world: SymbolicWorld,
        steps: tuple[str, ...],
        action: str,
        left_on: frozenset[Atom],
        cured: Cured,
    ) -> bool:
        if _left_on(world) - left_on or not cured(FactSet(world.facts()), steps):
            return False
        if is_done(action):
            return True
        here = world.snapshot()
        done = world.execute(action).ok
        world.restore(here)
        return done

    def _candidates(self, concerned: Sequence[str], world: SymbolicWorld) -> Iterator[str]:
        """Steps that may help: first those on the things themselves, then moving, then wiping."""
        names = dict.fromkeys(concerned)
        for name in concerned:
            names.update(dict.fromkeys(sorted(world.state.containers(name))))
        things = [self._objects.by_name[name] for name in names if name in self._objects.by_name]
        for thing in things:
            yield from _simple(thing)
        for thing in filter(_is_movable, things):
            yield from self._moves(thing)
        for thing in things:
            if world.state.amounts("covered", thing.name):
                yield from self._wipes(thing)

    def _moves(self, thing: SceneObject) -> Iterator[str]:
        for support in self._supports():
            if support.name != thing.name:
                yield f"PLACE_ON_TOP({thing.name}, {support.name})"
        for basket in filter(_is_basket, self._objects):
            if basket.name != thing.name:
                yield f"PLACE_INSIDE({thing.name}, {basket.name})"

    def _wipes(self, thing: SceneObject) -> Iterator[str]:
        for tool in self._objects:
            if tool.can("particleRemover"):
                yield f"WIPE({thing.name}, {tool.name})"

    def _supports(self) -> list[SceneObject]:
        """Where things can be put down: furniture first, the floor last."""
        found = [
            thing
            for thing in self._objects
            if thing.can("sceneObject")
            and not (thing.can("toggleable") or thing.can("openable") or thing.can("heatSource"))
        ]
        return sorted(found, key=lambda thing: thing.synset.startswith("floor"))


def _simple(thing: SceneObject) -> Iterator[str]:
    if thing.can("openable"):
        yield f"CLOSE({thing.name})"
        yield f"OPEN({thing.name})"
    if thing.can("toggleable"):
        yield f"TOGGLE_OFF({thing.name})"
    if thing.can("freezable"):
        yield f"WAIT({thing.name})"


def _is_basket(thing: SceneObject) -> bool:
    """Whether things can be put into it, as it is: a basket, a bin or a box without a lid."""
    shut = thing.can("openable") or thing.can("fillable") or thing.can("toggleable")
    return taxonomy().is_a(thing.synset, "container.n.01") and not shut


def _is_movable(thing: SceneObject) -> bool:
    if thing.can("sceneObject") or thing.matter is Matter.AGENT:
        return False
    return not thing.matter.is_substance


def _left_on(world: SymbolicWorld) -> frozenset[Atom]:
    return frozenset(f for f in world.facts() if f.predicate in ("open", "toggled_on"))
