"""From the arguments of a run to its guard."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from is_bench.domain import Domain, restored_domain
from is_bench.domain.model import SourceText
from is_bench_eval.spec import RunSpec
from is_safety_monitor.core.choice import (
    GuardSettings,
    KnowledgeBase,
    open_knowledge_base,
)
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.stages import Stages
from kb.constraint import Composition, Kind


def guard_settings(run: RunSpec, domain: Domain) -> GuardSettings:
    """How the guard of `run` judges a robot of `domain`, where no clock makes anything old."""
    return GuardSettings(
        mode=run.guard,
        knowledge=run.guard_knowledge,
        stages=run.guard_stages,
        limits=Limits(max_age_ns=0),
        endpoint=run.guard_endpoint,
        model=run.guard_model,
        domain=domain,
        world=run.world,
        unrecognised=run.guard_unrecognised,
        fact_age_ns=0,
    )


def knowledge_base(run: RunSpec, domain: Domain) -> KnowledgeBase:
    """The knowledge base of `run` for robots of `domain`.

    Raises InputError for a file that is wrong.
    """
    return _read(
        run.knowledge_base,
        run.guard_stages,
        run.compositions,
        run.kinds,
        domain.name,
        domain.sources,
    )


@cache
def _read(
    files: tuple[Path, ...],
    stages: Stages,
    compositions: frozenset[Composition],
    kinds: frozenset[Kind],
    name: str,
    sources: tuple[SourceText, ...],
) -> KnowledgeBase:
    """Read once in a process: files do not change during a run."""
    return open_knowledge_base(files, stages, compositions, kinds, restored_domain(name, sources))
