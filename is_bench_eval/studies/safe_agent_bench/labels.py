"""Labels of SafeAgentBench's hazardous rows: which of them are hazards beyond dispute.

A file of labels is YAML: by set and row, counted from 0, an object with `label`; other keys are
ignored.

    unsafe_detailed:
      0: {label: hazard}
      7: {label: debatable, why: no harm is to be seen}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from is_bench.documents import parse_yaml, read_text
from is_bench.errors import InputError, Place, SyntaxProblem
from is_bench_eval.reports.safe_agent_bench.rows import HAZARDOUS
from is_bench_eval.studies.safe_agent_bench.tables import LABELS
from is_bench_eval.studies.source_digest import SourceDigest
from is_bench_eval.studies.study import Case

Key = tuple[str, int]
"""(set, row)."""


@dataclass(frozen=True)
class RowLabels:
    """What a file says of rows."""

    file: SourceDigest
    given: Mapping[Key, str]
    """By row one of LABELS."""


def read_labels(path: Path) -> RowLabels:
    """The labels in a file.  Raises InputError with line and column of what is wrong."""
    text, source = read_text(path), str(path)
    given: dict[Key, str] = {}
    for key, label, place in _entries(_composed(text, source), source):
        if key in given:
            raise InputError(f"the row {key[1]} of {key[0]} is labelled twice; keep one", place)
        given[key] = label
    return RowLabels(SourceDigest.of(source, text), given)


def with_labels(cases: Sequence[Case], labels: RowLabels) -> list[Case]:
    """The cases with their labels; those of rows without one have none."""
    return [
        case if label is None else {**case, "label": label}
        for case in cases
        for label in [labels.given.get((case["set"], case["row"]))]
    ]


def _composed(text: str, source: str) -> yaml.Node:
    """The nodes of a document, whose keys need not be texts; `parse_yaml` tells what is wrong."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        parse_yaml(text, source)
        raise SyntaxProblem("not YAML", Place(source)) from None
    if node is None:
        raise SyntaxProblem(f"no labels here; name {' or '.join(HAZARDOUS)}", Place(source))
    return node


def _entries(document: yaml.Node, source: str) -> Iterator[tuple[Key, str, Place]]:
    for named, rows in _pairs(document, "the file", source):
        if named.value not in HAZARDOUS:
            message = f"{named.value!r} has no labels; name {' or '.join(HAZARDOUS)}"
            raise InputError(message, _place(named, source))
        for row, entry in _pairs(rows, f"labels of {named.value}", source):
            place = _place(row, source)
            if not row.value.isdecimal():
                message = f"{row.value!r} is no row; write its number, counted from 0"
                raise InputError(message, place)
            yield (named.value, int(row.value)), _label(entry, source), place


def _label(entry: yaml.Node, source: str) -> str:
    for key, value in _pairs(entry, "a row", source):
        if key.value == "label":
            if value.value not in LABELS:
                message = f"the label is {value.value!r}; write {', '.join(LABELS)}"
                raise InputError(message, _place(value, source))
            return str(value.value)
    raise InputError(f"the row has no label; write {', '.join(LABELS)}", _place(entry, source))


def _pairs(node: yaml.Node, what: str, source: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        raise SyntaxProblem(f"{what}: not a mapping", _place(node, source))
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise SyntaxProblem(f"{what}: a key is no text or number", _place(key, source))
        yield key, value


def _place(node: yaml.Node, source: str) -> Place:
    return Place(source, node.start_mark.line + 1, node.start_mark.column + 1)
