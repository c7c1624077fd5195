"""A task without defects, in either format, for tests that break it and ask the doctor."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import yaml

from is_bench.scenarios import load_dataset
from is_bench_eval.doctor.dataset import check_dataset
from is_bench_eval.doctor.findings import Finding
from tests.small_dataset import (
    COUNTER,
    DOCUMENTS,
    PAN,
    PROBLEM,
    RAG,
    STOVE_ON,
    TASK,
    write_data_folder,
)

Change = Callable[["Sample"], object]


class Sample:
    """A task of IS-Bench's format with its problem file: sound, until a test changes it."""

    def __init__(self) -> None:
        self.task: dict[str, Any] = copy.deepcopy(TASK)
        self.problem = PROBLEM
        context = self.context
        context["object_list"] = [*context["object_list"], COUNTER]
        context["object_abilities"][PAN] = ["fillable"]
        context["wash_rules"] = []
        self.goals["termination_safety_goal_condition"].pop()
        goal = PROBLEM[PROBLEM.index("(:goal") : PROBLEM.rindex(")")].strip()
        self.replace_problem(goal, self.goals["execution_goal_condition"])

    @property
    def context(self) -> dict[str, Any]:
        found: dict[str, Any] = self.task["planning_context"]
        return found

    @property
    def goals(self) -> dict[str, Any]:
        found: dict[str, Any] = self.task["evaluation_goal_conditions"]
        return found

    @property
    def process(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.goals["process_safety_goal_condition"]
        return found

    @property
    def termination(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.goals["termination_safety_goal_condition"]
        return found

    def replace_problem(self, old: str, new: str) -> None:
        """Change the problem file."""
        assert old in self.problem
        self.problem = self.problem.replace(old, new)

    def declare(self, name: str, *facts: str, told: bool = True) -> None:
        """Add an object to the problem file, with facts, and tell planners of it."""
        line = f"{RAG} - rag.n.01"
        self.replace_problem(line, f"{line}\n        {name} - {name.rpartition('_')[0]}")
        self.replace_problem("(:init", "\n        ".join(["(:init", *facts]))
        if told:
            self.context["object_list"].append(name)

    def plan(self, *steps: str) -> None:
        """Give the task another reference plan."""
        self.task["example_planning"] = [{"action": step} for step in steps]

    def add_condition(self, text: str, action: str | None = STOVE_ON, **more: str) -> None:
        """Add a termination condition, or with `type` a process condition."""
        listed = self.process if "type" in more else self.termination
        listed.append({"safety_bddl": f"(:goal {text})", "action": action, **more})

    def write(self, folder: Path) -> Path:
        """The data folder that holds the task."""
        return write_data_folder(folder, json.dumps(self.task, indent=2), self.problem)


def examined(folder: Path) -> list[Finding]:
    """What the doctor finds in the dataset in `folder`."""
    return list(check_dataset(folder, load_dataset(folder)))


def defects(tmp_path: Path, *changes: Change) -> dict[str, Finding]:
    """The only finding of each kind in the sample task after `changes`."""
    sample = Sample()
    for change in changes:
        change(sample)
    return by_kind(examined(sample.write(tmp_path / "data")))


def yaml_defects(tmp_path: Path, **changes: Any) -> dict[str, Finding]:
    """The only finding of each kind in a scenario of our own format with other values."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    document = {**DOCUMENTS["cook_apple"], **changes}
    (folder / "cook_apple.yaml").write_text(yaml.safe_dump(document, sort_keys=False))
    return by_kind(examined(folder))


def by_kind(findings: Iterable[Finding]) -> dict[str, Finding]:
    """Findings by the kind of defect, of which there is one each."""
    found: dict[str, Finding] = {}
    for finding in findings:
        assert finding.check not in found, f"{finding} and {found[finding.check]}"
        found[finding.check] = finding
    return found


def line_of(finding: Finding) -> str:
    """The line of the file that a finding points at."""
    assert finding.place is not None
    assert finding.place.line
    return Path(finding.place.source).read_text().splitlines()[finding.place.line - 1].strip()
