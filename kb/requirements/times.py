"""What subordinate clauses tell: when something begins, what has to have come about, what holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.requirements.demands import Goal, needed, never_after
from kb.requirements.events import Events
from kb.requirements.making import Makers
from kb.requirements.meaning import Demand, Event, Lit, State, Step, both, negated
from kb.requirements.resolving import CannotRead
from kb.requirements.states import States
from kb.requirements.syntax import Clause, Does, Is, Main, Noun, Nouns, Sub

FACTS = frozenset({"while", "if", "when"})
"""Clauses that may tell what holds meanwhile."""
ONLY = frozenset({"when", "while", "if", "after", "until", "before"})
"""Clauses that `only` may be about."""


class Times:
    """Reads subordinate clauses."""

    def __init__(self, states: States, events: Events, makers: Makers) -> None:
        """Use what states and verbs mean."""
        self.states = states
        self.events = events
        self.makers = makers

    def event(self, clause: Does) -> tuple[Event, bool]:
        """The event, and whether it is negated: `put nothing on the laptop`."""
        action = clause.action
        nouns = [action.target, *(place.nouns for place in action.places)]
        flips = sum(1 for each in nouns if each is not None and each.negative)
        return self.events.read(action), (clause.negative + flips) % 2 == 1

    def opening(self, sub: Sub) -> tuple[Step, ...]:
        """The steps with which that begins which `sub` tells of."""
        clause = sub.clause
        if clause is None:
            raise CannotRead("nothing begins")
        if isinstance(clause, Is):
            return self.events.made(self.states.read(clause)).steps
        return self._done(clause).steps

    def goal(self, sub: Sub) -> Goal:
        """What has to have come about by `sub`."""
        clause = sub.clause
        if clause is None:
            raise CannotRead("no goal")
        if isinstance(clause, Is):
            return Goal(self.states.read(clause))
        event = self._done(clause)
        return Goal(event.result, event.steps)

    def fact(self, clause: Clause | None) -> State | None:
        """The state that `clause` tells of; None for what is done at one moment."""
        if isinstance(clause, Is):
            return None if clause.becomes else self.states.read(clause)
        if isinstance(clause, Does) and clause.action.verb in ("use", "run"):
            result = self._done(clause).result
            if isinstance(result, Lit) and result.predicate == "toggled_on":
                return result
        return None

    def known(self, sub: Sub) -> State:
        """As `fact`; raises CannotRead if there is none."""
        state = self.fact(sub.clause)
        if state is None:
            raise CannotRead("a moment is no state")
        return state

    def conditions(self, subs: Sequence[Sub]) -> tuple[list[Sub], State | None]:
        """The other clauses, and the states that `if` tells of."""
        found = [self.known(sub) for sub in subs if sub.kind == "if"]
        return [sub for sub in subs if sub.kind != "if"], both(*found)

    def only_then(
        self, steps: tuple[Step, ...], only: Sequence[Sub], subs: Sequence[Sub]
    ) -> Iterator[Demand]:
        """`steps` are taken only when, only after, only until something."""
        if len(subs) != len(only):
            raise CannotRead("only, and another condition")
        for sub in only:
            yield self._only(steps, sub)

    def _only(self, steps: tuple[Step, ...], sub: Sub) -> Demand:
        if sub.of in ("until", "before"):
            return never_after(self.opening(sub), steps)
        if sub.measure is None:
            return needed(steps, self.goal(sub))
        if sub.measure.kind == "least":
            raise CannotRead("a least time")
        return needed(steps, self.goal(sub), bounds=sub.measure.bounds)

    def exclusive(self, states: Sequence[State]) -> Iterator[Demand]:
        """Only one of some states holds at a time."""
        for state in states:
            for other in states:
                if other is not state:
                    yield needed(self.events.made(state).steps, Goal(negated(other)))

    def kept_while(
        self, state: State, other: State, condition: State | None = None
    ) -> Iterator[Demand]:
        """`state` holds whenever `other` does: neither may begin or end to break that."""
        ending, beginning = self.makers.breaking(state), self.makers.of(other)
        if not ending and not beginning:
            raise CannotRead("no step changes that")
        if ending:
            yield needed(ending, Goal(negated(other)), condition)
        if beginning:
            yield needed(beginning, Goal(state), condition)

    def _done(self, clause: Does) -> Event:
        event, negative = self.event(clause)
        if negative:
            raise CannotRead("what does not happen has no time")
        return event


def is_after(sub: Sub) -> bool:
    """Whether `sub` tells when something begins that goes on."""
    if sub.kind == "after" or (sub.kind == "for" and sub.clause is not None):
        return True
    return sub.kind == "when" and isinstance(sub.clause, Does)


def steps_of(other: Event | None) -> tuple[Step, ...]:
    """The steps that `first` and `afterwards` refer to; raises CannotRead if there are none."""
    if other is None:
        raise CannotRead("it is not clear before or after what")
    return other.steps


def alone(noun: Noun) -> Nouns:
    """`noun` without what negates a list of nouns."""
    return Nouns((replace(noun, negative=False),))


def merged(main: Main, subs: Sequence[Sub]) -> tuple[Main, list[Sub]]:
    """With clauses that belong together as one.

    `only ... when` is `only when`; `straight away, after ...` is `right after`; and
    `if you do that, ... first` is `before`.
    """
    subs = list(subs)
    if main.only and any(sub.kind in ONLY for sub in subs):
        main = replace(main, only=False)
        subs = [replace(s, kind="only", of=s.kind) if s.kind in ONLY else s for s in subs]
    done = [sub for sub in subs if sub.kind == "if" and isinstance(sub.clause, Does)]
    first = [sub for sub in subs if sub.kind == "first"]
    if len(done) == len(first) == 1:
        return main, [replace(done[0], kind="before"), *_without(subs, done[0], first[0])]
    after = [sub for sub in subs if sub.kind in ("after", "when") and sub.measure is None]
    soon = [s for s in subs if s.kind in ("afterwards", "within") and s.measure is not None]
    if len(after) == len(soon) == 1:
        one = replace(after[0], measure=soon[0].measure)
        return main, [one, *_without(subs, after[0], soon[0])]
    return main, subs


def _without(subs: Sequence[Sub], *taken: Sub) -> list[Sub]:
    return [sub for sub in subs if sub not in taken]
