"""From the arguments of a run to its guard."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from is_bench_eval.spec import RunSpec
from is_safety_monitor.core.choice import (
    GuardSettings,
    KnowledgeBase,
    make_knowledge_base,
    read_knowledge_base,
    read_own,
)
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition, Kind


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
    return _read(run.knowledge_base, run.compositions, run.kinds, run.guard_stages)


@cache
def _read(
    files: tuple[Path, ...],
    compositions: frozenset[Composition],
    kinds: frozenset[Kind],
    stages: Stages,
) -> KnowledgeBase:
    """Read once in a process: files do not change during a run."""
    constraints = read_knowledge_base(files, compositions, kinds)
    return make_knowledge_base(constraints, stages, read_own(files))
