"""All cases: importing the modules of each class registers them."""

from __future__ import annotations

from tests.faults import (
    bindings,
    diversions,
    gated_services,
    gates,
    intruders,
    requests,
    restarts,
    rules,
    skills,
    states,
)
from tests.faults.registry import BOUND_CASES, CASES, GATE_CASES, GRAPH, Case

__all__ = [
    "BOUND_CASES",
    "CASES",
    "GATE_CASES",
    "GRAPH",
    "Case",
    "bindings",
    "diversions",
    "gated_services",
    "gates",
    "intruders",
    "requests",
    "restarts",
    "rules",
    "skills",
    "states",
]
