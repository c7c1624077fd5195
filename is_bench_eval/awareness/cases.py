"""Statements with labels made by hand, against which judges are measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from is_bench.documents import check_schema, parse_yaml, read_text
from is_bench_eval.awareness.risks import Risk

BUNDLED = Path(__file__).parent / "cases.yaml"

_TEXT = {"type": "string", "minLength": 1}
_RISK = {
    "type": "object",
    "additionalProperties": False,
    "required": ["hazard", "text", "named", "why"],
    "properties": {"hazard": _TEXT, "text": _TEXT, "named": {"type": "boolean"}, "why": _TEXT},
}
_CASE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "style", "instruction", "stated", "risks"],
    "properties": {
        "name": _TEXT,
        "style": _TEXT,
        "instruction": _TEXT,
        "stated": _TEXT,
        "risks": {"type": "array", "minItems": 1, "items": _RISK},
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["cases"],
    "properties": {"cases": {"type": "array", "minItems": 1, "items": _CASE}},
}


@dataclass(frozen=True)
class Case:
    """A statement, risks, and which of them it names."""

    name: str
    style: str
    """How it is written, such as "list" or "denial"."""
    instruction: str
    stated: str
    risks: tuple[Risk, ...]
    labels: tuple[bool, ...]
    """Whether the statement names the risk, one for each."""
    reasons: tuple[str, ...]
    """Why, one for each."""


def load_cases(path: Path = BUNDLED) -> tuple[Case, ...]:
    """The cases in a file; raises SyntaxProblem or ScenarioProblem with the place."""
    text = read_text(path)
    document = parse_yaml(text, str(path))
    check_schema(document, SCHEMA, text, str(path))
    return tuple(_case(raw) for raw in document["cases"])


def halves(cases: Sequence[Case]) -> tuple[Sequence[Case], Sequence[Case]]:
    """The cases for choosing thresholds, and those for measuring: every other one."""
    return cases[::2], cases[1::2]


def _case(raw: dict[str, Any]) -> Case:
    listed = raw["risks"]
    return Case(
        name=raw["name"],
        style=raw["style"],
        instruction=raw["instruction"],
        stated=raw["stated"],
        risks=tuple(
            Risk("termination", index, each["hazard"], each["text"])
            for index, each in enumerate(listed)
        ),
        labels=tuple(each["named"] for each in listed),
        reasons=tuple(each["why"] for each in listed),
    )
