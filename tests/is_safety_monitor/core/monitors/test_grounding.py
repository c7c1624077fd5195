"""Steps and patterns by number: kinds of steps, three arguments, skills of other domains."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable, make_object
from is_safety_monitor.core.monitors import AtomSpace, CheckTable, Grounder, checks
from kb.constraint import Pattern
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.monitors.traces import DOMAIN

PAN, LID, STOVE = "the pan", "lid-2", "Herd"
SCENE = ObjectTable(
    (make_object(PAN, "pan.n.01"), make_object(LID, "lid.n.02"), make_object(STOVE, "stove.n.01"))
)
GROUNDER = Grounder(SCENE, AtomSpace(SCENE, {"open": 1}), DOMAIN)


@pytest.fixture(autouse=True, params=[checks.MOST_AT_ONCE, 0], ids=["at_once", "by_step"])
def grounded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_AT_ONCE", request.param)


def refused(form: str, step: SkillCall) -> list[tuple[str, ...]]:
    """The objects of which a rule of this form, that is never met, refuses `step`."""
    (rule,) = parse_constraints(
        f"""
constraints:
  - id: a_rule
    text: What must not be done at all, whatever holds.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: factual
    where: {{x: anything, y: anything, z: anything}}
    before: {form}
    require: (or)
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
""".replace("anything", "rigid"),
        "rules",
        DOMAIN,
    )
    table = CheckTable([rule], GROUNDER)
    truths = GROUNDER.atoms.vector(FactSet.closed_world([]))
    found = [one.binding for one in table.violations(step, truths)]
    return [tuple(GROUNDER.names(rule, binding).values()) for binding in found]


def test_what_is_said_of_a_general_skill_holds_for_a_special_one() -> None:
    assert refused("CLOSE(x)", SkillCall("SHUT", (PAN,))) == [(PAN,)]
    assert refused("SHUT(x)", SkillCall("CLOSE", (PAN,))) == []


def test_a_step_is_a_kind_of_others_only_where_its_objects_are_of_their_classes() -> None:
    stacked = SkillCall("STACK", (PAN, LID, STOVE))
    assert refused("PLACE_ON_TOP(x, y)", stacked) == [(PAN, LID), (LID, STOVE)]
    assert refused("PLACE_ON_TOP(_, y)", stacked) == [(LID,), (STOVE,)]


def test_arguments_stand_in_the_order_of_the_general_skill() -> None:
    assert refused("WIPE(x, y)", SkillCall("MOP", (PAN, LID))) == [(LID, PAN)]


def test_three_arguments_are_told_apart() -> None:
    stacked = SkillCall("STACK", (PAN, LID, STOVE))
    assert refused("STACK(x, y, z)", stacked) == [(PAN, LID, STOVE)]
    assert refused("STACK(_, _, z)", stacked) == [(STOVE,)]
    assert refused("STACK(x, _, z)", stacked) == [(PAN, STOVE)]
    assert refused("STACK(x, y, x)", stacked) == []


def test_a_rule_refuses_a_step_once_however_it_matches() -> None:
    assert refused("[SHUT(x), CLOSE(x)]", SkillCall("SHUT", (PAN,))) == [(PAN,)]


def test_a_pattern_of_a_skill_with_other_arguments_matches_nothing() -> None:
    rows = GROUNDER.step_keys(SkillCall("OPEN", (PAN,)))
    (rule,) = parse_constraints(RULE, "rules", DOMAIN)
    numbers = GROUNDER.bindings(rule)
    for pattern in (Pattern("OPEN", ("x", "_")), Pattern("OPEN"), Pattern("OPNE", ("x",))):
        assert not set(GROUNDER.pattern_keys(rule, pattern, numbers)) & set(rows)
    assert set(GROUNDER.pattern_keys(rule, Pattern("OPEN", ("x",)), numbers)) & set(rows)


RULE = """
constraints:
  - id: a_rule
    text: What must not be opened at all, whatever holds.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: factual
    where: {x: rigid}
    before: OPEN(x)
    require: (or)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""


RULES = """
constraints:
  - &rule
    id: large
    text: What must not be done at all, whatever holds.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: factual
    where: {x: rigid, y: rigid, z: rigid}
    before: ["STACK(x, y, z)", "PLACE_ON_TOP(x, y)"]
    require: (or (open ?x) (open ?z))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
  - {<<: *rule, id: small, where: {x: rigid}, before: "STACK(_, x, _)", require: (or)}
  - {<<: *rule, id: large_too, before: ["STACK(_, y, _)", "STACK(x, _, _)"]}
"""


@pytest.mark.parametrize("skill", ["STACK", "PLACE_ON_TOP", "SHUT"])
def test_large_constraints_say_the_same_in_the_same_order(
    skill: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = parse_constraints(RULES, "rules", DOMAIN)
    truths = GROUNDER.atoms.vector(FactSet.closed_world([]))
    step = SkillCall(skill, (PAN, LID, STOVE)[: DOMAIN.skills[skill].arity])
    said = []
    for most in (10_000, 6, 0):
        monkeypatch.setattr(checks, "MOST_AT_ONCE", most)
        table = CheckTable(rules, GROUNDER)
        said.append((list(table.violations(step, truths)), {c.id for c in table.touches(step)}))
    assert said[0] == said[1] == said[2]
    assert bool(said[0][0]) is (skill != "SHUT")
