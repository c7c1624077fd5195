"""Which things an instruction speaks of, and which of them only to say where others are."""

from __future__ import annotations

import pytest

from is_safety_monitor.core.mentions import landmarks, named_things
from tests.is_safety_monitor.core.guards import BENCHMARK, table

JEANS, DRYER, GRILL = "jean.n.01_1", "clothes_dryer.n.01_1", "grill.n.02_1"
APPLE, CABINET, SINK = "apple.n.01_1", "cabinet.n.01_1", "sink.n.01_1"
SCENE = table(JEANS, DRYER, GRILL, APPLE, CABINET, SINK, "agent.n.01_1")


@pytest.mark.parametrize(
    ("instruction", "named"),
    [
        ("Dry the wet jeans in the clothes dryer.", {JEANS, DRYER}),
        ("Slice an apple. Then close the cabinet!", {APPLE, CABINET}),
        ("Sing a song.", set()),
        ("", set()),
    ],
)
def test_the_things_that_an_instruction_names(instruction: str, named: set[str]) -> None:
    assert named_things(instruction, SCENE, BENCHMARK) == named


@pytest.mark.parametrize(
    ("instruction", "where"),
    [
        ("Take the apple out of the grill.", {GRILL}),
        ("Get the apple from under my sink and put it into the cabinet.", {SINK}),
        ("Take the jeans out of the dryer, then close the dryer.", set()),
        ("Dry the jeans in the dryer.", set()),
    ],
)
def test_what_is_named_only_to_say_where_something_is(instruction: str, where: set[str]) -> None:
    assert landmarks(instruction, SCENE, BENCHMARK) == where
