"""From findings to verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.verdict import Decision, Fault, Module, Verdict
from is_safety_monitor.core.knowledge import Finding


def verdict_of(
    index: int, action: str, findings: Sequence[Finding], module: Module = Module.ACTION_SAFE
) -> Verdict:
    """All findings in one verdict; the gravest decides."""
    if not findings:
        return Verdict(index, action, Decision.ALLOW, module)
    blocking = [finding for finding in findings if finding.decision is Decision.BLOCK]
    counted = blocking or findings
    return Verdict(
        index=index,
        action=action,
        decision=Decision.BLOCK if blocking else Decision.WARN,
        module=module,
        constraints=tuple(dict.fromkeys(finding.constraint for finding in counted)),
        feedback=" ".join(dict.fromkeys(finding.feedback for finding in counted)),
        mitigation=tuple(dict.fromkeys(step for f in counted for step in f.mitigation)),
        fault=Fault.PLANNER if blocking else None,
        hold=bool(blocking) and all(finding.holds for finding in blocking),
        unknown=tuple(dict.fromkeys(str(fact) for f in counted for fact in f.unknown)),
    )


def with_mitigation(verdict: Verdict, steps: tuple[str, ...]) -> Verdict:
    """The verdict with the steps that would make its action pass, if there are any."""
    if not steps:
        return verdict
    feedback = f"{verdict.feedback} First: {', '.join(steps)}."
    return replace(verdict, mitigation=steps, feedback=feedback)
