"""Domains: what a robot can do and what can be said of its world, as data."""

from is_bench.domain.loading import BUNDLED, domain_from_texts, load_domain, restored_domain
from is_bench.domain.model import (
    Domain,
    Dynamics,
    Kind,
    Observer,
    Parameter,
    Predicate,
    Role,
    Skill,
    Sort,
    SourceText,
)
from is_bench.domain.transitions import TransitionModel, World

__all__ = [
    "BUNDLED",
    "Domain",
    "Dynamics",
    "Kind",
    "Observer",
    "Parameter",
    "Predicate",
    "Role",
    "Skill",
    "Sort",
    "SourceText",
    "TransitionModel",
    "World",
    "domain_from_texts",
    "load_domain",
    "restored_domain",
]
