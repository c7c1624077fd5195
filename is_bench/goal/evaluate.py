"""Evaluation in Kleene's strong three-valued logic, with the atoms that made the result.

On two-valued views this is the evaluation of the `bddl` package, quirks included (the first operand
of `not`, the columns of `forpairs`); on others, a result is unknown exactly when the operators'
strong Kleene tables, and the possible counts of quantifiers, leave it open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from is_bench.facts import FALSE, TRUE, UNKNOWN, Atom, FactView, Truth
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

Binding = Mapping[str, str]
_WORDS = {truth: truth.name.lower() for truth in Truth}


class Ranges(Protocol):
    """Ranges of variables; an `ObjectTable` is one."""

    @property
    def by_synset(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the objects that a variable's `synset` stands for."""
        ...


class Reason(NamedTuple):
    """An atom that made a condition false or unknown, with its actual and its required truth."""

    fact: Atom
    actual: Truth
    required: Truth

    def __str__(self) -> str:
        return f"{self.fact} is {_WORDS[self.actual]}"


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
    judged = _Evaluator(facts, objects, strict=strict).judged(condition, binding)
    if judged.truth is TRUE:
        return Evaluation(judged.truth)
    return Evaluation(judged.truth, tuple(dict.fromkeys(_reasons(judged, TRUE))))


def truth_of(
    condition: Expression, facts: FactView, objects: Ranges, binding: Binding = _FREE
) -> Truth:
    """`evaluate(...).truth`, without reasons."""
    return _Evaluator(facts, objects, brief=True).judged(condition, binding).truth


class _Judged(NamedTuple):
    """The truth of an expression, and of all that it follows from."""

    truth: Truth
    fact: Atom | None = None
    """Of an atom."""
    parts: Sequence[_Judged] = ()
    negated: int = 0
    """So many of the parts, the first ones, count as negated."""
    is_count: bool = False
    """Whether it counts its parts, any of which may be true or false."""


def _reasons(judged: _Judged, wanted: Truth) -> Iterator[Reason]:
    """The atoms that keep what was judged from being `wanted`."""
    found = judged.truth
    if found is wanted:
        return
    if judged.fact is not None:
        yield Reason(judged.fact, found, wanted)
    opposite = ~wanted
    for place, part in enumerate(judged.parts):
        if judged.is_count:
            yield from _reasons(part, wanted if part.truth is UNKNOWN else ~part.truth)
        else:
            yield from _reasons(part, opposite if place < judged.negated else wanted)


class _Evaluator:
    def __init__(
        self, facts: FactView, objects: Ranges, *, strict: bool = True, brief: bool = False
    ) -> None:
        """`brief` leaves out the parts behind one that decides the whole."""
        self._facts = facts
        self._objects = objects
        self._strict = strict
        self._brief = brief

    def judged(self, node: Expression, binding: Binding) -> _Judged:
        """Evaluate `node` and its parts, each at most once."""
        match node:
            case Fact(atom):
                fact = _ground(atom, binding)
                return _Judged(self._facts.truth(fact), fact)
            case And(operands) | Or(operands):
                parts = (self.judged(part, binding) for part in operands)
                return self._combined(parts, FALSE if isinstance(node, And) else TRUE)
            case Not(operands):
                counted = operands if self._strict else operands[:1]
                parts = (self.judged(part, binding) for part in counted)
                return self._combined(parts, FALSE, negated=len(counted))
            case Imply(condition, consequence):
                parts = (self.judged(part, binding) for part in (condition, consequence))
                return self._combined(parts, TRUE, negated=1)
            case ForAll(variable, body) | Exists(variable, body):
                parts = (self.judged(body, b) for b in self._bound(variable, binding))
                return self._combined(parts, FALSE if isinstance(node, ForAll) else TRUE)
            case ForN(count, variable, body):
                listed = [self.judged(body, b) for b in self._bound(variable, binding)]
                truth = _exactly(count, [part.truth for part in listed])
                return _Judged(truth, parts=listed, is_count=True)
            case ForPairs():
                return self._pairs(node, binding)

    def _combined(self, parts: Iterable[_Judged], decisive: Truth, *, negated: int = 0) -> _Judged:
        """Kleene's and, or his or, of parts of which the first ones are `negated`.

        A part that is `decisive` decides the whole: false an `and`, true an `or`.
        """
        found, kept = ~decisive, list[_Judged]()
        for part in parts:
            truth = ~part.truth if len(kept) < negated else part.truth
            kept.append(part)
            if truth is decisive:
                found = truth
                if self._brief:
                    break
            elif truth is UNKNOWN and found is not decisive:
                found = truth
        return _Judged(found, parts=kept, negated=negated)

    def _bound(self, variable: Variable, binding: Binding) -> Iterator[Binding]:
        """`binding` with each thing that `variable` ranges over."""
        names = self._objects.by_synset[variable.synset]
        return ({**binding, variable.name: name} for name in names)

    def _pairs(self, node: ForPairs, binding: Binding) -> _Judged:
        rows = [
            [
                self.judged(node.body, bound)
                for bound in self._bound(node.second, outer)
                if bound[node.second.name] != outer[node.first.name]
            ]
            for outer in self._bound(node.first, binding)
        ]
        truths = [[part.truth for part in row] for row in rows]
        columns = [list(column) for column in zip(*truths, strict=False)]
        count = min(len(rows), len(columns)) if node.count is None else node.count
        truth = conjunction(
            _at_least(count, [disjunction(line) for line in lines]) for lines in (truths, columns)
        )
        return _Judged(truth, parts=[part for row in rows for part in row], is_count=True)


def conjunction(truths: Iterable[Truth]) -> Truth:
    """Kleene's and."""
    found = TRUE
    for truth in truths:
        if truth is FALSE:
            return truth
        if truth is UNKNOWN:
            found = truth
    return found


def disjunction(truths: Iterable[Truth]) -> Truth:
    """Kleene's or."""
    found = FALSE
    for truth in truths:
        if truth is TRUE:
            return truth
        if truth is UNKNOWN:
            found = truth
    return found


def _exactly(count: int, truths: list[Truth]) -> Truth:
    true, unknown = truths.count(TRUE), truths.count(UNKNOWN)
    if true > count or true + unknown < count:
        return FALSE
    return UNKNOWN if unknown else TRUE


def _at_least(count: int, truths: list[Truth]) -> Truth:
    true, unknown = truths.count(TRUE), truths.count(UNKNOWN)
    if true >= count:
        return TRUE
    return UNKNOWN if true + unknown >= count else FALSE


def _ground(fact: Atom, binding: Binding) -> Atom:
    predicate, arguments = fact
    return Atom(predicate, tuple([binding.get(name, name) for name in arguments]))
