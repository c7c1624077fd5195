"""From the arguments of a run to its guard."""

from __future__ import annotations

from collections.abc import Hashable

from is_bench.chat.client import answer_cache
from is_bench.chat.endpoint import Endpoint
from is_bench.domain import Domain
from is_bench_eval.specs.run_spec import RunSpec
from is_safety_monitor.core.configuration import (
    GuardSettings,
    KnowledgeBase,
    open_knowledge_base,
)
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.step_adviser import StepAdviser
from kb.adviser.vision_adviser import VisionAdviser


def guard_settings(run: RunSpec, domain: Domain) -> GuardSettings:
    """How the guard of `run` judges a robot of `domain`, where no clock makes anything old."""
    return GuardSettings(
        mode=run.guard,
        knowledge=run.guard_knowledge,
        stages=run.guard_stages,
        limits=Limits(max_age_ns=0),
        endpoint=run.guard_endpoint,
        model=run.guard_model,
        embedder=run.embedder,
        advice_limit=run.advice_limit,
        advice=run.guard_advice,
        domain=domain,
        world=run.world,
        unrecognised=run.guard_unrecognised,
        fact_age_ns=0,
    )


def step_adviser(run: RunSpec) -> StepAdviser | None:
    """The model that sees, with a budget for one episode; None where none is named.

    Raises InputError for an endpoint that cannot be used.
    """
    if not run.guard_sight_endpoint:
        return None
    endpoint = Endpoint(run.guard_sight_endpoint, run.guard_sight_model)
    return VisionAdviser(endpoint, cache=answer_cache(), holds=run.guard_sight == "hold")


def knowledge_base(run: RunSpec, domain: Domain) -> KnowledgeBase:
    """The knowledge base of `run` for robots of `domain`.

    Raises InputError for a file that is wrong, RetrievalUnavailable for an embedder that is not
    there.
    """
    return open_knowledge_base(
        run.knowledge_base,
        run.guard_stages,
        run.compositions,
        run.kinds,
        domain,
        run.embedder,
    )


class KnowledgeBases:
    """Knowledge bases of runs, each read once: files do not change during a run.

    What is grounded of a base serves all episodes in scenes that are alike.
    """

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._read: dict[Hashable, KnowledgeBase] = {}

    def of(self, run: RunSpec, domain: Domain) -> KnowledgeBase:
        """As `knowledge_base`."""
        key = (
            run.knowledge_base,
            run.guard_stages,
            run.compositions,
            run.kinds,
            domain.name,
            domain.sources,
            run.embedder,
        )
        if key not in self._read:
            self._read[key] = knowledge_base(run, domain)
        return self._read[key]
