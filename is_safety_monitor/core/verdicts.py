"""From findings to verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.calls import SkillCall
from is_bench.verdict import Decision, GuardStage, ResponsibleParty, Verdict
from is_safety_monitor.core.knowledge import Finding


def verdict_of(
    index: int,
    subject: SkillCall | str,
    findings: Sequence[Finding],
    module: GuardStage = GuardStage.ACTION_SAFE,
) -> Verdict:
    """All findings in one verdict; the most severe finding determines the decision."""
    if not findings:
        return Verdict(index, subject, Decision.ALLOW, module)
    blocking = [finding for finding in findings if finding.decision is Decision.BLOCK]
    counted = blocking or findings
    return Verdict(
        index=index,
        subject=subject,
        decision=Decision.BLOCK if blocking else Decision.WARN,
        module=module,
        constraints=tuple(dict.fromkeys(finding.constraint for finding in counted)),
        feedback=" ".join(dict.fromkeys(finding.feedback for finding in counted)),
        remedy=tuple(dict.fromkeys(step for f in counted for step in f.remedy)),
        objects=tuple(dict.fromkeys(name for f in counted for name in f.objects)),
        fault=ResponsibleParty.PLANNER if blocking else None,
        hold=bool(blocking) and all(finding.holds for finding in blocking),
        unknown=tuple(dict.fromkeys(str(fact) for f in counted for fact in f.unknown)),
    )


def own_verdict(
    index: int,
    subject: SkillCall | str,
    constraint: str,
    feedback: str,
    module: GuardStage = GuardStage.ACTION_SAFE,
) -> Verdict:
    """A block for a reason of the guard's own."""
    return Verdict(index, subject, Decision.BLOCK, module, (constraint,), feedback)


def merged(verdict: Verdict, advice: Sequence[Finding]) -> Verdict:
    """`verdict` with the findings of advisers, never relaxed; a block stays as it is."""
    if not advice or verdict.decision is Decision.BLOCK:
        return verdict
    advised = verdict_of(verdict.index, verdict.subject, advice, verdict.module)
    return replace(
        advised,
        constraints=_union(verdict.constraints, advised.constraints),
        feedback=f"{verdict.feedback} {advised.feedback}".strip(),
        remedy=verdict.remedy,
        objects=_union(verdict.objects, advised.objects),
        hold=False,
    )


def with_remedy(verdict: Verdict, steps: tuple[SkillCall, ...]) -> Verdict:
    """The verdict with the calls that would make its own pass, and no others."""
    if not steps:
        return replace(verdict, remedy=())
    feedback = f"{verdict.feedback} First: {', '.join(map(str, steps))}."
    return replace(verdict, remedy=steps, feedback=feedback)


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Both in order, each name once."""
    return tuple(dict.fromkeys((*first, *second)))
