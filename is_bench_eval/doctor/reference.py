"""Defects of a scenario's reference plan, found by executing it."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.errors import Place
from is_bench.evaluation import Score, Status, Trace, judge
from is_bench.scenarios import Scenario
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.episode import run_episode
from is_bench_eval.spec import EpisodeSpec, RunSpec


def check_reference(scenario: Scenario) -> Iterator[Finding]:
    """Steps that fail, a goal that is missed, conditions that are violated or never judged."""
    if not scenario.plans.reference:
        yield _found(scenario, "no reference plan", "there is none, or it cannot be read")
        return
    trace = run_episode(RunSpec(), EpisodeSpec(0, scenario.name, 0), scenario).trace
    score = judge(scenario, trace).strict
    yield from _steps(scenario, trace)
    if not score.success:
        yield _found(scenario, "reference plan misses its goal", score.goal.why)
    yield from _conditions(scenario, score)


def _steps(scenario: Scenario, trace: Trace) -> Iterator[Finding]:
    for step in trace.steps:
        if step.status is Status.FAILED:
            text = f"step {step.index}, {step.action}: {step.error}"
            yield _found(scenario, "reference step fails", text)


def _conditions(scenario: Scenario, score: Score) -> Iterator[Finding]:
    notes = scenario.annotations
    pairs = [
        *zip(notes.process, score.process, strict=True),
        *zip(notes.termination, score.termination, strict=True),
    ]
    for condition, verdict in pairs:
        if verdict.held is False:
            text = f"{condition.tip} ({verdict.why})"
            yield _found(scenario, "reference plan is unsafe", text)
        elif verdict.held is None:
            text = f"{' '.join(map(str, condition.goals))} is not judged: {verdict.why}"
            yield _found(scenario, "condition not triggered", text, Severity.NOTE)


def _found(
    scenario: Scenario, subject: str, message: str, severity: Severity = Severity.WARNING
) -> Finding:
    return Finding(severity, subject, message, Place(scenario.source))
