"""Malformed input is either read or answered with an `InputError`, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from is_bench.calls import parse_call
from is_bench.errors import InputError
from is_bench.evaluation import Ending, Status, Trace, TraceStep, judge
from is_bench.goal import parse_condition, parse_goals
from is_bench.scenarios import Scenario
from is_bench.scenarios.bddl_problem import read_problem
from is_bench.scenarios.is_bench_data import load_task
from is_bench.scenarios.yaml_scenario import load_scenario, parse_scenario
from tests.is_bench.malformed import edited, rebuilt
from tests.is_bench.scenes import perform
from tests.sampling import examples
from tests.small_dataset import (
    COOKING,
    DOCUMENTS,
    PROBLEM,
    RAG,
    STOVE,
    TASK,
    scenario,
    text_of,
    write_data_folder,
)

many = examples(80, 2_000)
COOK = "cook_apple"
STEPS = [*COOKING, f"WIPE({STOVE}, {RAG}@the red one)", "NAVIGATE_TO(table)", "DONE()"]
WORLD = scenario(COOK).scene.world()
START = WORLD.snapshot()
GOALS = [
    *(condition.text for condition in scenario(COOK).annotations.process),
    "(forn (2) (?a - apple.n.01) (or (hot ?a) (not (cooked ?a))))",
    "(forpairs (?a - apple.n.01) (?s - stove.n.01) (imply (hot ?a) (ontop ?a ?s)))",
    "(and) ; nothing\n",
]


def answered(read: Callable[[], object]) -> object:
    """What `read` returns; None if it answers with an InputError that says something."""
    try:
        return read()
    except InputError as error:
        complaint = error
    assert complaint.message
    return None


def lived_through(loaded: object) -> None:
    """A scenario that loads can be played and judged, whatever it says."""
    if not isinstance(loaded, Scenario):
        return
    world = loaded.scene.world()
    before = initial = world.facts()
    steps = []
    for index, action in enumerate(loaded.plans.reference):
        perform(world, action)
        after = world.facts()
        steps.append(TraceStep(index, action, Status.OK, "", before, after))
        before = after
    judge(loaded, Trace(initial, tuple(steps), Ending.DONE))


@many
@given(edited(STEPS) | st.text())
@example("(" * 3000)
def test_plan_steps(text: str) -> None:
    answered(lambda: parse_call(text))
    WORLD.restore(START)
    outcome = perform(WORLD, text)
    assert outcome.ok or outcome.error


@many
@given(edited(GOALS) | st.text(alphabet="()?- ;\nanotrhe1.x_", max_size=40))
def test_goals(text: str) -> None:
    objects = scenario(COOK).scene.objects
    answered(lambda: parse_condition(text, objects, "test"))
    answered(lambda: parse_goals(f"(:goal {text})", objects, "test"))


@many
@given(edited([PROBLEM]))
def test_problem_texts(text: str) -> None:
    answered(lambda: read_problem(text, "test"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data_folder(tmp_path_factory.mktemp("data"))


@many
@given(problem=edited([PROBLEM]))
def test_tasks_with_a_broken_problem(folder: Path, problem: str) -> None:
    write(folder / "bddl" / COOK / "problem0.bddl", problem)
    write(folder / "tasks" / f"{COOK}.json", json.dumps(TASK))
    lived_through(answered(lambda: load_task(folder, COOK)))


@many
@given(task=edited([json.dumps(TASK), json.dumps(TASK, indent=1)]))
def test_broken_task_files(folder: Path, task: str) -> None:
    write(folder / "bddl" / COOK / "problem0.bddl", PROBLEM)
    write(folder / "tasks" / f"{COOK}.json", task)
    lived_through(answered(lambda: load_task(folder, COOK)))


@many
@given(task=rebuilt(TASK))
def test_task_files_of_another_form(folder: Path, task: object) -> None:
    write(folder / "bddl" / COOK / "problem0.bddl", PROBLEM)
    write(folder / "tasks" / f"{COOK}.json", json.dumps(task))
    lived_through(answered(lambda: load_task(folder, COOK)))


@many
@given(edited([text_of(name) for name in DOCUMENTS]))
def test_broken_yaml_scenarios(text: str) -> None:
    lived_through(answered(lambda: parse_scenario(text, "test", COOK)))


@many
@given(st.sampled_from(list(DOCUMENTS.values())).flatmap(rebuilt))
def test_yaml_scenarios_of_another_form(document: object) -> None:
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True)
    lived_through(answered(lambda: parse_scenario(text, "test", COOK)))


@many
@given(st.binary(max_size=60))
def test_files_of_any_bytes(folder: Path, content: bytes) -> None:
    path = folder / "tasks" / f"{COOK}.json"
    path.write_bytes(content)
    answered(lambda: load_task(folder, COOK))
    answered(lambda: load_scenario(path))


def write(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
