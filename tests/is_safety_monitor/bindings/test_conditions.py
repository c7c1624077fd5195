from __future__ import annotations

import re
from typing import Any

import pytest

from is_bench.facts import Truth
from is_safety_monitor.bindings.conditions import Condition

TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN


class Mode:
    """A message class with constants."""

    OPEN = 1
    SHUT = 2


@pytest.mark.parametrize(
    ("condition", "value", "truth"),
    [
        (Condition(above=1.0), 1.5, TRUE),
        (Condition(above=1.0), 1.0, FALSE),
        (Condition(at_least=1.0), 1.0, TRUE),
        (Condition(above=1.0, below=2.0), 2.5, FALSE),
        (Condition(above=1.0), float("nan"), UNKNOWN),
        (Condition(above=1.0), "2", UNKNOWN),
        (Condition(above=0.0), True, UNKNOWN),
        (Condition(below=1.0), float("-inf"), TRUE),
        (Condition(one_of=(True,)), True, TRUE),
        (Condition(one_of=(True,)), 1, UNKNOWN),
        (Condition(one_of=(1, 3)), 3, TRUE),
        (Condition(one_of=(1, 3)), True, UNKNOWN),
        (Condition(one_of=("a",)), "b", FALSE),
        (Condition(one_of=("a",)), 1, UNKNOWN),
        (Condition(pattern=re.compile("mug_.*")), "mug_1", TRUE),
        (Condition(pattern=re.compile("mug_")), "mug_1", FALSE),
        (Condition(pattern=re.compile(".*")), 1, UNKNOWN),
        (Condition(constants=("OPEN",)), 1, TRUE),
        (Condition(constants=("OPEN", "SHUT")), 3, FALSE),
        (Condition(constants=("AJAR",)), 1, UNKNOWN),
        (Condition(), object(), TRUE),
    ],
)
def test_truth(condition: Condition, value: Any, truth: Truth) -> None:
    assert condition.truth(value, Mode()) is truth
