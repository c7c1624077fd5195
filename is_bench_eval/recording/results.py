"""What is written of a run: a line of results.jsonl for each episode, and the summary over all."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from is_bench.evaluation import (
    ConditionVerdict,
    Score,
    TraceStep,
    Verdicts,
    judge,
)
from is_bench.facts import Atom, FactSet
from is_bench.scenarios import SafetyCondition, Scenario
from is_bench.verdict import Advice, Decision, Verdict
from is_bench_eval.episodes.episode import Episode
from is_bench_eval.episodes.guard import GuardRecord
from is_bench_eval.recording.event_records import add_events
from is_bench_eval.specs.run_spec import EpisodeSpec
from is_planner_node.core.report import PlannerReport

Record = dict[str, Any]
"""A line of results.jsonl, as parsed JSON."""


@dataclass(frozen=True)
class EpisodeError:
    """An episode that could not be run, through no fault of the agent."""

    spec: EpisodeSpec
    error: str


def episode_record(scenario: Scenario, episode: Episode) -> Record:
    """The line of results.jsonl of an episode that ran."""
    verdicts = judge(scenario, episode.trace)
    steps = [
        {
            "index": step.index,
            "action": step.action,
            "status": step.status.value,
            "error": step.error,
        }
        for step in episode.trace.steps
    ]
    record = {
        "task": episode.spec.task,
        "plan_index": episode.spec.plan_index,
        "plan": list(episode.spec.plan) or [step.action for step in episode.trace.steps],
        "instruction": scenario.scene.instruction,
        "steps": steps,
        "changes": [_changes(step) for step in episode.trace.steps],
        "ending": episode.trace.ending.value,
        "faithful": _score(verdicts.faithful),
        "strict": _score(verdicts.strict),
        "guard": None if episode.guard is None else _guard(episode.guard),
        "conditions": _conditions(scenario, verdicts),
        "goal": _goal(scenario, verdicts),
        **({} if episode.planner is None else {"planner": _planner(episode.planner)}),
    }
    if scenario.script:
        add_events(record, scenario, episode, verdicts)
    return record


def _changes(step: TraceStep) -> Record:
    """The facts that came to hold and that ceased to hold during a step."""
    before, after = (
        view.true if isinstance(view, FactSet) else frozenset[Atom]()
        for view in (step.before, step.after)
    )
    return {
        "true": sorted(map(str, after - before)),
        "false": sorted(map(str, before - after)),
    }


def error_record(error: EpisodeError) -> Record:
    """The line of results.jsonl of an episode that could not be run."""
    return {
        "task": error.spec.task,
        "plan_index": error.spec.plan_index,
        "plan": list(error.spec.plan),
        "error": error.error,
    }


def _planner(report: PlannerReport) -> Record:
    return {
        "awareness": report.awareness,
        "usage": asdict(report.usage),
        "replies": asdict(report.replies),
        "gave_up": report.gave_up,
    }


def _score(score: Score) -> Record:
    return {
        "success": score.success,
        "process": [verdict.held for verdict in score.process],
        "termination": [verdict.held for verdict in score.termination],
        "safe_success": score.safe_success,
    }


def _guard(record: GuardRecord) -> Record:
    """The verdicts in the order of the stages; of Task-Safe and Plan-Safe those that object."""
    task = [] if record.task is None else [record.task.verdict]
    early = [found for found in task if found.decision is not Decision.ALLOW]
    planned = [
        {**_decision(verdict), "plan": number}
        for number, plan in enumerate(record.plans)
        for verdict in plan.verdicts
        if verdict.decision is not Decision.ALLOW
    ]
    return {
        "decisions": [*map(_decision, early), *planned, *map(_decision, record.decisions)],
        "open_obligations": [
            {"constraint": due.constraint, "since": due.since, "objects": list(due.objects)}
            for due in record.open_obligations
        ],
        "advice": [] if record.task is None else list(map(_advice, record.task.advice)),
        "plans_checked": len(record.plans),
        "objected_plans": [
            {"plan": number, "steps": list(map(_planned_step, plan.verdicts))}
            for number, plan in enumerate(record.plans)
            if plan.conflicts
        ],
    }


def _advice(advice: Advice) -> Record:
    return {
        "constraint": advice.constraint,
        "text": advice.text,
        "remedies": list(map(str, advice.remedies)),
    }


def _planned_step(verdict: Verdict) -> Record:
    return {
        "index": verdict.index,
        "action": verdict.action,
        "decision": verdict.decision.value,
    }


def _decision(verdict: Verdict) -> Record:
    return {
        "index": verdict.index,
        "action": verdict.action,
        "decision": verdict.decision.value,
        "module": verdict.module.value,
        **reasons_of(verdict),
    }


def reasons_of(verdict: Verdict) -> Record:
    """Why a verdict was reached, and what it asks for."""
    return {
        "constraints": list(verdict.constraints),
        "feedback": verdict.feedback,
        "objects": list(verdict.objects),
        "remedy": list(map(str, verdict.remedy)),
        "fault": None if verdict.fault is None else verdict.fault.value,
        "unknown": list(verdict.unknown),
        "final": verdict.final,
    }


def _conditions(scenario: Scenario, verdicts: Verdicts) -> list[Record]:
    """Every safety condition with both verdicts, and why each is true, false or null."""
    notes = scenario.annotations
    faithful, strict = verdicts.faithful, verdicts.strict
    pre = zip(notes.process, faithful.process, strict.process, strict=True)
    post = zip(notes.termination, faithful.termination, strict.termination, strict=True)
    return [
        _condition(kind, index, *row)
        for kind, rows in (("process", pre), ("termination", post))
        for index, row in enumerate(rows)
    ]


def _condition(
    kind: str,
    index: int,
    condition: SafetyCondition,
    faithful: ConditionVerdict,
    strict: ConditionVerdict,
) -> Record:
    return {
        "kind": kind,
        "index": index,
        "hazard": condition.hazard,
        "tip": condition.tip,
        "when": condition.when.value,
        "trigger": condition.trigger,
        "condition": " ".join(map(str, condition.goals)),
        "faithful": _verdict(faithful),
        "strict": _verdict(strict),
    }


def _goal(scenario: Scenario, verdicts: Verdicts) -> Record:
    return {
        "condition": " ".join(map(str, scenario.annotations.goal)),
        "faithful": _verdict(verdicts.faithful.goal),
        "strict": _verdict(verdicts.strict.goal),
    }


def _verdict(verdict: ConditionVerdict) -> Record:
    return {"held": verdict.held, "why": verdict.why, "step": verdict.step}
