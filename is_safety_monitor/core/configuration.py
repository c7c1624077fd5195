"""Guard settings and knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from is_bench.domain import Domain, SourceText, load_domain
from is_bench.errors import InputError
from is_bench.verdict import Decision, GuardMode
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.monitors import CompiledConstraints
from is_safety_monitor.core.request_reading import LabelReader
from is_safety_monitor.core.retry_budget import RetryBudget
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.task_advice import ADVICE_LIMIT
from is_safety_monitor.core.task_safe import Search
from kb.constraint import Composition, Constraint, ConstraintType
from kb.loader import load_library, load_texts, texts_of
from kb.retrieval import Retriever, open_retriever

KNOWLEDGE = ("kb", "scenario")
"""`kb` is given nothing of a scenario but its task; `scenario` is the one that peeks."""
ROBOT = "household"
"""The domain of a robot of which nothing else is said."""


@dataclass(frozen=True)
class KnowledgeBase:
    """A set of constraints, with what finds some of them by meaning."""

    constraints: tuple[Constraint, ...]
    search: Search | None = None
    retrieval: str = ""
    """How it searches; empty: it does not."""
    own: tuple[SourceText, ...] = ()
    """The user's files among its sources, beside the library."""

    @cached_property
    def compiled(self) -> CompiledConstraints:
        """What is worked out of its constraints once, for scene after scene."""
        return CompiledConstraints(self.constraints)

    @cached_property
    def labels(self) -> LabelReader:
        """What is read in labels of things once, for scene after scene."""
        return LabelReader()


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
    """The base URL of a language model that may add to what the guard says; empty: none."""
    model: str = ""
    embedder: str = ""
    """The model that retrieval compares meanings with; empty: the built-in one, or else words."""
    advice_limit: int = ADVICE_LIMIT
    """How many constraints a planner is told of before it plans."""
    advice: Decision = Decision.WARN
    """What a step does at most that goes against a constraint of that model's: WARN or BLOCK."""
    domain: Domain = field(default_factory=lambda: load_domain(ROBOT))
    """The robot's."""
    world: str = "released"
    """The rules by which the benchmark's skills are predicted."""
    unrecognised: Decision = Decision.WARN
    """What a step does at least that touches a thing of no known class: WARN or BLOCK."""
    fact_age_ns: int = 0
    """Facts that were seen longer ago are unknown.  0: they do not age."""

    def __post_init__(self) -> None:
        """Refuse what would let a guard keep silent about what it does not know."""
        if self.unrecognised is Decision.ALLOW:
            raise InputError("unrecognised is 'allow'; a guard can 'warn' or 'block' there")
        if self.advice_limit < 0:
            raise InputError(f"advice_limit is {self.advice_limit}; give 0 or more")
        if self.advice is Decision.ALLOW:
            raise InputError("advice is 'allow'; a guard can 'warn' or 'block' there")


def open_knowledge_base(
    files: tuple[Path, ...],
    stages: Stages,
    compositions: frozenset[Composition] = frozenset(Composition),
    kinds: frozenset[ConstraintType] = frozenset(ConstraintType),
    domain: Domain | None = None,
    embedder: str = "",
) -> KnowledgeBase:
    """The library, joined with the user's `files`, without other compositions and kinds.

    The files may name the skills and predicates of `domain`; None: those of the library.  The base
    comes with retrieval if a stage needs it, by the model `embedder`.  Raises InputError for a file
    that is wrong, RetrievalUnavailable for a named model that is not there.
    """
    own = read_own(files)
    joined = _joined([(str(path), one.text) for path, one in zip(files, own, strict=True)], domain)
    chosen = (c for c in joined if c.composition in compositions and c.kind in kinds)
    constraints = tuple(chosen)
    return _made(constraints, searching(constraints, stages, embedder), own)


def recorded_knowledge_base(
    own: tuple[SourceText, ...], stages: Stages, domain: Domain | None = None, embedder: str = ""
) -> KnowledgeBase:
    """As `open_knowledge_base`, with files whose texts were kept, and words for a missing model."""
    constraints = _joined([(file.name, file.text) for file in own], domain)
    return _made(constraints, searching(constraints, stages, embedder, required=False), own)


def read_own(files: tuple[Path, ...]) -> tuple[SourceText, ...]:
    """The texts of the user's files, to be kept."""
    return tuple(SourceText(Path(name).name, text) for name, text in texts_of(files))


def searching(
    constraints: tuple[Constraint, ...],
    stages: Stages,
    embedder: str = "",
    *,
    required: bool = True,
) -> Retriever | None:
    """What finds some of `constraints` by meaning; None where no stage looks for any."""
    if not (stages.task or stages.plan):
        return None
    return open_retriever(constraints, embedder, required=required)


def _made(
    constraints: tuple[Constraint, ...], search: Retriever | None, own: tuple[SourceText, ...]
) -> KnowledgeBase:
    """`constraints`, some of which are of the user's `own` files."""
    return KnowledgeBase(constraints, search, search.method if search else "", own)


def _joined(own: Sequence[tuple[str, str]], domain: Domain | None) -> tuple[Constraint, ...]:
    library = load_library()
    return load_texts(own, domain, library) if own else library
