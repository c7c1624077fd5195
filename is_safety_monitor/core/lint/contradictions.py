"""Pairs of constraints that no step can satisfy together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from is_bench.object_classes import ObjectClass
from is_bench.verdict import Decision
from is_safety_monitor.core.lint.problem import Problem, error
from is_safety_monitor.core.lint.vacuity import extent
from kb.clauses import clauses_of
from kb.constraint import ANY, Constraint, ConstraintForm, Pattern

Demand = tuple[str, tuple[int, ...]]
"""A predicate over the arguments of a step, by their positions."""


@dataclass(frozen=True)
class _Unit:
    """Something that a constraint demands of every step of a kind, without conditions."""

    constraint: Constraint
    pattern: Pattern
    demand: Demand
    positive: bool


Extent = Callable[[ObjectClass], frozenset[str]]


def contradictions(
    constraints: Sequence[Constraint], own: Collection[str], members: Extent = extent
) -> Iterator[Problem]:
    """Pairs with one of `own` that demand opposite facts of the same objects at the same moment.

    `members` tells what a class contains: the classes of the taxonomy, or things of a scene.
    """
    by_demand: dict[tuple[str, str, Demand], list[_Unit]] = defaultdict(list)
    for constraint in constraints:
        for moment, unit in _units(constraint):
            key = (moment, unit.pattern.skill, unit.demand)
            for other in by_demand[key]:
                if other.positive is unit.positive or not _overlap(unit, other, members):
                    continue
                if {constraint.id, other.constraint.id} & set(own):
                    yield error(
                        constraint.id,
                        f"{other.constraint.id} demands the opposite at {unit.pattern}",
                    )
            by_demand[key].append(unit)


def _units(constraint: Constraint) -> Iterator[tuple[str, _Unit]]:
    """The demands of one literal over the arguments of the step that they are about."""
    if constraint.condition is not None or constraint.decision is not Decision.BLOCK:
        return
    if constraint.form is ConstraintForm.REQUIRE_BEFORE:
        moment, patterns = "before", constraint.before
    elif constraint.form is ConstraintForm.REQUIRE_AFTER and not constraint.until:
        moment, patterns = "end", constraint.after
    else:
        return
    for pattern in patterns:
        for clause in clauses_of(None, constraint.require):
            if len(clause) == 1 and set(clause[0].terms) <= set(pattern.variables):
                places = tuple(pattern.variables.index(name) for name in clause[0].variables)
                demand = (clause[0].predicate, places)
                yield moment, _Unit(constraint, pattern, demand, clause[0].positive)


def _overlap(one: _Unit, other: _Unit, members: Extent) -> bool:
    """Whether both can be about the same step."""
    return all(
        ANY in (a, b)
        or members(one.constraint.variables[a]) & members(other.constraint.variables[b])
        for a, b in zip(one.pattern.variables, other.pattern.variables, strict=True)
    )
