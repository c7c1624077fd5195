"""From the arguments of a run to its guard."""

from __future__ import annotations

from functools import cache

from is_bench_eval.spec import RunSpec
from is_safety_monitor.core.choice import (
    GuardSettings,
    KnowledgeBase,
    open_knowledge_base,
)


def guard_settings(run: RunSpec) -> GuardSettings:
    """How the guard of `run` judges."""
    return GuardSettings(
        mode=run.guard,
        knowledge=run.guard_knowledge,
        stages=run.guard_stages,
        endpoint=run.guard_endpoint,
        model=run.guard_model,
    )


def knowledge_base(run: RunSpec) -> KnowledgeBase:
    """The knowledge base of `run`; raises InputError for a file that is wrong."""
    return _read(run.knowledge_base, run.guard_stages, run.compositions, run.kinds)


_read = cache(open_knowledge_base)
"""Read once in a process: files do not change during a run."""
