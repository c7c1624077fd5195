"""Verbs about doors, switches and food, and about things in general: touch, use."""

from __future__ import annotations

from collections.abc import Iterator

from kb.requirements.arguments import is_cut, is_heater, is_toggled
from kb.requirements.making import moving
from kb.requirements.meaning import (
    Either,
    Event,
    Lit,
    Step,
    Things,
    both,
)
from kb.requirements.resolving import (
    CannotRead,
    can,
    is_movable,
    is_solid,
    is_substance,
)
from kb.requirements.substances import Substances
from kb.requirements.syntax import Action, Place


class Handling(Substances):
    """Reads verbs about what is handled."""

    def _opened(self, action: Action, *, is_open: bool) -> Event:
        self._only(action, "with")
        return self.made(Lit("open", (self._target(action, can("openable")),), is_open))

    def _switch_on(self, action: Action) -> Event:
        self._only(action)
        return self.made(Lit("toggled_on", (self._switched(action),)))

    def _switch_off(self, action: Action) -> Event:
        self._only(action)
        return self.made(Lit("toggled_on", (self._switched(action),), positive=False))

    def _switched(self, action: Action) -> Things:
        things = self._target(action, is_toggled)
        if things.others and action.verb in ("light", "ignite"):
            return self._resolver.all_that(lambda t: is_toggled(t) and is_heater(t))
        return things

    def _cut(self, action: Action) -> Event:
        self._only(action, "with", "on")
        things = self._target(action, is_cut)
        grounds = self._places(action, "on")
        state = self._states.placed(things, grounds[0]) if grounds else None
        return Event((Step("CUT", (things, self._tool(action)), state),))

    def _cook(self, action: Action) -> Event:
        self._only(action, "in", "on", "with")
        things = self._target(action, can("cookable"), is_solid, is_substance)
        if self._resolver.all_fit(things, is_solid) and not self._resolver.all_fit(
            things, can("cookable")
        ):
            return self._heat(action, things)
        grounds = self._places(action, "in", "on")
        conditions = [self._states.placed(things, place) for place in grounds]
        is_food = self._resolver.all_fit(things, can("cookable"))
        if not is_food and grounds:
            conditions = []
        steps = (Step("WAIT_FOR_COOKED", (things,), both(*conditions)),)
        return Event(steps, Lit("cooked", (things,)) if is_food else None)

    def _heat(self, action: Action, things: Things) -> Event:
        """`heat the box in the microwave`: nothing waits for it, but the heat is on."""
        grounds = self._places(action, "in", "on")
        if grounds:
            heater = self._resolver.find(grounds[0].nouns, is_toggled)
            at = self._states.at(things, grounds[0].preposition, heater)
        else:
            heater = self._resolver.all_that(lambda t: is_toggled(t) and is_heater(t))
            at = Either((self._states.on(things, heater), self._states.at(things, "in", heater)))
        steps = (Step("TOGGLE_ON", (heater,), at), Step("WAIT_FOR_COOKED", (things,), at))
        return Event(steps, None)

    def _freeze(self, action: Action) -> Event:
        self._only(action, "in")
        things = self._target(action, can("freezable"), is_solid)
        return self.made(Lit("frozen", (things,)))

    def _await(self, action: Action, adjective: str) -> Event:
        self._only(action)
        things = self._target(action, is_movable, is_solid)
        return self.made(self._states.adjective(things, adjective))

    def _wait(self, action: Action) -> Event:
        if action.waits_for is None:
            raise CannotRead("wait for what?")
        return self.made(self._states.read(action.waits_for))

    def _touch(self, action: Action) -> Event:
        things = self._target(action, is_movable, is_solid, is_substance)
        if self._resolver.all_fit(things, is_substance) and not things.others:
            return self._use(action)
        tools = self._places(action, "with")
        if tools:
            return Event(tuple(self._contacts(*self._touching(action, tools[0]))))
        self._only(action)
        return Event((*moving(things), *self._handled(things), *self._used(things)))

    def _touching(self, action: Action, place: Place) -> tuple[Things, Things]:
        """What is touched, and what with; neither is a pronoun for the other."""
        wanted = (is_movable, is_solid)
        if any(noun.pronoun for noun in place.nouns.nouns):
            things = self._target(action, *wanted)
            return things, self._resolver.find(place.nouns, *wanted, besides=things)
        tool = self._resolver.find(place.nouns, *wanted)
        return self._target(action, *wanted, besides=tool), tool

    def _contacts(self, things: Things, tool: Things) -> Iterator[Step]:
        yield Step("CUT", (things, tool))
        yield Step("WIPE", (things, tool))
        for one, other in ((things, tool), (tool, things)):
            yield Step("PLACE_ON_TOP", (one, other))
            yield Step("PLACE_INSIDE", (one, other))

    def _handled(self, things: Things) -> Iterator[Step]:
        doors = self._resolver.those(things, can("openable"))
        switches = self._resolver.those(things, is_toggled)
        food = self._resolver.those(things, is_cut)
        if doors is not None:
            yield Step("OPEN", (doors,))
            yield Step("CLOSE", (doors,))
        if switches is not None:
            yield Step("TOGGLE_ON", (switches,))
            yield Step("TOGGLE_OFF", (switches,))
        if food is not None:
            yield Step("CUT", (food, None))
        yield Step("WIPE", (things, None))

    def _use(self, action: Action) -> Event:
        self._only(action, "on", "for", "to")
        things = self._meant(action)
        if self._resolver.all_fit(things, is_substance) and not things.others:
            source, condition = self._poured(Action("use", action.target))
            return Event(
                (
                    Step("POUR_INTO", (source, None), condition),
                    Step("SPREAD", (source, None), condition),
                )
            )
        goals = self._places(action, "on", "for")
        if goals:
            where = self._resolver.find(goals[0].nouns, is_movable, is_solid, besides=things)
            return Event(self._used_on(things, where))
        steps = tuple(self._used(things))
        if not steps:
            raise CannotRead("used for what?")
        return Event(steps)

    def _used_on(self, things: Things, where: Things) -> tuple[Step, ...]:
        return (
            Step("CUT", (where, things)),
            Step("WIPE", (where, things)),
            Step("SPREAD", (things, where)),
            Step("POUR_INTO", (things, where)),
        )

    def _used(self, things: Things) -> Iterator[Step]:
        """What things are used for: those that can be switched, cut, soaked, poured from."""
        switches = self._resolver.those(things, is_toggled)
        slicers = self._resolver.those(things, can("slicer"))
        cloths = self._resolver.those(things, can("particleRemover"))
        vessels = self._resolver.those(things, can("fillable"))
        if switches is not None:
            yield Step("TOGGLE_ON", (switches,))
        if slicers is not None:
            yield Step("CUT", (None, slicers))
        if cloths is not None:
            yield Step("WIPE", (None, cloths))
            yield Step("SOAK_UNDER", (cloths, None))
            yield Step("SOAK_INSIDE", (cloths, None))
        if vessels is not None:
            yield Step("FILL_WITH", (vessels, None))
            yield Step("POUR_INTO", (vessels, None))
            yield Step("POUR_INTO", (None, vessels))
            yield Step("SPREAD", (vessels, None))
            yield Step("PLACE_INSIDE", (None, vessels))
        if slicers is None and switches is None and cloths is None and vessels is None:
            yield Step("PLACE_ON_TOP", (None, things))
