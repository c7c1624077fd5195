"""Object properties by taxonomy class.

`library/properties` contains the definitions and, by area, the statements that assign properties to
classes or deny them.  A statement applies to all subclasses; the most specific one wins.
`docs/reference/properties.md` gives the file format and the rules; `kb/property_lint.py` checks the
table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from is_bench.errors import UnknownNameError
from is_bench.objects import SceneObject, remembering
from is_bench.taxonomy import taxonomy
from kb.errors import ConstraintProblem
from kb.property_files import (
    Definition,
    Statement,
    library_contents,
    library_texts,
    property_schema,
    read_contents,
)

__all__ = [
    "FORMS",
    "Definition",
    "PropertyDerivation",
    "PropertyTable",
    "Statement",
    "base_of",
    "library_texts",
    "load_properties",
    "property_schema",
]

FORMS = ("half", "diced", "sliced", "chopped", "melted", "cooked", "pottable")
"""Prefixes of classes that are forms of another class: `half__apple.n.01` is a form of apple."""
_FORM = re.compile(rf"({'|'.join(FORMS)})__(.+)\.n\.\d+")


@dataclass(frozen=True)
class PropertyDerivation:
    """Why a class has a property, or does not."""

    holds: bool
    statement: Statement
    at: str
    """The most specific class with a statement."""


Findings = Mapping[str, PropertyDerivation]


class PropertyTable:
    """The properties of every class; evaluated lazily."""

    def __init__(
        self,
        definitions: Mapping[str, Definition],
        statements: Sequence[Statement],
        omitted: Mapping[str, str],
    ) -> None:
        """`omitted` maps classes without properties, by intention, to the reason.

        Raises UnknownNameError for a property that `definitions` lacks, or a synset that the
        taxonomy lacks; of `statements` about the same class, later ones win.
        """
        self.definitions = definitions
        self.statements = tuple(statements)
        self.omitted = omitted
        self._by_subject: dict[str, list[Statement]] = {}
        for statement in self.statements:
            _check_names(statement, definitions)
            for subject in statement.subjects:
                self._by_subject.setdefault(subject, []).append(statement)
        self._own: dict[str, Findings] = {}
        self._lineage: dict[str, frozenset[str]] = {}
        self._properties: dict[str, frozenset[str]] = {}
        self._of_kind = remembering(self._worked_out)

    def of(self, synset: str) -> frozenset[str]:
        """The properties of `synset`; none for an unknown synset."""
        known = self._properties.get(synset)
        if known is None:
            if synset not in taxonomy():
                return frozenset()
            found = self.findings(synset)
            known = frozenset(name for name, finding in found.items() if finding.holds)
            self._properties[synset] = known
        return known

    def of_thing(self, thing: SceneObject) -> frozenset[str]:
        """The properties of its class, and of its additional abilities."""
        return self._of_kind(thing)

    def _worked_out(self, thing: SceneObject) -> frozenset[str]:
        added = sorted(thing.abilities - taxonomy().abilities(thing.synset))
        told = [one for ability in added for one in self._by_subject.get(ability, ())]
        found = self.of(thing.synset).difference(*(one.denies for one in told))
        return found.union(*(self.implied(one.gives) for one in told))

    def holders(self, name: str) -> tuple[str, ...]:
        """The synsets that have the property `name`, in the taxonomy's order.

        Raises UnknownNameError if there is no such property.
        """
        if name not in self.definitions:
            raise UnknownNameError("property", name, self.definitions)
        return tuple(synset for synset in taxonomy() if name in self.of(synset))

    def why(self, synset: str, name: str) -> Statement | None:
        """The statement that decides on the property `name` of `synset`; None if there is none."""
        finding = self.findings(synset).get(name) if synset in taxonomy() else None
        return None if finding is None else finding.statement

    def joined(self, text: str, source: str) -> PropertyTable:
        """This table with a user's statements added; raises InputError with the place."""
        added = read_contents(text, source)
        return PropertyTable(
            {**self.definitions, **added.definitions},
            (*self.statements, *added.statements),
            {**self.omitted, **added.omitted},
        )

    def implied(self, names: Iterable[str]) -> frozenset[str]:
        """`names` and all implied properties."""
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo.extend(self.definitions[name].implies)
        return frozenset(found)

    def findings(self, synset: str) -> Findings:
        """The derivation of every property that a statement decides for `synset`."""
        return self._nearest(self.lineage(synset))

    def inherited(self, synset: str) -> Findings:
        """As `findings`, without the statements about `synset` itself."""
        return {**self._nearest(self.lineage(synset) - {synset}), **self._of_form(synset)}

    def own(self, synset: str) -> Findings:
        """The derivations from statements about `synset` itself, its form and its content."""
        known = self._own.get(synset)
        if known is None:
            found = self._of_form(synset)
            named = self.about(synset)
            for statement in named:
                self._apply(statement, synset, found)
            for statement in named:
                self._add_content(statement, synset, found)
            known = self._own[synset] = found
        return known

    def content(self, statement: Statement) -> frozenset[str]:
        """The properties that a container inherits from the content in `statement`."""
        found = self.of(statement.holds) if statement.holds else frozenset()
        return frozenset(name for name in found if self.definitions[name].contained)

    def about(self, synset: str) -> list[Statement]:
        """The statements that name `synset`."""
        return self._by_subject.get(synset, [])

    def lineage(self, synset: str) -> frozenset[str]:
        """`synset` and its ancestors, including those of its base class."""
        known = self._lineage.get(synset)
        if known is None:
            found = set(taxonomy().ancestors(synset))
            base = base_of(synset)
            if base is not None:
                found |= self.lineage(base)
            known = self._lineage[synset] = frozenset(found)
        return known

    def conflicts(
        self, classes: Iterable[str]
    ) -> Iterator[tuple[str, PropertyDerivation, PropertyDerivation]]:
        """Properties with contradictory statements about the most specific of `classes`.

        Each with a derivation that gives it and one that denies it; neither class is a subclass of
        the other.
        """
        for name, found in self._candidates(classes).items():
            nearest = self._most_specific(found)
            yields = next((item for item in nearest if item.holds), None)
            denial = next((item for item in nearest if not item.holds), None)
            if yields and denial:
                yield name, yields, denial

    def _of_form(self, synset: str) -> dict[str, PropertyDerivation]:
        found: dict[str, PropertyDerivation] = {}
        match = _FORM.fullmatch(synset)
        if match is not None:
            for statement in self._by_subject.get(match[1], ()):
                if not statement.of or not self.lineage(synset).isdisjoint(statement.of):
                    self._apply(statement, synset, found)
        return found

    def _apply(self, statement: Statement, at: str, found: dict[str, PropertyDerivation]) -> None:
        given = self.implied(statement.gives) - set(statement.denies)
        found.update(dict.fromkeys(given, PropertyDerivation(True, statement, at)))
        found.update(dict.fromkeys(statement.denies, PropertyDerivation(False, statement, at)))

    def _add_content(
        self, statement: Statement, at: str, found: dict[str, PropertyDerivation]
    ) -> None:
        for name in self.content(statement):
            found.setdefault(name, PropertyDerivation(True, statement, at))

    def _nearest(self, classes: Iterable[str]) -> dict[str, PropertyDerivation]:
        decided = {}
        for name, found in self._candidates(classes).items():
            nearest = found if len(found) == 1 else self._most_specific(found)
            decided[name] = next((item for item in nearest if item.holds), nearest[0])
        return decided

    def _candidates(self, classes: Iterable[str]) -> dict[str, list[PropertyDerivation]]:
        candidates: dict[str, list[PropertyDerivation]] = {}
        for synset in classes:
            for name, finding in self.own(synset).items():
                candidates.setdefault(name, []).append(finding)
        return candidates

    def _most_specific(self, found: Sequence[PropertyDerivation]) -> list[PropertyDerivation]:
        """The derivations of `found` from the most specific classes."""
        return [
            item
            for item in found
            if not any(item.at != other.at and item.at in self.lineage(other.at) for other in found)
        ]


@cache
def load_properties() -> PropertyTable:
    """The properties of the package; read once."""
    found = library_contents()
    return PropertyTable(found.definitions, found.statements, found.omitted)


def base_of(synset: str) -> str | None:
    """The base class of a form; None if `synset` is not a form or there is no base class."""
    match = _FORM.fullmatch(synset)
    if match is None:
        return None
    same = _by_word().get(match[2], ())
    above = taxonomy().ancestors(synset)
    # A word may name several classes (garlic clove, the spice clove): take the nearest relative.
    return max(same, key=lambda one: len(taxonomy().ancestors(one) & above), default=None)


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for synset in taxonomy():
        word = synset.split(".", 1)[0]
        found[word] = (*found.get(word, ()), synset)
    return found


def _check_names(statement: Statement, definitions: Mapping[str, Definition]) -> None:
    for name in (*statement.gives, *statement.denies):
        if name not in definitions:
            raise _located(statement, UnknownNameError("property", name, definitions))
    synsets = (*statement.of, *([statement.holds] if statement.holds else ()))
    if statement.section == "statements":
        synsets += statement.subjects
    for synset in synsets:
        if synset not in taxonomy():
            raise _located(statement, UnknownNameError("synset", synset, taxonomy()))


def _located(statement: Statement, error: UnknownNameError) -> ConstraintProblem:
    return ConstraintProblem(error.message, statement.place)
