"""Detects rule changes that would weaken the guard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from is_bench.calls import DONE
from is_bench.documents import parse_yaml
from is_bench.domain import Domain, SourceText
from is_safety_monitor.core.configuration import KnowledgeBase
from kb.constraint import CRITICAL


def lost_constraints(before: KnowledgeBase, after: KnowledgeBase) -> tuple[str, ...]:
    """The critical constraints of `before` that `after` lacks, or has in another form."""
    critical = {c.id for c in before.constraints if c.severity == CRITICAL}
    kept = {c.id for c in after.constraints}
    own, own_after = _constraints(before.own), _constraints(after.own)
    return tuple(
        name
        for name in sorted(critical)
        if name not in kept or own.get(name) != own_after.get(name)
    )


def changed_skills(before: Domain, after: Domain) -> tuple[str, ...]:
    """The skills of both domains that are not described alike: another prediction, another guard.

    A skill that `after` lacks is none that can be called.
    """
    stated, stated_after = _skills(before.sources), _skills(after.sources)
    return tuple(
        name
        for name, skill in before.skills.items()
        if name != DONE.skill
        and (other := after.skills.get(name)) is not None
        and other is not skill
        and (name not in stated or stated[name] != stated_after.get(name))
    )


def _constraints(sources: Iterable[SourceText]) -> Mapping[str, Any]:
    """The constraints of a user's files as they are written, by their ids."""
    documents = (parse_yaml(source.text, source.name) for source in sources)
    return {raw["id"]: raw for document in documents for raw in document["constraints"]}


def _skills(sources: Iterable[SourceText]) -> Mapping[str, Any]:
    """The skills of a user's files as they are written, with the conditions that they may name."""
    found: dict[str, Any] = {}
    conditions: dict[str, Any] = {}
    for source in sources:
        document = parse_yaml(source.text, source.name)
        conditions |= document.get("conditions", {})
        found |= {name: (raw, dict(conditions)) for name, raw in document.get("skills", {}).items()}
    return found
