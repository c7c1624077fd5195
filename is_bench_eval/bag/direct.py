"""Recording the direct engine: the messages that the nodes would have sent, without ROS.

The engine has no clock, so its bags run on a made-up one: a second a step, from time zero on.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from is_bench.evaluation import TraceStep
from is_bench.events import Happening, Kind
from is_bench.events.model import of_kind
from is_bench.facts import FactSet
from is_bench.messages import (
    STATUS,
    FactMessages,
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
from is_bench_eval.spec import RunSpec

STEP_NS = 1_000_000_000

_PACKAGES = {"Time": "builtin_interfaces", "Header": "std_msgs"}
_NAMES = (
    "Advice",
    "Fact",
    "Fraction",
    "Happening",
    "Header",
    "MetricSet",
    "Metrics",
    "OpenObligation",
    "PlanVerdict",
    "SceneObject",
    "SkillEvent",
    "TaskVerdict",
    "Time",
    "Verdict",
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
        self._has_truth = False

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
            self._before_the_first_step(name, episode.guard)
        verdicts = {v.index: v for v in episode.guard.decisions} if episode.guard else {}
        executed = 0
        for step in episode.trace.steps:
            self._now += STEP_NS
            if step.index in verdicts:
                self._verdict(name, verdicts[step.index], enforced=not step.was_executed)
            self._event(name, step)
            if step.was_executed:
                executed += 1
                both = (step.told_after, step.after)
                self._states(
                    name, facts, both, happenings=step.happenings, step=step, number=executed
                )
        self._now += STEP_NS

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

    def _before_the_first_step(self, episode: str, guard: GuardRecord) -> None:
        """What was said of the task and of whole plans."""
        now = header(self._types, self._now)
        if guard.task is not None:
            verdict = guard.task.verdict
            refused = verdict.decision is Decision.BLOCK and self._run.guard is GuardMode.ENFORCE
            said = self._message(episode, verdict, enforced=refused)
            if verdict.decision is not Decision.ALLOW:
                self._write("verdicts", said)
            advice = [advice_message(self._types, advice) for advice in guard.task.advice]
            message = self._types.TaskVerdict(
                header=now, episode_id=episode, verdict=said, advice=advice
            )
            self._write("task_verdicts", message)
        for plan in guard.plans:
            listed = [self._message(episode, v, enforced=False) for v in plan.verdicts]
            message = self._types.PlanVerdict(
                header=now, episode_id=episode, verdicts=listed, considered=list(plan.considered)
            )
            self._write("plan_verdicts", message)

    def _verdict(self, episode: str, verdict: Verdict, *, enforced: bool) -> None:
        self._write("verdicts", self._message(episode, verdict, enforced=enforced))

    def _message(self, episode: str, verdict: Verdict, *, enforced: bool) -> Any:
        return verdict_message(
            self._types,
            verdict,
            episode_id=episode,
            request_id="",
            mode=self._run.guard,
            enforced=enforced,
            stamp_ns=self._now,
            decision_time_ns=0,
        )

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
