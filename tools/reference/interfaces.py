"""The page of the ROS interfaces, made from definitions, sources and a recording; needs no ROS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.reference.graph import topics
from tools.reference.markdown import code, page, table
from tools.reference.recorded import Parameter, parameters

ROOT = Path(__file__).parents[2]
DEFINITIONS = ROOT / "ros2_ws" / "src" / "is_bench_interfaces"
PARTS = {"msg": ("",), "srv": ("request", "response"), "action": ("goal", "result", "feedback")}
HEADINGS = {"msg": "Messages", "srv": "Services", "action": "Actions"}
FIELD = re.compile(
    r"^([\w/]+(?:<=\d+)?(?:\[[<=\d]*\])?)\s+(\w+)(?:\s*=\s*(\S+?))?\s*(?:#\s*(.*))?$"
)

INTRODUCTION = """\
Package `is_bench_interfaces`. Names of topics, services and actions are relative to the node's
namespace; in the root namespace `is_bench/verdicts` is `/is_bench/verdicts`.
[The ROS graph](ros.md) says how the nodes use them."""


PARAMETERS = """\
A node reads its parameters at start, and refuses an unknown one and a value that is not among the
values below. One that "may be set again" takes effect from the next task on. The guard starts
`emergency_stop` and passes it its parameters."""


@dataclass(frozen=True)
class Field:
    """A field or constant of a definition."""

    type: str
    name: str
    value: str
    """Of a constant; empty for a field."""
    meaning: str


def interface_page() -> str:
    """Topics, parameters, and every definition with its comments."""
    parts = [INTRODUCTION, "## Topics", _topics(), "## Parameters", *_parameters()]
    for kind, heading in HEADINGS.items():
        parts.append(f"## {heading}")
        for path in sorted((DEFINITIONS / kind).glob(f"*.{kind}")):
            parts += _definition(path, kind)
    return page("ROS interfaces", *parts)


def _topics() -> str:
    rows = [(code(t.name), code(t.type), t.publisher, t.qos) for t in topics()]
    cameras = "Each camera has topics of its own: [The ROS graph](ros.md) lists them."
    return f"{table(('topic', 'type', 'published by', 'QoS'), rows)}\n\n{cameras}"


def _parameters() -> Iterator[str]:
    yield PARAMETERS
    for node, found in parameters().items():
        yield f"### {node}"
        yield table(("parameter", "default", "values", "meaning"), map(parameter_row, found))


def parameter_row(parameter: Parameter) -> tuple[str, str, str, str]:
    """Name, default, values and meaning of a parameter, as cells."""
    values = _values(parameter.values)
    return code(parameter.name), code(parameter.default), values, parameter.meaning


def _values(values: str) -> str:
    """An enumeration as code, a range as it is."""
    return values if " to " in values else ", ".join(map(code, values.split(", ")))


def _definition(path: Path, kind: str) -> list[str]:
    head, sections = read_definition(path.read_text(encoding="utf-8"))
    shown = [f"### {path.stem}", head]
    for name, fields in zip(PARTS[kind], sections, strict=True):
        if name:
            shown.append(f"*{name}*" if fields else f"*{name}*: empty")
        shown.append(_fields(fields))
    return shown


def _fields(fields: list[Field]) -> str:
    rows = [
        (code(f.type), code(f"{f.name}={f.value}" if f.value else f.name), f.meaning)
        for f in fields
    ]
    return table(("type", "name", "meaning"), rows)


def read_definition(text: str) -> tuple[str, list[list[Field]]]:
    """The comment at the top of a definition, and the fields of each of its parts."""
    comment: list[str] = []
    head = ""
    sections: list[list[Field]] = [[]]
    for line in [*text.splitlines(), ""]:
        match = FIELD.match(line)
        if line.startswith("#"):
            comment.append(line.lstrip("# "))
        elif line.strip() == "---":
            sections.append([])
        elif match:
            kind, name, value, behind = match.groups()
            above = [] if value and behind else comment
            meaning = " ".join([*above, *([behind] if behind else [])])
            meaning = re.sub("one of:$", "one of the values above", meaning, flags=re.IGNORECASE)
            sections[-1].append(Field(kind, name, value or "", meaning))
            # What stands above constants is also about the field below them.
            comment = comment if value else []
        elif not line.strip():
            if comment and not head and sections == [[]]:
                head = " ".join(comment)
            comment = []
    return head, sections
