"""Wording of advice: when it is due and why."""

from __future__ import annotations

from collections.abc import Iterable

from is_safety_monitor.core.knowledge import Finding

MOST_REASONS = 2
"""How many constraints one piece of advice gives as its reasons; no more than it has steps."""


def before(step: str, why: str) -> str:
    """That something is due before `step`, which is a call or what is wished for, in words."""
    return f"Before {step}: {why}"


def before_done(why: str, after: str = "") -> str:
    """That something is due before the task ends; `after` a step that need not be taken."""
    return f"After {after}, before DONE: {why}" if after else f"Before DONE: {why}"


def reasons(findings: Iterable[Finding], steps: int = 1) -> str:
    """What the constraints say that were found against a step, the first ones, once each.

    Several constraints that one step mends say much the same.
    """
    texts = dict.fromkeys(finding.text or finding.feedback for finding in findings)
    return " ".join(list(texts)[: min(max(steps, 1), MOST_REASONS)])
