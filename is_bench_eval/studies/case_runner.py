"""Running the many episodes of a study, each with a guard of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from is_bench.scenarios import Scenario
from is_bench.verdict import GuardMode
from is_bench_eval.episodes.episode import Episode, guarded_episode
from is_bench_eval.specs.run_guard import KnowledgeBases, guard_settings
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_safety_monitor.core.session import Session
from is_safety_monitor.core.stages import Stages
from sim_bridge.backends import make_simulator

_NO_RETRIEVAL = Stages(task=False, plan=False, action=True)


@dataclass(frozen=True)
class CaseRunner:
    """Makes and runs the episodes of a study."""

    dataset: Path | None = None
    world: str = "released"
    knowledge_files: tuple[Path, ...] = ()
    bases: KnowledgeBases = field(default_factory=KnowledgeBases, repr=False, compare=False)

    def spec(self) -> RunSpec:
        """What all runs of the study have in common."""
        return RunSpec(
            dataset=self.dataset,
            world=self.world,
            knowledge_base=self.knowledge_files,
        )

    def run(self, run: RunSpec, scenario: Scenario, plan: Sequence[str] = ()) -> Episode:
        """Run an episode of `scenario`; `plan` is for the planner `plans`.

        The guard has no retrieval: nobody here heeds the advice that it finds, and verdicts do not
        depend on it.
        """
        session = None
        if run.guard is not GuardMode.OFF:
            domain = scenario.scene.domain
            base = self.bases.of(replace(run, guard_stages=_NO_RETRIEVAL), domain)
            session = Session(guard_settings(run, domain), base)
        return self.run_with(session, run, scenario, plan)

    def run_with(
        self, session: Session | None, run: RunSpec, scenario: Scenario, plan: Sequence[str] = ()
    ) -> Episode:
        """Run an episode of `scenario` with this guard, which is used up by it."""
        spec = EpisodeSpec(0, scenario.name, 0, tuple(plan))
        with closing(make_simulator(run.sim)) as simulator:
            return guarded_episode(run, spec, scenario, session, simulator=simulator)
