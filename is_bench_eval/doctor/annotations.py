"""Defects of a scenario's safety conditions and goal."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.errors import InputError, Place
from is_bench.evaluation.judge import normal_trigger
from is_bench.goal import Expression
from is_bench.goal.syntax import And, Exists, Fact, ForAll, ForN, ForPairs, Imply, Not, Or
from is_bench.scenarios import SafetyCondition, Scenario, When
from is_bench.skills import Role, SkillCall, parse_call
from is_bench_eval.doctor.findings import Finding, Severity

_STATES = {"open": "openable", "toggled_on": "toggleable", "filled": "fillable"}
_NEEDS = {
    Role.OPENED: "openable",
    Role.SWITCHED: "toggleable",
    Role.VESSEL: "fillable",
}


def check_annotations(scenario: Scenario) -> Iterator[Finding]:
    """What the released code overlooks, what can never fire, and what means nothing."""
    notes = scenario.annotations
    yield from _repeated_triggers(scenario)
    if len(notes.goal) > 1:
        yield _found(
            scenario,
            "several goal expressions",
            f"the goal has {len(notes.goal)} expressions; the released code judges the first",
        )
    for condition in (*notes.process, *notes.termination):
        yield from _trigger(scenario, condition)
        for goal in condition.goals:
            yield from _expression(scenario, goal)
    for goal in notes.goal:
        yield from _expression(scenario, goal)


def _repeated_triggers(scenario: Scenario) -> Iterator[Finding]:
    seen: dict[tuple[When, str], int] = {}
    for index, condition in enumerate(scenario.annotations.process):
        key = (condition.when, normal_trigger(condition.trigger or ""))
        if key in seen:
            yield _found(
                scenario,
                "repeated trigger",
                f"conditions {seen[key]} and {index} share the trigger {condition.trigger}; "
                "the released code drops the earlier one",
            )
        seen[key] = index


def _trigger(scenario: Scenario, condition: SafetyCondition) -> Iterator[Finding]:
    """Why the trigger of a condition can never be executed, if it cannot."""
    if condition.trigger is None:
        return
    try:
        call = parse_call(condition.trigger)
    except InputError as error:
        yield _found(scenario, "trigger that never fires", error.message, Severity.ERROR)
        return
    reason = _never(scenario, call)
    if reason:
        text = f"{condition.trigger}: {reason}"
        yield _found(scenario, "trigger that never fires", text, Severity.ERROR)


def _never(scenario: Scenario, call: SkillCall) -> str:
    for role, name in zip(call.skill.roles, call.arguments, strict=True):
        thing = scenario.scene.objects.get(name)
        if thing is None:
            return f"no object {name!r} is declared"
        if role in _NEEDS and not thing.can(_NEEDS[role]):
            return f"{name} is not {_NEEDS[role]}"
    return ""


def _expression(scenario: Scenario, node: Expression) -> Iterator[Finding]:
    if isinstance(node, Not) and len(node.operands) > 1:
        text = f"{node}: the released code negates the first operand and ignores the rest"
        yield _found(scenario, "'not' with several operands", text)
    if isinstance(node, Fact):
        yield from _fact(scenario, node)
    for part in _parts(node):
        yield from _expression(scenario, part)


def _parts(node: Expression) -> tuple[Expression, ...]:
    if isinstance(node, And | Or | Not):
        return node.operands
    if isinstance(node, Imply):
        return node.condition, node.consequence
    if isinstance(node, ForAll | Exists | ForN | ForPairs):
        return (node.body,)
    return ()


def _fact(scenario: Scenario, node: Fact) -> Iterator[Finding]:
    """A predicate that its object cannot have: the released code crashes or takes it for false."""
    predicate, arguments = node.atom
    thing = scenario.scene.objects.get(arguments[0])
    if thing is None:
        return
    if thing.matter.is_substance and predicate not in ("real", "future", "insource"):
        text = f"{node} asks for a state of a substance, which has none"
        yield _found(scenario, "predicate without meaning", text)
    elif predicate in _STATES and not thing.can(_STATES[predicate]):
        text = f"{node}: {thing.name} is not {_STATES[predicate]}"
        yield _found(scenario, "predicate without meaning", text)


def _found(
    scenario: Scenario, subject: str, message: str, severity: Severity = Severity.WARNING
) -> Finding:
    return Finding(severity, subject, message, Place(scenario.source))
