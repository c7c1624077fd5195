"""Conditions of constraints as formulas over the columns of bindings, whatever the scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from is_bench.goal import Expression
from is_bench.goal.syntax import And, Fact, Imply, Not, Or
from is_safety_monitor.core.monitors.classes import ClassTable
from is_safety_monitor.core.monitors.conditions import Layers
from is_safety_monitor.core.monitors.layers import LayerSizes, joined, opened
from kb.clauses import ROOM, Clauses, Literal, literal_of
from kb.constraint import Constraint

Term = int | str
"""A column of bindings, or the name of a room or thing."""
NOTHING = ""
"""Stands for a predicate that never holds."""
_FALSE = Literal(NOTHING, (), positive=True)
_Node = tuple[tuple[Literal, ...], LayerSizes]
_Made = TypeVar("_Made")


@dataclass(frozen=True, eq=False)
class Formula:
    """A condition without quantifiers."""

    literals: tuple[tuple[str, tuple[Term, ...], bool], ...]
    """Predicate, terms, positive."""
    layers: Layers

    @property
    def clause_sizes(self) -> tuple[int, ...]:
        """The numbers of literals of its clauses, where it is in conjunctive normal form."""
        return self.layers[0]


@dataclass(frozen=True, eq=False)
class LawFormulas:
    """What a law watches for; None: a condition that has quantifiers."""

    danger: Formula | None
    trigger: Formula | None
    """The same as `danger` where the two conditions are."""


class Formulas:
    """Makes formulas; those of the constraints that it knows, once."""

    def __init__(self, known: Iterable[Constraint] = ()) -> None:
        """`known` are those that it is often asked about."""
        self._known = {constraint.id: constraint for constraint in known}
        self._demands: dict[str, Formula] = {}
        self._laws: dict[str, LawFormulas] = {}

    def demand(self, constraint: Constraint) -> Formula:
        """What a constraint demands, in conjunctive normal form."""
        return self._kept(self._demands, constraint, _demand)

    def arising(self, constraint: Constraint) -> Formula:
        """What opens a constraint by becoming true, in conjunctive normal form."""
        return _of_clauses(constraint, constraint.arising_condition)

    def law(self, constraint: Constraint) -> LawFormulas:
        """What a law watches for."""
        return self._kept(self._laws, constraint, _law)

    def _kept(
        self, kept: dict[str, _Made], constraint: Constraint, make: Callable[[Constraint], _Made]
    ) -> _Made:
        if self._known.get(constraint.id) is not constraint:
            return make(constraint)
        found = kept.get(constraint.id)
        if found is None:
            found = kept[constraint.id] = make(constraint)
        return found


class CompiledConstraints:
    """The formulas and the class table of some constraints, to be shared by scenes.

    A scene may have further constraints; it compiles these itself.
    """

    def __init__(self, constraints: Iterable[Constraint] = ()) -> None:
        """Formulas and classes are computed when they are first asked for."""
        listed = tuple(constraints)
        self.classes = ClassTable(listed)
        self.formulas = Formulas(listed)


def _demand(constraint: Constraint) -> Formula:
    return _of_clauses(constraint, constraint.demand)


def _law(constraint: Constraint) -> LawFormulas:
    trigger = constraint.trigger
    danger = _of_expression(constraint, constraint.danger)
    if trigger is None or trigger is constraint.danger:
        return LawFormulas(danger, danger)
    return LawFormulas(danger, _of_expression(constraint, trigger))


def _of_clauses(constraint: Constraint, clauses: Clauses) -> Formula:
    literals = tuple(
        _placed(item, constraint) for clause in clauses for item in clause or (_FALSE,)
    )
    sizes = tuple(max(len(clause), 1) for clause in clauses)
    return Formula(literals, (sizes, (len(sizes),)))


def _of_expression(constraint: Constraint, node: Expression) -> Formula | None:
    """The formula of `node`; None for a condition that has quantifiers."""
    found = _node(node, positive=True)
    if found is None:
        return None
    literals, layers = found
    return Formula(tuple(_placed(item, constraint) for item in literals), layers)


def _placed(item: Literal, constraint: Constraint) -> tuple[str, tuple[Term, ...], bool]:
    """A literal with columns for variables."""
    order = constraint.universal
    terms = (n[len(ROOM) :] if n.startswith(ROOM) else order.index(n) for n in item.terms)
    return item.predicate, tuple(terms), item.positive


def _node(node: Expression, *, positive: bool) -> _Node | None:
    """The literals and layers of `node`, or of its negation."""
    match node:
        case Fact(atom):
            return (literal_of(atom, positive=positive),), ()
        case Not(operands):
            parts = [_node(part, positive=not positive) for part in operands]
            return _combined(parts, all_of=positive)
        case And(operands) | Or(operands):
            parts = [_node(part, positive=positive) for part in operands]
            return _combined(parts, all_of=isinstance(node, And) is positive)
        case Imply(condition, consequence):
            return _node(Or((Not((condition,)), consequence)), positive=positive)
        case _:
            return None


def _combined(parts: Sequence[_Node | None], *, all_of: bool) -> _Node | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if not known:
        return (Literal(NOTHING, (), positive=not all_of),), ()
    if len(known) == 1:
        return known[0]
    below = [opened(layers, all_of=all_of) for _, layers in known]
    literals = tuple(item for listed, _ in known for item in listed)
    return literals, joined(below, all_of=all_of)
