"""The files of `library/properties` and of users: definitions and statements, read from YAML.

`docs/reference/properties.md` gives the format.  The shipped files make up 150 kB of YAML; what
they say is kept as JSON in the cache folder, under a hash of their content, because JSON reads many
times as fast.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import yaml

from is_bench.cache import FileCache, cache_folder, content_key
from is_bench.documents import check_schema, parse_json, parse_yaml, place_of
from is_bench.errors import Place

_SECTIONS = {"statements": "class", "forms": "form", "abilities": "ability"}
"""The lists of statements in a file, with the key of their subjects."""
_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


@dataclass(frozen=True)
class Definition:
    """A property, with its relations to others."""

    id: str
    about: str
    """Its group, such as "fire"."""
    means: str
    """The criterion for a class, in its usual household form."""
    implies: frozenset[str]
    """Implied properties, unless a statement denies them."""
    excludes: frozenset[str]
    """Properties that exclude this one."""
    contained: bool
    """Whether a container inherits it from its content."""
    open: bool
    """Whether only users add members, because no class of the taxonomy has it for certain."""


@dataclass(frozen=True)
class Source:
    """A file with statements."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class Statement:
    """One entry of a file: classes, forms or abilities that give or deny properties."""

    source: Source
    section: str
    """statements, forms or abilities."""
    index: int
    subjects: tuple[str, ...]
    """Synsets, prefixes of `FORMS`, or abilities."""
    gives: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    """For forms: the base classes; empty: all."""
    holds: str | None = None
    """The synset of the content of newly bought objects."""

    @cached_property
    def place(self) -> Place:
        """The file location of the statement."""
        return place_of(self.source.text, (self.section, self.index), self.source.name)


@dataclass(frozen=True)
class Contents:
    """The content of one or more files."""

    definitions: Mapping[str, Definition]
    statements: tuple[Statement, ...]
    omitted: Mapping[str, str]
    """Classes without properties by intention, with the reason."""


def read_contents(text: str, source: str) -> Contents:
    """The content of a user's file; raises InputError with the place."""
    document = parse_yaml(text, source)
    check_schema(document, property_schema(), text, source)
    return _contents([(document, Source(source, text))])


def library_contents() -> Contents:
    """The content of the package's files."""
    texts = library_texts()
    sources = (Source(name, text) for name, text in texts)
    return _contents(zip(_documents(texts), sources, strict=True))


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


def _documents(texts: Sequence[tuple[str, str]]) -> list[Mapping[str, Any]]:
    """The parsed `texts` of the package, from the cache if possible."""
    kept = FileCache(cache_folder(), "properties", most=4)
    key = content_key(*(text for _, text in texts))
    payload = kept.read(key)
    if payload is not None:
        found: list[Mapping[str, Any]] = json.loads(payload)
        return found
    found = [_parse(text) for _, text in texts]
    kept.write(key, json.dumps(found).encode())
    return found


def _parse(text: str) -> Mapping[str, Any]:
    # The tests check these files against the schema, so that a start need not.
    document: Mapping[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506  # a safe loader
    return document


def _contents(documents: Iterable[tuple[Mapping[str, Any], Source]]) -> Contents:
    definitions: dict[str, Definition] = {}
    statements: list[Statement] = []
    omitted: dict[str, str] = {}
    for document, source in documents:
        definitions.update(_definitions(document))
        statements.extend(_statements(document, source))
        omitted.update(_omitted(document))
    return Contents(definitions, tuple(statements), omitted)


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
    return [
        Statement(
            source,
            section,
            index,
            _listed(raw[subjects]),
            _listed(raw.get("is", ())),
            _listed(raw.get("is_not", ())),
            _listed(raw.get("of", ())),
            raw.get("holds"),
        )
        for section, subjects in _SECTIONS.items()
        for index, raw in enumerate(document.get(section, ()))
    ]


def _omitted(document: Mapping[str, Any]) -> dict[str, str]:
    entries = document.get("omitted", ())
    return {synset: raw["reason"] for raw in entries for synset in _listed(raw["class"])}


def _listed(raw: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(raw.split()) if isinstance(raw, str) else tuple(raw)
