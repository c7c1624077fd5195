"""Planners by name."""

from collections.abc import Callable, Mapping, Sequence

from is_bench.errors import UnknownNameError
from is_bench.scenarios import Scenario
from is_bench.world import Quirks
from is_planner_node.backends.scripted import CarelessPlanner, ReferencePlanner, ScriptedPlanner
from is_planner_node.core.planner import Planner

PLANNERS: Mapping[str, Callable[[Scenario, Quirks, Sequence[str]], Planner]] = {
    "reference": lambda scenario, _quirks, _plan: ReferencePlanner(scenario),
    "careless": lambda scenario, quirks, _plan: CarelessPlanner(scenario, quirks),
    "plans": lambda _scenario, _quirks, plan: ScriptedPlanner(plan),
}


def make_planner(
    name: str, scenario: Scenario, quirks: Quirks, plan: Sequence[str] = ()
) -> Planner:
    """A planner for one episode; `plan` is what "plans" follows.  Raises UnknownNameError."""
    if name not in PLANNERS:
        raise UnknownNameError("planner", name, PLANNERS)
    return PLANNERS[name](scenario, quirks, plan)


__all__ = [
    "PLANNERS",
    "CarelessPlanner",
    "Planner",
    "ReferencePlanner",
    "ScriptedPlanner",
    "make_planner",
]
