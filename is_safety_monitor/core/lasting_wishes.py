"""Requested end states that last: those that the instruction itself does not have undone later.

"Treat the table with the pesticide.  Wipe it before you put the bread on it" asks for a state that
does not last: it does not hold beside what comes after the wiping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from is_bench.domain import Domain
from is_bench.domain.effects import assignments
from is_bench.objects import ObjectTable
from is_bench.reading.outcome import Wish
from kb.clauses import clauses_of
from kb.constraint import Constraint, Pattern


@dataclass(frozen=True)
class StatedState:
    """A fact of the objects of a constraint that is to begin or to end."""

    predicate: str
    variable: str
    """The constraint's variable that stands for the fact's first argument."""
    holds: bool


def lasting_wishes(
    wishes: Iterable[Wish], stated: Sequence[Constraint], objects: ObjectTable, domain: Domain
) -> tuple[Wish, ...]:
    """Those of `wishes` that no stated requirement has undone before another step."""
    states = [(one, state) for one in stated for state in _states(one, domain)]

    def is_undone(wish: Wish) -> bool:
        return any(_contradicts(state, constraint, wish, objects) for constraint, state in states)

    return tuple(wish for wish in wishes if not is_undone(wish))


def _states(constraint: Constraint, domain: Domain) -> Iterator[StatedState]:
    """What a requirement demands before a step, or what its steps bring about until then."""
    if constraint.before and constraint.require is not None:
        for clause in clauses_of(None, constraint.require):
            for literal in clause:
                if literal.terms:
                    yield StatedState(literal.predicate, literal.terms[0], literal.positive)
    for pattern in (*constraint.until, *constraint.done):
        yield from _effects(pattern, domain)


def _effects(pattern: Pattern, domain: Domain) -> Iterator[StatedState]:
    """The facts that a step of `pattern` makes true or false, over the pattern's variables."""
    skill = domain.skills.get(pattern.skill)
    if skill is None:
        return
    names = (f"?{parameter.name}" for parameter in skill.parameters)
    variables = dict(zip(names, pattern.variables, strict=False))
    for effect in skill.effects:
        for assign in assignments(effect):
            first = variables.get(assign.fact.arguments[0]) if assign.fact.arguments else None
            if first is not None:
                yield StatedState(assign.fact.predicate, first, assign.holds)


def _contradicts(
    state: StatedState, constraint: Constraint, wish: Wish, objects: ObjectTable
) -> bool:
    """Whether `state` is the opposite of `wish` for an object that the constraint is about."""
    kind = constraint.variables.get(state.variable)
    return (
        kind is not None
        and bool(wish.fact.arguments)
        and (state.predicate, state.holds) == (wish.fact.predicate, not wish.holds)
        and kind.contains(objects.by_name[wish.fact.arguments[0]])
    )
