"""Evaluation in Kleene's strong three-valued logic, with the atoms that made the result.

On two-valued views this is the evaluation of the `bddl` package, quirks included (the first operand
of `not`, the columns of `forpairs`); on others, a result is unknown exactly when the operators'
strong Kleene tables, and the possible counts of quantifiers, leave it open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from is_bench.facts import Atom, FactView, Truth
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
)

Binding = Mapping[str, str]


class Ranges(Protocol):
    """Ranges of variables; an `ObjectTable` is one."""

    @property
    def by_synset(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the objects that a variable's `synset` stands for."""
        ...


@dataclass(frozen=True)
class Reason:
    """An atom that made a condition false or unknown, with its actual and its required truth."""

    fact: Atom
    found: Truth
    wanted: Truth

    def __str__(self) -> str:
        if self.found is Truth.UNKNOWN:
            return f"{self.fact} is unknown"
        return f"{self.fact} is {self.found.name.lower()}"


@dataclass(frozen=True)
class Evaluation:
    """The truth of a condition; the atoms responsible when it is not true."""

    truth: Truth
    reasons: tuple[Reason, ...] = ()

    def __str__(self) -> str:
        why = "; ".join(map(str, self.reasons))
        return self.truth.name.lower() + (f" ({why})" if why else "")


_FREE: Binding = {}


def evaluate(
    condition: Expression,
    facts: FactView,
    objects: Ranges,
    *,
    strict: bool = True,
    binding: Binding = _FREE,
) -> Evaluation:
    """Whether `condition` holds in `facts`, and if not, because of which atoms.

    `strict` counts every operand of a `not`; otherwise only the first, as the released evaluation.
    `binding` gives the objects that the variables ("?x") of a template stand for.
    """
    evaluator = _Evaluator(facts, objects, strict)
    truth = evaluator.truth(condition, binding)
    if truth is Truth.TRUE:
        return Evaluation(truth)
    reasons = dict.fromkeys(evaluator.responsible_atoms(condition, binding, Truth.TRUE))
    return Evaluation(truth, tuple(reasons))


def truth_of(
    condition: Expression, facts: FactView, objects: Ranges, binding: Binding = _FREE
) -> Truth:
    """`evaluate(...).truth`, without reasons."""
    return _Evaluator(facts, objects, strict=True).truth(condition, binding)


class _Evaluator:
    def __init__(self, facts: FactView, objects: Ranges, strict: bool) -> None:
        self._facts = facts
        self._objects = objects
        self._strict = strict

    def truth(self, node: Expression, binding: Binding) -> Truth:
        if isinstance(node, Fact):
            return self._facts.truth(_ground(node.atom, binding))
        if isinstance(node, ForN):
            return _exactly(node.count, self._truths(node, binding))
        if isinstance(node, ForPairs):
            return self._pairs(node, binding)
        combine, parts = self._parts(node, binding)
        return combine(
            self.truth(part, bound) if positive else ~self.truth(part, bound)
            for part, bound, positive in parts
        )

    def responsible_atoms(
        self, node: Expression, binding: Binding, wanted: Truth
    ) -> Iterable[Reason]:
        """The atoms that keep `node` from being `wanted`."""
        found = self.truth(node, binding)
        if found is wanted:
            return
        if isinstance(node, Fact):
            yield Reason(_ground(node.atom, binding), found, wanted)
        elif isinstance(node, ForN | ForPairs):
            for body, bound in self._bodies(node, binding):
                truth = self.truth(body, bound)
                yield from self.responsible_atoms(
                    body, bound, ~truth if truth is not Truth.UNKNOWN else wanted
                )
        else:
            for part, bound, positive in self._parts(node, binding)[1]:
                yield from self.responsible_atoms(part, bound, wanted if positive else ~wanted)

    def _parts(
        self, node: Expression, binding: Binding
    ) -> tuple[Callable[[Iterable[Truth]], Truth], list[tuple[Expression, Binding, bool]]]:
        """How a node combines its parts: (part, its binding, whether it counts as it is)."""
        if isinstance(node, And):
            return conjunction, [(part, binding, True) for part in node.operands]
        if isinstance(node, Or):
            return disjunction, [(part, binding, True) for part in node.operands]
        if isinstance(node, Not):
            operands = node.operands if self._strict else node.operands[:1]
            return conjunction, [(part, binding, False) for part in operands]
        if isinstance(node, Imply):
            return disjunction, [
                (node.condition, binding, False),
                (node.consequence, binding, True),
            ]
        if isinstance(node, ForAll | Exists):
            combine = conjunction if isinstance(node, ForAll) else disjunction
            names = self._objects.by_synset[node.variable.synset]
            return combine, [
                (node.body, {**binding, node.variable.name: name}, True) for name in names
            ]
        raise TypeError(f"not a combination: {node}")

    def _truths(self, node: ForN, binding: Binding) -> list[Truth]:
        return [self.truth(body, bound) for body, bound in self._bodies(node, binding)]

    def _bodies(
        self, node: ForN | ForPairs, binding: Binding
    ) -> Iterable[tuple[Expression, Binding]]:
        if isinstance(node, ForN):
            for name in self._objects.by_synset[node.variable.synset]:
                yield node.body, {**binding, node.variable.name: name}
        else:
            for row in self._matrix(node, binding):
                for bound in row:
                    yield node.body, bound

    def _matrix(self, node: ForPairs, binding: Binding) -> list[list[Binding]]:
        names = self._objects.by_synset
        return [
            [
                {**binding, node.first.name: first, node.second.name: second}
                for second in names[node.second.synset]
                if second != first
            ]
            for first in names[node.first.synset]
        ]

    def _pairs(self, node: ForPairs, binding: Binding) -> Truth:
        rows = [
            [self.truth(node.body, bound) for bound in row] for row in self._matrix(node, binding)
        ]
        columns = [list(column) for column in zip(*rows, strict=False)]
        count = min(len(rows), len(columns)) if node.count is None else node.count
        return conjunction(
            _at_least(count, [disjunction(line) for line in lines]) for lines in (rows, columns)
        )


def conjunction(truths: Iterable[Truth]) -> Truth:
    """Kleene's and."""
    found = set(truths)
    if Truth.FALSE in found:
        return Truth.FALSE
    return Truth.UNKNOWN if Truth.UNKNOWN in found else Truth.TRUE


def disjunction(truths: Iterable[Truth]) -> Truth:
    """Kleene's or."""
    return ~conjunction(~truth for truth in truths)


def _exactly(count: int, truths: list[Truth]) -> Truth:
    true, unknown = truths.count(Truth.TRUE), truths.count(Truth.UNKNOWN)
    if true > count or true + unknown < count:
        return Truth.FALSE
    return Truth.UNKNOWN if unknown else Truth.TRUE


def _at_least(count: int, truths: list[Truth]) -> Truth:
    true, unknown = truths.count(Truth.TRUE), truths.count(Truth.UNKNOWN)
    if true >= count:
        return Truth.TRUE
    return Truth.UNKNOWN if true + unknown >= count else Truth.FALSE


def _ground(fact: Atom, binding: Binding) -> Atom:
    return Atom(fact.predicate, tuple(binding.get(name, name) for name in fact.arguments))
