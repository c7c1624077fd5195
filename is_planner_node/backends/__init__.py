"""Planners by name."""

from collections.abc import Callable, Mapping, Sequence

from is_bench.errors import InputError, UnknownNameError
from is_bench.scenarios import Scenario
from is_bench.world import Quirks
from is_planner_node.backends.scripted import CarelessPlanner, ReferencePlanner, ScriptedPlanner
from is_planner_node.backends.vlm import VlmPlanner
from is_planner_node.core.planner import Planner
from is_planner_node.core.settings import Model

NEED_REFERENCE = frozenset({"careless", "reference"})
"""The planners that cannot do without a scenario's reference plan."""


def _vlm(scenario: Scenario, model: Model | None) -> Planner:
    if model is None:
        raise InputError(
            "the planner vlm needs an endpoint and a model: --endpoint URL --model NAME"
        )
    return VlmPlanner(scenario, model)


PLANNERS: Mapping[str, Callable[[Scenario, Quirks, Sequence[str], Model | None], Planner]] = {
    "reference": lambda scenario, _quirks, _plan, _model: ReferencePlanner(scenario),
    "careless": lambda scenario, quirks, _plan, _model: CarelessPlanner(scenario, quirks),
    "plans": lambda _scenario, _quirks, plan, _model: ScriptedPlanner(plan),
    "vlm": lambda scenario, _quirks, _plan, model: _vlm(scenario, model),
}


def make_planner(
    name: str,
    scenario: Scenario,
    quirks: Quirks,
    plan: Sequence[str] = (),
    model: Model | None = None,
) -> Planner:
    """A planner for one episode; `plan` is what "plans" follows, `model` what "vlm" asks.

    Raises UnknownNameError, and InputError for "vlm" without a model.
    """
    if name not in PLANNERS:
        raise UnknownNameError("planner", name, PLANNERS)
    return PLANNERS[name](scenario, quirks, plan, model)


__all__ = [
    "NEED_REFERENCE",
    "PLANNERS",
    "CarelessPlanner",
    "Planner",
    "ReferencePlanner",
    "ScriptedPlanner",
    "VlmPlanner",
    "make_planner",
]
