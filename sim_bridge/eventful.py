"""A simulator in which things happen by themselves, and go wrong, as a scenario's script says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.events import EventSource, Occurrence, Progress, WorldRules
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scenario
from is_bench.views import View
from is_bench.world import Outcome, Quirks
from sim_bridge.calls import refusal
from sim_bridge.simulator import Simulator


@dataclass(frozen=True)
class StepResult:
    """What became of a step, and what happened besides."""

    outcome: Outcome
    occurrences: tuple[Occurrence, ...] = ()
    """In order; with what is told wrongly of the state after it."""


@dataclass(frozen=True)
class _Snapshot:
    world: object
    progress: Progress | None


class EventfulSimulator:
    """Any simulator, with the script of the scenario that it was reset to played around it.

    The script is played here, on the caller's side: it is the same whatever simulator, engine or
    process runs the world.  Like a simulator otherwise: one caller at a time.
    """

    def __init__(self, simulator: Simulator) -> None:
        """Takes `simulator` over."""
        self.simulator = simulator
        self._source: EventSource | None = None
        self._domain: Domain | None = None

    def reset(self, scenario: Scenario, quirks: Quirks, seed: int) -> tuple[Occurrence, ...]:
        """Set up `scenario`; tells what is told wrongly from the start."""
        scene = scenario.scene
        self._source, self._domain = None, scene.domain
        self.simulator.reset(scene, quirks, seed)
        if not scenario.script:
            return ()
        facts = self.simulator.facts()
        rules = WorldRules(scene.objects, scene.model(quirks))
        self._source = EventSource(scenario.script, rules, seed, facts)
        return self._source.active_perception_faults(facts)

    def execute(self, call: SkillCall) -> StepResult:
        """Execute a call, and let happen what happens meanwhile."""
        if self._source is None or self._domain is None:
            return StepResult(self.simulator.execute(call))
        refused = refusal(call, self._domain)
        if refused is not None:  # scripts match calls of the domain's skills alone
            return StepResult(refused)
        outcome, happened = self._source.execute(self.simulator, call)
        return StepResult(
            outcome, (*happened, *self._source.active_perception_faults(self.simulator.facts()))
        )

    def objects(self) -> ObjectTable:
        """The objects of the scene, and those that have appeared."""
        return self.simulator.objects()

    def facts(self) -> FactSet:
        """What holds now, in truth."""
        return self.simulator.facts()

    def told(self, facts: FactSet) -> FactSet:
        """What a guard or planner is told when `facts`, the present ones, hold."""
        return facts if self._source is None else self._source.observed(facts)

    def observe(self) -> tuple[View, ...]:
        """What each camera sees now."""
        return self.simulator.observe()

    def snapshot(self) -> object:
        """A token for the present state, of the world and of the script."""
        progress = None if self._source is None else self._source.progress
        return _Snapshot(self.simulator.snapshot(), progress)

    def restore(self, snapshot: object) -> None:
        """Return to the state of a token of the same episode."""
        token = cast(_Snapshot, snapshot)
        self.simulator.restore(token.world)
        if self._source is not None and token.progress is not None:
            self._source.progress = token.progress

    def close(self) -> None:
        """Release everything."""
        self.simulator.close()
