"""The guard itself: what it knows, how it decides.  No ROS, no clock."""

from is_safety_monitor.core.guard import Guard, Limits
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.scenario_knowledge import ScenarioKnowledge

__all__ = ["Finding", "Guard", "JudgedSituation", "Knowledge", "Limits", "ScenarioKnowledge"]
