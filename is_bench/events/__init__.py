"""What happens in a world without the robot doing it, and what goes wrong when it does."""

from is_bench.events.model import (
    ANY,
    NOTHING,
    Event,
    Happening,
    Kind,
    Pattern,
    Script,
    SenseFault,
    SkillFault,
    Trigger,
)
from is_bench.events.source import Changeable, EventSource, Progress, Rules

__all__ = [
    "ANY",
    "NOTHING",
    "Changeable",
    "Event",
    "EventSource",
    "Happening",
    "Kind",
    "Pattern",
    "Progress",
    "Rules",
    "Script",
    "SenseFault",
    "SkillFault",
    "Trigger",
]
