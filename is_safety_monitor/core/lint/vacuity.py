"""Constraints that never or always fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from is_bench.object_classes import ObjectClass
from is_bench.objects import SceneObject, make_object
from is_bench.taxonomy import taxonomy
from is_safety_monitor.core.lint.problem import Problem, error, warning
from kb.clauses import ALWAYS, NEVER, Clause, Literal
from kb.constraint import LAW_FORMS, Constraint, ConstraintForm
from kb.properties import load_properties

_SWITCHED = frozenset({"toggleable"})


@cache  # the taxonomy is data of the package
def known_objects() -> tuple[SceneObject, ...]:
    """One object of every synset of the taxonomy."""
    return tuple(make_object(f"{synset}_1", synset) for synset in taxonomy())


@lru_cache(maxsize=1024)  # as above; pairs of constraints are compared, and name the same classes
def extent(kind: ObjectClass) -> frozenset[str]:
    """The synsets whose objects a class contains."""
    return frozenset(thing.synset for thing in known_objects() if kind.contains(thing))


def vacuity_problems(constraint: Constraint) -> Iterator[Problem]:
    """What keeps `constraint` from ever firing, or from ever not firing."""
    for name, kind in constraint.variables.items():
        if not (extent(kind) or _is_left_to_users(kind) or _may_be_granted(kind)):
            yield error(constraint.id, f"{name}: nothing is a {kind.text}; it can never fire")
        if name not in _used(constraint):
            yield error(constraint.id, f"the variable {name} is not used")
    yield from _coming_problems(constraint)
    yield from demand_problems(constraint)


def demand_problems(constraint: Constraint) -> Iterator[Problem]:
    """What of its demand is always or never true."""
    if constraint.form in (
        ConstraintForm.INSTRUCTION,
        ConstraintForm.DONE_BEFORE,
        ConstraintForm.NEVER_AFTER,
        *LAW_FORMS,
    ):
        return
    clauses = [c for c in constraint.demand if not _trivial(c)]
    if tuple(clauses) == ALWAYS:
        yield error(constraint.id, "its requirement is always true; the constraint never fires")
    elif tuple(clauses) != NEVER and _contradicts_itself(clauses):
        text = "its requirement is never true; the constraint always fires"
        decision = error if constraint.form is ConstraintForm.REQUIRE_AFTER else warning
        if constraint.condition is None:
            yield decision(constraint.id, text)


def _may_be_granted(kind: ObjectClass) -> bool:
    """Whether objects are a `kind` that can be switched, as few of their class can."""
    granted = (make_object(f"{synset}_1", synset, _SWITCHED) for synset in taxonomy())
    return any(map(kind.contains, granted))


def _is_left_to_users(kind: ObjectClass) -> bool:
    """Whether `kind` is made of a property that no class of the taxonomy has by itself."""
    definitions = load_properties().definitions
    return any(name in definitions and definitions[name].open for name in kind.names)


def _coming_problems(constraint: Constraint) -> Iterator[Problem]:
    if constraint.comes is None:
        return
    clauses = [clause for clause in constraint.arising_condition if not _trivial(clause)]
    if not clauses or _contradicts_itself(clauses):
        yield error(constraint.id, "the `comes` condition is constant; the constraint never fires")


def _used(constraint: Constraint) -> set[str]:
    patterns = (
        *constraint.before,
        *constraint.after,
        *constraint.until,
        *constraint.done,
        *constraint.never,
    )
    named = {name for pattern in patterns for name in pattern.variables}
    return named | {name for item in constraint.literals for name in item.variables}


def _trivial(clause: Clause) -> bool:
    """Whether a clause holds an atom and its negation."""
    return any(negated(item) in clause for item in clause)


def _contradicts_itself(clauses: list[Clause]) -> bool:
    """Whether two clauses of one literal exclude each other, or one has none."""
    units = {clause[0] for clause in clauses if len(clause) == 1}
    return any(negated(item) in units for item in units) or () in clauses


def negated(item: Literal) -> Literal:
    """The opposite literal."""
    return Literal(item.predicate, item.terms, not item.positive)
