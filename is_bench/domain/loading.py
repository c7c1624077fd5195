"""Loads domains by name, from files, and from texts recorded in a bag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from is_bench.documents import place_of, read_bounded
from is_bench.domain.model import Domain, SourceText
from is_bench.domain.reader import parse_document, read_domain
from is_bench.errors import InputError, SyntaxProblem, UnknownNameError

BUNDLED = ("is_bench", "household", "thor")
"""The domains of the package."""
MOST_FILES = 10
"""Longest chain of `extends`."""
_SUFFIXES = (".yaml", ".yml")


def load_domain(name_or_path: str | Path) -> Domain:
    """The domain of the package with this name, or the one in this file.

    Raises UnknownNameError for a name that is neither, SyntaxProblem with line and column for an
    invalid file.
    """
    name = str(name_or_path)
    if name in BUNDLED and not isinstance(name_or_path, Path):
        return _bundled(name)
    path = Path(name_or_path)
    if path.suffix.lower() not in _SUFFIXES and not path.is_file():
        raise UnknownNameError("domain", name, BUNDLED)
    return domain_from_texts(_chain(path))


def restored_domain(name: str, sources: tuple[SourceText, ...]) -> Domain:
    """The domain read from `sources`, or the domain `name` of the package.

    Raises InputError if there is none, or if it is no longer valid.
    """
    return domain_from_texts(sources) if sources else load_domain(name)


def domain_files() -> tuple[Path, ...]:
    """The files of the package's domains."""
    folder = Path(str(files("is_bench") / "domain" / "library"))
    return tuple(folder / f"{name}.yaml" for name in BUNDLED)


def domain_from_texts(sources: Sequence[SourceText]) -> Domain:
    """The domain of `Domain.sources`, files of which each extends the previous one.

    Raises SyntaxProblem as `load_domain`; InputError without sources.
    """
    if not sources:
        raise InputError("no domain texts were given; at least one is needed")
    domain: Domain | None = None
    for index, source in enumerate(sources):
        document = parse_document(source.text, source.name)
        base = document.get("extends")
        if base in BUNDLED:
            domain = _bundled(base)
        elif base is None:
            domain = None
        elif domain is None:
            raise _unknown_base(base, source)
        kept = tuple(replace(s, name=Path(s.name).name) for s in sources[: index + 1])
        domain = read_domain(document, source.text, source.name, domain, kept)
    if domain is None:
        raise InputError("no domain texts were given; at least one is needed")
    return domain


@cache
def _bundled(name: str) -> Domain:
    source = f"{name}.yaml"
    text = (files("is_bench") / "domain" / "library" / source).read_text(encoding="utf-8")
    document = parse_document(text, source)
    base = document.get("extends")
    return read_domain(document, text, source, _bundled(base) if base else None)


def _chain(path: Path) -> list[SourceText]:
    """The file at `path`, preceded by the files that it extends."""
    found: list[SourceText] = []
    seen: list[Path] = []
    while True:
        source = SourceText(str(path), read_bounded(path))
        found.insert(0, source)
        seen.append(path.resolve())
        base = parse_document(source.text, source.name).get("extends")
        if base is None or base in BUNDLED:
            return found
        path = path.parent / base
        if path.suffix.lower() not in _SUFFIXES or not path.is_file():
            raise _unknown_base(base, source)
        if path.resolve() in seen or len(seen) >= MOST_FILES:
            place = place_of(source.text, ("extends",), source.name)
            raise SyntaxProblem(f"extends: {base!r} is extended by itself", place)


def _unknown_base(base: str, source: SourceText) -> SyntaxProblem:
    error = UnknownNameError("domain or file", base, BUNDLED)
    return SyntaxProblem(
        f"extends: {error.message}", place_of(source.text, ("extends",), source.name)
    )
