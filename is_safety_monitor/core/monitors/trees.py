"""Conditions with quantifiers, grounded: from expressions to layers of `or` and `and`.

An atom's positions have a row for every binding, with a further axis for each quantifier around it.
A quantifier is an `and` or an `or` over its range; negation is moved to the literals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from is_bench.goal import Expression
from is_bench.goal.syntax import And, Exists, Fact, ForAll, Imply, Not, Or
from is_safety_monitor.core.monitors.atoms import NEVER_ID, AtomSpace, Ids
from is_safety_monitor.core.monitors.conditions import Part
from is_safety_monitor.core.monitors.layers import LayerSizes, joined, opened
from kb.errors import ConstraintProblem

Shape = tuple[int, ...]
"""How many bindings, and how many things each quantifier around ranges over."""
Columns = Mapping[str, NDArray[np.int32]]


@dataclass(frozen=True, eq=False)
class _Tree:
    """A condition under many bindings, with the same layers under each."""

    literals: Ids
    """Their positions along the last axis; the other axes are the shape around the condition."""
    layers: LayerSizes = ()


class TreeBuilder:
    """Builds the conditions of one constraint over its bindings."""

    def __init__(self, atoms: AtomSpace, ranges: Mapping[str, Ids]) -> None:
        """`ranges` are the numbers of the objects that quantifiers range over, by name."""
        self._atoms = atoms
        self._ranges = ranges

    def tree(self, node: Expression, variables: tuple[str, ...], bindings: Ids) -> Part:
        """`node` over bindings, shape (bindings, variables); raises ConstraintProblem."""
        columns = {f"?{name}": bindings[:, place] for place, name in enumerate(variables)}
        tree = self._build(node, columns, (len(bindings),), positive=True)
        return tree.literals, tree.layers

    def _build(self, node: Expression, columns: Columns, shape: Shape, *, positive: bool) -> _Tree:
        """The tree of `node`, or of its negation."""
        match node:
            case Fact(atom):
                return self._leaf(atom.predicate, atom.arguments, columns, shape, positive=positive)
            case Not(operands):
                parts = [self._build(p, columns, shape, positive=not positive) for p in operands]
                return self._combined(parts, shape, all_of=positive)
            case And(operands) | Or(operands):
                parts = [self._build(p, columns, shape, positive=positive) for p in operands]
                return self._combined(parts, shape, all_of=isinstance(node, And) is positive)
            case Imply(condition, consequence):
                either = Or((Not((condition,)), consequence))
                return self._build(either, columns, shape, positive=positive)
            case ForAll(variable, body) | Exists(variable, body):
                members = self._ranges[variable.synset]
                widened = {name: column[..., None] for name, column in columns.items()}
                widened[variable.name] = members.reshape((*(1 for _ in shape), -1))
                inner = self._build(body, widened, (*shape, len(members)), positive=positive)
                return self._quantified(inner, shape, all_of=isinstance(node, ForAll) is positive)
            case _:
                raise ConstraintProblem(f"{node}: constraints know forall and exists alone")

    def _combined(self, parts: Sequence[_Tree], shape: Shape, *, all_of: bool) -> _Tree:
        if not parts:
            return self._constant(shape, all_of=all_of)
        if len(parts) == 1:
            return parts[0]
        literals = np.concatenate([part.literals for part in parts], axis=-1)
        below = [opened(part.layers, all_of=all_of) for part in parts]
        return _Tree(literals, joined(below, all_of=all_of))

    def _quantified(self, body: _Tree, shape: Shape, *, all_of: bool) -> _Tree:
        """All of the last axis of the shape around `body`, or any of it."""
        *_, members, literals = body.literals.shape
        if not members:
            return self._constant(shape, all_of=all_of)
        layers = joined([opened(body.layers, all_of=all_of)] * members, all_of=all_of)
        return _Tree(body.literals.reshape((*shape, members * literals)), layers)

    def _constant(self, shape: Shape, *, all_of: bool) -> _Tree:
        """`and` of nothing is true, `or` of nothing false."""
        place = NEVER_ID + self._atoms.size if all_of else NEVER_ID
        return _Tree(np.full((*shape, 1), place, np.int32))

    def _leaf(
        self,
        predicate: str,
        names: tuple[str, ...],
        columns: Columns,
        shape: Shape,
        *,
        positive: bool,
    ) -> _Tree:
        single = tuple(1 for _ in shape)
        listed = [
            columns[name] if name in columns else np.full(single, self._atoms.index[name], np.int32)
            for name in names
        ]
        arguments = tuple(
            column if column.shape == shape else np.broadcast_to(column, shape) for column in listed
        )
        return _Tree(self._atoms.ids(predicate, arguments, positive=positive)[..., None])
