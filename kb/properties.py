"""Properties of things: what physics, chemistry and biology say of each class of the taxonomy.

`library/properties` holds the definitions and, area by area, the statements that give classes
properties or deny them.  A statement holds for everything below its class; the nearest one wins.
`docs/properties.md` tells the file format and the rules; `kb/property_lint.py` checks the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import yaml

from is_bench.documents import check_schema, parse_json, parse_yaml, place_of
from is_bench.errors import Place, UnknownNameError
from is_bench.objects import SceneObject
from is_bench.taxonomy import taxonomy
from kb.errors import ConstraintProblem

FORMS = ("half", "diced", "sliced", "chopped", "melted", "cooked", "pottable")
"""Prefixes of classes that are forms of another class: `half__apple.n.01` is a form of apple."""
_FORM = re.compile(rf"({'|'.join(FORMS)})__(.+)\.n\.\d+")
_SECTIONS = ("statements", "forms", "abilities")


@dataclass(frozen=True)
class Definition:
    """What a property means, and how it bears on the others."""

    id: str
    about: str
    """The group that it belongs to, such as "fire"."""
    means: str
    """A test of a class as it is usually found in a home."""
    implies: frozenset[str]
    """Properties that whatever has this one has too, unless a statement denies them."""
    excludes: frozenset[str]
    """Properties that nothing has together with this one."""
    contained: bool
    """Whether a container that is named after its content has it with the content."""
    open: bool
    """Whether no class of the taxonomy has it for certain; users add members."""


@dataclass(frozen=True)
class Source:
    """A text that statements are read from."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class Statement:
    """One entry of a file: which classes, forms or abilities give or deny which properties."""

    source: Source
    section: str
    """statements, forms or abilities."""
    index: int
    subjects: tuple[str, ...]
    """Synsets, prefixes of `FORMS`, or abilities."""
    gives: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    """For forms: the classes whose forms are meant; empty: all."""
    holds: str | None = None
    """The synset of what the classes contain when they are bought."""

    @cached_property
    def place(self) -> Place:
        """Where the statement stands."""
        return place_of(self.source.text, (self.section, self.index), self.source.name)


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
        document = parse_yaml(text, source)
        check_schema(document, property_schema(), text, source)
        origin = Source(source, text)
        return PropertyTable(
            {**self.definitions, **_definitions(document)},
            (*self.statements, *_statements(document, origin)),
            {**self.omitted, **_omitted(document)},
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
    definitions: dict[str, Definition] = {}
    statements: list[Statement] = []
    omitted: dict[str, str] = {}
    for name, text in library_texts():
        # The tests check these files against the schema, so that a start need not.
        document = yaml.load(text, Loader=_LOADER)  # noqa: S506  # a safe loader, the fastest one
        definitions.update(_definitions(document))
        statements.extend(_statements(document, Source(name, text)))
        omitted.update(_omitted(document))
    return PropertyTable(definitions, statements, omitted)


def library_texts() -> list[tuple[str, str]]:
    """The files of `library/properties`, each as its name and its text."""
    folder = files("kb") / "library" / "properties"
    found = sorted(item.name for item in folder.iterdir() if item.name.endswith(".yaml"))
    return [(name, (folder / name).read_text(encoding="utf-8")) for name in found]


@cache
def property_schema() -> Mapping[str, Any]:
    """The JSON schema of property files."""
    name = "properties.schema.json"
    text = (files("kb") / "library" / name).read_text(encoding="utf-8")
    schema: Mapping[str, Any] = parse_json(text, name)
    return schema


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


_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


def _definitions(document: Mapping[str, Any]) -> dict[str, Definition]:
    return {
        raw["id"]: Definition(
            raw["id"],
            raw["about"],
            raw["means"],
            frozenset(_listed(raw.get("implies", ()))),
            frozenset(_listed(raw.get("excludes", ()))),
            raw.get("contained", False),
            raw.get("open", False),
        )
        for raw in document.get("properties", ())
    }


def _statements(document: Mapping[str, Any], source: Source) -> list[Statement]:
    keys = dict(zip(_SECTIONS, ("class", "form", "ability"), strict=True))
    return [
        Statement(
            source,
            section,
            index,
            _listed(raw[keys[section]]),
            _listed(raw.get("is", ())),
            _listed(raw.get("is_not", ())),
            _listed(raw.get("of", ())),
            raw.get("holds"),
        )
        for section in _SECTIONS
        for index, raw in enumerate(document.get(section, ()))
    ]


def _omitted(document: Mapping[str, Any]) -> dict[str, str]:
    entries = document.get("omitted", ())
    return {synset: raw["reason"] for raw in entries for synset in _listed(raw["class"])}


def _listed(raw: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(raw.split()) if isinstance(raw, str) else tuple(raw)


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
