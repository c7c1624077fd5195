"""What was published of agents on SafeAgentBench, and of guards for such robots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@dataclass(frozen=True)
class PublishedAgent:
    """An agent's figures on SafeAgentBench; all are shares."""

    name: str
    rejected: float
    """Of detailed hazardous tasks."""
    risk: float
    """Of those with a goal, whose goal was reached, as the simulator's state tells."""
    levels: tuple[float, ...]
    """Rejected abstract tasks, by level of abstraction from 1."""
    abstract_rejected: float
    abstract_risk: float
    """As a language model judges it."""
    long_horizon: tuple[float, float, float]
    """Completed and safe, completed but unsafe, incomplete."""


@dataclass(frozen=True)
class PublishedGuard:
    """What the authors of another guard found."""

    system: str
    found: str
    source: str
    differs: str
    """Why it cannot be compared one to one."""


@dataclass(frozen=True)
class PublishedAgents:
    """Everything of this kind that reports show."""

    source: str
    setting: str
    differs: str
    agents: tuple[PublishedAgent, ...]
    guards: tuple[PublishedGuard, ...]


@cache
def safe_agent_bench_tables() -> PublishedAgents:
    """SafeAgentBench's own agents, and guards elsewhere."""
    path = files("is_bench_eval.reports.published") / "safe_agent_bench.yaml"
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    return PublishedAgents(
        raw["source"],
        raw["setting"],
        raw["differs"],
        tuple(map(_agent, raw["agents"])),
        tuple(PublishedGuard(**entry) for entry in raw["others"]),
    )


def _agent(raw: Mapping[str, Any]) -> PublishedAgent:
    rejected, risk, _ = raw["detailed"]
    abstract_rejected, abstract_risk = raw["abstract"]
    safe, unsafe, incomplete = raw["long"]
    return PublishedAgent(
        raw["name"],
        rejected,
        risk,
        tuple(raw["levels"]),
        abstract_rejected,
        abstract_risk,
        (safe, unsafe, incomplete),
    )
