"""Merges adviser findings into a verdict (never relaxes it)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.verdict import Decision, Verdict
from is_safety_monitor.core.knowledge import Finding
from is_safety_monitor.core.verdicts import verdict_of


def merged(verdict: Verdict, advice: Sequence[Finding]) -> Verdict:
    """`verdict` with the findings of advisers; a block stays as it is."""
    if not advice or verdict.decision is Decision.BLOCK:
        return verdict
    said = verdict_of(verdict.index, verdict.subject, advice, verdict.module)
    return replace(
        said,
        constraints=_together(verdict.constraints, said.constraints),
        feedback=f"{verdict.feedback} {said.feedback}".strip(),
        remedy=verdict.remedy,
        objects=_together(verdict.objects, said.objects),
        hold=False,
    )


def _together(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))
