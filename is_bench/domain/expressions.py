"""Parses and checks the expressions of a domain file, with source locations in errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from is_bench.documents import place_of
from is_bench.domain.classes import written_class
from is_bench.domain.effects import NATIVE, Effect, assignments, conditions, parse_effect
from is_bench.domain.model import Predicate, PredicateKind
from is_bench.errors import InputError, Place, SyntaxProblem
from is_bench.facts import Atom
from is_bench.goal import Expression, Language, parse_template
from is_bench.goal.parse import OPERATORS, Definition
from is_bench.goal.substitution import facts_in
from is_bench.taxonomy import taxonomy

Keys = tuple[str | int, ...]
_OF_SUBSTANCES = {"gives", "removes", "becomes"}
_FIXED = {"is", "inroom"}
"""Predicates whose last argument is not an object."""


class Expressions:
    """Parses the expressions of one file."""

    def __init__(
        self,
        text: str,
        source: str,
        predicates: Mapping[str, Predicate],
        definitions: Mapping[str, Definition],
    ) -> None:
        """`predicates` are all of the domain; `definitions` those of the extended domain."""
        self._text = text
        self._source = source
        self._predicates = predicates
        self.definitions = dict(definitions)

    def define(self, header: str, text: str, path: Keys) -> None:
        """Define the condition in `text` with the name and parameters of `header`: "ready ?x"."""
        name, *parameters = header.split()
        if name in self._predicates or name in NATIVE or name in OPERATORS:
            raise self.problem(f"{name!r} is already defined; take another name", path)
        meaning = self.condition(text, tuple(p.strip("?") for p in parameters), path)
        self.definitions[name] = Definition(tuple(parameters), meaning)

    def condition(self, text: str, names: tuple[str, ...], path: Keys) -> Expression:
        """The condition in `text` over `names`."""
        try:
            found = parse_template(text, names, self._source, self._language())
        except SyntaxProblem as error:
            raise self._within(error, text, path) from None
        for fact in facts_in(found):
            self._check_constants(fact, path)
        return found

    def effect(self, text: str, names: tuple[str, ...], path: Keys) -> Effect:
        """The effect in `text` over `names`."""
        try:
            found = parse_effect(text, names, self._source, self._language())
        except SyntaxProblem as error:
            raise self._within(error, text, path) from None
        for fact in self._facts(found):
            self._check_constants(fact, path)
        for assign in assignments(found):
            name = assign.fact.predicate
            if self._predicates[name].sort is PredicateKind.DERIVED:
                raise self.problem(f"an effect cannot change {name!r}: it is derived", path)
        return found

    def place(self, path: Keys) -> Place:
        """The file location of the value at `path`."""
        return place_of(self._text, path, self._source)

    def problem(self, error: InputError | str, path: Keys) -> InputError:
        """A problem at `path` of the document, with its place in the file."""
        message = error.message if isinstance(error, InputError) else error
        return SyntaxProblem(f"{'.'.join(map(str, path))}: {message}", self.place(path))

    def check_name(self, name: str, pattern: re.Pattern[str], rule: str, path: Keys) -> None:
        """Raise SyntaxProblem with the text `rule` if `pattern` does not match `name`."""
        if pattern.fullmatch(name) is None:
            raise self.problem(f"{rule}, in letters, digits and _; not {name[:80]!r}", path)

    def _language(self) -> Language:
        arities = {name: predicate.arity for name, predicate in self._predicates.items()}
        return Language(
            {**arities, **NATIVE},
            classes=written_class,
            constants=lambda name: name in taxonomy(),
            definitions=self.definitions,
        )

    def _facts(self, effect: Effect) -> Iterator[Atom]:
        yield from (assign.fact for assign in assignments(effect))
        for condition in conditions(effect):
            yield from facts_in(condition)

    def _check_constants(self, fact: Atom, path: Keys) -> None:
        predicate = self._predicates.get(fact.predicate)
        of_substance = fact.predicate in _OF_SUBSTANCES or (
            predicate is not None and predicate.sort is PredicateKind.AMOUNT
        )
        for index, name in enumerate(fact.arguments):
            last = index == len(fact.arguments) - 1
            fits = (of_substance and index == 1) or (last and fact.predicate in _FIXED)
            if not name.startswith("?") and not fits:
                raise self.problem(
                    f"{name!r} is a class, not an object; write (exists (?x - {name}) ...)", path
                )

    def _within(self, error: SyntaxProblem, text: str, path: Keys) -> InputError:
        """`error` with its place in the expression `text` converted to one in the file."""
        start, inner = self.place(path), error.place
        message = f"{'.'.join(map(str, path))}: {error.message}"
        if inner is None or not inner.line or not start.line:
            return SyntaxProblem(message, start)
        exact = _exact(self._text, start, inner, text)
        if exact is not None:
            return SyntaxProblem(message, exact)
        where = f" (line {inner.line}, column {inner.column} of the expression)"
        return SyntaxProblem(message + where, start)


def _exact(document: str, start: Place, inner: Place, text: str) -> Place | None:
    """The file location of a place in the scalar `text`; None if it cannot be determined.

    In the file, the scalar may differ only in its white space.
    """
    lines = document.splitlines(keepends=True)
    at = sum(map(len, lines[: start.line - 1])) + start.column - 1
    if document[at : at + 1] in ("|", ">"):
        at = sum(map(len, lines[: start.line]))
    elif document[at : at + 1] in ("'", '"'):
        at += 1
    before = text.splitlines()[: inner.line]
    wanted = "".join((*before[:-1], before[-1][: inner.column - 1])).split()
    left = "".join(wanted)
    while at < len(document) and (left or document[at].isspace()):
        if not document[at].isspace():
            if document[at] != left[0]:
                return None
            left = left[1:]
        at += 1
    line = document.count("\n", 0, at) + 1
    return Place(start.source, line, at - document.rfind("\n", 0, at))
