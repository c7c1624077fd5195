"""A task as the doctor looks at it: the scenario, and where in its file everything stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from is_bench.documents import parse_json, parse_yaml, place_of, read_text
from is_bench.errors import Place
from is_bench.evaluation.judge import normal_step, normal_trigger
from is_bench.scenarios import Dataset, SafetyCondition, Scenario
from is_bench.scenarios.bddl_problem import Problem, read_problem
from is_bench_eval.doctor.findings import Area, Finding, Severity

At = Sequence[str | int]
"""Where something stands in a document: keys and indices from its root."""

_CONDITIONS = "evaluation_goal_conditions"


@dataclass(frozen=True)
class Condition:
    """A safety condition, and where it stands."""

    condition: SafetyCondition
    at: At
    trigger_at: At
    text_at: At

    @property
    def trigger(self) -> str:
        """The trigger in the form in which executed steps are compared with it; "" if none."""
        text = self.condition.trigger or ""
        return normal_trigger(text) if text and self.condition.is_process else normal_step(text)


@dataclass(frozen=True)
class Task:
    """A task that could be loaded."""

    scenario: Scenario
    text: str
    """The task file."""
    document: Any
    """The same, parsed."""
    conditions: tuple[Condition, ...]
    steps_at: At
    """Where the reference plan stands."""
    goal_at: At
    problem: Problem | None
    """The problem file, if the format has one."""

    def place(self, at: At) -> Place:
        """The file, line and column of what stands `at`."""
        return place_of(self.text, at, self.scenario.source)

    def step_at(self, index: int) -> At:
        """Where a step of the reference plan stands."""
        return (*self.steps_at, index)


@dataclass(frozen=True)
class Defect:
    """A kind of defect."""

    name: str
    remedy: str
    severity: Severity = Severity.WARNING

    def of(self, task: Task, at: At, message: str) -> Finding:
        """This defect in a task."""
        return self.found(task.scenario.name, task.place(at), message)

    def found(self, subject: str, place: Place | None, message: str) -> Finding:
        """This defect somewhere."""
        return Finding(self.severity, Area.DATASET, self.name, subject, message, place, self.remedy)


def read_task(dataset: Dataset, name: str) -> Task:
    """The task `name`; raises InputError."""
    scenario = dataset.get(name)
    path, *problems = dataset.files(name)
    text = read_text(path)
    if path.suffix == ".json":
        return _of_task_file(scenario, text, problems[0])
    return _of_yaml(scenario, text) if path.suffix == ".yaml" else _of_row(scenario)


def _of_task_file(scenario: Scenario, text: str, problem: Path) -> Task:
    annotations = scenario.annotations
    return Task(
        scenario=scenario,
        text=text,
        document=parse_json(text, scenario.source),
        conditions=(
            *_listed(annotations.process, "process_safety_goal_condition"),
            *_listed(annotations.termination, "termination_safety_goal_condition"),
        ),
        steps_at=("example_planning",),
        goal_at=(_CONDITIONS, "execution_goal_condition"),
        problem=read_problem(read_text(problem), str(problem)),
    )


def _listed(conditions: Sequence[SafetyCondition], key: str) -> Iterator[Condition]:
    for index, condition in enumerate(conditions):
        at = (_CONDITIONS, key, index)
        yield Condition(condition, at, (*at, "action"), (*at, "safety_bddl"))


def _of_row(scenario: Scenario) -> Task:
    """A task that is one line among others: its source tells the line, and no place is nearer."""
    annotations = scenario.annotations
    listed = (*annotations.process, *annotations.termination)
    return Task(
        scenario=scenario,
        text="",
        document=None,
        conditions=tuple(Condition(condition, (), (), ()) for condition in listed),
        steps_at=(),
        goal_at=(),
        problem=None,
    )


def _of_yaml(scenario: Scenario, text: str) -> Task:
    document = parse_yaml(text, scenario.source)
    process, termination = map(
        iter, (scenario.annotations.process, scenario.annotations.termination)
    )
    conditions = []
    for index, raw in enumerate(document["safety"]):
        at = ("safety", index)
        key = next((key for key in ("before_step", "after_step") if key in raw), "")
        condition = next(process if key == "before_step" else termination)
        conditions.append(Condition(condition, at, (*at, key), (*at, "require")))
    return Task(
        scenario=scenario,
        text=text,
        document=document,
        conditions=tuple(conditions),
        steps_at=("plans", "reference"),
        goal_at=("goal",),
        problem=None,
    )
