"""Expressions with names in the place of their free variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from is_bench.facts import Atom
from is_bench.goal.syntax import (
    And,
    Exists,
    Expression,
    Fact,
    ForAll,
    ForN,
    ForPairs,
    Imply,
    Not,
    Or,
    Variable,
)

Names = Mapping[str, str]


def substituted(node: Expression, names: Names) -> Expression:
    """`node` with `names` for its free variables; bound ones are renamed where they would clash."""
    match node:
        case Fact(atom):
            return Fact(Atom(atom.predicate, tuple(names.get(n, n) for n in atom.arguments)))
        case And(operands) | Or(operands) | Not(operands):
            return type(node)(tuple(substituted(part, names) for part in operands))
        case Imply(condition, consequence):
            return Imply(substituted(condition, names), substituted(consequence, names))
        case ForPairs(count, first, second, body):
            first, names = _bound(first, names)
            second, names = _bound(second, names)
            return ForPairs(count, first, second, substituted(body, names))
        case ForN(count, variable, body):
            variable, names = _bound(variable, names)
            return ForN(count, variable, substituted(body, names))
        case ForAll(variable, body) | Exists(variable, body):
            variable, names = _bound(variable, names)
            return type(node)(variable, substituted(body, names))


def _bound(variable: Variable, names: Names) -> tuple[Variable, Names]:
    """A variable that clashes with none of `names`, and the names within its expression."""
    name = variable.name
    while name in names.values():
        name += "'"
    return Variable(name, variable.synset), {**names, variable.name: name}


def facts_in(node: Expression) -> Iterator[Atom]:
    """Every atom of `node`, over names and variables as they are written."""
    match node:
        case Fact(atom):
            yield atom
        case And(parts) | Or(parts) | Not(parts):
            for part in parts:
                yield from facts_in(part)
        case Imply(condition, consequence):
            yield from facts_in(condition)
            yield from facts_in(consequence)
        case ForPairs(_, _, _, body) | ForN(_, _, body) | ForAll(_, body) | Exists(_, body):
            yield from facts_in(body)
