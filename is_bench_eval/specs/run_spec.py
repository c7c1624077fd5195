"""What a run is to do, complete and checked before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from is_bench.documents import parse_json, read_text
from is_bench.domain import load_domain
from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem, UnknownNameError
from is_bench.scenarios import Dataset, bundled_dataset, load_dataset
from is_bench.scenarios.dataset import BUNDLED
from is_bench.verdict import Decision, GuardMode
from is_planner_node.backends import NEED_REFERENCE
from is_planner_node.core.planning import Planning
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.task_advice import ADVICE_LIMIT
from kb.constraint import Composition, ConstraintType

MAX_PLAN_STEPS = 1000
"""Longer plans are refused as input errors; the longest public reference plan has 14 steps."""


SIGHT = ("warn", "hold")
"""What may become of a step that a model which sees calls risky."""


@dataclass(frozen=True)
class EpisodeSpec:
    """One episode of a run."""

    position: int
    """In the order of the input, from 0."""
    task: str
    plan_index: int
    """Which of the task's plans this is, from 0."""
    plan: tuple[str, ...] = ()
    """The plan that `plans:FILE` gives; empty for planners that make their own."""


@dataclass(frozen=True)
class RunSpec:
    """The arguments of a run that decide its results."""

    dataset: Path | None = None
    domain: str | None = None
    """The name or file of the robot's domain; None: the dataset's own."""
    planner: str = "reference"
    """A name of `is_planner_node.backends.PLANNERS`."""
    plans_file: Path | None = None
    planning: Planning | None = None
    """For the planner vlm."""
    guard: GuardMode = GuardMode.OFF
    guard_knowledge: str = "kb"
    """A name of `is_safety_monitor.core.configuration.KNOWLEDGE`."""
    guard_stages: Stages = field(default_factory=Stages)
    guard_endpoint: str = ""
    """The base URL of a language model that may add to what the guard says; empty: none."""
    guard_model: str = ""
    guard_advice: Decision = Decision.WARN
    """What a step does at most that goes against a constraint which that model proposed."""
    guard_sight_endpoint: str = ""
    """The base URL of a model that sees, asked where little is known of a thing; empty: none."""
    guard_sight_model: str = ""
    guard_sight: str = "warn"
    """What becomes of a step that it calls risky: one of `SIGHT`."""
    guard_unrecognised: Decision = Decision.WARN
    """At least what the guard says to a step that touches a thing of no known class."""
    embedder: str = ""
    """The model that the guard's retrieval compares meanings with; empty: the built-in one."""
    advice_limit: int = ADVICE_LIMIT
    """How many constraints the guard tells a planner of before it plans."""
    knowledge_base: tuple[Path, ...] = ()
    """The user's constraint files, beside the library."""
    compositions: frozenset[Composition] = frozenset(Composition)
    """The parts of the knowledge base that count."""
    kinds: frozenset[ConstraintType] = frozenset(ConstraintType)
    """The types of constraints that count."""
    engine: str = "direct"
    nodes: str = "composed"
    """Where the ros engine's nodes run: composed in this process, or external, started already."""
    sim: str = "embedded"
    render: bool | None = None
    """Whether every state is rendered and kept; None: rendered only where a planner looks."""
    world: str = "released"
    seed: int = 0
    max_steps: int = 0
    """The most steps an episode may have; 0: unlimited."""


def read_tasks(text: str | None, dataset: Dataset) -> tuple[str, ...]:
    """The tasks that `--tasks` names: `NAME,NAME,...` or `@FILE` with a name a line; None: all.

    Raises UnknownNameError or ScenarioProblem.
    """
    if text is None:
        return dataset.names
    if text.startswith("@"):
        source = text[1:]
        lines = enumerate(read_text(Path(source)).splitlines(), 1)
        named = [(line.strip(), Place(source, number)) for number, line in lines]
    else:
        named = [(name.strip(), Place("--tasks")) for name in text.split(",")]
    names = [(name, place) for name, place in named if name and not name.startswith("#")]
    if not names:
        place = Place(text[1:] if text.startswith("@") else "--tasks")
        message = f"no task is named in {text!r}; name some, or leave --tasks out"
        raise ScenarioProblem(f"{message} for all", place)
    for name, place in names:
        if name not in dataset.names:
            raise ScenarioProblem(unknown_name("task", name, dataset), place)
    listed = [name for name, _ in names]
    for position, (name, place) in enumerate(names):
        if name in listed[:position]:
            raise ScenarioProblem(f"the task {name!r} is named twice; name it once", place)
    return tuple(listed)


def unknown_name(kind: str, name: str, dataset: Dataset) -> str:
    """That `dataset` has no such task or scenario, and which bundled dataset has it."""
    others = (other for other in BUNDLED if name in bundled_dataset(other).names)
    if (other := next(others, None)) is not None:
        return f"no {kind} in {dataset.title} is named {name!r}; it is in --dataset {other}"
    return f"{UnknownNameError(kind, name, dataset.names).message} (dataset: {dataset.title})"


def read_plans(path: Path, tasks: Sequence[str]) -> list[EpisodeSpec]:
    """The episodes of a plans file: JSON lines `{"task": NAME, "plan": [STEP, ...]}`.

    Of plans for other tasks than `tasks`, none is left out silently: they are errors.
    """
    episodes: list[EpisodeSpec] = []
    counts: dict[str, int] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        task, plan = _read_plan(line, Place(str(path), number), tasks)
        index = counts.get(task, 0)
        counts[task] = index + 1
        episodes.append(EpisodeSpec(len(episodes), task, index, plan))
    if not episodes:
        raise ScenarioProblem("there is no plan in this file", Place(str(path)))
    return episodes


def _read_plan(line: str, place: Place, tasks: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    try:
        entry = parse_json(line, str(place))
    except SyntaxProblem as error:
        column = error.place.column if error.place else 0
        raise SyntaxProblem(error.message, Place(place.source, place.line, column)) from None
    if not isinstance(entry, dict) or not {"task", "plan"} <= set(entry):
        raise SyntaxProblem('a line is written {"task": NAME, "plan": [STEP, ...]}', place)
    task, plan = entry["task"], entry["plan"]
    if not isinstance(task, str) or task not in tasks:
        message = UnknownNameError("task", str(task), tasks).message
        raise ScenarioProblem(message, place)
    if not isinstance(plan, list) or not all(isinstance(step, str) for step in plan):
        raise SyntaxProblem(f"the plan of {task!r} is not a list of texts", place)
    if not all(map(_can_be_written, plan)):
        raise SyntaxProblem(f"the plan of {task!r} has half a surrogate pair in a step", place)
    if len(plan) > MAX_PLAN_STEPS:
        raise SyntaxProblem(f"the plan has {len(plan)} steps, more than {MAX_PLAN_STEPS}", place)
    return task, tuple(plan)


def open_dataset(spec: RunSpec) -> Dataset:
    """The dataset of a run, for robots of its domain; raises InputError."""
    domain = None if spec.domain is None else load_domain(spec.domain)
    try:
        return load_dataset(spec.dataset, domain)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise ScenarioProblem(message, Place(str(spec.dataset))) from None


def _can_be_written(text: str) -> bool:
    """Whether UTF-8 has a form for `text`; JSON's escapes can write halves of surrogate pairs."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def plan_episodes(spec: RunSpec, tasks: str | None) -> tuple[Dataset, list[EpisodeSpec]]:
    """The dataset and the episodes of a run; every scenario that it needs is read and checked.

    Raises InputError for anything that is wrong with the input.
    """
    dataset = open_dataset(spec)
    names = read_tasks(tasks, dataset)
    if spec.plans_file is not None:
        episodes = read_plans(spec.plans_file, names)
    else:
        episodes = [EpisodeSpec(position, name, 0) for position, name in enumerate(names)]
    for name in dict.fromkeys(episode.task for episode in episodes):
        scenario = dataset.get(name)
        if spec.planner in NEED_REFERENCE and not scenario.plans.reference:
            raise InputError(
                f"the task has no reference plan, which the planner {spec.planner} needs",
                Place(scenario.source),
            )
    return dataset, episodes
