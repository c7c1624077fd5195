"""The kinds of knowledge that a guard can be given, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from is_bench.errors import UnknownNameError
from is_bench.scenarios import Scenario
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Knowledge
from is_safety_monitor.core.scenario_knowledge import ScenarioKnowledge
from kb.loader import load_library

KNOWLEDGE: Mapping[str, Callable[[Scenario], Knowledge]] = {
    "kb": lambda scenario: KbKnowledge(load_library(), scenario.scene.objects),
    "scenario": ScenarioKnowledge,
}
"""`kb` is given nothing of a scenario but its scene's objects; `scenario` is the one that peeks."""


def make_knowledge(name: str, scenario: Scenario) -> Knowledge:
    """The knowledge `name` for one episode; raises UnknownNameError."""
    if name not in KNOWLEDGE:
        raise UnknownNameError("guard knowledge", name, KNOWLEDGE)
    return KNOWLEDGE[name](scenario)
