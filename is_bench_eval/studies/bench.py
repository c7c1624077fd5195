"""Running the many episodes of a study: as `run_episode`, but a scene is grounded only once.

Grounding a knowledge base in a scene takes longer than most episodes.  The episodes of a study
meet the same scene again and again, so the grounded knowledge is kept, and forked for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from is_bench.scenarios import Scenario
from is_bench.verdict import GuardMode
from is_bench.world import quirks_of
from is_bench_eval.episode import Episode, _EpisodeRunner
from is_bench_eval.guarding import guard_settings, knowledge_base
from is_bench_eval.spec import EpisodeSpec, RunSpec
from is_planner_node.backends import make_planner
from is_safety_monitor.core.cascade import Cascade
from is_safety_monitor.core.choice import make_cascade
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.patience import Patience
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition, Kind
from sim_bridge.backends import make_simulator
from sim_bridge.eventful import EventfulSimulator

_NO_RETRIEVAL = Stages(task=False, plan=False, action=True)
_Key = tuple[str, str, frozenset[Composition], frozenset[Kind], bool]


@dataclass
class Bench:
    """Makes and runs the episodes of a study, the ones of a scene one after the other."""

    dataset: Path | None = None
    world: str = "released"
    knowledge_files: tuple[Path, ...] = ()
    _grounded: dict[_Key, Cascade] = field(default_factory=dict)
    _scene: str = ""

    def spec(self) -> RunSpec:
        """What all runs of the study have in common."""
        return RunSpec(dataset=self.dataset, world=self.world, knowledge_base=self.knowledge_files)

    def run(self, run: RunSpec, scenario: Scenario, plan: Sequence[str] = ()) -> Episode:
        """Run an episode of `scenario`; `plan` is for the planner `plans`.

        The guard has no retrieval: nobody here heeds the advice that it finds, and verdicts do not
        depend on it.
        """
        guard = None if run.guard is GuardMode.OFF else self.cascade(run, scenario)
        return self.run_with(guard, run, scenario, plan)

    def run_with(
        self, guard: Cascade | None, run: RunSpec, scenario: Scenario, plan: Sequence[str] = ()
    ) -> Episode:
        """Run an episode of `scenario` with this guard, which is used up by it."""
        quirks = quirks_of(run.world)
        with closing(EventfulSimulator(make_simulator(run.sim))) as simulator:
            opening = simulator.reset(scenario, quirks, run.seed)
            planner = make_planner(run.planner, scenario, quirks, tuple(plan))
            runner = _EpisodeRunner(planner, simulator, guard, opening)
            trace = runner.run(run.max_steps)
        spec = EpisodeSpec(0, scenario.name, 0, tuple(plan))
        return Episode(spec, trace, runner.guard_record(), world=run.world)

    def cascade(self, run: RunSpec, scenario: Scenario, *, advised: bool = False) -> Cascade:
        """The guard of an episode, with a memory of its own; `advised` is whether it retrieves."""
        scene, settings = scenario.scene, guard_settings(run)
        known = self._known(run, scenario, advised=advised)
        guard = Guard(
            known.guard.knowledge.fork(),
            settings.mode,
            settings.limits,
            known.guard.mender,
            Patience(settings.budget),
        )
        return replace(known, guard=guard, scene=scene, stages=settings.stages)

    def _known(self, run: RunSpec, scenario: Scenario, *, advised: bool) -> Cascade:
        """A cascade for this scene whose guard is never used itself."""
        scene = scenario.scene
        if scene.name != self._scene:
            self._scene = scene.name
            self._grounded.clear()
        key = (scene.name, scene.instruction, run.compositions, run.kinds, advised)
        if key not in self._grounded:
            base = knowledge_base(run if advised else replace(run, guard_stages=_NO_RETRIEVAL))
            self._grounded[key] = make_cascade(guard_settings(run), scenario, base)
        return self._grounded[key]
