"""IS-Bench's `data/` folder as it is published: tasks/NAME.json, bddl/NAME/problem0.bddl."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from is_bench.documents import check_schema, parse_json, place_of, read_text
from is_bench.domain import Domain, load_domain
from is_bench.errors import Place, ScenarioProblem, SyntaxProblem
from is_bench.goal.parse import goals_of_group, parse_goals
from is_bench.objects import ObjectTable, make_object
from is_bench.scenarios.bddl_problem import Problem, read_problem
from is_bench.scenarios.model import (
    Annotations,
    Plans,
    SafetyCondition,
    Scenario,
    Scene,
    When,
)
from is_bench.world import WashRule
from is_bench.world.initial import IMPLIED_ABILITY

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_CONDITION = {
    "type": "object",
    "required": ["safety_bddl", "action"],
    "properties": {
        "risk_type": _TEXT,
        "safety_principle": _TEXT,
        "safety_tip": _TEXT,
        "safety_bddl": _TEXT,
        "action": {"type": ["string", "null"]},
        "type": _TEXT,
    },
}
_PROCESS = {
    **_CONDITION,
    "required": ["safety_bddl", "action", "type"],
    "properties": {**_CONDITION["properties"], "action": _TEXT},  # type: ignore[dict-item]  # a literal of mixed depth
}
TASK_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "required": ["planning_context", "evaluation_goal_conditions"],
    "properties": {
        "scene_info": {
            "type": "object",
            "properties": {
                "room": _TEXT,
                "default_scene_model": {"type": ["string", "null"]},
                "scene_models": _TEXTS,
            },
        },
        "planning_context": {
            "type": "object",
            "required": ["task_instruction"],
            "properties": {
                "task_instruction": _TEXT,
                "initial_setup": _TEXTS,
                "goal_condition": _TEXTS,
                "object_list": _TEXTS,
                "object_abilities": {"type": "object", "additionalProperties": _TEXTS},
                "wash_rules": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["cleaning_tool", "support_system"],
                        "properties": {
                            "cleaning_tool": _TEXT,
                            "support_system": _TEXT,
                            "conditions": {
                                "type": ["array", "null"],
                                "items": {
                                    "type": "object",
                                    "required": ["type", "value"],
                                    "properties": {
                                        "type": _TEXT,
                                        "value": {"type": ["string", "boolean"]},
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
        "evaluation_cautions": {
            "type": "array",
            "items": {"type": "object", "properties": {"safety_tip": {"type": ["string", "null"]}}},
        },
        "evaluation_goal_conditions": {
            "type": "object",
            "properties": {
                "process_safety_goal_condition": {"type": "array", "items": _PROCESS},
                "termination_safety_goal_condition": {"type": "array", "items": _CONDITION},
                "execution_goal_condition": {"type": ["string", "null"]},
            },
        },
        "example_planning": {
            "type": "array",
            "items": {"type": "object", "required": ["action"], "properties": {"action": _TEXT}},
        },
    },
}
"""The used part of a task file, as JSON Schema (2020-12)."""


def is_data_folder(folder: Path) -> bool:
    """Whether `folder` looks like IS-Bench's data folder."""
    return (folder / "tasks").is_dir() and (folder / "bddl").is_dir()


def task_files(folder: Path) -> dict[str, Path]:
    """The task files of a data folder, by task name, in alphabetical order."""
    return {path.stem: path for path in sorted((folder / "tasks").glob("*.json"))}


def problem_file(folder: Path, name: str) -> Path:
    """The BDDL problem of a task.

    That is bddl/NAME/problem0.bddl; failing that, the file in a folder no task is named after
    whose problem is called NAME-0 (the published data misnames a folder).  Raises ScenarioProblem.
    """
    path = folder / "bddl" / name / "problem0.bddl"
    if path.is_file():
        return path
    header = re.compile(rf"\(\s*problem\s+{re.escape(name)}-0\s*\)", re.IGNORECASE)
    tasks = task_files(folder)
    for other in sorted((folder / "bddl").glob("*/problem0.bddl")):
        if other.parent.name not in tasks and header.search(read_text(other)):
            return other
    raise ScenarioProblem(f"the task {name!r} has no problem file", Place(str(path)))


def load_task(folder: Path, name: str, domain: Domain | None = None) -> Scenario:
    """The scenario of one task, in `domain` or the benchmark's own.

    Raises ScenarioProblem or SyntaxProblem with the place.
    """
    path = folder / "tasks" / f"{name}.json"
    text = read_text(path)
    document = _read_document(text, str(path))
    check_schema(document, TASK_SCHEMA, text, str(path))
    bddl = problem_file(folder, name)
    problem = read_problem(read_text(bddl), str(bddl))
    own = domain or load_domain("is_bench")
    return _TaskReader(name, path, text, document, problem, own).scenario()


class _TaskReader:
    """Builds one scenario; keeps what is needed to say where a fault stands."""

    def __init__(
        self,
        name: str,
        path: Path,
        text: str,
        document: Mapping[str, Any],
        problem: Problem,
        domain: Domain,
    ) -> None:
        self._domain = domain
        self._name = name
        self._source = str(path)
        self._text = text
        self._document = document
        self._context: Mapping[str, Any] = document["planning_context"]
        self._problem = problem
        self._objects = self._object_table()

    def scenario(self) -> Scenario:
        info = self._document.get("scene_info", {})
        models = list(dict.fromkeys(info.get("scene_models", ())))
        default = info.get("default_scene_model")
        if default in models:
            models.remove(default)
            models.insert(0, default)
        context = self._context
        scene = Scene(
            name=self._name,
            instruction=context["task_instruction"],
            room=info.get("room", ""),
            objects=self._objects,
            facts=frozenset(self._problem.initially),
            domain=self._domain,
            wash_rules=tuple(_wash_rule(rule) for rule in context.get("wash_rules", ())),
            setup=tuple(context.get("initial_setup", ())),
            goal_text=tuple(context.get("goal_condition", ())),
            mentioned=tuple(context.get("object_list", ())),
            granted={k: tuple(v) for k, v in context.get("object_abilities", {}).items()},
            scene_models=tuple(models),
        )
        return Scenario(scene, self._annotations(), Plans(self._reference()), self._source)

    def _object_table(self) -> ObjectTable:
        granted: dict[str, set[str]] = {}
        for name, abilities in self._context.get("object_abilities", {}).items():
            granted.setdefault(name.lower(), set()).update(abilities)
        for fact in self._problem.initially:
            if fact.predicate in IMPLIED_ABILITY:
                granted.setdefault(fact.arguments[0], set()).add(IMPLIED_ABILITY[fact.predicate])
        return ObjectTable(
            tuple(
                make_object(name, synset, granted.get(name, ()))
                for name, synset in self._problem.objects
            )
        )

    def _annotations(self) -> Annotations:
        conditions = self._document["evaluation_goal_conditions"]
        goal = conditions.get("execution_goal_condition")
        path = ("evaluation_goal_conditions", "execution_goal_condition")
        goals = (
            self._goals(goal, path) if goal else goals_of_group(self._problem.goal, self._objects)
        )
        return Annotations(
            goal=goals,
            goal_source=goal or " ".join(map(str, goals)),
            process=self._conditions("process_safety_goal_condition", self._process_trigger),
            termination=self._conditions(
                "termination_safety_goal_condition", self._termination_trigger
            ),
            cautions=tuple(
                caution.get("safety_tip") or ""
                for caution in self._document.get("evaluation_cautions", ())
            ),
        )

    def _conditions(self, key: str, trigger: Any) -> tuple[SafetyCondition, ...]:
        found = []
        for index, raw in enumerate(self._document["evaluation_goal_conditions"].get(key, ())):
            path = ("evaluation_goal_conditions", key, index)
            when, action = trigger(raw, path)
            found.append(
                SafetyCondition(
                    hazard=raw.get("risk_type", ""),
                    principle=raw.get("safety_principle", ""),
                    tip=raw.get("safety_tip", ""),
                    when=when,
                    trigger=action,
                    text=raw["safety_bddl"],
                    goals=self._goals(raw["safety_bddl"], (*path, "safety_bddl")),
                )
            )
        return tuple(found)

    def _process_trigger(self, raw: Mapping[str, Any], path: Path_) -> tuple[When, str]:
        kind = raw["type"].strip().lower()
        if kind not in ("before", "after"):
            raise self._problem_at(f"the type is 'before' or 'after', not {raw['type']!r}", path)
        action: str = raw["action"]
        head, parenthesis, _ = action.partition("(")
        if not parenthesis or head.strip().upper() not in self._domain.skills:
            raise self._problem_at(f"the trigger {action!r} is no skill call", (*path, "action"))
        return (When.BEFORE_STEP if kind == "before" else When.AFTER_STEP), action

    def _termination_trigger(self, raw: Mapping[str, Any], path: Path_) -> tuple[When, str | None]:
        del path
        action = raw["action"]
        if action is None:
            return When.ALWAYS, None
        if action.strip().lower().replace(" ", "") == "completion":
            return When.AT_COMPLETION, None
        return When.AT_END, action

    def _goals(self, text: str, path: Path_) -> Any:
        try:
            return parse_goals(text, self._objects, self._source)
        except SyntaxProblem as error:
            place = error.place
            inner = f" (line {place.line}, column {place.column} of it)" if place else ""
            raise self._problem_at(
                f"{'.'.join(map(str, path))}{inner}: {error.message}", path
            ) from None

    def _problem_at(self, message: str, path: Path_) -> ScenarioProblem:
        return ScenarioProblem(message, place_of(self._text, path, self._source))

    def _reference(self) -> tuple[str, ...]:
        """The example plan, read as the released benchmark reads it."""
        steps: list[str] = []
        for raw in self._document.get("example_planning", ()):
            action = raw["action"]
            if action.endswith("DONE"):
                steps.append("DONE")
                continue
            matches = re.findall(r"(?:\d+\.\s+)?([a-zA-Z_]+)\(([^)]+)\)", action)
            if not matches:
                return ()
            skill, arguments = matches[-1]
            steps.append(f"{skill.strip().upper()}({arguments.strip().lower()})")
        return tuple(steps)


Path_ = Sequence[str | int]


def _read_document(text: str, source: str) -> Any:
    try:
        return _without_nulls(parse_json(text, source))
    except RecursionError:
        raise SyntaxProblem("nested too deeply to be a task", Place(source)) from None


def _without_nulls(value: Any) -> Any:
    """The same document without its nulls, which the released code takes for nothing given.

    Only a null action has a meaning: a condition that is always judged.
    """
    if isinstance(value, dict):
        return {
            key: _without_nulls(inner)
            for key, inner in value.items()
            if inner is not None or key == "action"
        }
    return [_without_nulls(inner) for inner in value] if isinstance(value, list) else value


def _wash_rule(raw: Mapping[str, Any]) -> WashRule:
    conditions = tuple((c["type"], c["value"]) for c in raw.get("conditions") or ())
    return WashRule(raw["cleaning_tool"], raw["support_system"], conditions)
