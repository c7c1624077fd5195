"""What a guard judges by, in the words of its log."""

from __future__ import annotations

from is_bench.guard_log import HeardOpinion, JudgedBy, TaskBegun
from is_bench.scenarios import Scene
from is_bench.version import package_version
from is_safety_monitor.core.choice import GuardSettings, KnowledgeBase
from kb.loader import library_digest


def judged_by(settings: GuardSettings, fact_age_ns: int, base: KnowledgeBase) -> JudgedBy:
    """Everything that decides what a guard with these settings says."""
    budget = settings.budget
    return JudgedBy(
        mode=settings.mode.value,
        knowledge=settings.knowledge,
        stages=str(settings.stages),
        max_state_age_ns=settings.limits.max_age_ns,
        max_fact_age_ns=fact_age_ns,
        retry_budget=(budget.in_a_row, budget.of_a_step, budget.of_an_episode),
        library_sha256=library_digest(),
        constraint_files=base.own,
        retrieval=base.retrieval,
        version=package_version(),
    )


def task_begun(
    episode: str, task: str, scene: Scene, by: JudgedBy, opinion: HeardOpinion | None
) -> TaskBegun:
    """A task in `scene`; of a scene nothing else decides what a guard says."""
    return TaskBegun(
        episode,
        task,
        by,
        instruction=scene.instruction,
        objects=scene.objects,
        wash_rules=scene.wash_rules,
        opinion=opinion,
    )
