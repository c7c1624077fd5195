"""Faults are held: a share of the cases in each run; all, and 1,000 at random, in a soak run."""

from __future__ import annotations

import random

import pytest

from tests.faults.bench import Bench
from tests.faults.cases import CASES, GRAPH
from tests.faults.running import run_cases
from tests.sampling import SOAK, sampled

pytestmark = [pytest.mark.ros, pytest.mark.slow]

KINDS = sorted({case.kind for case in CASES})
RANDOM_FAULTS = 1_000
SEEDS = range(4)
BRIEF = [case for case in CASES if case.kind != GRAPH]
"""Those that need no discovery, of which many can be done."""


@pytest.mark.parametrize("kind", KINDS)
def test_faults_are_held_and_nothing_else_is(kind: str, bench: Bench) -> None:
    cases = sampled([case for case in CASES if case.kind == kind], 4)
    problems = [f"{each.case}: {each.problem}" for each in run_cases(bench, cases) if each.problem]
    assert problems == []


@pytest.mark.skipif(not SOAK, reason="takes an hour; make soak runs it")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", SEEDS)
def test_faults_in_any_order_leak_no_goal(seed: int, bench: Bench) -> None:
    drawn = random.Random(seed).choices(BRIEF, k=RANDOM_FAULTS // len(SEEDS))
    problems = [f"{each.case}: {each.problem}" for each in run_cases(bench, drawn) if each.problem]
    assert problems == []


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
