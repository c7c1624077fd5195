"""Making the guard of an episode from settings: what it knows, which stages judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from is_bench.chat.client import answer_cache
from is_bench.chat.endpoint import Endpoint
from is_bench.errors import InputError, UnknownNameError
from is_bench.facts import Atom
from is_bench.guard_log import ConstraintText
from is_bench.scenarios import Scenario, Scene
from is_bench.verdict import GuardMode
from is_safety_monitor.core.cascade import Cascade
from is_safety_monitor.core.guard import Guard, Limits
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Knowledge
from is_safety_monitor.core.mitigation import Mender
from is_safety_monitor.core.opinions import Listening
from is_safety_monitor.core.patience import Patience, RetryBudget
from is_safety_monitor.core.plan_safe import PlanSafe
from is_safety_monitor.core.scenario_knowledge import ScenarioKnowledge
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.task_safe import Search, TaskSafe
from kb.constraint import Composition, Constraint, Kind
from kb.loader import library_files, load_library, load_texts, texts_of
from kb.relevance import LanguageModelRelevance, Relevance
from kb.requirements import read_requirements
from kb.retrieval import Retriever, open_retriever
from kb.wanted import wanted_at_the_end

KNOWLEDGE = ("kb", "scenario")
"""`kb` is given nothing of a scenario but its scene; `scenario` is the one that peeks."""


@dataclass(frozen=True)
class KnowledgeBase:
    """A set of constraints, with what finds some of them by meaning."""

    constraints: tuple[Constraint, ...]
    search: Search | None = None
    retrieval: str = ""
    """How it searches; empty: it does not."""
    own: tuple[ConstraintText, ...] = ()
    """The user's files among its sources, beside the library."""


@dataclass(frozen=True)
class GuardSettings:
    """Everything that decides what a guard says."""

    mode: GuardMode = GuardMode.ENFORCE
    knowledge: str = "kb"
    """One of `KNOWLEDGE`."""
    stages: Stages = field(default_factory=Stages)
    limits: Limits = field(default_factory=Limits)
    budget: RetryBudget = field(default_factory=RetryBudget)
    endpoint: str = ""
    """The base URL of a language model that may add to Task-Safe; empty: none."""
    model: str = ""


def open_knowledge_base(
    files: tuple[Path, ...],
    stages: Stages,
    compositions: frozenset[Composition] = frozenset(Composition),
    kinds: frozenset[Kind] = frozenset(Kind),
) -> KnowledgeBase:
    """The library, joined with the user's `files`, without other compositions and kinds.

    It comes with retrieval if a stage needs it.  Raises InputError for a file that is wrong.
    """
    texts = texts_of(files)
    chosen = (c for c in _joined(texts) if c.composition in compositions and c.kind in kinds)
    return _made(tuple(chosen), stages, _kept(texts))


def recorded_knowledge_base(own: tuple[ConstraintText, ...], stages: Stages) -> KnowledgeBase:
    """As `open_knowledge_base`, with files whose texts were kept."""
    return _made(_joined([(file.name, file.text) for file in own]), stages, own)


def read_own(files: tuple[Path, ...]) -> tuple[ConstraintText, ...]:
    """The texts of the user's files, to be kept."""
    return _kept(texts_of(files))


def _made(
    constraints: tuple[Constraint, ...], stages: Stages, own: tuple[ConstraintText, ...]
) -> KnowledgeBase:
    """`constraints`, some of which are of the user's `own` files, with retrieval if need be."""
    search = searching(constraints, stages)
    return KnowledgeBase(constraints, search, search.method if search else "", own)


def _kept(texts: list[tuple[str, str]]) -> tuple[ConstraintText, ...]:
    return tuple(ConstraintText(Path(name).name, text) for name, text in texts)


def _joined(own: list[tuple[str, str]]) -> tuple[Constraint, ...]:
    if not own:
        return load_library()
    return load_texts([*texts_of(library_files()), *own])


def searching(constraints: tuple[Constraint, ...], stages: Stages) -> Retriever | None:
    """What finds some of `constraints` by meaning; None where no stage looks for any."""
    if not (stages.task or stages.plan):
        return None
    return open_retriever(constraints)


def make_cascade(
    settings: GuardSettings,
    scenario: Scenario,
    base: KnowledgeBase,
    relevance: Relevance | None = None,
) -> Cascade:
    """The guard of an episode; raises UnknownNameError for a knowledge that does not exist.

    `relevance` stands in for the language model of the settings.
    """
    if settings.knowledge not in KNOWLEDGE:
        raise UnknownNameError("guard knowledge", settings.knowledge, KNOWLEDGE)
    if settings.knowledge == "scenario":
        return _assembled(settings, scenario.scene, ScenarioKnowledge(scenario))
    asked = relevance or language_model(settings)
    return kb_cascade(settings, scenario.scene, base, asked)


def language_model(settings: GuardSettings) -> Relevance | None:
    """The language model of an episode, with a budget of its own; None where none is named."""
    if not settings.endpoint or not settings.stages.task:
        return None
    if not settings.model:
        raise InputError(f"the endpoint {settings.endpoint} needs the name of a model")
    endpoint = Endpoint(settings.endpoint, settings.model)
    return LanguageModelRelevance(endpoint, cache=answer_cache())


def kb_cascade(
    settings: GuardSettings, scene: Scene, base: KnowledgeBase, relevance: Relevance | None = None
) -> Cascade:
    """The guard that judges by a knowledge base; it is given a scene, and no annotations."""
    stated = read_requirements(scene.instruction, scene.objects)
    wanted = wanted_at_the_end(scene.instruction, scene.objects)
    known = (*base.constraints, *stated.constraints)
    knowledge = KbKnowledge(known, scene.objects, wanted, scene.wash_rules)
    cascade = _assembled(settings, scene, knowledge, base.search, wanted)
    cascade.tasks = TaskSafe(base.constraints, base.search, relevance and Listening(relevance))
    cascade.stated, cascade.unread = stated.constraints, stated.unread
    return cascade


def _assembled(
    settings: GuardSettings,
    scene: Scene,
    knowledge: Knowledge,
    search: Search | None = None,
    wanted: frozenset[Atom] = frozenset(),
) -> Cascade:
    guard = Guard(
        knowledge,
        settings.mode,
        settings.limits,
        Mender(scene.objects, scene.wash_rules, wanted),
        Patience(settings.budget),
    )
    plans = PlanSafe(scene.objects, scene.wash_rules, search)
    return Cascade(guard, scene, plans, stages=settings.stages)
