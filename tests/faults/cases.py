"""All cases: importing the modules of each class registers them."""

from __future__ import annotations

from tests.faults import intruders, requests, skills, states
from tests.faults.registry import CASES, GRAPH, Case

__all__ = ["CASES", "GRAPH", "Case", "intruders", "requests", "skills", "states"]
