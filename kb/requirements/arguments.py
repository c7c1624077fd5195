"""What verbs act on, where and with what."""

from __future__ import annotations

from kb.requirements import lexicon
from kb.requirements.making import Makers
from kb.requirements.meaning import (
    Event,
    State,
    Things,
)
from kb.requirements.resolving import (
    CannotRead,
    Fits,
    Resolver,
    can,
    is_anything,
    is_movable,
    is_solid,
)
from kb.requirements.states import States
from kb.requirements.syntax import Action, Place

is_ground = can("sceneObject", "openable", "fillable")
is_toggled = can("toggleable")
is_heater = can("heatSource")
is_cut = can("sliceable", "diceable")
"""What fits as a place, for a switch, for a knife."""


class Arguments:
    """Finds what the nouns of an action mean; for what reads actions."""

    def __init__(self, resolver: Resolver, states: States) -> None:
        """`resolver` says what nouns mean, `states` what states do."""
        self._resolver = resolver
        self._states = states
        self._makers = Makers(resolver)

    def made(self, state: State) -> Event:
        """That `state` comes about; raises CannotRead if no step brings it about."""
        steps = self._makers.of(state)
        if not steps:
            raise CannotRead("no step brings that about")
        return Event(steps, state)

    def _target(self, action: Action, *wanted: Fits, besides: Things | None = None) -> Things:
        if action.target is None:
            raise CannotRead(f"{action.verb} what?")
        carried = action.verb in (lexicon.PUT | lexicon.TAKE)
        return self._resolver.find(action.target, *wanted, besides=besides, carried=carried)

    def _meant(self, action: Action) -> Things:
        """What a noun means most likely, a substance or, rather, the vessel that is named by it."""
        things = self._target(action, is_anything)
        return self._resolver.those(things, is_solid) or things

    def _places(self, action: Action, *names: str) -> list[Place]:
        return [place for place in action.places if place.preposition in names]

    def _only(self, action: Action, *names: str) -> None:
        """Refuse an action with places of other kinds: they would be left out of its meaning."""
        for place in action.places:
            if place.preposition not in names:
                raise CannotRead(f"{action.verb} {place.preposition} something")

    def _tool(self, action: Action) -> Things | None:
        tools = self._places(action, "with")
        return self._resolver.find(tools[0].nouns, is_movable, is_solid) if tools else None
