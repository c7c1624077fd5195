"""Defects of what a scenario tells planners: objects, abilities, washing rules."""

from __future__ import annotations

from collections.abc import Iterator

from is_bench.errors import Place
from is_bench.objects import Matter, class_of, synset_of
from is_bench.scenarios import Scenario
from is_bench.taxonomy import taxonomy
from is_bench.world.removers import Removers
from is_bench_eval.doctor.findings import Finding, Severity

TOLD = ("fillable", "openable", "toggleable")
"""The abilities that the benchmark tells planners."""


def check_planning(scenario: Scenario) -> Iterator[Finding]:
    """Objects and abilities that planners are not told of, and rules that cannot apply."""
    yield from _mentioned(scenario)
    yield from _granted(scenario)
    yield from _rules(scenario)
    for thing in scenario.scene.objects:
        if thing.synset not in taxonomy() and not thing.abilities:
            text = f"{thing.name}: the taxonomy does not know {thing.synset}, so it can do nothing"
            yield _found(scenario, "unknown synset", text, Severity.NOTE)


def _mentioned(scenario: Scenario) -> Iterator[Finding]:
    declared = {thing.name for thing in scenario.scene.objects}
    mentioned = {name.lower() for name in scenario.scene.mentioned}
    if not mentioned:
        return
    for name in sorted(declared - mentioned):
        text = f"{name} is declared, but planners are not told of it"
        yield _found(scenario, "object missing from object_list", text)
    for name in sorted(mentioned - declared):
        text = f"{name} is told to planners, but not declared"
        yield _found(scenario, "undeclared object", text)


def _granted(scenario: Scenario) -> Iterator[Finding]:
    granted = scenario.scene.granted
    if not granted:
        return
    for thing in scenario.scene.objects:
        if thing.matter is Matter.AGENT or thing.matter.is_substance:
            continue
        hidden = [a for a in TOLD if thing.can(a) and a not in granted.get(thing.name, ())]
        if hidden:
            text = f"{thing.name} is {' and '.join(hidden)}, but planners are not told so"
            yield _found(scenario, "ability missing from object_abilities", text)


def _rules(scenario: Scenario) -> Iterator[Finding]:
    words = {class_of(thing.name): thing for thing in scenario.scene.objects}
    removers = Removers(scenario.scene.wash_rules)
    for rule in scenario.scene.wash_rules:
        tool = words.get(rule.tool)
        if tool is None:
            text = f"the tool {rule.tool!r} of a washing rule is not declared"
            yield _found(scenario, "washing rule that never applies", text, Severity.NOTE)
            continue
        for kind, value in rule.conditions:
            substance = words.get(str(value))
            if kind != "saturated" or substance is None:
                continue
            if removers.conditions(tool, synset_of(substance.name)) is None:
                text = (
                    f"{rule.tool} must hold {value} to remove {rule.substance}, but takes up none"
                )
                yield _found(scenario, "washing rule that never applies", text)


def _found(
    scenario: Scenario, subject: str, message: str, severity: Severity = Severity.WARNING
) -> Finding:
    return Finding(severity, subject, message, Place(scenario.source))
