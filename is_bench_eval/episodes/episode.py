"""Running one episode in this process, without ROS: the direct engine."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass, field

from is_bench.evaluation import Trace
from is_bench.scenarios import Scenario
from is_bench.verdict import GuardMode
from is_bench.world import quirks_of
from is_bench_eval.episodes.footage import Footage, Watch
from is_bench_eval.episodes.guard import EpisodeGuard, GuardRecord
from is_bench_eval.episodes.journal import Journal, Note
from is_bench_eval.episodes.runner import EpisodeRunner
from is_bench_eval.specs.run_guard import guard_settings, knowledge_base, step_adviser
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_planner_node.backends import make_planner
from is_planner_node.core.report import PlannerReport
from is_planner_node.core.settings import Model
from is_safety_monitor.core.configuration import KnowledgeBase
from is_safety_monitor.core.session import Session
from sim_bridge.backends import Simulator, make_simulator


@dataclass(frozen=True)
class Episode:
    """What happened in an episode; whichever engine ran it."""

    spec: EpisodeSpec
    trace: Trace
    guard: GuardRecord | None
    planner: PlannerReport | None = None
    """What the planner tells; None of one that asks no language model."""
    world: str = "released"
    """The rules by which it ran."""
    journal: tuple[Note, ...] = ()
    """What a recorder writes; empty from an engine whose nodes are recorded themselves."""
    footage: Footage = field(default_factory=Footage)
    """What reports show beside the results; empty from an engine that gathers none."""


def episode_id(spec: EpisodeSpec) -> str:
    """The name of an episode in messages and bags."""
    return f"{spec.task}/{spec.plan_index}"


def run_episode(
    run: RunSpec,
    episode: EpisodeSpec,
    scenario: Scenario,
    base: KnowledgeBase | None = None,
    *,
    simulator: Simulator | None = None,
    watch: Watch | None = None,
    model: Model | None = None,
    start_ns: int = 0,
) -> Episode:
    """Run one episode from reset to its end; `base` spares reading the knowledge base again.

    `simulator` may serve one episode after the other, and stays open; None: a new one, which shows
    no pictures.  `model` plans for the planner vlm.  The made-up clock begins at `start_ns`.
    """
    session = None
    if run.guard is not GuardMode.OFF:
        domain = scenario.scene.domain
        session = Session(guard_settings(run, domain), base or knowledge_base(run, domain))
    with ExitStack() as stack:
        if simulator is None:
            simulator = stack.enter_context(closing(make_simulator(run.sim)))
        return guarded_episode(
            run,
            episode,
            scenario,
            session,
            simulator=simulator,
            watch=watch,
            model=model,
            start_ns=start_ns,
        )


def guarded_episode(
    run: RunSpec,
    episode: EpisodeSpec,
    scenario: Scenario,
    session: Session | None,
    *,
    simulator: Simulator,
    watch: Watch | None = None,
    model: Model | None = None,
    start_ns: int = 0,
) -> Episode:
    """As `run_episode`, with a guard that is used up by the episode; None: there is no guard."""
    quirks = quirks_of(run.world)
    planner = make_planner(run.planner, scenario, quirks, episode.plan, model)
    journal = Journal(start_ns)
    guard = None
    if session is not None:
        request = scenario.request(episode_id(episode))
        guard = EpisodeGuard(session, request, journal, step_adviser(run))
    runner = EpisodeRunner(planner, simulator, guard, journal, watch)
    trace = runner.run(scenario, quirks, run.seed, run.max_steps)
    return Episode(
        episode,
        trace,
        None if guard is None else guard.record(),
        planner.report(),
        run.world,
        tuple(journal.notes),
    )
