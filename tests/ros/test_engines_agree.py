"""The ros engine gives the same records as the direct one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from is_bench.scenarios import Dataset, bundled_dataset, load_dataset
from is_bench.verdict import GuardMode
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import Record, episode_record
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from tests.sampling import sampled

pytestmark = [pytest.mark.ros, pytest.mark.usefixtures("domain")]

GUARDED = [
    (GuardMode.OFF, "kb"),
    *(
        (mode, known)
        for mode in (GuardMode.SHADOW, GuardMode.ENFORCE)
        for known in ("kb", "scenario")
    ),
]
SETTINGS = [(planner, *guarded) for planner in ("reference", "careless") for guarded in GUARDED]
every_setting = pytest.mark.parametrize(("planner", "guard", "knowledge"), SETTINGS, ids=str)


def records(engine: str, run: RunSpec, tasks: str | None) -> list[Record]:
    """What an engine makes of `tasks`, by default of all of the run's dataset."""
    dataset, episodes = plan_episodes(run, tasks)
    with closing(ENGINES[engine](run, dataset, OutputPaths())) as runner:
        return [episode_record(dataset.get(e.task), runner.run(e)) for e in episodes]


def share(dataset: Dataset, run: RunSpec) -> str:
    """The tasks that a setting runs on: of every ten one, so that each task has one setting."""
    turn = SETTINGS.index((run.planner, run.guard, run.guard_knowledge))
    return ",".join(sampled(dataset.names, 10, turn))


def assert_same(run: RunSpec, tasks: str | None = None) -> None:
    direct, ros = records("direct", run, tasks), records("ros", run, tasks)
    assert len(direct) > 0
    for expected, got in zip(direct, ros, strict=True):
        assert list(differences(expected, got)) == []


def differences(expected: Any, got: Any, where: str = "") -> Iterator[str]:
    """Each place where two records differ, so that a failure names it."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        for key in expected:
            yield from differences(expected[key], got[key], f"{where}/{key}")
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from differences(one, other, f"{where}/{index}")
    elif expected != got:
        yield f"{where}: direct {expected!r}, ros {got!r}"


@every_setting
def test_on_a_scenario_where_the_guard_steps_in(
    planner: str, guard: GuardMode, knowledge: str, kitchen: Path
) -> None:
    run = RunSpec(dataset=kitchen, planner=planner, guard=guard, guard_knowledge=knowledge)
    assert_same(run)


UNREADABLE = [
    "FLY(moon)",
    "NAVIGATE_TO(cabinet)",
    "OPEN(cabinet)",
    "TOGGLE_ON(lamp)",
    "OPEN(",
    "DONE",
]
"""Some of these steps ask for nothing."""
BROKEN = ["BREAK(wineglass.n.01_1)", "pick(broken__glass.n.01_1)", "PICK(cup)", "DONE"]
"""Some of these steps name what others have made, or nothing."""


@pytest.mark.parametrize("guard", list(GuardMode))
@pytest.mark.parametrize(
    ("dataset", "task", "plan"), [("kitchen", "lamp", UNREADABLE), ("household", "glass", BROKEN)]
)
def test_on_plans_that_not_everything_can_be_made_of(
    dataset: str,
    task: str,
    plan: list[str],
    guard: GuardMode,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    plans = tmp_path / "plans.jsonl"
    plans.write_text(json.dumps({"task": task, "plan": plan}) + "\n", encoding="utf-8")
    folder = request.getfixturevalue(dataset)
    assert_same(RunSpec(dataset=folder, planner="plans", plans_file=plans, guard=guard))


def test_on_a_scene_that_is_given_another_domain(kitchen: Path) -> None:
    assert_same(RunSpec(dataset=kitchen, domain="household", guard=GuardMode.ENFORCE))


@every_setting
def test_on_the_bundled_scenarios(planner: str, guard: GuardMode, knowledge: str) -> None:
    run = RunSpec(planner=planner, guard=guard, guard_knowledge=knowledge)
    assert_same(run, share(bundled_dataset(), run))


@pytest.mark.data
@every_setting
def test_on_the_published_tasks(
    planner: str, guard: GuardMode, knowledge: str, published: Dataset, data_folder: Path
) -> None:
    run = RunSpec(dataset=data_folder, planner=planner, guard=guard, guard_knowledge=knowledge)
    assert_same(run, share(published, run))


@every_setting
def test_on_the_dynamic_scenarios(planner: str, guard: GuardMode, knowledge: str) -> None:
    dataset = Path("dynamic")
    run = RunSpec(dataset=dataset, planner=planner, guard=guard, guard_knowledge=knowledge)
    assert_same(run, share(load_dataset(dataset), run))
