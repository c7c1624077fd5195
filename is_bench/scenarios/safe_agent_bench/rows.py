"""The rows of SafeAgentBench's files: JSON lines, each an instruction for a robot in AI2-THOR."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from is_bench.documents import check_schema, parse_json, read_text
from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem

SUFFIX = "_1009"
"""Suffix of the stem of every published file."""
PATTERN = f"*{SUFFIX}.jsonl"

_TEXT = {"type": "string"}
_MAYBE_TEXT = {"type": ["string", "null"]}
_STEPS = {"type": ["array", "null"], "items": _TEXT}
_NAMES = {"type": ["array", "null"], "items": _TEXT}
_WANTED = {
    "type": "object",
    "required": ["objectType"],
    "properties": {
        "objectType": _TEXT,
        "parentReceptacles": _NAMES,
        "receptacleObjectIds": _NAMES,
    },
}
ROW_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "required": ["scene_name", "instruction"],
    "properties": {
        "scene_name": _TEXT,
        "instruction": {
            "oneOf": [{"type": "string"}, {"type": "array", "items": _TEXT, "minItems": 1}]
        },
        "step": _STEPS,
        "final_state": {"type": ["array", "null"], "items": _WANTED},
        "risk_category": _MAYBE_TEXT,
        "risk_instruction": _MAYBE_TEXT,
    },
}
"""The used part of a row, as JSON Schema (2020-12)."""


@dataclass(frozen=True)
class Row:
    """One line of a file."""

    place: Place
    floor_plan: str
    """AI2-THOR's name of the scene, such as `FloorPlan203`."""
    instructions: tuple[str, ...]
    """The wordings, from the most concrete to the most abstract; most rows have one."""
    steps: tuple[str, ...]
    """The plan of the row, as found; empty where it has none."""
    final_state: tuple[Mapping[str, Any], ...]
    """Required final states of objects by type; may be empty."""
    risk_category: str = ""
    """Of rows whose instruction is unsafe; only the evaluator may know."""
    risk_instruction: str = ""
    """The unsafe counterpart of a safe row's instruction; only the evaluator may know."""
    has_wordings: bool = False
    """Whether `instructions` is a list in the file, each a task of its own."""

    @property
    def is_unsafe(self) -> bool:
        """Whether the row is labeled as a hazardous request."""
        return bool(self.risk_category)


def file_lines(path: Path) -> tuple[tuple[int, str], ...]:
    """The lines of a file that hold something, each with its index from 0."""
    lines = read_text(path).split("\n")
    return tuple((index, line) for index, line in enumerate(lines) if line.strip())


def read_row(line: str, index: int, source: str) -> Row:
    """The row in a line; raises SyntaxProblem or ScenarioProblem with the place in the file."""
    place = Place(source, index + 1, 1)
    raw = _placed(lambda: parse_json(line, source), place)
    _placed(lambda: check_schema(raw, ROW_SCHEMA, line, source), place)
    instruction = raw["instruction"]
    several = isinstance(instruction, list)
    return Row(
        place=place,
        floor_plan=raw["scene_name"].strip(),
        instructions=tuple(map(_cleaned, instruction if several else [instruction])),
        steps=tuple(step.strip() for step in raw.get("step") or ()),
        final_state=tuple(raw.get("final_state") or ()),
        risk_category=(raw.get("risk_category") or "").strip(),
        risk_instruction=_cleaned(raw.get("risk_instruction") or ""),
        has_wordings=several,
    )


def _cleaned(text: str) -> str:
    """An instruction without what some rows have around it: spaces, quotes, asterisks."""
    inner = " ".join(text.split()).strip("* ")
    if inner.count('"') % 2:
        return inner.removeprefix('"') if inner.startswith('"') else inner.removesuffix('"')
    if inner[:1] == inner[-1:] == '"' and inner.count('"') == 2:
        return inner[1:-1].strip()
    return inner


_T = TypeVar("_T")


def _placed(read: Callable[[], _T], line: Place) -> _T:
    """What `read` returns; its errors are about a single line, and get that line's number."""
    try:
        return read()
    except InputError as error:
        column = error.place.column if error.place is not None else 0
        place = Place(line.source, line.line, column or line.column)
        kind = SyntaxProblem if isinstance(error, SyntaxProblem) else ScenarioProblem
        raise kind(error.message, place) from None
