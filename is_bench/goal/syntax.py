"""The expressions of the goal language, after BDDL (BEHAVIOR domain definition language, 3.5.0)."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.facts import Atom


@dataclass(frozen=True)
class Fact:
    """An atom over object names and bound variables."""

    atom: Atom

    def __str__(self) -> str:
        return f"({' '.join((self.atom.predicate, *self.atom.arguments))})"


@dataclass(frozen=True)
class Not:
    """Negation.  With several operands every one must be false (strict scoring).

    The reference implementation negates the first and ignores the rest (faithful scoring).
    """

    operands: tuple[Expression, ...]

    def __str__(self) -> str:
        return _render("not", self.operands)


@dataclass(frozen=True)
class And:
    """Conjunction; true without operands."""

    operands: tuple[Expression, ...]

    def __str__(self) -> str:
        return _render("and", self.operands)


@dataclass(frozen=True)
class Or:
    """Disjunction; false without operands."""

    operands: tuple[Expression, ...]

    def __str__(self) -> str:
        return _render("or", self.operands)


@dataclass(frozen=True)
class Imply:
    """Material implication."""

    condition: Expression
    consequence: Expression

    def __str__(self) -> str:
        return _render("imply", (self.condition, self.consequence))


@dataclass(frozen=True)
class Variable:
    """`?name - synset`: a variable that ranges over the declared objects of a synset.

    In the conditions of a domain, `synset` is a class expression, such as `openable`.
    """

    name: str
    synset: str

    def __str__(self) -> str:
        return f"({self.name} - {self.synset})"


@dataclass(frozen=True)
class ForAll:
    """The body holds for every object of the variable's synset."""

    variable: Variable
    body: Expression

    def __str__(self) -> str:
        return f"(forall {self.variable} {self.body})"


@dataclass(frozen=True)
class Exists:
    """The body holds for some object of the variable's synset."""

    variable: Variable
    body: Expression

    def __str__(self) -> str:
        return f"(exists {self.variable} {self.body})"


@dataclass(frozen=True)
class ForN:
    """The body holds for exactly `count` objects of the variable's synset."""

    count: int
    variable: Variable
    body: Expression

    def __str__(self) -> str:
        return f"(forn ({self.count}) {self.variable} {self.body})"


@dataclass(frozen=True)
class ForPairs:
    """Pairs the objects of two synsets.

    At least N rows and N columns of the matrix of pairs hold a true body, where N is `count`
    (fornpairs) or, for forpairs (`count` None), the smaller number of rows and columns.  An object
    is never paired with itself; then columns count positions in a row (as the reference does).
    """

    count: int | None
    first: Variable
    second: Variable
    body: Expression

    def __str__(self) -> str:
        head = "forpairs" if self.count is None else f"fornpairs ({self.count})"
        return f"({head} {self.first} {self.second} {self.body})"


Expression = Fact | Not | And | Or | Imply | ForAll | Exists | ForN | ForPairs


def _render(head: str, operands: tuple[Expression, ...]) -> str:
    return f"({' '.join((head, *map(str, operands)))})"
