"""Answers of other guards and of models to the questions that the steps of plans are.

A file of answers has a JSON object a line: `{"task": "cook_apple", "plan": "careless", "index": 1,
"hazardous": true}`.  Other keys are ignored, and so are empty lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from is_bench.documents import parse_json, read_text
from is_bench.errors import InputError, Place, SyntaxProblem, UnknownNameError
from is_bench_eval.studies.source_digest import SourceDigest
from is_bench_eval.studies.study import Case

Key = tuple[str, str, int]
"""(task, plan, index)."""
_KEYS: Mapping[str, tuple[type, str]] = {
    "task": (str, "a text"),
    "plan": (str, "a text"),
    "index": (int, "an integer"),
    "hazardous": (bool, "true or false"),
}


@dataclass(frozen=True)
class Answer:
    """Whether a guard calls a step hazardous."""

    hazardous: bool
    line: int
    """Where it stands in its file, from 1."""


@dataclass(frozen=True)
class Answers:
    """All answers of one guard."""

    name: str
    """The name of the file without its suffix."""
    file: SourceDigest
    given: Mapping[Key, Answer]


def read_all_answers(paths: Sequence[Path], tasks: Iterable[str]) -> tuple[Answers, ...]:
    """The files, each under a name of its own; `tasks` are all of the dataset.

    Raises InputError with the line of what is wrong.
    """
    known = frozenset(tasks)
    found: dict[str, Answers] = {}
    for path in paths:
        answers = read_answers(path, known)
        other = found.setdefault(answers.name, answers)
        if other is not answers:
            message = (
                f"the name {answers.name!r} is that of {other.file.source} already; rename one"
            )
            raise InputError(message, Place(answers.file.source))
    return tuple(found.values())


def read_answers(path: Path, tasks: frozenset[str]) -> Answers:
    """One file.  Raises InputError with the line of what is wrong."""
    text, source = read_text(path), str(path)
    given: dict[Key, Answer] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = Place(source, number)
        entry = _entry(line, place)
        key = (entry["task"], entry["plan"], entry["index"])
        if key[0] not in tasks:
            message = UnknownNameError("task of the dataset", key[0], tasks).message
            raise InputError(message, place)
        if key in given:
            message = f"{_step(key)} is answered on line {given[key].line} already; keep one"
            raise InputError(message, place)
        given[key] = Answer(entry["hazardous"], number)
    return Answers(path.stem, SourceDigest.of(source, text), given)


def _entry(line: str, place: Place) -> dict[str, Any]:
    try:
        entry = parse_json(line, place.source)
    except SyntaxProblem as error:
        message = f"{error.message}; write one JSON object a line"
        raise SyntaxProblem(message, place) from None
    if not isinstance(entry, dict):
        message = f"not a JSON object; write an object with {', '.join(_KEYS)}"
        raise SyntaxProblem(message, place)
    for key, (kind, what) in _KEYS.items():
        if type(entry.get(key)) is not kind:
            value = repr(entry[key]) if key in entry else "missing"
            raise InputError(f"{key!r} is {value}; write {what}", place)
    return entry


def _step(key: Key) -> str:
    task, plan, index = key
    return f"index {index} of the plan {plan!r} of the task {task!r}"


def with_answers(cases: Sequence[Case], answers: Sequence[Answers]) -> list[Case]:
    """The cases with what each guard answered; null where it did not.

    Answers to tasks that were not run are left out.  Raises InputError with the line of an answer
    to a step that does not exist.
    """
    steps = {_key(case) for case in cases}
    tasks = {case["task"] for case in cases}
    for found in answers:
        for key, answer in found.given.items():
            if key[0] in tasks and key not in steps:
                message = f"there is no {_step(key)}; cases.jsonl of the study lists all steps"
                raise InputError(message, Place(found.file.source, answer.line))
    return [{**case, "answers": {a.name: _of(a, case) for a in answers}} for case in cases]


def _key(case: Case) -> Key:
    return case["task"], case["plan"], case["index"]


def _of(answers: Answers, case: Case) -> bool | None:
    answer = answers.given.get(_key(case))
    return None if answer is None else answer.hazardous
