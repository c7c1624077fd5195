"""Conditions with quantifiers, grounded: trees over the positions of atoms.

A leaf has the positions of an atom under every binding, with a further axis for each quantifier
around it.  In Kleene's strong logic, `and` and `forall` are the least value, `or` and `exists` the
greatest, and `not` is `2 - x`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from is_bench.goal import Expression
from is_bench.goal.syntax import And, Exists, Fact, ForAll, Imply, Not, Or
from is_safety_monitor.core.monitors.atoms import FALSE, TRUE, AtomSpace, Ids, Truths
from kb.errors import ConstraintProblem

Places = NDArray[np.integer]
"""Numbers of bindings."""
Shape = tuple[int, ...]
"""How many bindings, and how many things each quantifier around ranges over."""


class Tree(Protocol):
    """A condition under many bindings."""

    def evaluate(self, truths: Truths, rows: Places) -> Truths:
        """Its truth under the bindings `rows`; further axes are those of quantifiers."""
        ...

    def leaves(self) -> Iterator[Ids]:
        """The positions of its atoms, one binding a row."""
        ...


@dataclass(frozen=True, eq=False)
class _Leaf:
    positions: Ids

    def evaluate(self, truths: Truths, rows: Places) -> Truths:
        return truths[self.positions[rows]]

    def leaves(self) -> Iterator[Ids]:
        yield self.positions


@dataclass(frozen=True, eq=False)
class _Negation:
    part: Tree

    def evaluate(self, truths: Truths, rows: Places) -> Truths:
        negated: Truths = np.int8(TRUE) - self.part.evaluate(truths, rows)
        return negated

    def leaves(self) -> Iterator[Ids]:
        return self.part.leaves()


@dataclass(frozen=True, eq=False)
class _Combination:
    parts: tuple[Tree, ...]
    all_of: bool

    def evaluate(self, truths: Truths, rows: Places) -> Truths:
        combine = np.minimum if self.all_of else np.maximum
        found = self.parts[0].evaluate(truths, rows)
        for part in self.parts[1:]:
            found = combine(found, part.evaluate(truths, rows))
        return found

    def leaves(self) -> Iterator[Ids]:
        for part in self.parts:
            yield from part.leaves()


@dataclass(frozen=True, eq=False)
class _Quantifier:
    body: Tree
    all_of: bool

    def evaluate(self, truths: Truths, rows: Places) -> Truths:
        values = self.body.evaluate(truths, rows)
        if self.all_of:
            least: Truths = np.min(values, axis=-1, initial=TRUE).astype(np.int8)
            return least
        greatest: Truths = np.max(values, axis=-1, initial=FALSE).astype(np.int8)
        return greatest

    def leaves(self) -> Iterator[Ids]:
        return self.body.leaves()


@dataclass(frozen=True, eq=False)
class _Constant:
    value: int
    ranges: Shape
    """The sizes of the ranges of the quantifiers around it."""

    def evaluate(self, truths: Truths, rows: Places) -> Truths:
        del truths
        return np.full((len(rows), *self.ranges), self.value, np.int8)

    def leaves(self) -> Iterator[Ids]:
        return iter(())


Columns = Mapping[str, NDArray[np.int32]]


class TreeBuilder:
    """Builds the trees of one constraint over its bindings."""

    def __init__(self, atoms: AtomSpace, ranges: Mapping[str, Ids]) -> None:
        """`ranges` are the numbers of the objects that quantifiers range over, by name."""
        self._atoms = atoms
        self._ranges = ranges

    def tree(self, node: Expression, variables: tuple[str, ...], bindings: Ids) -> Tree:
        """`node` over bindings, shape (bindings, variables); raises ConstraintProblem."""
        columns = {f"?{name}": bindings[:, place] for place, name in enumerate(variables)}
        return self._build(node, columns, (len(bindings),))

    def _build(self, node: Expression, columns: Columns, shape: Shape) -> Tree:
        match node:
            case Fact(atom):
                return self._leaf(atom.predicate, atom.arguments, columns, shape)
            case Not(operands):
                return _Negation(self._combined(operands, columns, shape, all_of=False))
            case And(operands):
                return self._combined(operands, columns, shape, all_of=True)
            case Or(operands):
                return self._combined(operands, columns, shape, all_of=False)
            case Imply(condition, consequence):
                parts = (Not((condition,)), consequence)
                return self._combined(parts, columns, shape, all_of=False)
            case ForAll(variable, body) | Exists(variable, body):
                members = self._ranges[variable.synset]
                widened = {name: column[..., None] for name, column in columns.items()}
                widened[variable.name] = members.reshape((*(1 for _ in shape), -1))
                inner = self._build(body, widened, (*shape, len(members)))
                return _Quantifier(inner, isinstance(node, ForAll))
            case _:
                raise ConstraintProblem(f"{node}: constraints know forall and exists alone")

    def _combined(
        self,
        operands: tuple[Expression, ...],
        columns: Columns,
        shape: Shape,
        *,
        all_of: bool,
    ) -> Tree:
        parts = tuple(self._build(part, columns, shape) for part in operands)
        if not parts:
            return _Constant(TRUE if all_of else FALSE, shape[1:])
        return parts[0] if len(parts) == 1 else _Combination(parts, all_of)

    def _leaf(self, predicate: str, names: tuple[str, ...], columns: Columns, shape: Shape) -> Tree:
        single = tuple(1 for _ in shape)
        listed = [
            columns[name] if name in columns else np.full(single, self._atoms.index[name], np.int32)
            for name in names
        ]
        arguments = tuple(np.broadcast_to(column, shape) for column in listed)
        return _Leaf(self._atoms.ids(predicate, arguments, positive=True))
