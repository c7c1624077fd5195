"""Faults are held: a share of the cases in each run; all, and 1,000 at random, in a soak run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.faults.bench import Bench
from tests.faults.bound_bench import BoundBench
from tests.faults.cases import BOUND_CASES, CASES, GATE_CASES, GRAPH, Case
from tests.faults.deaths import death_cases, run_deaths
from tests.faults.gate_bench import GateBench
from tests.faults.running import run_cases
from tests.sampling import SOAK, sampled

pytestmark = [pytest.mark.ros, pytest.mark.slow]

RANDOM_FAULTS = 1_000
SEEDS = range(4)
SHARED = [case for case in CASES if not case.restarts]
OWN = [case for case in CASES if case.restarts]
"""Those that need a bench of their own."""
KINDS = sorted({case.kind for case in SHARED})
BRIEF = [case for case in SHARED if case.kind != GRAPH]
"""Those that need no discovery, of which many can be done."""


@pytest.mark.parametrize("kind", KINDS)
def test_faults_are_held_and_nothing_else_is(kind: str, bench: Bench) -> None:
    cases = sampled([case for case in SHARED if case.kind == kind], 4)
    problems = [f"{each.case}: {each.problem}" for each in run_cases(bench, cases) if each.problem]
    assert problems == []


@pytest.mark.skipif(not SOAK, reason="takes an hour; make soak runs it")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", SEEDS)
def test_faults_in_any_order_leak_no_goal(seed: int, bench: Bench) -> None:
    drawn = random.Random(seed).choices(BRIEF, k=RANDOM_FAULTS // len(SEEDS))
    problems = [f"{each.case}: {each.problem}" for each in run_cases(bench, drawn) if each.problem]
    assert problems == []


@pytest.mark.parametrize("case", sampled(OWN, 5), ids=str)
def test_faults_of_other_guards_are_held(case: Case[Bench], bench: Bench) -> None:
    (done,) = run_cases(bench, [case])
    assert done.problem == ""


def test_faults_with_the_gate_are_held_and_nothing_else_is(gate_bench: GateBench) -> None:
    done = run_cases(gate_bench, sampled(GATE_CASES, 4))
    problems = [f"{each.case}: {each.problem}" for each in done if each.problem]
    assert problems == []


def test_faults_with_a_binding_file_are_held_and_nothing_else_is(bound_bench: BoundBench) -> None:
    done = run_cases(bound_bench, sampled(BOUND_CASES, 2))
    problems = [f"{each.case}: {each.problem}" for each in done if each.problem]
    assert problems == []


@pytest.mark.skipif(not SOAK, reason="starts and kills processes; make soak runs it")
def test_deaths_are_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, domain: int) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))  # so that it is restored
    done = run_deaths(death_cases(tmp_path))
    problems = [f"{each.case}: {each.problem}" for each in done if each.problem]
    assert problems == []


def test_every_case_has_a_name_of_its_own(tmp_path: Path) -> None:
    cases: list[Case[Any]] = [*CASES, *GATE_CASES, *BOUND_CASES, *death_cases(tmp_path)]
    names = [case.name for case in cases]
    assert len(names) == len(set(names))
