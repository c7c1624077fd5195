"""The doctor finds each kind of defect, and none where there is none."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from is_bench.errors import InputError
from is_bench.scenarios import load_dataset
from is_bench_eval.doctor.command import SOUND, examine
from is_bench_eval.doctor.dataset import check_dataset
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.doctor.install import check_install
from tests.small_dataset import RAG, STOVE, TASK, write_data_folder

Change = Callable[[dict[str, Any]], None]


def sound_task() -> dict[str, Any]:
    """A task without defects."""
    task = copy.deepcopy(TASK)
    task["planning_context"]["object_list"] = [*TASK["planning_context"]["object_list"]]
    task["planning_context"]["object_list"].append("countertop.n.01_1")
    task["planning_context"]["object_abilities"]["frying_pan.n.01_1"] = ["fillable"]
    return task


def findings(folder: Path, task: dict[str, Any]) -> list[Finding]:
    write_data_folder(folder, json.dumps(task))
    return list(check_dataset(load_dataset(folder), folder))


def subjects(folder: Path, task: dict[str, Any]) -> set[str]:
    return {f.subject for f in findings(folder, task) if f.severity is not Severity.NOTE}


def test_a_sound_dataset_has_no_findings(tmp_path: Path) -> None:
    assert subjects(tmp_path, sound_task()) == set()


def _repeat_trigger(task: dict[str, Any]) -> None:
    conditions = task["evaluation_goal_conditions"]["process_safety_goal_condition"]
    again = {**conditions[0], "action": f"toggle_on( {STOVE} )"}
    conditions.append(again)


def _second_goal(task: dict[str, Any]) -> None:
    conditions = task["evaluation_goal_conditions"]
    goal = conditions["execution_goal_condition"]
    conditions["execution_goal_condition"] = goal[:-1] + f" (not (open {STOVE})))"


def _undeclared_trigger(task: dict[str, Any]) -> None:
    condition = task["evaluation_goal_conditions"]["termination_safety_goal_condition"][0]
    condition["action"] = "TOGGLE_ON(lamp.n.02_9)"


def _impossible_trigger(task: dict[str, Any]) -> None:
    condition = task["evaluation_goal_conditions"]["termination_safety_goal_condition"][0]
    condition["action"] = f"OPEN({RAG})"


def _not_of_two(task: dict[str, Any]) -> None:
    condition = task["evaluation_goal_conditions"]["termination_safety_goal_condition"][0]
    condition["safety_bddl"] = f"(:goal (not (toggled_on {STOVE}) (ontop {RAG} {STOVE})))"


def _open_rag(task: dict[str, Any]) -> None:
    condition = task["evaluation_goal_conditions"]["termination_safety_goal_condition"][0]
    condition["safety_bddl"] = f"(:goal (not (open {RAG})))"


def _untold_object(task: dict[str, Any]) -> None:
    task["planning_context"]["object_list"].remove(RAG)


def _undeclared_object(task: dict[str, Any]) -> None:
    task["planning_context"]["object_list"].append("unicorn.n.01_1")


def _untold_ability(task: dict[str, Any]) -> None:
    task["planning_context"]["object_abilities"][STOVE] = []


def _failing_step(task: dict[str, Any]) -> None:
    task["example_planning"].insert(0, {"action": f"OPEN({RAG})"})


def _unsafe_plan(task: dict[str, Any]) -> None:
    task["example_planning"] = task["example_planning"][1:]


def _useless_plan(task: dict[str, Any]) -> None:
    task["example_planning"] = [{"action": "DONE"}]


def _broken_condition(task: dict[str, Any]) -> None:
    condition = task["evaluation_goal_conditions"]["termination_safety_goal_condition"][0]
    condition["safety_bddl"] = "(:goal (not (toggled_on"


@pytest.mark.parametrize(
    ("change", "subject"),
    [
        (_repeat_trigger, "repeated trigger"),
        (_second_goal, "several goal expressions"),
        (_undeclared_trigger, "trigger that never fires"),
        (_impossible_trigger, "trigger that never fires"),
        (_not_of_two, "'not' with several operands"),
        (_open_rag, "predicate without meaning"),
        (_untold_object, "object missing from object_list"),
        (_undeclared_object, "undeclared object"),
        (_untold_ability, "ability missing from object_abilities"),
        (_failing_step, "reference step fails"),
        (_unsafe_plan, "reference plan is unsafe"),
        (_useless_plan, "reference plan misses its goal"),
        (_broken_condition, "cannot be read"),
    ],
)
def test_each_defect_is_found_and_named_with_its_file(
    change: Change, subject: str, tmp_path: Path
) -> None:
    task = sound_task()
    change(task)
    found = [f for f in findings(tmp_path, task) if f.subject == subject]
    assert found
    assert all(f.message and f.place and "cook_apple.json" in str(f.place) for f in found)


def test_misnamed_and_unused_folders_are_found(tmp_path: Path) -> None:
    write_data_folder(tmp_path, json.dumps(sound_task()))
    (tmp_path / "bddl" / "cook_apple").rename(tmp_path / "bddl" / "cook_apple_8")
    (tmp_path / "bddl" / "forgotten").mkdir()
    found = {f.subject for f in check_dataset(load_dataset(tmp_path), tmp_path)}
    assert {"misnamed BDDL folder", "unused BDDL folder"} <= found


def test_this_install_is_sound() -> None:
    assert [f for f in check_install() if f.severity is Severity.ERROR] == []


def test_what_is_no_dataset_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no scenario here"):
        examine(tmp_path, Console(file=io.StringIO()))


@pytest.mark.data
def test_the_documented_defects_of_the_public_data_are_found(data_folder: Path) -> None:
    found = {
        (f.subject, Path(f.place.source).stem)
        for f in check_dataset(load_dataset(data_folder), data_folder)
        if f.place
    }
    documented = {
        ("misnamed BDDL folder", "clean_apples__8_with_power_strip"),
        ("several goal expressions", "can_fruit"),
        ("repeated trigger", "cook_tofu__with_rug"),
        ("predicate without meaning", "clean_grease"),
        ("reference step fails", "put_food_in_plate__with_mud"),
        ("ability missing from object_abilities", "clean_a_popcorn_machine__toggled_on"),
        ("object missing from object_list", "warm_tortillas"),
        ("reference plan misses its goal", "pour_water__with_power_strip_nowater"),
        ("reference plan is unsafe", "preserving_meat"),
    }
    tasks = {*load_dataset(data_folder).names, "clean_apples__8_with_power_strip"}
    assert {pair for pair in documented if pair[1] in tasks} <= found


@pytest.mark.data
def test_defects_of_data_do_not_make_an_install_unsound(data_folder: Path) -> None:
    output = io.StringIO()
    assert examine(data_folder, Console(file=output, width=120)) == SOUND
    assert "no errors" in output.getvalue()
