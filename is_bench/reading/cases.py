"""Statements under one scope: what they want, and the steps that bring it about or end it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from is_bench.reading import demands
from is_bench.reading.demands import Steps
from is_bench.reading.making import Makers
from is_bench.reading.marks import Mark
from is_bench.reading.requirement import (
    ANY_STEP,
    DONE,
    UNBOUNDED,
    Either,
    Event,
    Lit,
    Span,
    State,
    StatedRequirement,
    Step,
    UnreadError,
    negated,
    parts_of,
)
from is_bench.reading.scopes import EVERYWHERE, Scope, Statement

DONE_EVENT = Event((DONE,))
_IDLE = frozenset({"DONE", "NAVIGATE_TO", "WAIT"})
_SWITCHING = frozenset({"OPEN", "CLOSE", "TOGGLE_ON", "TOGGLE_OFF"})


@dataclass(frozen=True)
class Case:
    """A statement under one scope, as the rules see it."""

    makers: Makers
    main: Statement
    scope: Scope = EVERYWHERE
    until: Scope | None = None
    """A second scope, which ends what the first one begins."""

    @property
    def event(self) -> Event | None:
        """What is to be done, or not."""
        return self.main.clause.event

    @property
    def state(self) -> State:
        """What is wanted to be so; raises UnreadError if no fact tells."""
        clause = self.main.clause
        state = clause.state or demands.result_of(clause.event or Event(()))
        return negated(state) if clause.negative else state

    @property
    def making(self) -> Steps:
        """The steps that do it, or bring it about."""
        return self.event.steps if self.event is not None else self.makers.made(self.state)

    @property
    def breaking(self) -> Steps:
        """The steps that are not to be taken, or end the state."""
        if self.event is not None and self.main.clause.negative:
            return self.event.steps
        if is_choice(self.state):
            raise UnreadError("which of them")
        return self.makers.breaking(self.state)

    def goal(self, steps: Steps) -> tuple[State | None, Steps]:
        """What has to be so, or to have been done, before `steps`."""
        return (self.state, ()) if self.event is None else demands.goal_of(self.event, steps)

    def opening(self, scope: Scope | None = None) -> Steps:
        """The steps with which that begins which a scope tells of."""
        scope = scope or self.scope
        event = DONE_EVENT if scope.kind == "" else scope.event
        if event is None and scope.state is not None:
            return (*self.makers.made(scope.state), *self._used_at(scope.state))
        is_start = event is not None and event.steps[-1:] == (ANY_STEP,)
        if is_start and scope.kind == Mark.BEFORE and self._is_switching():
            return any_but(self.makers, self.makers.made(self.state))
        steps = tuple(step for step in event.steps if step != ANY_STEP) if event else ()
        if not steps:
            raise UnreadError("nothing was asked for before")
        return steps

    def _is_switching(self) -> bool:
        """Whether it opens, closes or switches something, which others may undo."""
        made = self.makers.made(self.state) if self.event is None or self.event.result else ()
        return bool(made) and {step.skill for step in made} <= _SWITCHING

    def _used_at(self, state: State) -> Steps:
        """What brings a tool to a place beside putting it there: wiping it."""
        wiping: list[Step] = []
        for part in parts_of(state):
            if isinstance(part, Lit) and part.predicate == "ontop" and part.positive:
                bound = dict(zip("01", part.things, strict=True))
                wiping += self.makers.steps("WIPE(1, 0:particleRemover)", bound)
        return tuple(wiping)

    @property
    def known(self) -> State:
        """What the scope tells to be so, or what is on; raises UnreadError for a moment."""
        if self.scope.state is not None:
            return self.scope.state
        result = self.scope.event.result if self.scope.event is not None else None
        if isinstance(result, Lit) and result.predicate in ("toggled_on", "held"):
            return result
        raise UnreadError("a moment is no state")

    def span(self, *kinds: str) -> Span:
        """The time of the scope; raises UnreadError if it is of another kind."""
        measure = self.scope.measure
        if measure is not None and measure.kind not in kinds:
            raise UnreadError("for how long, or how soon?")
        return UNBOUNDED if measure is None else measure.span


def holding(makers: Makers, state: State, other: State) -> Iterator[StatedRequirement]:
    """That `state` holds whenever `other` does."""
    if isinstance(state, Either) and is_choice(state):
        yield demands.needed(makers.made(other), state)
        for part in state.parts:
            rest = Either(tuple(one for one in state.parts if one is not part))
            yield replace(demands.needed(makers.breaking(part), rest), condition=other)
        return
    ending, beginning = makers.breaking(state), makers.of(other)
    if not ending and not beginning:
        raise UnreadError("no step changes that")
    if ending:
        yield demands.needed(ending, demands.opposite(other))
    # What is put into a container is there before that can be closed.
    closing = set(state.things) if isinstance(state, Lit) and len(state.things) == 1 else set()
    puts = (step for step in beginning if step.skill == "PLACE_INSIDE")
    if any(closing & set(step.things[1:]) for step in puts):
        yield demands.due(beginning, state)
    elif beginning:
        yield demands.needed(beginning, state)


def any_but(makers: Makers, steps: Steps = ()) -> Steps:
    """Every step but `steps`, and but waiting and walking."""
    own = {step.skill: step.things[:1] for step in steps}
    found = [DONE] if steps else []
    for name, arity in makers.stock.arities.items():
        kept = tuple(replace(t, others=not t.others) for t in own.get(name, ()) if t)
        if name not in _IDLE and (kept or name not in own):
            found.append(Step(name, (*kept, *(None,) * (arity - len(kept)))))
    return tuple(found)


def is_choice(state: State) -> bool:
    """Whether it is enough that one of several things is so."""
    parts = state.parts if isinstance(state, Either) else ()
    return len({part.things[0] for part in parts if isinstance(part, Lit)}) > 1
