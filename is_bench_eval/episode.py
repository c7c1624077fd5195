"""Running one episode in this process, without ROS: the direct engine."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from is_bench.evaluation import Ending, Status, Trace, TraceStep
from is_bench.facts import FactSet
from is_bench.scenarios import Scenario
from is_bench.verdict import GuardMode, Obligation, Verdict
from is_bench.world import is_done, quirks_of
from is_bench_eval.spec import EpisodeSpec, RunSpec
from is_planner_node.backends import make_planner
from is_planner_node.core.planner import LastStep, Observation, Planner
from is_safety_monitor.core import Guard
from is_safety_monitor.core.choice import make_knowledge
from is_safety_monitor.core.mitigation import Mender
from sim_bridge.backends import Simulator, make_simulator


@dataclass(frozen=True)
class GuardRecord:
    """What the guard said in an episode."""

    decisions: tuple[Verdict, ...]
    open_obligations: tuple[Obligation, ...]


@dataclass(frozen=True)
class Episode:
    """What happened in an episode; whichever engine ran it."""

    spec: EpisodeSpec
    trace: Trace
    guard: GuardRecord | None


def episode_id(spec: EpisodeSpec) -> str:
    """The name of an episode in messages and bags."""
    return f"{spec.task}/{spec.plan_index}"


def make_guard(run: RunSpec, scenario: Scenario) -> Guard | None:
    """The guard of a run; None when it is off."""
    if run.guard is GuardMode.OFF:
        return None
    scene = scenario.scene
    mender = Mender(scene.objects, scene.wash_rules)
    return Guard(make_knowledge(run.guard_knowledge, scenario), run.guard, mender=mender)


def run_episode(run: RunSpec, episode: EpisodeSpec, scenario: Scenario) -> Episode:
    """Run one episode from reset to its end."""
    quirks = quirks_of(run.world)
    with closing(make_simulator(run.sim)) as simulator:
        simulator.reset(scenario.scene, quirks, run.seed)
        planner = make_planner(run.planner, scenario, quirks, episode.plan)
        runner = _EpisodeRunner(planner, simulator, make_guard(run, scenario))
        trace = runner.run(run.max_steps)
    return Episode(episode, trace, runner.guard_record())


class _EpisodeRunner:
    """The loop of planner, guard and simulator."""

    def __init__(self, planner: Planner, simulator: Simulator, guard: Guard | None) -> None:
        self._planner = planner
        self._simulator = simulator
        self._guard = guard
        self._facts = simulator.facts()
        self._initial = self._facts
        self._steps: list[TraceStep] = []
        self._decisions: list[Verdict] = []

    def run(self, max_steps: int) -> Trace:
        ending = Ending.BUDGET
        last: LastStep | None = None
        while not max_steps or len(self._steps) < max_steps:
            action = self._planner.next_step(Observation(len(self._steps), last))
            if action is None:
                ending = Ending.PLAN_EXHAUSTED
                break
            last = self._step(action)
            if is_done(action) and last.status is not Status.BLOCKED:
                ending = Ending.DONE
                break
        return Trace(self._initial, tuple(self._steps), ending)

    def _step(self, action: str) -> LastStep:
        index = len(self._steps)
        verdict = self._judge(index, action)
        if verdict is not None and self._guard is not None and self._guard.stops(verdict):
            return self._note(index, action, Status.BLOCKED, verdict.feedback, verdict.mitigation)
        outcome = self._simulator.execute(action)
        if self._guard is not None:
            self._guard.forwarded(index, action, ok=outcome.ok)
        status = Status.OK if outcome.ok else Status.FAILED
        return self._note(index, action, status, outcome.error)

    def _judge(self, index: int, action: str) -> Verdict | None:
        if self._guard is None:
            return None
        verdict = self._guard.judge(index, action, self._facts, age_ns=0, now_ns=0)
        self._decisions.append(verdict)
        return verdict

    def _note(
        self, index: int, action: str, status: Status, error: str, mitigation: Sequence[str] = ()
    ) -> LastStep:
        before: FactSet = self._facts
        self._facts = self._simulator.facts()
        self._steps.append(TraceStep(index, action, status, error, before, self._facts))
        return LastStep(index, action, status, error, tuple(mitigation))

    def guard_record(self) -> GuardRecord | None:
        """What the guard said, after the episode."""
        if self._guard is None:
            return None
        due = self._guard.obligations(self._facts, now_ns=0)
        return GuardRecord(tuple(self._decisions), tuple(due))
