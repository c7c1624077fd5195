from __future__ import annotations

import pytest

from is_bench_eval.console.words import counted


@pytest.mark.parametrize(("count", "text"), [(0, "0 tasks"), (1, "1 task"), (2, "2 tasks")])
def test_a_noun_agrees_with_its_number(count: int, text: str) -> None:
    assert counted(count, "task") == text
