"""Serializes guard settings for the log."""

from __future__ import annotations

from is_bench.guard_log import RecordedSettings
from is_bench.version import package_version
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from kb.loader import library_digest


def judged_by(settings: GuardSettings, base: KnowledgeBase) -> RecordedSettings:
    """All settings that determine the verdicts of a guard."""
    budget = settings.budget
    return RecordedSettings(
        mode=settings.mode.value,
        knowledge=settings.knowledge,
        stages=str(settings.stages),
        max_state_age_ns=settings.limits.max_age_ns,
        max_fact_age_ns=settings.fact_age_ns,
        retry_budget=(budget.in_a_row, budget.of_a_step, budget.of_an_episode),
        library_sha256=library_digest(),
        constraint_files=base.own,
        retrieval=base.retrieval,
        version=package_version(),
        domain=settings.domain.name,
        domain_files=settings.domain.sources,
        world=settings.world,
        unrecognised=settings.unrecognised.value,
        advice_limit=settings.advice_limit,
    )
