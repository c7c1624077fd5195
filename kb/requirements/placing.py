"""Verbs that move things: put, take, cover, clear."""

from __future__ import annotations

from dataclasses import replace

from kb.requirements import lexicon
from kb.requirements.arguments import Arguments, is_ground
from kb.requirements.making import moving
from kb.requirements.meaning import (
    ANYTHING,
    Event,
    Step,
    Things,
    both,
    negated,
)
from kb.requirements.resolving import (
    CannotRead,
    is_movable,
    is_solid,
    is_substance,
)
from kb.requirements.syntax import Action, Place


class Placing(Arguments):
    """Reads verbs that move things."""

    def _source(self, action: Action) -> Place | None:
        places = self._places(action, "off", "out of", "away from", "from")
        goes_on = self._places(action, "on", "in", "to", "near", "under", "with")
        return places[0] if places and not goes_on else None

    def _take(self, action: Action) -> Event:
        place = self._source(action)
        if place is None:
            raise CannotRead("taken from where?")
        if action.target is None:
            raise CannotRead("take what?")
        ground = None
        if not any(noun.pronoun for noun in place.nouns.nouns):
            ground = self._resolver.find(place.nouns, is_solid)
        things = self._target(action, is_movable, is_solid, besides=ground)
        where = self._resolver.find(place.nouns, is_ground, is_solid, besides=things)
        state = self._states.at(things, place.preposition, where)
        return Event(tuple(self._makers.moving_elsewhere(things, where)), state)

    def _put(self, action: Action) -> Event:
        self._only(action, "on", "in", "to", "from", "off", "out of")
        goals = self._places(action, "on", "in", "to")
        if not goals:
            return self._moved(action)
        if len(goals) > 1:
            raise CannotRead("put at two places")
        goal = goals[0]
        ground = None
        if not any(noun.pronoun for noun in goal.nouns.nouns):
            ground = self._resolver.find(goal.nouns, is_solid)
        things = self._target(action, is_movable, is_solid, besides=ground)
        where = ground or self._resolver.find(goal.nouns, is_ground, is_solid, besides=things)
        if goal.preposition == "on":
            event = Event(
                tuple(self._makers.putting_on(things, where)), self._states.on(things, where)
            )
        elif goal.preposition == "in":
            event = Event(
                tuple(self._makers.putting_in(things, where)), self._states.at(things, "in", where)
            )
        else:
            steps = [*self._makers.putting_on(things, where)]
            steps += self._makers.putting_in(things, where)
            return Event(tuple(dict.fromkeys(steps)))
        return self._or_poured(action, event, things, where)

    def _or_poured(self, action: Action, event: Event, things: Things, where: Things) -> Event:
        """`put the bleach into the bucket` may mean the bottle, or what is in it."""
        if action.target is None or not all(noun.words for noun in action.target.nouns):
            return event
        try:
            self._target(action, is_substance)
        except CannotRead:
            return event
        skill = "SPREAD" if event.steps[0].skill == "PLACE_ON_TOP" else "POUR_INTO"
        return replace(event, steps=(*event.steps, Step(skill, (things, where))))

    def _moved(self, action: Action) -> Event:
        if action.verb not in lexicon.MOVE and not action.particles:
            raise CannotRead(f"{action.verb} where?")
        things = self._target(action, is_movable, is_solid)
        return Event(moving(things), away=things)

    def _cover(self, action: Action) -> Event:
        self._only(action, "with")
        things = self._target(action, is_solid)
        lid = self._tool(action)
        if lid is None:
            raise CannotRead("cover with what?")
        return Event(tuple(self._makers.putting_on(lid, things)), self._states.on(lid, things))

    def _clear(self, action: Action) -> Event:
        """`clear the stove`: nothing stands on it."""
        self._only(action)
        where = self._target(action, is_solid)
        load = replace(ANYTHING, second=True)
        state = negated(self._states.on(load, where))
        return Event(tuple(self._makers.of(state)), both(state))
