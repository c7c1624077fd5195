"""What has to be done before a step, and how long ago it may be."""

from __future__ import annotations

import pytest

from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import SECOND_NS, Driven, table

OVEN, RAG, FLOOR = "oven.n.01_1", "rag.n.01_1", "floor.n.01_1"
SCENE = table(OVEN, RAG, FLOOR)
RULE = """
constraints:
  - id: wiped
    text: An oven is wiped just before it is switched on.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: order
    type: temporal
    where: {{o: oven.n.01}}
    before: TOGGLE_ON(o)
    done: ["WIPE(o, _)"]
    within: {bounds}
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
"""
ON, WIPED, OTHER = f"TOGGLE_ON({OVEN})", f"WIPE({OVEN}, {RAG})", f"PLACE_ON_TOP({RAG}, {FLOOR})"


@pytest.mark.parametrize(
    ("bounds", "steps", "blocks"),
    [
        ("{steps: 2}", [WIPED], False),
        ("{steps: 2}", [WIPED, OTHER], False),
        ("{steps: 2}", [WIPED, OTHER, OTHER], True),
        ("{seconds: 2}", [WIPED], False),
        ("{seconds: 2}", [WIPED, OTHER, OTHER], True),
        ("{seconds: 9}", [], True),
    ],
)
def test_what_was_done_counts_as_long_as_the_bound_says(
    bounds: str, steps: list[str], blocks: bool
) -> None:
    driven = Driven(SCENE, tuple(parse_constraints(RULE.format(bounds=bounds), "rules")))
    for step in steps:
        driven.do(step)
    now_ns = driven.seconds * SECOND_NS
    verdict = driven.session.judge(driven.goal(ON), now_ns, accepted=False).verdict
    assert verdict is not None
    assert ("wiped" in verdict.constraints) is blocks
