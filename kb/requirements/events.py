"""What verbs mean: the steps that a robot takes, and what holds after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from kb.requirements import lexicon
from kb.requirements.handling import Handling
from kb.requirements.meaning import (
    DONE,
    Event,
    both,
)
from kb.requirements.placing import Placing
from kb.requirements.resolving import (
    CannotRead,
    is_movable,
    is_solid,
)
from kb.requirements.syntax import Action


class Events(Placing, Handling):
    """Reads actions over the things that a resolver finds."""

    def read(self, action: Action) -> Event:
        """The event that `action` tells of; raises CannotRead."""
        for test, reader in self._readers():
            if test(action):
                event = reader(action)
                return self._described(action, event) if action.depictive else event
        raise CannotRead(f"no skill can {action.verb}")

    def _readers(
        self,
    ) -> Iterator[tuple[Callable[[Action], bool], Callable[[Action], Event]]]:
        """Which verbs are read how; the first one that fits."""
        in_ = _verb_in
        yield _is_ending, lambda _: Event((DONE,))
        yield lambda a: a.waits_for is not None, self._wait
        yield lambda a: _is_switching(a, "on"), self._switch_on
        yield lambda a: _is_switching(a, "off"), self._switch_off
        yield in_(lexicon.ON - {"operate"}), self._switch_on
        yield in_(lexicon.OFF), self._switch_off
        yield in_(lexicon.OPEN), lambda a: self._opened(a, is_open=True)
        yield in_(lexicon.CLOSE), lambda a: self._opened(a, is_open=False)
        yield lambda a: a.verb in lexicon.TAKE and self._source(a) is not None, self._take
        yield in_(lexicon.WATER), self._water
        yield lambda a: a.verb in lexicon.POUR and self._is_poured(a), self._pour
        yield lambda a: a.verb in lexicon.SPREAD and self._is_spread(a), self._spread
        yield in_(lexicon.PUT | lexicon.TAKE | lexicon.POUR), self._put
        yield in_(lexicon.COVER), self._cover
        yield in_(lexicon.CLEAR), self._clear
        yield in_(lexicon.CLEAN), self._clean
        yield in_(lexicon.DRY), self._dry
        yield in_(lexicon.CUT), self._cut
        yield in_(lexicon.COOK), self._cook
        yield in_(lexicon.FREEZE), self._freeze
        yield in_(lexicon.THAW), lambda a: self._await(a, "thawed")
        yield in_(lexicon.COOL), lambda a: self._await(a, "cold")
        yield in_(lexicon.FILL), self._fill
        yield in_(lexicon.SOAK), self._soak
        yield in_(lexicon.TOUCH), self._touch
        yield in_(lexicon.USE), self._use

    def _described(self, action: Action, event: Event) -> Event:
        """The event, where it is done to something in a state: `put it away hot`."""
        state = self._states.adjective(self._target(action, is_movable, is_solid), action.depictive)
        steps = (replace(step, state=both(step.state, state)) for step in event.steps)
        return Event(tuple(steps))


def _verb_in(verbs: frozenset[str]) -> Callable[[Action], bool]:
    return lambda action: action.verb in verbs


def _is_ending(action: Action) -> bool:
    return action.verb in lexicon.FINISH and action.target is None and not action.places


def _is_switching(action: Action, particle: str) -> bool:
    return action.verb in lexicon.TURN and particle in action.particles
