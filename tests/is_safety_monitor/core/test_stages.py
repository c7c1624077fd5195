"""Which stages judge, by their names."""

from __future__ import annotations

from itertools import combinations

import pytest

from is_bench.errors import UnknownNameError
from is_safety_monitor.core.stages import NAMES, Stages


def test_all_stages_judge_unless_told_otherwise() -> None:
    assert Stages() == Stages.of(NAMES)
    assert str(Stages()) == "task,plan,action"


@pytest.mark.parametrize("count", range(4))
def test_every_choice_is_read_back_from_its_text(count: int) -> None:
    for names in combinations(NAMES, count):
        stages = Stages.of(names)
        assert [name for name in NAMES if getattr(stages, name)] == list(names)
        assert Stages.of(str(stages).split(",")) == stages


def test_spaces_repetitions_and_order_do_not_matter() -> None:
    assert Stages.of([" action", "task ", "", "task"]) == Stages(plan=False)


def test_a_stage_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"no stage of the guard is named 'plans'.*plan"):
        Stages.of(["task", "plans"])
