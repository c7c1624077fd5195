"""One way of writing for expressions that say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from is_bench.goal import Expression
from is_bench.goal.syntax import And, Exists, Fact, ForAll, ForN, ForPairs, Imply, Not, Or, Variable


def conjuncts(goals: Iterable[Expression]) -> list[Expression]:
    """What goals demand, one by one: `and`s taken apart."""
    return [part for goal in goals for part in _flat(goal, And)]


def canonical(node: Expression, names: Mapping[str, str] | None = None) -> str:
    """A text that is the same for expressions that differ in order, nesting or variables only."""
    bound = names or {}
    if isinstance(node, Fact):
        arguments = (bound.get(name, name) for name in node.atom.arguments)
        return f"({' '.join((node.atom.predicate, *arguments))})"
    if isinstance(node, And | Or):
        return _combined(node, bound)
    if isinstance(node, Not):
        return f"(not {' '.join(canonical(part, bound) for part in node.operands)})"
    if isinstance(node, Imply):
        return f"(imply {canonical(node.condition, bound)} {canonical(node.consequence, bound)})"
    if isinstance(node, ForPairs):
        inner = _bind(_bind(bound, node.first), node.second)
        synsets = f"{node.first.synset} {node.second.synset}"
        return f"(forpairs {node.count} {synsets} {canonical(node.body, inner)})"
    body = canonical(node.body, _bind(bound, node.variable))
    return f"({_head(node)} {node.variable.synset} {body})"


def _combined(node: And | Or, bound: Mapping[str, str]) -> str:
    kind = type(node)
    parts = sorted({canonical(part, bound) for part in _flat(node, kind)})
    if len(parts) == 1:
        return parts[0]
    return f"({kind.__name__.lower()} {' '.join(parts)})"


def _flat(node: Expression, kind: type[And | Or]) -> list[Expression]:
    if not isinstance(node, kind):
        return [node]
    return [part for operand in node.operands for part in _flat(operand, kind)]


def _head(node: ForAll | Exists | ForN) -> str:
    return f"forn {node.count}" if isinstance(node, ForN) else type(node).__name__.lower()


def _bind(bound: Mapping[str, str], variable: Variable) -> dict[str, str]:
    return {**bound, variable.name: f"?{len(bound)}"}
