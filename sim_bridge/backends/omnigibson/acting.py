"""The benchmark's skills in OmniGibson: decided by the rules, done by physics, believed when seen.

What a skill needs and what it is to do is found in a symbolic world that starts from the facts that
OmniGibson shows now: so every simulator has the same preconditions, oddities and error texts.  The
changes it asks for are then made through OmniGibson's object states, and looked for afterwards.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from is_bench.calls import SkillCall
from is_bench.facts import Atom, atom
from is_bench.scenarios import Scene
from is_bench.world import OK, Changes, Outcome, Quirks, SymbolicWorld, predicted_world
from sim_bridge.backends.omnigibson.api import Api
from sim_bridge.backends.omnigibson.percepts import Percepts
from sim_bridge.backends.omnigibson.placing import Placing
from sim_bridge.backends.omnigibson.scope import Scope
from sim_bridge.backends.omnigibson.substances import Substances
from sim_bridge.calls import refusal
from sim_bridge.errors import SimulatorError

_log = logging.getLogger(__name__)
_ABOVE_COOKING_C = 15.0
"""How much hotter than its cooking temperature a food gets, so that it is hot for a while."""
_REFUSALS = (AssertionError, KeyError, NotImplementedError, ValueError)
"""What OmniGibson raises when a state cannot be set, or an object has no such state."""
_NOT_CHANGED = ("real", "broken", "on_fire", "folded", "unfolded")
"""What happens in no skill, so that there is no way here to bring it about."""
_SEEN = ("open", "toggled_on", "cooked", "frozen", "hot", "saturated")
"""What must be seen to hold, after a skill that brings it about."""


class Acting:
    """Executes calls on the objects of a scope."""

    def __init__(
        self,
        api: Api,
        scene: Scene,
        quirks: Quirks,
        scope: Scope,
        percepts: Percepts,
        settle: Callable[[], None],
    ) -> None:
        """`settle` lets the world come to rest."""
        self._api = api
        self._states = api.object_states
        self._scene = scene
        self._quirks = quirks
        self._containers = frozenset(f.arguments[1] for f in scene.facts if f.predicate == "inside")
        self._scope = scope
        self._percepts = percepts
        self._settle = settle
        self._placing = Placing(api, scope, percepts, settle)
        self._substances = Substances(api, scope, percepts, settle)

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of one of the benchmark's skills."""
        refused = refusal(call, self._scene.domain, self._scene.objects)
        if refused is not None or call.is_done:
            return refused or OK
        world = self._expectation()
        before = world.facts().true
        outcome = world.execute(call)
        after = world.facts().true
        moved = self._moved(world)
        if after == before and not moved:
            return outcome
        try:
            self._carry_out(before, after, moved)
        except _REFUSALS as error:  # the benchmark counts these as failed steps too
            _log.exception("%s was refused", call)
            return Outcome(ok=False, error=f"OmniGibson refused: {type(error).__name__}: {error}")
        self._settle()
        return self._seen(before, after, moved) if outcome.ok else outcome

    def change(self, changes: Changes) -> None:
        """Make changes that the robot has no part in; raises SimulatorError where it cannot."""
        for fact in (*changes.adds, *changes.removes):
            if fact.predicate in _NOT_CHANGED:
                raise SimulatorError(
                    f"{fact} cannot be changed from outside in OmniGibson; "
                    "run this scenario in the embedded simulator"
                )
        world = self._expectation()
        before = world.facts().true
        world.change(changes)
        after, moved = world.facts().true, self._moved(world)
        try:
            self._carry_out(before, after, moved)
        except _REFUSALS as error:
            raise SimulatorError(
                f"OmniGibson refused a change from outside: {type(error).__name__}: {error}"
            ) from error
        self._settle()
        seen = self._seen(before, after, moved)
        if not seen.ok:
            raise SimulatorError(f"a change from outside had no effect: {seen.error}")

    def freeze(self, names: Iterable[str]) -> None:
        """Freeze objects, as the benchmark does at the start."""
        for name in names:
            self._set(name, "Frozen", value=True)

    def _expectation(self) -> SymbolicWorld:
        """A symbolic world in the present state.

        The benchmark's own, and not any `World`: what was put down at the place where it stood
        before is known to that one alone.
        """
        facts = set(self._percepts.facts())
        state = self._states.HeatSourceOrSink
        for source, own in self._scope.things():
            if state in own.states and not own.states[state].requires_inside:
                facts |= {
                    atom("ontop", thing.name, source.name)
                    for thing, other in self._scope.things()
                    if other is not own and self._percepts.bears(own, other)
                }
        world = predicted_world(self._scene.objects, facts, self._scene.wash_rules, self._quirks)
        setting = world.state.setting
        world.state.setting = replace(setting, containers=setting.containers | self._containers)
        return world

    def _moved(self, world: SymbolicWorld) -> list[tuple[str, str, str]]:
        """What was placed: the object, the relation and the support."""
        return [
            (thing.name, *edge)
            for thing in self._scene.objects
            if world.state.flag("moved", thing.name) and world.state.exists(thing.name)
            for edge in world.state.edges(thing.name)
        ]

    def _carry_out(
        self, before: frozenset[Atom], after: frozenset[Atom], moved: list[tuple[str, str, str]]
    ) -> None:
        gained, lost = after - before, before - after
        for fact in sorted(lost):
            if fact.predicate == "real":
                self._cut(fact.arguments[0])
        for name, relation, support in moved:
            self._placing.place(name, relation, support)
        self._switch(gained, value=True)
        self._switch(lost, value=False)
        self._temper(gained, lost)
        self._substances.change(gained, lost)

    def _switch(self, facts: frozenset[Atom], *, value: bool) -> None:
        for fact in sorted(facts):
            name = fact.arguments[0]
            if fact.predicate == "open" and self._scope.exists(name):
                state = self._scope.thing(name).states[self._states.Open]
                self._placing.keep_inside(name, partial(state.set_value, value, fully=True))
            elif fact.predicate == "toggled_on" and self._scope.exists(name):
                self._set(name, "ToggledOn", value=value)

    def _temper(self, gained: frozenset[Atom], lost: frozenset[Atom]) -> None:
        cooked = {fact.arguments[0] for fact in gained if fact.predicate in ("cooked", "hot")}
        for name in sorted(cooked):
            self._heat(self._scope.thing(name))
        for facts, value in ((gained, True), (lost, False)):
            for fact in sorted(facts):
                name = fact.arguments[0]
                if name in cooked or not self._scope.exists(name):
                    continue
                if fact.predicate == "frozen":
                    self._set(name, "Frozen", value=value)
                elif fact.predicate == "hot":
                    self._set(name, "Heated", value=value)

    def _heat(self, thing: Any) -> None:
        states = self._states
        needed = [
            getattr(thing.states[state], temperature)
            for state, temperature in (
                (states.Cooked, "cook_temperature"),
                (states.Heated, "heat_temperature"),
            )
            if state in thing.states
        ]
        for state in (states.Temperature, states.MaxTemperature):
            thing.states[state].set_value(max(needed) + _ABOVE_COOKING_C)

    def _set(self, name: str, state: str, *, value: bool) -> None:
        self._scope.thing(name).states[getattr(self._states, state)].set_value(value)

    def _cut(self, name: str) -> None:
        thing = self._scope.thing(name)
        rules = thing.scene.transition_rule_api
        rule = next((r for r in rules.active_rules if isinstance(r, self._api.slicing_rule)), None)
        if rule is None:
            raise ValueError(f"nothing in the scene can cut {name}")
        result = rule.transition({"sliceable": [thing]})
        rules.execute_transition(added_obj_attrs=result.add, removed_objs=result.remove)

    def _seen(
        self, before: frozenset[Atom], after: frozenset[Atom], moved: list[tuple[str, str, str]]
    ) -> Outcome:
        for name, relation, support in moved:
            if not self._rests(name, relation, support):
                return Outcome(
                    ok=False,
                    error=f"{name} was moved, but it is not {relation} {support} now; it may have "
                    "fallen, or there is no room; try again",
                )
        for gained, facts in ((True, after - before), (False, before - after)):
            for fact in sorted(facts):
                if fact.predicate not in _SEEN or not self._scope.exists(fact.arguments[0]):
                    continue
                if self._percepts.holds(fact) is not gained:
                    return Outcome(
                        ok=False,
                        error=f"{fact} {'does not hold' if gained else 'still holds'}; try again",
                    )
        return OK

    def _rests(self, name: str, relation: str, support: str) -> bool:
        thing, other = self._scope.thing(name), self._scope.thing(support)
        if relation == "overlaid" or self._scope.is_cloth(other):
            if self._scope.is_cloth(thing) and self._scope.is_cloth(other):
                return True  # it cannot be told
            return self._percepts.holds(atom("touching", name, support))
        if self._percepts.holds(atom(relation, name, support)):
            return True
        return relation == "ontop" and self._percepts.bears(other, thing)
