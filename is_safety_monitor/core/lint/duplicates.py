"""Constraints that another one makes redundant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from is_bench.goal.substitution import facts_in, substituted
from is_safety_monitor.core.lint.problem import Problem, error, warning
from is_safety_monitor.core.lint.vacuity import extent
from kb.clauses import Clauses
from kb.constraint import LAW_FORMS, Constraint, ConstraintForm, Pattern

Shape = tuple[object, ...]


def duplicates(constraints: Sequence[Constraint], own: Collection[str]) -> Iterator[Problem]:
    """Equivalent or subsumed constraints, in pairs with one of `own`."""
    by_shape: dict[Shape, list[Constraint]] = defaultdict(list)
    for constraint in constraints:
        for other in by_shape[_shape(constraint)]:
            if {constraint.id, other.id} & set(own):
                yield from _compare(constraint, other)
        by_shape[_shape(constraint)].append(constraint)
    yield from _same_texts(constraints, own)


def _compare(one: Constraint, other: Constraint) -> Iterator[Problem]:
    if one.form is ConstraintForm.INSTRUCTION:
        shared = {phrase.items for phrase in one.phrases} & {p.items for p in other.phrases}
        if shared:
            yield error(one.id, f"it shares a phrase with {other.id}")
        return
    mine, theirs = _extents(one), _extents(other)
    if not (all(mine) and all(theirs)):  # classes whose members users name; unknown here
        return
    if mine == theirs:
        yield error(one.id, f"equivalent to {other.id}")
    elif all(a <= b for a, b in zip(mine, theirs, strict=True)):
        yield warning(one.id, f"subsumed by {other.id}")
    elif all(b <= a for a, b in zip(mine, theirs, strict=True)):
        yield warning(other.id, f"subsumed by {one.id}")


def _same_texts(constraints: Sequence[Constraint], own: Collection[str]) -> Iterator[Problem]:
    texts: dict[str, str] = {}
    for constraint in constraints:
        text = " ".join(constraint.text.lower().split())
        other = texts.setdefault(text, constraint.id)
        if other != constraint.id and {constraint.id, other} & set(own):
            yield error(constraint.id, f"{other} has the same text")


def _shape(constraint: Constraint) -> Shape:
    """The executable form, with variables named by their order; without their classes."""
    names = {name: f"v{number}" for number, name in enumerate(_order(constraint))}

    def patterns(listed: tuple[Pattern, ...]) -> frozenset[tuple[str, ...]]:
        return frozenset(
            (p.skill, *(names.get(name, name) for name in p.variables)) for p in listed
        )

    roles = (constraint.before, constraint.after, constraint.until, constraint.done)
    return (
        constraint.form,
        constraint.bounds,
        *map(patterns, (*roles, constraint.never)),
        _renamed(constraint.arising_condition, names),
        _renamed(_clauses(constraint), names),
        constraint.checks,
        constraint.present and constraint.present.text,
        _state(constraint, names),
    )


def _state(constraint: Constraint, names: dict[str, str]) -> str:
    """The state that a law speaks of."""
    if constraint.form not in LAW_FORMS:
        return ""
    given = {f"?{name}": f"?{new}" for name, new in names.items()}
    parts = [part for part in (constraint.trigger, constraint.danger) if part is not None]
    ranges = sorted((name, kind.text) for name, kind in constraint.ranges.items())
    return " ".join(str(substituted(part, given)) for part in parts) + str(ranges)


def _clauses(constraint: Constraint) -> Clauses:
    if constraint.form in (ConstraintForm.INSTRUCTION, *LAW_FORMS):
        return ()
    return constraint.demand


def _renamed(clauses: Clauses, names: dict[str, str]) -> frozenset[frozenset[object]]:
    return frozenset(
        frozenset(
            (i.predicate, tuple(names.get(n, n) for n in i.terms), i.positive) for i in clause
        )
        for clause in clauses
    )


def _order(constraint: Constraint) -> list[str]:
    """The variables in the order in which patterns, then conditions name them."""
    patterns = (*constraint.before, *constraint.after, *constraint.never, *constraint.done)
    named = [name for pattern in patterns for name in pattern.variables if name != "_"]
    conditions = (*constraint.arising_condition, *_clauses(constraint))
    named += [name for clause in conditions for i in clause for name in i.variables]
    if constraint.form in LAW_FORMS:
        facts = facts_in(constraint.danger)
        listed = (name[1:] for fact in facts for name in fact.arguments)
        named += [name for name in listed if name in constraint.variables]
    return list(dict.fromkeys([*named, *constraint.variables]))


def _extents(constraint: Constraint) -> list[frozenset[str]]:
    return [extent(constraint.variables[name]) for name in _order(constraint)]
