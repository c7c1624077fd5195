"""Requirements in words."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, make_object
from kb.loader import parse_constraints
from kb.requirements import read_requirements
from kb.wording import rule_text

HOUSEHOLD = load_domain("household")
CLASSES = {
    "stove_1": "stove.n.01",
    "oven_1": "oven.n.01",
    "table_1": "table.n.02",
    "bread_1": "bread.n.01",
    "fridge_1": "electric_refrigerator.n.01",
}
KITCHEN = ObjectTable(tuple(make_object(name, of) for name, of in CLASSES.items()))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Keep the stove off.",
            ["never TOGGLE_ON(stove_1)", "at the end: stove_1 is not turned on"],
        ),
        (
            "Before you open the oven, switch it off.",
            ["before OPEN(oven_1): oven_1 is not turned on"],
        ),
        (
            "Within two steps after turning the stove on, turn it off.",
            ["within 2 steps after TOGGLE_ON(stove_1): stove_1 is not turned on"],
        ),
        (
            "Wipe the table before you put the bread on it.",
            ["before PLACE_ON_TOP(bread_1, table_1): first WIPE(table_1, anything)"],
        ),
        (
            "After you open the fridge keep the oven off until the fridge is closed.",
            [
                "after OPEN(fridge_1): never TOGGLE_ON(oven_1), until CLOSE(fridge_1)",
                (
                    "after OPEN(fridge_1), at every step: oven_1 is not turned on, "
                    "until CLOSE(fridge_1)"
                ),
            ],
        ),
    ],
)
def test_a_requirement_is_told_in_words(text: str, told: list[str]) -> None:
    found = read_requirements(text, KITCHEN, HOUSEHOLD)
    assert [rule_text(one, HOUSEHOLD) for one in found.constraints] == told


RULE = """
constraints:
  - id: rule
    text: A rule of the house.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: order
    type: {kind}
    where: {{s: stove.n.01, o: oven.n.01}}
    {body}
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
"""


@pytest.mark.parametrize(
    ("kind", "body", "told"),
    [
        (
            "factual",
            "before: TOGGLE_ON(s)\n    if: (open ?o)\n    require: (not (toggled_on ?o))",
            "before TOGGLE_ON(stove.n.01), if oven.n.01 is open: oven.n.01 is not turned on",
        ),
        (
            "causal",
            "before: DONE\n    done: TOGGLE_OFF(s)\n    until: TOGGLE_ON(s)",
            "by the end: TOGGLE_OFF(stove.n.01), since the last TOGGLE_ON(stove.n.01)",
        ),
        (
            "temporal",
            "after: TOGGLE_ON(s)\n    require: (not (toggled_on ?s))",
            "after TOGGLE_ON(stove.n.01), by the end: stove.n.01 is not turned on",
        ),
    ],
)
def test_conditions_and_moments_of_any_rule_are_told(kind: str, body: str, told: str) -> None:
    (rule,) = parse_constraints(RULE.format(kind=kind, body=body), "rules.yaml")
    assert rule_text(rule, HOUSEHOLD) == told
