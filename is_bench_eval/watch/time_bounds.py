"""Within what a guard's obligations are due, which messages do not tell: its constraints do."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.domain import SourceText, restored_domain
from is_bench.errors import InputError
from is_bench.guard_log import RecordedSettings
from kb.constraint import Bounds, Constraint
from kb.loader import load_library, load_texts


def library_bounds() -> dict[str, Bounds]:
    """Of the constraints that come with the package, by their ids."""
    return _by_id(load_library())


def own_bounds(by: RecordedSettings) -> dict[str, Bounds]:
    """Of the user's constraints that a guard judges by; none where they cannot be read here."""
    if not by.constraint_files:
        return {}
    try:
        domain = restored_domain(by.domain, by.domain_files)
        return _by_id(load_texts(_named(by.constraint_files), domain))
    except InputError:
        return {}


def _named(files: Iterable[SourceText]) -> list[tuple[str, str]]:
    return [(file.name, file.text) for file in files]


def _by_id(constraints: Iterable[Constraint]) -> dict[str, Bounds]:
    return {constraint.id: constraint.bounds for constraint in constraints}
