"""Properties of things: what physics, chemistry and biology say of each class of the taxonomy.

`library/properties` holds the definitions and, area by area, the statements that give classes
properties or deny them.  A statement holds for everything below its class; the nearest one wins.
`docs/properties.md` tells the file format and the rules; `kb/property_lint.py` checks the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from is_bench.errors import UnknownNameError
from is_bench.objects import SceneObject
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
    "Finding",
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
class Finding:
    """What decides whether a class has a property."""

    holds: bool
    statement: Statement
    at: str
    """The class, nearest to the one asked about, that the statement is about."""


Findings = Mapping[str, Finding]


class PropertyTable:
    """The properties of every class; each class is worked out when it is first asked for."""

    def __init__(
        self,
        definitions: Mapping[str, Definition],
        statements: Sequence[Statement],
        omitted: Mapping[str, str],
    ) -> None:
        """`omitted` maps classes that are left without properties on purpose to the reason.

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

    def of(self, synset: str) -> frozenset[str]:
        """The properties of `synset`; none for a synset that the taxonomy does not have."""
        known = self._properties.get(synset)
        if known is None:
            found = self.findings(synset) if synset in taxonomy() else {}
            known = frozenset(name for name, finding in found.items() if finding.holds)
            self._properties[synset] = known
        return known

    def of_thing(self, thing: SceneObject) -> frozenset[str]:
        """The properties of its class, and of abilities that its class does not explain."""
        found = self.of(thing.synset)
        for ability in sorted(thing.abilities - taxonomy().abilities(thing.synset)):
            for statement in self._by_subject.get(ability, ()):
                found |= self.implied(statement.gives)
        return found

    def holders(self, name: str) -> tuple[str, ...]:
        """The synsets that have the property `name`, in the taxonomy's order.

        Raises UnknownNameError if there is no such property.
        """
        if name not in self.definitions:
            raise UnknownNameError("property", name, self.definitions)
        return tuple(synset for synset in taxonomy() if name in self.of(synset))

    def why(self, synset: str, name: str) -> Statement | None:
        """The statement that gives `synset` the property `name` or denies it; None: none does."""
        finding = self.findings(synset).get(name) if synset in taxonomy() else None
        return None if finding is None else finding.statement

    def joined(self, text: str, source: str) -> PropertyTable:
        """This table with a user's statements on top; raises InputError with the place."""
        added = read_contents(text, source)
        return PropertyTable(
            {**self.definitions, **added.definitions},
            (*self.statements, *added.statements),
            {**self.omitted, **added.omitted},
        )

    def implied(self, names: Iterable[str]) -> frozenset[str]:
        """`names`, and all that they imply."""
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo.extend(self.definitions[name].implies)
        return frozenset(found)

    def findings(self, synset: str) -> Findings:
        """For every property that a statement decides for `synset`, what decides it."""
        return self._nearest(self.lineage(synset))

    def inherited(self, synset: str) -> Findings:
        """As `findings`, without the statements about `synset` itself."""
        return {**self._nearest(self.lineage(synset) - {synset}), **self._of_form(synset)}

    def own(self, synset: str) -> Findings:
        """What statements about `synset` itself decide, its form and its content included."""
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
        """The properties that what `statement` says is contained gives its container."""
        found = self.of(statement.holds) if statement.holds else frozenset()
        return frozenset(name for name in found if self.definitions[name].contained)

    def about(self, synset: str) -> list[Statement]:
        """The statements that name `synset`."""
        return self._by_subject.get(synset, [])

    def lineage(self, synset: str) -> frozenset[str]:
        """`synset`, what is above it, and what they are forms of."""
        known = self._lineage.get(synset)
        if known is None:
            found = set(taxonomy().ancestors(synset))
            base = base_of(synset)
            if base is not None:
                found |= self.lineage(base)
            known = self._lineage[synset] = frozenset(found)
        return known

    def rivals(self, classes: Iterable[str]) -> Iterator[tuple[str, Finding, Finding]]:
        """Properties that the nearest of `classes` contradict each other about.

        Each comes with a finding that gives it and one that denies it; no class of the two stands
        below the other's.
        """
        for name, found in self._candidates(classes).items():
            nearest = self._without_overruled(found)
            yields = next((item for item in nearest if item.holds), None)
            denial = next((item for item in nearest if not item.holds), None)
            if yields and denial:
                yield name, yields, denial

    def _of_form(self, synset: str) -> dict[str, Finding]:
        found: dict[str, Finding] = {}
        match = _FORM.fullmatch(synset)
        if match is not None:
            for statement in self._by_subject.get(match[1], ()):
                if not statement.of or not self.lineage(synset).isdisjoint(statement.of):
                    self._apply(statement, synset, found)
        return found

    def _apply(self, statement: Statement, at: str, found: dict[str, Finding]) -> None:
        given = self.implied(statement.gives) - set(statement.denies)
        found.update(dict.fromkeys(given, Finding(True, statement, at)))
        found.update(dict.fromkeys(statement.denies, Finding(False, statement, at)))

    def _add_content(self, statement: Statement, at: str, found: dict[str, Finding]) -> None:
        for name in self.content(statement):
            found.setdefault(name, Finding(True, statement, at))

    def _nearest(self, classes: Iterable[str]) -> dict[str, Finding]:
        decided = {}
        for name, found in self._candidates(classes).items():
            nearest = found if len(found) == 1 else self._without_overruled(found)
            decided[name] = next((item for item in nearest if item.holds), nearest[0])
        return decided

    def _candidates(self, classes: Iterable[str]) -> dict[str, list[Finding]]:
        candidates: dict[str, list[Finding]] = {}
        for synset in classes:
            for name, finding in self.own(synset).items():
                candidates.setdefault(name, []).append(finding)
        return candidates

    def _without_overruled(self, found: Sequence[Finding]) -> list[Finding]:
        """Those of `found` below whose class no other stands."""
        return [
            item
            for item in found
            if not any(item.at != other.at and item.at in self.lineage(other.at) for other in found)
        ]


@cache
def load_properties() -> PropertyTable:
    """The properties that the package ships; read once."""
    found = library_contents()
    return PropertyTable(found.definitions, found.statements, found.omitted)


@cache
def base_of(synset: str) -> str | None:
    """The class that `synset` is a form of, None if it is no form or the base has no class."""
    match = _FORM.fullmatch(synset)
    if match is None:
        return None
    same = _by_word().get(match[2], ())
    above = taxonomy().ancestors(synset)
    # A word may name several classes (garlic clove, the spice clove): the nearest relative counts.
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
            raise _at(statement, UnknownNameError("property", name, definitions))
    synsets = (*statement.of, *([statement.holds] if statement.holds else ()))
    if statement.section == "statements":
        synsets += statement.subjects
    for synset in synsets:
        if synset not in taxonomy():
            raise _at(statement, UnknownNameError("synset", synset, taxonomy()))


def _at(statement: Statement, error: UnknownNameError) -> ConstraintProblem:
    return ConstraintProblem(error.message, statement.place)
