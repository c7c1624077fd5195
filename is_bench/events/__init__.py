"""Exogenous events and injected faults."""

from is_bench.events.model import (
    ANY,
    NOTHING,
    Event,
    EventScript,
    Occurrence,
    OccurrenceKind,
    Pattern,
    PerceptionFault,
    SkillFault,
    Trigger,
)
from is_bench.events.source import Changeable, EventSource, Progress, WorldRules

__all__ = [
    "ANY",
    "NOTHING",
    "Changeable",
    "Event",
    "EventScript",
    "EventSource",
    "Occurrence",
    "OccurrenceKind",
    "Pattern",
    "PerceptionFault",
    "Progress",
    "SkillFault",
    "Trigger",
    "WorldRules",
]
