"""Running one episode in this process, without ROS: the direct engine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass

from is_bench.evaluation import Ending, Status, Trace, TraceStep
from is_bench.events import Happening
from is_bench.guard_log import HeardOpinion
from is_bench.scenarios import Scenario
from is_bench.verdict import GuardMode, Obligation, PlanVerdict, TaskVerdict, Verdict
from is_bench.views import View
from is_bench.world import is_done, quirks_of
from is_bench_eval.guarding import guard_settings, knowledge_base
from is_bench_eval.spec import EpisodeSpec, RunSpec
from is_planner_node.backends import make_planner
from is_planner_node.core.planner import LastStep, Observation, Planner, negotiation
from is_planner_node.core.report import PlannerReport
from is_planner_node.core.settings import Model
from is_safety_monitor.core.cascade import Cascade
from is_safety_monitor.core.choice import KnowledgeBase, make_cascade
from sim_bridge.backends import Simulator, make_simulator
from sim_bridge.eventful import EventfulSimulator


@dataclass(frozen=True)
class GuardRecord:
    """What the guard said in an episode."""

    decisions: tuple[Verdict, ...]
    """On every step that was asked for (Action-Safe)."""
    open_obligations: tuple[Obligation, ...]
    task: TaskVerdict | None = None
    """On the instruction; None where the stage was off."""
    plans: tuple[PlanVerdict, ...] = ()
    """On every plan that was proposed, the first one first."""
    opinion: HeardOpinion | None = None
    """What a language model said of the task; None: it was not asked, or the engine has no word."""


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


def episode_id(spec: EpisodeSpec) -> str:
    """The name of an episode in messages and bags."""
    return f"{spec.task}/{spec.plan_index}"


Watch = Callable[[tuple[View, ...], LastStep | None], None]
"""Called with what the cameras see at the start and after every step, and with that step."""


def run_episode(
    run: RunSpec,
    episode: EpisodeSpec,
    scenario: Scenario,
    base: KnowledgeBase | None = None,
    *,
    simulator: Simulator | None = None,
    watch: Watch | None = None,
    model: Model | None = None,
) -> Episode:
    """Run one episode from reset to its end; `base` spares reading the knowledge base again.

    `simulator` may serve one episode after the other, and stays open; None: a new one, which shows
    no pictures.  `model` plans for the planner vlm.
    """
    quirks = quirks_of(run.world)
    with ExitStack() as stack:
        if simulator is None:
            simulator = stack.enter_context(closing(make_simulator(run.sim)))
        world = EventfulSimulator(simulator)
        opening = world.reset(scenario, quirks, run.seed)
        planner = make_planner(run.planner, scenario, quirks, episode.plan, model)
        guard = None
        if run.guard is not GuardMode.OFF:
            guard = make_cascade(guard_settings(run), scenario, base or knowledge_base(run))
        runner = _EpisodeRunner(planner, world, guard, opening, watch)
        trace = runner.run(run.max_steps)
    return Episode(episode, trace, runner.guard_record(), planner.report(), run.world)


class _EpisodeRunner:
    """The loop of planner, guard and simulator."""

    def __init__(
        self,
        planner: Planner,
        simulator: EventfulSimulator,
        guard: Cascade | None,
        opening: tuple[Happening, ...] = (),
        watch: Watch | None = None,
    ) -> None:
        self._planner = planner
        self._simulator = simulator
        self._guard = guard
        self._watch = watch
        self._facts = simulator.facts()
        self._told = simulator.told(self._facts)
        """What is told of them."""
        self._initial = self._facts
        self._opening = opening
        self._steps: list[TraceStep] = []
        self._decisions: list[Verdict] = []
        self._task: TaskVerdict | None = None
        self._plans: list[PlanVerdict] = []

    def run(self, max_steps: int) -> Trace:
        self._look(None)
        ending = Ending.REFUSED if self._refused() else self._act(max_steps)
        return Trace(self._initial, tuple(self._steps), ending, self._opening)

    def _refused(self) -> bool:
        """Task-Safe and Plan-Safe: whether the guard refuses the instruction."""
        guard = self._guard
        if guard is None:
            return False
        if guard.stages.task:
            self._task = guard.assess()
            if guard.stops(self._task.verdict):
                return True
            if guard.mode is GuardMode.ENFORCE:
                self._planner.brief(self._task)
        if guard.stages.plan:
            self._negotiate(guard)
        return False

    def _negotiate(self, guard: Cascade) -> None:
        talk = negotiation(self._planner, self._views())
        plan = next(talk, None)
        while plan is not None:
            checked = guard.check_plan(plan, self._told, now_ns=0)
            self._plans.append(checked)
            if guard.mode is not GuardMode.ENFORCE:
                return
            try:
                plan = talk.send(checked)
            except StopIteration:
                return

    def _act(self, max_steps: int) -> Ending:
        last: LastStep | None = None
        while not max_steps or len(self._steps) < max_steps:
            seen = Observation(len(self._steps), last, self._views())
            action = self._planner.next_step(seen)
            if action is None:
                return Ending.PLAN_EXHAUSTED
            last = self._step(action)
            self._look(last)
            if is_done(action) and last.status is not Status.BLOCKED:
                return Ending.DONE
        return Ending.BUDGET

    def _views(self) -> tuple[View, ...]:
        return self._simulator.observe() if self._planner.wants_views else ()

    def _look(self, last: LastStep | None) -> None:
        if self._watch is not None:
            self._watch(self._simulator.observe(), last)

    def _step(self, action: str) -> LastStep:
        index = len(self._steps)
        verdict = self._judge(index, action)
        if verdict is not None and self._guard is not None and self._guard.stops(verdict):
            return self._note(index, action, Status.BLOCKED, verdict.feedback, verdict)
        result = self._simulator.execute(action)
        outcome = result.outcome
        if self._guard is not None:
            self._guard.forwarded(index, action, ok=outcome.ok)
        status = Status.OK if outcome.ok else Status.FAILED
        return self._note(index, action, status, outcome.error, happenings=result.happenings)

    def _judge(self, index: int, action: str) -> Verdict | None:
        if self._guard is None:
            return None
        verdict = self._guard.judge(index, action, self._told, age_ns=0, now_ns=0)
        self._decisions.append(verdict)
        return verdict

    def _note(
        self,
        index: int,
        action: str,
        status: Status,
        error: str,
        verdict: Verdict | None = None,
        happenings: tuple[Happening, ...] = (),
    ) -> LastStep:
        before, told_before = self._facts, self._told
        self._facts = after = self._simulator.facts()
        self._told = self._simulator.told(after)
        self._steps.append(
            TraceStep(
                index,
                action,
                status,
                error,
                before,
                after,
                happenings,
                None if told_before == before else told_before,
                None if self._told == after else self._told,
            )
        )
        if verdict is None:
            return LastStep(index, action, status, error)
        return LastStep(index, action, status, error, verdict.mitigation, verdict.final)

    def guard_record(self) -> GuardRecord | None:
        """What the guard said, after the episode."""
        if self._guard is None:
            return None
        due = self._guard.obligations(self._told, now_ns=0)
        return GuardRecord(
            tuple(self._decisions),
            tuple(due),
            self._task,
            tuple(self._plans),
            self._guard.opinion,
        )
