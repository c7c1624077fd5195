from __future__ import annotations

from collections import Counter

import pytest

from is_bench.domain import load_domain
from is_bench.taxonomy import taxonomy
from is_safety_monitor.core.advice.ordinary import (
    COUNTER,
    FEWEST_CALLS,
    FIXTURES,
    FLOOR,
    MOST_CALLS,
    THINGS,
    ordinary_work,
)
from kb.constraint import ConstraintForm
from kb.loader import load_library
from tests.sampling import SOAK


def test_the_kitchen_is_of_classes_that_there_are() -> None:
    named = (FLOOR, COUNTER, *FIXTURES, *THINGS)
    assert [name for name in named if name.rpartition("_")[0] not in taxonomy()] == []


@pytest.mark.parametrize("name", ["is_bench", "household"])
def test_there_are_steps_of_most_kinds(name: str) -> None:
    domain = load_domain(name)
    counts = Counter(call.skill for call, _ in ordinary_work(domain).steps)
    assert len(counts) >= len(domain.skills) // 2 - 1
    assert max(counts.values()) == MOST_CALLS
    assert counts["OPEN"] >= FEWEST_CALLS
    assert counts["TOGGLE_ON"] >= FEWEST_CALLS


def test_no_constraint_of_the_library_hinders_ordinary_work() -> None:
    work = ordinary_work(load_domain("household"))
    library = [c for c in load_library() if c.form is not ConstraintForm.INSTRUCTION]
    chosen = library if SOAK else library[::40]
    hindering = {c.id for c in chosen if work.hindrance(c)}
    assert hindering <= {"thing_soiled_by_a_step"}  # to soil things is no ordinary work
