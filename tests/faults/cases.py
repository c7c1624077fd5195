"""All cases: importing the modules of each class registers them."""

from __future__ import annotations

from tests.faults import gated_services, gates, intruders, requests, restarts, rules, skills, states
from tests.faults.registry import CASES, GATE_CASES, GRAPH, Case

__all__ = [
    "CASES",
    "GATE_CASES",
    "GRAPH",
    "Case",
    "gated_services",
    "gates",
    "intruders",
    "requests",
    "restarts",
    "rules",
    "skills",
    "states",
]
