"""Conditions in conjunctive normal form, for evaluation by monitors.

In Kleene's strong logic `and` and `or` are minimum and maximum, which distribute over each other,
and De Morgan's laws hold; so the normal form has the same truth value as the condition, unknown
included.
"""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Fact, Imply, Not, Or
from kb.errors import ConstraintProblem

ROOM = "@"
MAX_CLAUSES = 64
"""Most clauses of a condition."""


@dataclass(frozen=True)
class Literal:
    """A predicate over variables (without their "?"), or its negation."""

    predicate: str
    terms: tuple[str, ...]
    """Variables, and rooms, which begin with `ROOM`."""
    positive: bool

    @property
    def variables(self) -> tuple[str, ...]:
        """The terms that are variables."""
        return tuple(term for term in self.terms if not term.startswith(ROOM))


Clause = tuple[Literal, ...]
Clauses = tuple[Clause, ...]
"""A conjunction of disjunctions.  `()` is true, `((),)` is false."""

NEVER: Clauses = ((),)
ALWAYS: Clauses = ()


def clauses_of(condition: Expression | None, consequence: Expression | None) -> Clauses:
    """The clauses of `condition` implies `consequence`; None is true, and false respectively.

    Raises ConstraintProblem for quantifiers and for conditions that grow too large.
    """
    demanded = NEVER if consequence is None else _clauses(consequence, positive=True)
    if condition is None:
        return demanded
    return _either(_clauses(condition, positive=False), demanded)


def literal_of(atom: Atom, *, positive: bool = True) -> Literal:
    """The literal of `atom`, positive or negated."""
    return Literal(atom.predicate, tuple(map(_term, atom.arguments)), positive)


def _clauses(node: Expression, *, positive: bool) -> Clauses:
    if isinstance(node, Fact):
        return ((literal_of(node.atom, positive=positive),),)
    if isinstance(node, Not):
        parts = [_clauses(part, positive=not positive) for part in node.operands]
        return _join(parts, conjunction=positive)
    if isinstance(node, And | Or):
        parts = [_clauses(part, positive=positive) for part in node.operands]
        return _join(parts, conjunction=isinstance(node, And) is positive)
    if isinstance(node, Imply):
        parts = [
            _clauses(node.condition, positive=not positive),
            _clauses(node.consequence, positive=positive),
        ]
        return _join(parts, conjunction=not positive)
    raise ConstraintProblem(
        f"{node}: only hazard, begins and ends take quantifiers; here, variables range over the "
        "scene already"
    )


def _term(name: str) -> str:
    return name[1:] if name.startswith("?") else ROOM + name


def _join(parts: list[Clauses], *, conjunction: bool) -> Clauses:
    if conjunction:
        return _bounded(tuple(dict.fromkeys(clause for part in parts for clause in part)))
    joined = NEVER
    for part in parts:
        joined = _either(joined, part)
    return joined


def _either(first: Clauses, second: Clauses) -> Clauses:
    """The clauses of `first` or `second`."""
    pairs = (
        (*one, *(item for item in other if item not in one)) for one in first for other in second
    )
    return _bounded(tuple(dict.fromkeys(pairs)))


def _bounded(clauses: Clauses) -> Clauses:
    if len(clauses) > MAX_CLAUSES:
        raise ConstraintProblem(
            f"the condition needs more than {MAX_CLAUSES} clauses; split the constraint"
        )
    return clauses
