"""Small constraints to be checked, and what the checks say of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from is_bench.domain import Domain
from is_safety_monitor.core.lint import Problem, Severity
from kb.constraint import Constraint
from kb.loader import parse_constraints

DOOR, OVEN, SINK, RAG, MUG, KNIFE = (
    "cabinet.n.01_1",
    "oven.n.01_1",
    "sink.n.01_1",
    "rag.n.01_1",
    "mug.n.04_1",
    "carving_knife.n.01_1",
)
OPEN, CLOSE = f"OPEN({DOOR})", f"CLOSE({DOOR})"
VIOLATED = f"{{steps: [{OPEN}, DONE]}}"
SATISFIED = f"{{steps: [{OPEN}, {CLOSE}, DONE]}}"
SHUT = ("where: {x: cabinet.n.01}", "after: OPEN(x)", "require: (not (open ?x))")
"""The form of a rule that the examples above fit: what was opened is closed at the end."""


def rule_text(  # everything about a constraint that a test may vary
    *lines: str,
    name: str = "a_rule",
    text: str = "",
    kind: str = "temporal",
    violated: str = VIOLATED,
    satisfied: str = SATISFIED,
) -> str:
    """A file of one constraint with the form in `lines`, by default `SHUT`, and its examples."""
    form = "".join(f"    {line}\n" for line in lines or SHUT)
    return f"""
constraints:
  - id: {name}
    text: {text or f"What {name} says, and why it is so."}
    category: Fire Hazard
    severity: minor
    source: a house rule
    composition: {"instruction" if "instruction:" in form else "order"}
    type: {kind}
    examples: {{violated: [{violated}], satisfied: [{satisfied}]}}
{form}"""


def rule(*lines: str, **given: str) -> Constraint:
    """The constraint in `rule_text`, in the words of the library."""
    return rule_in(None, *lines, **given)


def rule_in(domain: Domain | None, *lines: str, **given: str) -> Constraint:
    """The constraint in `rule_text`, in the words of `domain`."""
    (found,) = parse_constraints(rule_text(*lines, **given), "rules.yaml", domain)
    return found


def said(problems: Iterable[Problem]) -> list[str]:
    """What is reported, each beginning with how much it matters."""
    return [f"{problem.severity.value}: {problem.message}" for problem in problems]


def errors(problems: Iterable[Problem]) -> Iterator[str]:
    """The messages of what must be mended."""
    return (problem.message for problem in problems if problem.severity is Severity.ERROR)
