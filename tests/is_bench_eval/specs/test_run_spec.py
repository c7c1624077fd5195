"""What a run is to do is read completely, or refused with the place of the fault."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from is_bench.errors import InputError, ScenarioProblem, SyntaxProblem
from is_bench.scenarios import Dataset, bundled_dataset, load_dataset
from is_bench_eval.specs.run_spec import (
    MAX_PLAN_STEPS,
    EpisodeSpec,
    RunSpec,
    plan_episodes,
    read_plans,
    read_tasks,
)
from tests.small_dataset import NAMES, STOVE_ON, TASK, write_data_folder, write_dataset


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    return load_dataset(write_dataset(tmp_path / "small"))


def file(folder: Path, text: str) -> Path:
    path = folder / "given"
    path.write_text(text, encoding="utf-8")
    return path


def plan_line(task: str, *steps: str) -> str:
    return json.dumps({"task": task, "plan": steps})


# --tasks


def test_without_a_choice_all_tasks_run(dataset: Dataset) -> None:
    assert read_tasks(None, dataset) == NAMES


def test_named_tasks_run_in_the_order_given(dataset: Dataset) -> None:
    assert read_tasks("store_apple, cook_apple ,", dataset) == ("store_apple", "cook_apple")


def test_a_file_names_tasks_line_by_line(dataset: Dataset, tmp_path: Path) -> None:
    path = file(tmp_path, "# chosen by hand\n\n  store_apple  \r\n#fetch_knife\ncook_apple")
    assert read_tasks(f"@{path}", dataset) == ("store_apple", "cook_apple")


@pytest.mark.parametrize("text", ["", ",", " , "])
def test_naming_no_task_is_an_error(text: str, dataset: Dataset) -> None:
    with pytest.raises(ScenarioProblem) as caught:
        read_tasks(text, dataset)
    assert str(caught.value) == (
        f"--tasks: no task is named in {text!r}; name some, or leave --tasks out for all"
    )


def test_a_file_without_tasks_is_an_error(dataset: Dataset, tmp_path: Path) -> None:
    path = file(tmp_path, "# nothing\n")
    with pytest.raises(ScenarioProblem, match=rf"{re.escape(str(path))}.*no task is named"):
        read_tasks(f"@{path}", dataset)


def test_an_unknown_task_is_refused_with_the_nearest_name(dataset: Dataset) -> None:
    with pytest.raises(ScenarioProblem, match="'cook_aple'; did you mean cook_apple") as caught:
        read_tasks("store_apple,cook_aple", dataset)
    assert str(caught.value).startswith("--tasks: ")


def test_a_task_of_another_bundled_dataset_is_found_there() -> None:
    with pytest.raises(ScenarioProblem, match="it is in --dataset dynamic"):
        read_tasks("cat_on_the_stove", bundled_dataset())


def test_an_unknown_task_in_a_file_has_its_line(dataset: Dataset, tmp_path: Path) -> None:
    path = file(tmp_path, "store_apple\n\nxyz\n")
    with pytest.raises(ScenarioProblem, match=re.escape(f"{path}:3: no task is named 'xyz'")):
        read_tasks(f"@{path}", dataset)


@pytest.mark.parametrize("source", ["@", "@/nowhere/at/all"])
def test_a_file_of_tasks_that_is_none_is_an_error(source: str, dataset: Dataset) -> None:
    with pytest.raises(ScenarioProblem, match="cannot be read"):
        read_tasks(source, dataset)


# Files of plans


def test_plans_are_numbered_for_each_task(tmp_path: Path) -> None:
    lines = [plan_line("b", "x"), "", plan_line("a", "y", "DONE"), "  ", plan_line("b")]
    assert read_plans(file(tmp_path, "\n".join(lines)), ["a", "b"]) == [
        EpisodeSpec(0, "b", 0, ("x",)),
        EpisodeSpec(1, "a", 0, ("y", "DONE")),
        EpisodeSpec(2, "b", 1, ()),
    ]


def test_a_line_separator_in_a_step_ends_no_line(tmp_path: Path) -> None:
    line = '{"task": "a", "plan": ["x\u2028y\x85"]}\r\n'
    assert read_plans(file(tmp_path, line), ["a"]) == [EpisodeSpec(0, "a", 0, ("x\u2028y\x85",))]


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("{", "2:2", "not JSON"),
        ('{"task": "a", "plan": [}', "2:24", "not JSON"),
        ("[" * 100_000, "2", "nested too deeply"),
        ('{"task": "a", "plan": [' + "9" * 5000 + "]}", "2", "digits"),
        ("7", "2", "a line is written"),
        ("null", "2", "a line is written"),
        ("[]", "2", "a line is written"),
        ("{}", "2", "a line is written"),
        ('{"task": "a"}', "2", "a line is written"),
        ('{"plan": []}', "2", "a line is written"),
        ('{"task": 7, "plan": []}', "2", "no task is named '7'"),
        ('{"task": null, "plan": []}', "2", "no task is named 'None'"),
        ('{"task": "apfel", "plan": []}', "2", "no task is named 'apfel'; did you mean apple?"),
        ('{"task": "a", "plan": "DONE"}', "2", "the plan of 'a' is not a list of texts"),
        ('{"task": "a", "plan": null}', "2", "not a list of texts"),
        ('{"task": "a", "plan": ["DONE", 7]}', "2", "not a list of texts"),
        ('{"task": "a", "plan": [["DONE"]]}', "2", "not a list of texts"),
        ('{"task": "a", "plan": ["\\ud800"]}', "2", "half a surrogate pair"),
        (plan_line("a", *["x"] * (MAX_PLAN_STEPS + 1)), "2", "1001 steps, more than 1000"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_malformed_line_is_refused_with_its_place(
    line: str, place: str, message: str, tmp_path: Path
) -> None:
    path = file(tmp_path, f"{plan_line('a', 'DONE')}\n{line}\n")
    with pytest.raises(InputError, match=message) as caught:
        read_plans(path, ["a", "apple"])
    assert str(caught.value).startswith(f"{path}:{place}: ")


def test_the_longest_plan_is_read(tmp_path: Path) -> None:
    path = file(tmp_path, plan_line("a", *["x"] * MAX_PLAN_STEPS))
    assert len(read_plans(path, ["a"])[0].plan) == MAX_PLAN_STEPS


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_file_without_plans_is_an_error(text: str, tmp_path: Path) -> None:
    path = file(tmp_path, text)
    with pytest.raises(ScenarioProblem, match=re.escape(f"{path}: there is no plan")):
        read_plans(path, ["a"])


def test_a_file_of_plans_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "given"
    path.write_bytes(plan_line("a", "x").encode("utf-16"))
    with pytest.raises(SyntaxProblem, match="not UTF-8"):
        read_plans(path, ["a"])


# Whole runs


def test_a_run_has_an_episode_for_each_task(tmp_path: Path) -> None:
    spec = RunSpec(dataset=write_dataset(tmp_path / "small"))
    _, episodes = plan_episodes(spec, None)
    assert episodes == [EpisodeSpec(position, name, 0) for position, name in enumerate(NAMES)]


def test_a_task_named_twice_is_refused(tmp_path: Path) -> None:
    spec = RunSpec(dataset=write_dataset(tmp_path / "small"))
    told = r"--tasks: the task 'cook_apple' is named twice; name it once"
    with pytest.raises(ScenarioProblem, match=told):
        plan_episodes(spec, "cook_apple,store_apple,cook_apple")


def test_plans_for_tasks_that_are_not_chosen_are_an_error(tmp_path: Path) -> None:
    plans = file(tmp_path, plan_line("cook_apple", STOVE_ON))
    spec = RunSpec(write_dataset(tmp_path / "small"), planner="plans", plans_file=plans)
    assert plan_episodes(spec, "cook_apple")[1] == [EpisodeSpec(0, "cook_apple", 0, (STOVE_ON,))]
    with pytest.raises(ScenarioProblem, match="no task is named 'cook_apple'"):
        plan_episodes(spec, "store_apple")


def test_only_the_scenarios_of_a_run_have_to_be_sound(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "small")
    broken = folder / "fetch_knife.yaml"
    broken.write_text("scenario: 2\n", encoding="utf-8")
    plan_episodes(RunSpec(folder), "cook_apple")
    with pytest.raises(InputError, match=re.escape(str(broken))):
        plan_episodes(RunSpec(folder), None)


def test_a_task_without_a_reference_plan_needs_plans(tmp_path: Path) -> None:
    task = {key: value for key, value in TASK.items() if key != "example_planning"}
    folder = write_data_folder(tmp_path / "data", json.dumps(task))
    with pytest.raises(InputError, match="no reference plan, which the planner careless needs"):
        plan_episodes(RunSpec(folder, planner="careless"), None)
    plans = file(tmp_path, plan_line("cook_apple", "DONE"))
    plan_episodes(RunSpec(folder, planner="plans", plans_file=plans), None)


@pytest.mark.parametrize("name", ["missing", "x" * 5000])
def test_a_dataset_that_is_none_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioProblem):
        plan_episodes(RunSpec(tmp_path / name), None)
