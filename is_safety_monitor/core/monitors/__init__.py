"""Monitors: the executable forms of constraints, grounded in a scene and evaluated in bulk."""

from is_safety_monitor.core.monitors.atoms import AtomSpace
from is_safety_monitor.core.monitors.bank import MonitorBank
from is_safety_monitor.core.monitors.checks import CheckTable
from is_safety_monitor.core.monitors.formulas import CompiledConstraints
from is_safety_monitor.core.monitors.grounding import Grounder
from is_safety_monitor.core.monitors.hazards import Hazards
from is_safety_monitor.core.monitors.precedence import Precedence
from is_safety_monitor.core.monitors.residual import RecentlyOn
from is_safety_monitor.core.monitors.unexpected_changes import UnexpectedChanges
from is_safety_monitor.core.monitors.violation import Violation

__all__ = [
    "AtomSpace",
    "CheckTable",
    "CompiledConstraints",
    "Grounder",
    "Hazards",
    "MonitorBank",
    "Precedence",
    "RecentlyOn",
    "UnexpectedChanges",
    "Violation",
]
