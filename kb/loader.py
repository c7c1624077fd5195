"""Reading constraint files; a broken one is refused with the place of its fault.

The shipped library names skills and predicates of the household domain.  A user's files may name
those of the user's own domain, which is given wherever such files are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from is_bench.cache import content_key
from is_bench.documents import check_schema, parse_yaml, read_bounded
from is_bench.domain import Domain, load_domain
from is_bench.domain.loading import domain_files
from is_bench.errors import Place
from kb.constraint import Constraint
from kb.errors import ConstraintProblem
from kb.property_files import library_texts
from kb.reader import ConstraintReader
from kb.vocabulary import bundled_vocabulary, vocabulary_files

LIBRARY_DOMAIN = "household"
"""The domain whose skills and predicates the shipped library names."""


@cache
def constraint_schema() -> Mapping[str, Any]:
    """The file format as a JSON Schema (2020-12)."""
    schema: Mapping[str, Any] = json.loads((files("kb") / "constraints.schema.json").read_text())
    return schema


def library_files() -> list[Path]:
    """The files of laws and constraints that come with the package."""
    library = Path(str(files("kb") / "library"))
    return [
        path for part in ("laws", "constraints") for path in sorted((library / part).glob("*.yaml"))
    ]


@cache
def library_digest() -> str:
    """A SHA-256 over all that comes with the package and that judgements depend on.

    The domains, the constraints, the classes, the words, and the properties of things.
    """
    files = (*domain_files(), *vocabulary_files(), *library_files())
    properties = (text for _, text in library_texts())
    return content_key(*(path.read_bytes() for path in files), *properties)


@cache
def load_library() -> tuple[Constraint, ...]:
    """The constraints that come with the package."""
    return load_files(library_files())


def load_files(paths: Iterable[Path], domain: Domain | None = None) -> tuple[Constraint, ...]:
    """The constraints of several files; raises InputError with the place of the first fault.

    Their skills and predicates are those of `domain`; None: those of the shipped library.
    """
    return load_texts(texts_of(paths), domain)


def texts_of(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """The texts of files, each with the file's name before it; raises InputError."""
    return [(str(path), read_bounded(path)) for path in paths]


def load_texts(
    texts: Iterable[tuple[str, str]],
    domain: Domain | None = None,
    beside: Sequence[Constraint] = (),
) -> tuple[Constraint, ...]:
    """As `load_files`, of texts, each with the name of its file before it.

    The constraints `beside` them come first; no id may be used twice.
    """
    found = {constraint.id: constraint for constraint in beside}
    for source, text in texts:
        for constraint in parse_constraints(text, source, domain):
            if constraint.id in found:
                other = found[constraint.id].source_file
                message = f"there is another constraint {constraint.id!r}, in {other}"
                raise ConstraintProblem(message, Place(source))
            found[constraint.id] = constraint
    return tuple(found.values())


def parse_constraints(text: str, source: str, domain: Domain | None = None) -> list[Constraint]:
    """The constraints in the text of one file; raises InputError with the place of the fault."""
    document = parse_yaml(text, source)
    check_schema(document, constraint_schema(), text, source)
    known = domain or load_domain(LIBRARY_DOMAIN)
    reader = ConstraintReader(text, source, bundled_vocabulary(), known)
    return [reader.constraint(i, raw) for i, raw in enumerate(document["constraints"])]
