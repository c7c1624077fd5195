"""Domains as data: a robot's skills and the predicates of its world."""

from is_bench.domain.effect_world import Preconditions
from is_bench.domain.fact_changes import changed_facts
from is_bench.domain.loading import BUNDLED, domain_from_texts, load_domain, restored_domain
from is_bench.domain.model import (
    Domain,
    Dynamics,
    Observer,
    Parameter,
    ParameterRole,
    Predicate,
    PredicateKind,
    Skill,
    SourceText,
    Supertype,
)
from is_bench.domain.transitions import Predictor, TransitionModel, World

__all__ = [
    "BUNDLED",
    "Domain",
    "Dynamics",
    "Observer",
    "Parameter",
    "ParameterRole",
    "Preconditions",
    "Predicate",
    "PredicateKind",
    "Predictor",
    "Skill",
    "SourceText",
    "Supertype",
    "TransitionModel",
    "World",
    "changed_facts",
    "domain_from_texts",
    "load_domain",
    "restored_domain",
]
