"""The nodes of a run, composed in this process."""

from __future__ import annotations

from typing import Any

from rclpy.context import Context
from rclpy.node import Node
from rclpy.parameter import Parameter

from is_bench.domain import Domain, load_domain
from is_bench.scenarios import Dataset
from is_bench.verdict import GuardMode
from is_bench_eval.specs.run_guard import KnowledgeBases
from is_bench_eval.specs.run_spec import RunSpec
from is_planner_node.node import PlannerNode
from is_planner_node.parameters import planning_values
from is_safety_monitor.emergency_stop.ros.settings import INSIDE
from is_safety_monitor.node import SafetyMonitor
from is_safety_monitor.state_dir import NO_STATE
from sim_bridge.node import SimBridge

DEFAULT_DOMAIN = "is_bench"
"""Of a guard before the first episode, whose scene says otherwise if need be."""


class ComposedNodes:
    """The simulator, the guard if the run has one, and the planner."""

    def __init__(
        self, run: RunSpec, dataset: Dataset, context: Context, bases: KnowledgeBases
    ) -> None:
        """Whoever makes them spins and ends them."""
        self._run, self._dataset, self._context, self._bases = run, dataset, context, bases
        domain = run.domain or ""
        simulator = SimBridge(dataset, context=context, **parameters(sim=run.sim, domain=domain))
        self._guard = None if run.guard is GuardMode.OFF else self._make_guard()
        asks = planning_values(run.planning)
        told = parameters(guarded=self._guard is not None, domain=domain, **asks)
        planner = PlannerNode(dataset, context=context, **told)
        self.nodes: list[Node] = [
            node for node in (simulator, self._guard, planner) if node is not None
        ]

    def guard(self, domain: Domain) -> None:
        """Have the guard, if there is one, guard tasks of `domain` from now on."""
        if self._guard is not None:
            self._guard.guard_for(domain, self._bases.of(self._run, domain))

    def _make_guard(self) -> SafetyMonitor:
        run = self._run
        domain = run.domain or DEFAULT_DOMAIN
        settings = parameters(
            mode=run.guard.value,
            knowledge=run.guard_knowledge,
            stages=str(run.guard_stages),
            knowledge_base=":".join(map(str, run.knowledge_base)),
            endpoint=run.guard_endpoint,
            model=run.guard_model,
            embedder=run.embedder,
            advice_limit=run.advice_limit,
            advice=run.guard_advice.value,
            domain=domain,
            world=run.world,
            unrecognised=run.guard_unrecognised.value,
            state_dir=NO_STATE,
            emergency_stop=INSIDE,
        )
        base = self._bases.of(run, load_domain(domain))
        return SafetyMonitor(base, self._dataset, context=self._context, **settings)


def parameters(**values: object) -> dict[str, Any]:
    """The option of a node that sets its parameters."""
    return {"parameter_overrides": [Parameter(name, value=value) for name, value in values.items()]}
