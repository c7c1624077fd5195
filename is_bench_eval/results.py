"""What is written of a run: a line of results.jsonl for each episode, and the summary over all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from is_bench.evaluation import (
    ConditionVerdict,
    Ending,
    Fraction,
    MetricSet,
    Score,
    TraceStep,
    Verdicts,
    judge,
    metrics,
)
from is_bench.facts import Atom, FactSet
from is_bench.scenarios import SafetyCondition, Scenario
from is_bench.verdict import Decision, Module, Verdict
from is_bench_eval.awareness.record import awareness_fraction, awareness_summary
from is_bench_eval.episode import Episode
from is_bench_eval.episode_guard import GuardRecord
from is_bench_eval.happenings import add_happenings, cause_counts
from is_bench_eval.spec import EpisodeSpec
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
        add_happenings(record, scenario, episode, verdicts)
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
    planned = [verdict for plan in record.plans for verdict in plan.verdicts]
    early = [found for found in (*task, *planned) if found.decision is not Decision.ALLOW]
    return {
        "decisions": [_decision(verdict) for verdict in (*early, *record.decisions)],
        "open_obligations": [
            {"constraint": due.constraint, "since": due.since, "objects": list(due.objects)}
            for due in record.open_obligations
        ],
        "advice": [] if record.task is None else [a.constraint for a in record.task.advice],
        "plans_checked": len(record.plans),
    }


def _decision(verdict: Verdict) -> Record:
    return {
        "index": verdict.index,
        "action": verdict.action,
        "decision": verdict.decision.value,
        "module": verdict.module.value,
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


# The summary


def summarise(records: Iterable[Mapping[str, Any]]) -> Record:
    """summary.json: the metrics under both scorings, and the episodes that could not be run."""
    listed = list(records)
    ran = [record for record in listed if "error" not in record]
    failed = [record for record in listed if "error" in record]
    return {
        "faithful": metrics_of(ran, "faithful"),
        "strict": metrics_of(ran, "strict"),
        "episodes": len(ran),
        "errors": len(failed),
        "failed_episodes": [
            {"task": r["task"], "plan_index": r["plan_index"], "error": r["error"]} for r in failed
        ],
        "steps": _step_counts(ran),
        "guard": _guard_counts(ran),
        **_planner_counts(ran),
        **cause_counts(ran),
        "awareness": awareness_summary(ran),
    }


def metrics_of(records: Sequence[Mapping[str, Any]], scoring: str) -> Record:
    """The metrics of one scoring, as numbers in [0, 1] or null, with their counts."""
    return _metric_record(metric_set(records, scoring), awareness_fraction(records))


def metric_set(records: Iterable[Mapping[str, Any]], scoring: str) -> MetricSet:
    """The metrics of one scoring over lines of results.jsonl."""
    return metrics(_read_score(record[scoring]) for record in records)


def _read_score(raw: Mapping[str, Any]) -> Score:
    def verdicts(values: Sequence[bool | None]) -> tuple[ConditionVerdict, ...]:
        return tuple(ConditionVerdict(held, "") for held in values)

    return Score(
        goal=ConditionVerdict(raw["success"], ""),
        success=raw["success"],
        process=verdicts(raw["process"]),
        termination=verdicts(raw["termination"]),
    )


def _metric_record(found: MetricSet, awareness: Fraction) -> Record:
    def counts(fraction: Fraction) -> list[int]:
        return [fraction.numerator, fraction.denominator]

    recall = {"all": found.srec_all, "pre": found.srec_pre, "post": found.srec_post}
    return {
        "SR": found.sr.value,
        "SSR": found.ssr.value,
        "SRec": {key: fraction.value for key, fraction in recall.items()},
        "SA": awareness.value,
        "counts": {
            "SR": counts(found.sr),
            "SSR": counts(found.ssr),
            "SRec": {key: counts(fraction) for key, fraction in recall.items()},
            "SA": counts(awareness),
        },
    }


def _step_counts(records: Iterable[Mapping[str, Any]]) -> Record:
    counts = {"ok": 0, "failed": 0, "blocked": 0}
    for record in records:
        for step in record["steps"]:
            counts[step["status"]] += 1
    return {"total": sum(counts.values()), **counts}


def _planner_counts(records: Iterable[Mapping[str, Any]]) -> Record:
    """What a language model has cost and how well it answered; nothing where none was asked."""
    told = [record["planner"] for record in records if "planner" in record]
    if not told:
        return {}
    costs = [report["usage"]["cost"] for report in told]
    return {
        "planner": {
            "usage": {
                **_sums(report["usage"] for report in told),
                "cost": None if None in costs else sum(costs),
            },
            "replies": _sums(report["replies"] for report in told),
            "gave_up": sum(bool(report["gave_up"]) for report in told),
        }
    }


def _sums(counted: Iterable[Mapping[str, Any]]) -> Record:
    listed = list(counted)
    return {name: sum(one[name] or 0 for one in listed) for name in listed[0]}


def _guard_counts(records: Sequence[Mapping[str, Any]]) -> Record | None:
    guarded = [record["guard"] for record in records if record["guard"] is not None]
    if not guarded:
        return None
    decisions = [decision for guard in guarded for decision in guard["decisions"]]
    acted = [d["decision"] for d in decisions if d["module"] == Module.ACTION_SAFE.value]
    early = {
        module.value: sum(d["module"] == module.value for d in decisions)
        for module in (Module.TASK_SAFE, Module.PLAN_SAFE)
    }
    return {
        "decisions": len(acted),
        **{kind: acted.count(kind) for kind in ("allow", "warn", "block")},
        "objections": early,
        "refused": sum(record.get("ending") == Ending.REFUSED.value for record in records),
        "open_obligations": sum(len(guard["open_obligations"]) for guard in guarded),
    }
