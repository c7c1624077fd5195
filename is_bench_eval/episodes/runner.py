"""The loop of planner, guard and simulator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.calls import SkillCall
from is_bench.domain.text import read_plan, read_step
from is_bench.evaluation import Ending, Status, Trace, TraceStep
from is_bench.events import Occurrence, OccurrenceKind
from is_bench.events.model import of_kind
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable, SceneObject
from is_bench.scenarios import Scenario
from is_bench.verdict import Decision, Verdict
from is_bench.views import View
from is_bench.world import Quirks
from is_bench.world.outcome import SkillFailed
from is_bench_eval.episodes.footage import StepView, Watch
from is_bench_eval.episodes.guard import EpisodeGuard
from is_bench_eval.episodes.journal import STEP_NS, GoalEnded, Journal, StateShown
from is_planner_node.core.planner import LastStep, Observation, Planner, negotiation
from sim_bridge.backends import Simulator
from sim_bridge.eventful import EventfulSimulator


class EpisodeRunner:
    """Runs one episode, and writes down what happens in it."""

    def __init__(
        self,
        planner: Planner,
        simulator: Simulator,
        guard: EpisodeGuard | None,
        journal: Journal,
        watch: Watch | None = None,
    ) -> None:
        """`watch` is called with what is to be seen, at the start and after every step."""
        self._planner = planner
        self._simulator = EventfulSimulator(simulator)
        self._guard = guard
        self._journal = journal
        self._watch = watch
        self._steps: list[TraceStep] = []
        self._seen: tuple[View, ...] | None = None
        self._goals = 0
        """How many goals have been carried out."""

    def run(self, scenario: Scenario, quirks: Quirks, seed: int, max_steps: int) -> Trace:
        """Run `scenario` from reset to its end; at most `max_steps` steps (0: any number)."""
        self._scenario, self._quirks = scenario, quirks
        opening = self._simulator.reset(scenario, quirks, seed)
        self._sense()
        initial = self._facts
        self._objects = self._simulator.objects()
        self._show(self._state(tuple(self._objects), opening))
        self._look(None)
        ending = Ending.REFUSED if self._refused() else self._act(max_steps)
        return Trace(initial, tuple(self._steps), ending, opening)

    # Before the first step

    def _refused(self) -> bool:
        """Task-Safe and Plan-Safe: whether the guard refuses the instruction."""
        guard = self._guard
        if guard is None:
            return False
        task = guard.begin(self._scenario.annotations)
        if task is not None and guard.enforces:
            if task.verdict.decision is Decision.BLOCK:
                return True
            self._planner.brief(task)
        if guard.checks_plans:
            self._negotiate(self._planner.propose(self._views()))
        return False

    def _negotiate(self, first: Sequence[str] | None) -> None:
        """Let the guard check the plan from here on, if it checks plans and there is one."""
        guard = self._guard
        if guard is None or not guard.checks_plans:
            return
        talk = negotiation(self._planner, first)
        plan = next(talk, None)
        done, domain = len(self._steps), self._scenario.scene.domain
        while plan is not None:
            calls = read_plan(plan, domain, self._objects, self._quirks)
            checked = guard.check_plan([(done + index, call) for index, call in calls])
            if not guard.enforces:
                return
            try:
                plan = talk.send(checked)
            except StopIteration:
                return

    # Step by step

    def _act(self, max_steps: int) -> Ending:
        last: LastStep | None = None
        while not max_steps or len(self._steps) < max_steps:
            seen = Observation(len(self._steps), last, self._views(), self._objects)
            self._negotiate(self._planner.replan(seen))
            text = self._planner.next_step(seen)
            if text is None:
                return Ending.PLAN_EXHAUSTED
            last = self._step(text)
            self._look(last)
            call = self._steps[-1].call
            if call is not None and call.is_done and last.status is not Status.BLOCKED:
                return Ending.DONE
        return Ending.BUDGET

    def _step(self, text: str) -> LastStep:
        """What becomes of a step; one that is no call is nobody's goal."""
        try:
            call = self._read(text)
        except SkillFailed as error:
            return self._note(text, None, Status.FAILED, str(error))
        if call is None:
            return self._note(text, None, Status.OK)
        self._journal.now_ns += STEP_NS
        verdict = self._refusal(text, call)
        if verdict is None:
            return self._execute(text, call)
        why = verdict.feedback
        self._journal.note(GoalEnded(len(self._steps), text, call, Status.BLOCKED, why))
        last = self._note(text, call, Status.BLOCKED, why)
        return replace(last, remedy=verdict.remedy, final=verdict.final)

    def _read(self, text: str) -> SkillCall | None:
        return read_step(text, self._scenario.scene.domain, self._objects, self._quirks)

    def _refusal(self, text: str, call: SkillCall) -> Verdict | None:
        """The verdict on a step that the guard keeps from being done."""
        if self._guard is None:
            return None
        judgement = self._guard.judge(len(self._steps), call, text, self._observe)
        return judgement.verdict if judgement.enforced else None

    def _execute(self, text: str, call: SkillCall) -> LastStep:
        result = self._simulator.execute(call)
        status = Status.OK if result.outcome.ok else Status.FAILED
        faults = of_kind(result.occurrences, OccurrenceKind.SKILL_FAULT)
        ended = GoalEnded(
            len(self._steps),
            text,
            call,
            status,
            result.outcome.error,
            faults[0].name if faults else "",
        )
        before = self._facts, self._told
        self._sense()
        self._goals += 1
        self._journal.note(ended)
        if self._guard is not None:
            self._guard.ended(ended, ok=result.outcome.ok)
        self._show(self._state(self._arrived(), result.occurrences, ended))
        return self._note(text, call, status, ended.error, result.occurrences, before)

    def _note(
        self,
        text: str,
        call: SkillCall | None,
        status: Status,
        error: str = "",
        occurrences: tuple[Occurrence, ...] = (),
        before: tuple[FactSet, FactSet] | None = None,
    ) -> LastStep:
        """Append a step to the trace; `before` it these were true and told, None: as they are."""
        after = self._facts, self._told
        (true_before, told_before), (true_after, told_after) = before or after, after
        self._steps.append(
            TraceStep(
                len(self._steps),
                text,
                status,
                error,
                true_before,
                true_after,
                occurrences,
                None if told_before == true_before else told_before,
                None if told_after == true_after else told_after,
                call,
            )
        )
        return LastStep(self._steps[-1].index, text, status, error)

    # What is seen

    def _sense(self) -> None:
        self._seen = None
        self._facts = self._simulator.facts()
        self._told = self._simulator.told(self._facts)

    def _state(
        self,
        new: tuple[SceneObject, ...],
        occurrences: tuple[Occurrence, ...],
        after: GoalEnded | None = None,
    ) -> StateShown:
        """The present state, with the things that are `new` in it."""
        truth = self._facts if self._scenario.script.sense_faults else None
        return StateShown(self._goals, self._told, truth, new, occurrences, after)

    def _arrived(self) -> tuple[SceneObject, ...]:
        """The things that have appeared since the last state."""
        known: ObjectTable = self._objects
        self._objects = self._simulator.objects()
        if self._objects is known:
            return ()
        return tuple(thing for thing in self._objects if thing.name not in known.by_name)

    def _show(self, state: StateShown) -> None:
        """Write down a state, and show it to the guard."""
        self._journal.note(state)
        if self._guard is not None:
            self._guard.heard(state)

    def _look(self, last: LastStep | None) -> None:
        if self._watch is not None:
            due = () if self._guard is None else self._guard.due()
            self._watch(StepView(self._observe, last, due))

    def _views(self) -> tuple[View, ...]:
        return self._observe() if self._planner.wants_views else ()

    def _observe(self) -> tuple[View, ...]:
        """What the cameras see now; rendered once for all who look."""
        if self._seen is None:
            self._seen = tuple(self._simulator.observe())
        return self._seen
