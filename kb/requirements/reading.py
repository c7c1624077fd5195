"""From main clauses with their subordinate clauses to demands."""

from __future__ import annotations

from collections.abc import Sequence

from kb.requirements import lexicon
from kb.requirements.events import Events
from kb.requirements.making import Makers
from kb.requirements.meaning import Demand, Event
from kb.requirements.orders import Orders
from kb.requirements.resolving import Resolver
from kb.requirements.situations import Situations
from kb.requirements.states import States
from kb.requirements.syntax import Action, Does, Main, Sub
from kb.requirements.times import Times, merged


class Reader:
    """Reads clauses over the things that a resolver finds."""

    def __init__(self, resolver: Resolver) -> None:
        """`resolver` says what nouns mean, and is told what adjectives do."""
        states = States(resolver)
        resolver.described = states.described
        times = Times(states, Events(resolver, states), Makers(resolver))
        self._orders = Orders(times)
        self._situations = Situations(times)

    def demands(
        self, main: Main, subs: Sequence[Sub], other: Event | None
    ) -> tuple[tuple[Demand, ...], Event | None]:
        """What a clause demands, and what is done, if that is what it tells.

        `other` is what `first` and `afterwards` refer to.  A clause without any demand is a part of
        the task.  Raises CannotRead.
        """
        main, own = merged(main, subs)
        clause = main.clause
        if not isinstance(clause, Does):
            return tuple(self._situations.read(main, clause, own, other)), None
        if _is_pause(clause.action):
            return tuple(self._orders.pause(own, other)), None
        return self._orders.read(main, clause, own, other)


def _is_pause(action: Action) -> bool:
    return action.verb in lexicon.WAIT and action.waits_for is None
