"""Parses proposals into constraints; fixed fields are set here.

A proposal becomes a constraint that warns, or that blocks if the user allows it, and that never
blocks because of unknown facts.  The guard's lint checks its content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from is_bench.documents import check_schema, parse_json
from is_bench.domain import Domain
from is_bench.printable import printable_line
from is_bench.verdict import Decision
from kb.adviser.reply import MOST_CHARACTERS
from kb.constraint import ANY, Constraint
from kb.errors import ConstraintProblem
from kb.loader import constraint_schema
from kb.reader import ConstraintReader
from kb.vocabulary import bundled_vocabulary

PREFIX = "advice_"
"""Prefix of the ids of proposals; not used in the library."""
MOST_TEXT = 300
"""Most characters of a text in a proposal."""
MOST_VARIABLES = 3
MOST_TRACES = 4
"""Of each kind."""
MOST_ITEMS = 12
"""Facts or steps of a trace, steps of a remedy."""
_NAME = re.compile(r"[a-z][a-z0-9_]{2,59}", re.ASCII)
_COMPOSITIONS = {
    "hazard": ("environment", "factual"),
    "before": ("environment", "factual"),
    "after": ("order", "temporal"),
}
"""The composition and type of each form."""
_ALLOWED = _COMPOSITIONS.keys() | {
    *("id", "things", "text", "category", "severity", "where"),
    *("require", "if", "mend", "examples"),
}
"""Allowed fields; a model cannot set `decision`, `unknown`, `asked` and `source`."""
_SOURCE = "advice"
_DEPTH = 3
"""Depth of the deepest fields of a proposal: those of the example traces."""


@dataclass(frozen=True)
class Proposal:
    """A proposal that follows the format."""

    constraint: Constraint
    things: tuple[str, ...]
    """The names of the objects concerned, according to the model."""
    document: Mapping[str, Any]
    """The entry for a constraint file."""


def read_proposal(text: str, model: str, domain: Domain, decision: Decision) -> Proposal:
    """The proposal in `text`.

    Args:
        text: A JSON object.
        model: The name of the model that proposed it.
        domain: The robot's domain.
        decision: The decision on violations, BLOCK or WARN.

    Raises InputError if the text does not follow the format.
    """
    raw = parse_json(text[: MOST_CHARACTERS + 1], _SOURCE)
    if not isinstance(raw, dict):
        raise ConstraintProblem("a proposal is a JSON object")
    given = _filled(raw, _DEPTH)
    if strange := sorted(given.keys() - _ALLOWED):
        name = printable_line(strange[0], 40)
        raise ConstraintProblem(f"field {name!r} is not allowed in proposals")
    things = _things(given.pop("things", None))
    document = _document(given, model, decision)
    check_schema({"constraints": [document]}, constraint_schema(), "", _SOURCE)
    _check_limits(document)
    reader = ConstraintReader("", _SOURCE, bundled_vocabulary(), domain)
    constraint = reader.constraint(0, document)
    if any(set(step.variables) == {ANY} for step in (*constraint.before, *constraint.after)):
        raise ConstraintProblem("the pattern is too broad; name its variables")
    return Proposal(constraint, things, document)


def _filled(given: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """An object without empty fields, recursively to a `depth`."""

    def filled(value: object, depth: int) -> object:
        if isinstance(value, dict) and depth:
            return _filled(value, depth - 1)
        if isinstance(value, list) and depth:
            return [filled(each, depth - 1) for each in value]
        return value

    said = ((key, value) for key, value in given.items() if value not in (None, [], {}, ""))
    return {key: filled(value, depth) for key, value in said}


def _document(given: Mapping[str, Any], model: str, decision: Decision) -> dict[str, Any]:
    """The proposal in the library's constraint format."""
    name = given.get("id")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConstraintProblem("'id' is 3 to 60 lower-case letters, digits and underscores")
    forms = [form for form in _COMPOSITIONS if form in given]
    if len(forms) != 1:
        raise ConstraintProblem("a proposal has exactly one of 'hazard', 'before' and 'after'")
    composition, kind = _COMPOSITIONS[forms[0]]
    composed = {} if forms[0] == "hazard" else {"composition": composition, "type": kind}
    text = given.get("text")
    return {
        **given,
        **composed,
        "id": PREFIX + name,
        "text": printable_line(text, len(text)) if isinstance(text, str) else text,
        "where": _where(given.get("where", {})),
        "source": f"proposed by the language model {printable_line(model, 80)}",
        "decision": decision.value,
        "unknown": "warn",
    }


def _things(given: object) -> tuple[str, ...]:
    named = isinstance(given, list) and all(isinstance(name, str) for name in given)
    if not named or not isinstance(given, list) or len(given) > MOST_ITEMS:
        raise ConstraintProblem(f"'things' names 1 to {MOST_ITEMS} objects of the scene")
    return tuple(dict.fromkeys(given))


def _where(given: object) -> object:
    """Variables with their classes; accepts a list of pairs, too."""
    if not isinstance(given, list):
        return given
    found: dict[str, object] = {}
    for pair in given:
        if not isinstance(pair, dict) or pair.keys() != {"variable", "class"}:
            raise ConstraintProblem("'where' lists objects with 'variable' and 'class'")
        name = pair["variable"]
        if not isinstance(name, str) or name in found:
            raise ConstraintProblem("'where' names each variable once, as a text")
        found[name.removeprefix("?")] = pair["class"]
    return found


def _check_limits(document: Mapping[str, Any]) -> None:
    """Raise ConstraintProblem for oversized proposals."""
    if not 1 <= len(document["where"]) <= MOST_VARIABLES:
        raise ConstraintProblem(f"a proposal has 1 to {MOST_VARIABLES} variables")
    if any(len(part) > MOST_TEXT for part in _texts(document)):
        raise ConstraintProblem(f"a text is longer than {MOST_TEXT} characters")
    for traces in document["examples"].values():
        parts = [part for trace in traces for part in trace.values() if isinstance(part, list)]
        if len(traces) > MOST_TRACES or any(len(part) > MOST_ITEMS for part in parts):
            raise ConstraintProblem(
                f"there are more than {MOST_TRACES} traces, or {MOST_ITEMS} facts or steps in one"
            )


def _texts(value: object) -> list[str]:
    """All texts in a document, including field names."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [part for pair in value.items() for each in pair for part in _texts(each)]
    return [part for each in value for part in _texts(each)] if isinstance(value, list) else []
