"""The syntax of class expressions: names joined by `&`, `|`, `!` and parentheses.

`!` binds closest, then `&`, then `|`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from is_bench.errors import Place, SyntaxProblem

NAME = re.compile(r"[A-Za-z_*][\w.*'-]*")
"""A name in an expression: of a class, an ability, a synset or a pattern of synsets."""
_TOKEN = re.compile(rf"\s*({NAME.pattern}|[&|!()])")


@dataclass(frozen=True)
class Name:
    """The objects of a named class."""

    name: str


@dataclass(frozen=True)
class Complement:
    """The objects outside a class."""

    inner: ClassSyntax


@dataclass(frozen=True)
class Union:
    """The objects of at least one of the classes."""

    parts: tuple[ClassSyntax, ...]


@dataclass(frozen=True)
class Intersection:
    """The objects of all the classes."""

    parts: tuple[ClassSyntax, ...]


ClassSyntax = Name | Complement | Union | Intersection


def read_class(text: str, place: Place) -> ClassSyntax:
    """The expression in `text`; raises SyntaxProblem at `place`."""
    return _Reader(text, place).read()


def names_in(syntax: ClassSyntax) -> frozenset[str]:
    """The names that occur in an expression."""
    match syntax:
        case Name(name):
            return frozenset({name})
        case Complement(inner):
            return names_in(inner)
        case Union(parts) | Intersection(parts):
            return frozenset[str]().union(*map(names_in, parts))


def class_problem(text: str, message: str, place: Place) -> SyntaxProblem:
    """A problem of the class expression `text`."""
    return SyntaxProblem(f"class {text!r}: {message}", place)


class _Reader:
    """Recursive descent."""

    def __init__(self, text: str, place: Place) -> None:
        self._text = text
        self._place = place
        self._tokens = self._split()

    def read(self) -> ClassSyntax:
        found = self._union()
        if self._tokens:
            raise self._problem(f"unexpected {self._tokens[0]!r}")
        return found

    def _split(self) -> list[str]:
        tokens, position = [], 0
        while position < len(self._text.rstrip()):
            match = _TOKEN.match(self._text, position)
            if match is None:
                raise self._problem(f"unexpected {self._text[position:].strip()[:1]!r}")
            tokens.append(match[1])
            position = match.end()
        return tokens

    def _union(self) -> ClassSyntax:
        parts = [self._intersection()]
        while self._take("|"):
            parts.append(self._intersection())
        return parts[0] if len(parts) == 1 else Union(tuple(parts))

    def _intersection(self) -> ClassSyntax:
        parts = [self._single()]
        while self._take("&"):
            parts.append(self._single())
        return parts[0] if len(parts) == 1 else Intersection(tuple(parts))

    def _single(self) -> ClassSyntax:
        if not self._tokens:
            raise self._problem("unexpected end of expression")
        token = self._tokens.pop(0)
        if token == "!":
            return Complement(self._single())
        if token == "(":
            inner = self._union()
            if not self._take(")"):
                raise self._problem("missing ')'")
            return inner
        if token in "&|)":
            raise self._problem(f"unexpected {token!r}")
        return Name(token)

    def _take(self, token: str) -> bool:
        if self._tokens[:1] != [token]:
            return False
        self._tokens.pop(0)
        return True

    def _problem(self, message: str) -> SyntaxProblem:
        return class_problem(self._text, message, self._place)
