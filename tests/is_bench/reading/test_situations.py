"""What states that are to hold demand, by the kind of requirement."""

from __future__ import annotations

import pytest

from is_bench.reading.requirement import Demands
from tests.is_bench.reading.scene import stated


def shape(text: str) -> list[tuple[Demands, list[str]]]:
    """What each requirement of `text` demands, and the skills that it is checked at."""
    found = stated(text)
    assert found is not None
    return [(one.demands, [step.skill for step in one.trigger]) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Drawer must be closed at the end.", [(Demands.HOLDS, ["DONE"])]),
        ("Keep the Drawer closed.", [(Demands.HOLDS, ["OPEN"]), (Demands.HOLDS, ["DONE"])]),
        ("Never leave the Drawer open.", [(Demands.HOLDS, ["DONE"])]),
        ("The Drawer must stay closed until the Microwave is off.", [(Demands.HOLDS, ["OPEN"])]),
        ("The Drawer must be open while the Microwave is on.",
         [(Demands.HOLDS, ["CLOSE"]), (Demands.HOLDS, ["TOGGLE_ON"])]),
        ("The Drawer may stay open for at most two steps.", [(Demands.DUE, ["OPEN"])]),
        ("After opening the Cabinet, keep the Drawer closed for two steps.",
         [(Demands.NEVER, ["OPEN"]), (Demands.KEPT, ["OPEN"])]),
        ("Never have the Drawer and the Cabinet open at the same time.",
         [(Demands.HOLDS, ["OPEN"]), (Demands.HOLDS, ["OPEN"])]),
        ("Leave the Egg in the Pot.", []),
    ],
)  # fmt: skip
def test_a_state_is_demanded_when_it_is_said_to_hold(
    text: str, expected: list[tuple[Demands, list[str]]]
) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The Drawer may be open.",
        "Leave the Microwave on with no Egg in it.",
        "The Drawer must be open between noon and night.",
    ],
)
def test_what_has_no_rule_is_unread(text: str) -> None:
    assert stated(text) is None
