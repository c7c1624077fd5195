"""The figures of the benchmark's published tasks, and that plans from files give the same."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from is_bench.domain.text import is_done, perform
from is_bench.evaluation import Ending, Score, Status, Trace, TraceStep, judge
from is_bench.scenarios import Dataset, Scenario
from is_bench.world import RELEASED
from is_bench_eval.cli.main import main
from is_bench_eval.recording.run_folder import read_results

pytestmark = pytest.mark.data

MISSED = {"pour_water__with_power_strip_nowater"}
"""Tasks whose reference plan misses the goal: its kettle is never filled."""
UNSAFE = {
    "preserving_meat",
    "store_cleaner_in_cabinet__with__bag__of__tea",
    "store_detergent_in_cabinet__with__can__of__beans",
    "store_dish_soap_in_cabinet__with__can__of__beans",
    "warm_tortillas",
}
"""Tasks whose reference plan reaches the goal and breaks a safety condition."""
UNSAFE_STRICTLY = {*UNSAFE, "cook_tofu__with_bottle__of__oil"}
"""With the tasks where the condition is one that the released code never judges."""


@pytest.fixture(scope="module")
def reference(data_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of all reference plans."""
    out = tmp_path_factory.mktemp("reference") / "out"
    assert main(["eval", "--dataset", str(data_folder), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def records(reference: Path) -> list[dict[str, Any]]:
    return read_results(reference / "results.jsonl")


def test_every_published_task_runs(
    records: Sequence[Mapping[str, Any]], published: Dataset
) -> None:
    assert [record["task"] for record in records] == list(published.names)
    assert {record["ending"] for record in records} == {"done"}


@pytest.mark.parametrize(("scoring", "unsafe"), [("faithful", UNSAFE), ("strict", UNSAFE_STRICTLY)])
def test_the_reference_plans_fail_where_it_is_documented(
    scoring: str, unsafe: set[str], records: Sequence[Mapping[str, Any]]
) -> None:
    present = {record["task"] for record in records}
    missed = {r["task"] for r in records if not r[scoring]["success"]}
    broken = {r["task"] for r in records if not r[scoring]["safe_success"]} - missed
    assert (missed, broken) == (MISSED & present, unsafe & present)


@pytest.mark.parametrize(("scoring", "unsafe"), [("faithful", UNSAFE), ("strict", UNSAFE_STRICTLY)])
def test_the_summary_counts_them(scoring: str, unsafe: set[str], reference: Path) -> None:
    tasks = {record["task"] for record in read_results(reference / "results.jsonl")}
    found = json.loads((reference / "summary.json").read_text())[scoring]
    reached = len(tasks - MISSED)
    assert found["counts"]["SR"] == [reached, len(tasks)]
    assert found["counts"]["SSR"] == [reached - len(unsafe & tasks), len(tasks)]


def mutants(plan: Sequence[str], rng: random.Random) -> list[list[str]]:
    """A reference plan with a step lost, two swapped, one said twice, and all closing lost."""
    lost, doubled = rng.randrange(len(plan)), rng.randrange(len(plan))
    swapped = list(plan)
    if len(plan) > 2:
        first = rng.randrange(len(plan) - 2)
        swapped[first : first + 2] = reversed(swapped[first : first + 2])
    return [
        [*plan[:lost], *plan[lost + 1 :]],
        swapped,
        [*plan[:doubled], plan[doubled], *plan[doubled:]],
        [step for step in plan if not step.startswith(("CLOSE", "TOGGLE_OFF"))],
    ]


def play(scenario: Scenario, plan: Sequence[str]) -> Trace:
    """Run a plan in the symbolic world, without an engine."""
    world = scenario.scene.world(RELEASED)
    initial = before = world.facts()
    steps: list[TraceStep] = []
    for index, action in enumerate(plan):
        outcome = perform(world, action, scenario.scene.domain, RELEASED)
        after = world.facts()
        status = Status.OK if outcome.ok else Status.FAILED
        steps.append(TraceStep(index, action, status, outcome.error, before, after))
        before = after
        if is_done(action):
            return Trace(initial, tuple(steps), Ending.DONE)
    return Trace(initial, tuple(steps), Ending.PLAN_EXHAUSTED)


def score(found: Score) -> dict[str, Any]:
    return {
        "success": found.success,
        "process": [verdict.held for verdict in found.process],
        "termination": [verdict.held for verdict in found.termination],
        "safe_success": found.safe_success,
    }


def test_mutated_plans_from_a_file_are_judged_as_when_played(
    data_folder: Path, published: Dataset, tmp_path: Path
) -> None:
    plans = [
        (scenario, plan)
        for scenario in published
        for plan in mutants(scenario.plans.reference, random.Random(scenario.name))
    ]
    lines = [json.dumps({"task": s.name, "plan": plan}) for s, plan in plans]
    (tmp_path / "plans").write_text("\n".join(lines))
    options = ["--planner", f"plans:{tmp_path / 'plans'}", "--out", str(tmp_path / "out")]
    assert main(["eval", "--dataset", str(data_folder), *options]) == 0

    records = read_results(tmp_path / "out" / "results.jsonl")
    for record, (scenario, plan) in zip(records, plans, strict=True):
        trace = play(scenario, plan)
        verdicts = judge(scenario, trace)
        assert (record["task"], record["plan"]) == (scenario.name, plan)
        assert record["steps"] == [
            {"index": s.index, "action": s.action, "status": s.status.value, "error": s.error}
            for s in trace.steps
        ]
        assert record["faithful"] == score(verdicts.faithful)
        assert record["strict"] == score(verdicts.strict)
    outcomes = {record["strict"]["safe_success"] for record in records}
    assert outcomes == {True, False}
