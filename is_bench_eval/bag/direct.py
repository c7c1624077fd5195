"""Recording the direct engine: the messages that the nodes would have sent, without ROS.

The engine has no clock, so its bags run on a made-up one: a second a step, from time zero on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from is_bench.evaluation import Status, TraceStep
from is_bench.events import Happening, Kind
from is_bench.events.model import of_kind
from is_bench.facts import FactSet
from is_bench.guard_log import (
    NOWHERE,
    Entry,
    JudgedBy,
    LogPlace,
    PlanChecked,
    StateHeard,
    StepEnded,
    StepJudged,
    TaskBegun,
)
from is_bench.guard_log_messages import entry_message
from is_bench.messages import (
    STATUS,
    FactMessages,
    Said,
    advice_message,
    happening_message,
    header,
    object_messages,
    time_message,
    verdict_message,
)
from is_bench.scenarios import Scenario
from is_bench.verdict import Decision, GuardMode, Verdict
from is_bench_eval.bag.writer import BagWriter
from is_bench_eval.episode import Episode, GuardRecord, episode_id
from is_bench_eval.guarding import guard_settings, knowledge_base
from is_bench_eval.spec import RunSpec
from is_safety_monitor.core.description import judged_by, task_begun
from is_safety_monitor.core.guard import Limits

STEP_NS = 1_000_000_000

_PACKAGES = {"Time": "builtin_interfaces", "Header": "std_msgs"}
_NAMES = (
    "Advice",
    "ConstraintFile",
    "Fact",
    "Fraction",
    "GuardEvent",
    "GuardTask",
    "Happening",
    "Header",
    "MetricSet",
    "Metrics",
    "OpenObligation",
    "Opinion",
    "PlanVerdict",
    "SceneObject",
    "SkillEvent",
    "TaskVerdict",
    "Time",
    "Verdict",
    "WashRule",
    "WorldState",
)


class DirectRecorder:
    """Writes episodes to a bag, until it is closed."""

    def __init__(self, path: Path, run: RunSpec) -> None:
        """`path` is the bag's folder; it must not exist yet."""
        self._run = run
        self._writer = BagWriter(path)
        found = {
            name: self._writer.store.types[
                f"{_PACKAGES.get(name, 'is_bench_interfaces')}/msg/{name}"
            ]
            for name in _NAMES
        }
        self._types: Any = SimpleNamespace(**found)
        self._now = 0
        self._entries = 0
        self._has_truth = False
        self._by = None if run.guard is GuardMode.OFF else _judged_by(run)

    def close(self) -> None:
        """Finish the bag."""
        self._writer.close()

    def record(self, scenario: Scenario, episode: Episode) -> None:
        """Append an episode that has ended."""
        facts = FactMessages(self._types)
        name = episode_id(episode.spec)
        objects = object_messages(self._types, scenario.scene.objects)
        trace = episode.trace
        self._has_truth = bool(scenario.script.sense_faults)
        told = trace.steps[0].told_before if trace.steps else None
        self._states(name, facts, (told, trace.initial), happenings=trace.opening, objects=objects)
        if episode.guard is not None:
            self._before_the_first_step(name, scenario, episode.guard)
        verdicts = {v.index: v for v in episode.guard.decisions} if episode.guard else {}
        executed = 0
        for step in episode.trace.steps:
            self._now += STEP_NS
            if step.index in verdicts:
                self._verdict(name, step, verdicts[step.index])
            self._event(name, step)
            if step.was_executed:
                executed += 1
                both = (step.told_after, step.after)
                self._states(
                    name, facts, both, happenings=step.happenings, step=step, number=executed
                )
        self._now += STEP_NS
        self._writer.flush()

    def _log(self, *entries: Entry) -> LogPlace:
        """Append to the guard's log, if there is a guard; tells the place of the last entry."""
        for entry in entries if self._by else ():
            self._entries += 1
            topic = "guard_tasks" if isinstance(entry, TaskBegun) else "guard_log"
            place = LogPlace(0, self._entries)
            self._write(topic, entry_message(self._types, entry, place, self._now))
        return LogPlace(0, self._entries)

    def _write(self, topic: str, message: Any) -> None:
        self._writer.write_message(f"/is_bench/{topic}", message, self._now)

    def _states(
        self,
        episode: str,
        facts: FactMessages,
        told_and_true: tuple[Any, Any],
        *,
        happenings: Sequence[Happening],
        **more: Any,
    ) -> None:
        """What is told of a state, and the truth where that may be another."""
        told, true = told_and_true
        public = [found for found in happenings if found.kind is not Kind.SENSE_FAULT]
        self._state("world_state", episode, facts, told or true, happenings=public, **more)
        if self._has_truth:
            self._state("world_truth", episode, facts, true, happenings=happenings, **more)

    def _state(
        self,
        topic: str,
        episode: str,
        facts: FactMessages,
        view: Any,
        *,
        happenings: Sequence[Happening],
        objects: list[Any] | None = None,
        step: TraceStep | None = None,
        number: int = 0,
    ) -> None:
        if not isinstance(view, FactSet):
            raise TypeError(f"the direct engine records fact sets, not {type(view).__name__}")
        message = self._types.WorldState(
            header=header(self._types, self._now),
            episode_id=episode,
            step=number,
            action=step.action if step else "",
            status=STATUS[step.status] if step else 0,
            error=step.error if step else "",
            closed_world=view.closed,
            objects=objects or [],
            happenings=[happening_message(self._types, facts, found) for found in happenings],
            facts=[*facts.true(view), *facts.unknown(view.unknown)],
        )
        self._write(topic, message)
        if topic == "world_state":
            self._log(*_ended(episode, step, self._now), StateHeard(episode, self._now))

    def _before_the_first_step(self, episode: str, scenario: Scenario, guard: GuardRecord) -> None:
        """What was said of the task and of whole plans."""
        now = header(self._types, self._now)
        place = NOWHERE
        if self._by is not None:
            begun = task_begun(episode, scenario.name, scenario.scene, self._by, guard.opinion)
            place = self._log(begun)
        if guard.task is not None:
            verdict = guard.task.verdict
            refused = verdict.decision is Decision.BLOCK and self._run.guard is GuardMode.ENFORCE
            said = self._message(episode, verdict, place, enforced=refused)
            if verdict.decision is not Decision.ALLOW:
                self._write("verdicts", said)
            advice = [advice_message(self._types, advice) for advice in guard.task.advice]
            message = self._types.TaskVerdict(
                header=now, episode_id=episode, verdict=said, advice=advice
            )
            self._write("task_verdicts", message)
        for plan in guard.plans:
            steps = tuple(verdict.action for verdict in plan.verdicts)
            place = self._log(PlanChecked(episode, steps, now_ns=0))
            listed = [self._message(episode, v, place) for v in plan.verdicts]
            message = self._types.PlanVerdict(
                header=now, episode_id=episode, verdicts=listed, considered=list(plan.considered)
            )
            self._write("plan_verdicts", message)

    def _verdict(self, episode: str, step: TraceStep, verdict: Verdict) -> None:
        executed = step.was_executed
        judged = StepJudged(episode, "", step.index, step.action, now_ns=0, accepted=executed)
        place = self._log(judged)
        self._write("verdicts", self._message(episode, verdict, place, enforced=not executed))

    def _message(
        self, episode: str, verdict: Verdict, place: LogPlace, *, enforced: bool = False
    ) -> Any:
        said = Said(episode, self._run.guard, self._now, enforced=enforced, place=place)
        return verdict_message(self._types, verdict, said)

    def _event(self, episode: str, step: TraceStep) -> None:
        message = self._types.SkillEvent(
            header=header(self._types, self._now),
            source="executor" if step.was_executed else "guard",
            episode_id=episode,
            request_id="",
            index=step.index,
            action=step.action,
            status=STATUS[step.status],
            error=step.error,
            cause=next((h.name for h in of_kind(step.happenings, Kind.SKILL_FAULT)), ""),
            received=time_message(self._types, self._now),
        )
        self._write("skill_events", message)


def _judged_by(run: RunSpec) -> JudgedBy:
    """How the guard of `run` judges: by a clock that stands still, so that nothing gets old."""
    settings = replace(guard_settings(run), limits=Limits(max_age_ns=0))
    return judged_by(settings, 0, knowledge_base(run))


def _ended(episode: str, step: TraceStep | None, now_ns: int) -> tuple[StepEnded, ...]:
    """The end of an executed step, which the state of the world at `now_ns` shows."""
    if step is None:
        return ()
    ok = step.status is Status.OK
    return (StepEnded(episode, "", step.index, step.action, now_ns=0, ok=ok, finished_ns=now_ns),)
