"""Advice on an instruction: the few things that a planner should know before it plans.

Only constraints are told whose objects and states may come together here (see
`violation_forecast`): the weightiest first, each object and remedy once.  Retrieval ranks among
them, and what is unlikely is told only where retrieval finds it near, and so is what has no remedy.
Where nothing is found and not everything is known, the nearest constraint is told of those that are
about a thing that is named, in a condition that it may be in.  Each piece says when it is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain import Observer, Predicate, PredicateKind
from is_bench.errors import InputError
from is_bench.facts import FactSet, Truth, atom
from is_bench.verdict import Advice, Decision
from is_safety_monitor.core.advice_text import before, before_done
from is_safety_monitor.core.likely_steps import SPOKEN
from is_safety_monitor.core.violation_forecast import (
    PredictedViolation,
    ViolationForecast,
    by_constraint,
)
from kb.constraint import Constraint

ADVICE_LIMIT = 3
"""How many pieces of advice a planner gets by default."""
MOST_ADVICE_STEPS = 6
"""The most skill calls of one piece of advice."""
WEIGHTS = {"minor": 1.0, "moderate": 2.0, "major": 4.0, "critical": 8.0}
_WARNING = 0.5
"""How much a constraint counts that only warns."""
_NEARNESS = 1.0
"""How much more the nearest constraint counts than one that retrieval does not find."""
FILLING = 3
"""Among how many of the nearest constraints one is looked for where nothing else is found."""
LEAST_CHANCE = 0.3
"""What is less likely is told only where retrieval finds it."""
MOST_SEARCHES = 3
"""How many remedies are searched for, for one instruction; each takes up to 0.1 s."""


class Remedies(Protocol):
    """Finds the calls that mend what may go wrong."""

    def named(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        """Remedies named by constraints, if executable where `predictions` of one call occur."""
        ...

    def searched(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        """What a search finds; this takes long."""
        ...


@dataclass(frozen=True)
class _Piece:
    """A constraint, all that it is about here, and how much that matters."""

    constraint: Constraint
    predictions: tuple[PredictedViolation, ...]
    weight: float
    is_near: bool = False
    """Whether retrieval finds it: what is far and has no remedy is not told."""
    steps: tuple[SkillCall, ...] = ()

    @property
    def things(self) -> frozenset[str]:
        return frozenset(name for one in self.predictions for name in one.finding.objects)


@dataclass(frozen=True)
class TaskAdvice:
    """Picks what a planner is told of an instruction."""

    forecast: ViolationForecast
    constraints: Mapping[str, Constraint]
    """By id."""
    remedies: Remedies
    groundable: Callable[[Constraint], bool]
    """Whether the scene has things that a constraint can be about."""
    limit: int = ADVICE_LIMIT

    def __post_init__(self) -> None:
        """Refuse a limit below 0."""
        if self.limit < 0:
            raise InputError(f"advice_limit is {self.limit}; give 0 or more")

    def given(
        self, retrieved: Sequence[Constraint], facts: FactSet, now_ns: int
    ) -> tuple[Advice, ...]:
        """The advice in the state `facts`; `retrieved` are the nearest constraints, in order."""
        if not self.limit:
            return ()
        nearness = {c.id: 1 - place / len(retrieved) for place, c in enumerate(retrieved)}
        found = by_constraint(self.forecast.found(facts, now_ns))
        pieces = [self._piece(name, listed, nearness) for name, listed in found.items()]
        told = self._told(sorted(filter(None, pieces), key=lambda one: -one.weight))
        advice = [Advice(one.constraint.id, self._said(one), one.steps) for one in told]
        return tuple(advice) or (() if facts.closed else self.near(retrieved, facts)[:1])

    def _said(self, piece: _Piece) -> str:
        """What a piece says, and when it is due."""
        first, why, words = _first_call(piece.predictions)[0], piece.constraint.text, self._words
        if first.call.is_done:
            return before_done(why, words(first.guess) if first.guess else "")
        return before(words(first.call), why)

    def _words(self, call: SkillCall) -> str:
        return self.forecast.asked.words(call)

    def _told(self, pieces: Iterable[_Piece]) -> list[_Piece]:
        """The first of `pieces`, with their remedies."""
        told: list[_Piece] = []
        searches = MOST_SEARCHES
        for piece in pieces:
            if len(told) == self.limit:
                break
            first = _first_call(piece.predictions)
            steps = self.remedies.named(first)
            if not steps and searches and not any(_is_mended(piece, other) for other in told):
                searches -= 1
                steps = self.remedies.searched(first)
            if (steps or piece.is_near) and not self._undoes(first[0], steps):
                _join(told, replace(piece, steps=steps[:MOST_ADVICE_STEPS]))
        return told

    def _undoes(self, predicted: PredictedViolation, steps: Sequence[SkillCall]) -> bool:
        """Whether `steps` undo what the instruction asks for, where `predicted` would be found."""
        before = predicted.situation.facts
        world = self.forecast.model.predict(self.forecast.objects, before)
        for step in steps:
            world.execute(step)
        return self.forecast.asked.undone(before, world.facts())

    def near(self, retrieved: Sequence[Constraint], facts: FactSet) -> tuple[Advice, ...]:
        """The nearest constraints that may concern what is named, without steps.

        Beside the first few, those that protect somebody who is about.
        """
        return tuple(
            Advice(constraint.id, constraint.text)
            for place, constraint in enumerate(retrieved)
            if (place < FILLING or constraint.present is not None)
            and self.groundable(constraint)
            and self._may_concern(constraint, facts)
        )[: self.limit]

    def _may_concern(self, constraint: Constraint, facts: FactSet) -> bool:
        things = [t for t in self.forecast.objects if t.name in self.forecast.named]
        kinds = constraint.variables
        if not any(kind.contains(thing) for kind in kinds.values() for thing in things):
            return False
        predicates = self.forecast.model.domain.predicates
        return all(
            any(
                facts.truth(atom(literal.predicate, thing.name)) is not Truth.FALSE
                for thing in self.forecast.objects
                if kinds[literal.terms[0]].contains(thing)
            )
            for literal in constraint.literals
            if len(literal.terms) == 1
            and literal.terms[0] in kinds
            and _is_condition(predicates.get(literal.predicate))
        )

    def _piece(
        self, name: str, listed: Sequence[PredictedViolation], nearness: Mapping[str, float]
    ) -> _Piece | None:
        constraint = self.constraints.get(name)
        chance = listed[0].chance
        if constraint is None or listed[0].finding.asked:
            return None
        if chance < LEAST_CHANCE and name not in nearness:
            return None
        listed = [one for one in listed if not _is_guessed_pairing(one)]
        if not listed or listed[0].chance < chance:
            return None
        weight = WEIGHTS[constraint.severity] * chance * (1 + _NEARNESS * nearness.get(name, 0))
        if listed[0].finding.decision is not Decision.BLOCK:
            weight *= _WARNING
        alike = tuple(one for one in listed if one.chance == chance)
        return _Piece(constraint, alike, weight, name in nearness)


def _is_guessed_pairing(predicted: PredictedViolation) -> bool:
    """Whether it is about two things that the instruction does not bring together.

    Of all pairs of named things few are meant: such advice distracts.  What is found of one of the
    two alone does not depend on the pair.
    """
    step = predicted.guess or predicted.call
    return (
        predicted.chance <= SPOKEN and len(set(step.arguments) & set(predicted.finding.objects)) > 1
    )


def _first_call(predictions: Sequence[PredictedViolation]) -> list[PredictedViolation]:
    """Those of the first call that is spoken against; DONE comes last."""
    first = min(predictions, key=lambda one: one.call.is_done).call
    return [one for one in predictions if one.call == first]


def _is_mended(piece: _Piece, other: _Piece) -> bool:
    """Whether `other` is about all things of `piece`, and tells steps."""
    return bool(other.steps) and piece.things <= other.things


def _is_condition(predicate: Predicate | None) -> bool:
    """Whether a predicate tells what condition a thing is in, such as broken: no step is for it."""
    if predicate is None or predicate.sort is not PredicateKind.STATE:
        return False
    return predicate.observer not in (Observer.DEVICE, Observer.ROBOT)


def _join(told: list[_Piece], piece: _Piece) -> None:
    """Add `piece` to what is told, unless that says the same: then its steps may help there."""
    for place, other in enumerate(told):
        if piece.steps and set(piece.steps) <= set(other.steps):
            return
        if piece.things <= other.things and not (piece.steps and other.steps):
            told[place] = replace(other, steps=other.steps or piece.steps)
            return
    told.append(piece)
