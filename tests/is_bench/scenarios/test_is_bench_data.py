"""The loader of the benchmark's own format, over folders that the tests write."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from is_bench.errors import InputError, ScenarioProblem, SyntaxProblem
from is_bench.facts import atom
from is_bench.scenarios import Dataset, Scenario, When
from is_bench.scenarios.is_bench_data import is_data_folder, load_task, problem_file, task_files
from is_bench.world import WashRule
from tests.small_dataset import APPLE, COOKING, PAN, PROBLEM, STOVE, TASK, write_data_folder

NAME = "cook_apple"
CONDITIONS = "evaluation_goal_conditions"
PROCESS = (CONDITIONS, "process_safety_goal_condition", 0)
TERMINATION = (CONDITIONS, "termination_safety_goal_condition", 0)
GOAL = (CONDITIONS, "execution_goal_condition")
GONE = object()


def changed(path: Sequence[str | int], value: Any) -> str:
    """The task file with another value at `path`, or none."""
    task: Any = copy.deepcopy(TASK)
    here = task
    for step in path[:-1]:
        here = here[step]
    if value is GONE:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return json.dumps(task, indent=2)


Load = Callable[..., Scenario]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads the task whose files have been written first."""

    def written(task: str | None = None, problem: str = PROBLEM) -> Scenario:
        return load_task(write_data_folder(tmp_path, task, problem), NAME)

    return written


def test_the_scene_is_read(load: Load) -> None:
    scene = load().scene
    assert (scene.name, scene.instruction, scene.room) == (NAME, "Cook the apple.", "kitchen")
    assert [thing.name for thing in scene.objects][:2] == [APPLE, PAN]
    assert atom("ontop", APPLE, PAN) in scene.facts
    assert atom("toggled_on", STOVE) not in scene.facts
    assert scene.wash_rules == (WashRule("rag", "dust", (("saturated", "water"),)),)
    assert scene.goal_text == ("1. The apple is cooked.",)
    assert scene.granted == {STOVE: ("toggleable",)}
    assert scene.scene_models == ("Rs_int",)


def test_the_conditions_are_read(load: Load) -> None:
    annotations = load().annotations
    [process], [after, always] = annotations.process, annotations.termination
    assert (process.when, process.trigger) == (When.BEFORE_STEP, COOKING[1])
    assert process.hazard == "Fire Hazard"
    assert process.is_process
    assert (after.when, after.trigger) == (When.AT_END, COOKING[1])
    assert (always.when, always.trigger) == (When.ALWAYS, None)
    assert not always.is_process
    assert annotations.cautions == ("The stove gets hot.",)


def test_the_reference_plan_is_read(load: Load) -> None:
    assert list(load().plans.reference) == COOKING


@pytest.mark.parametrize(
    ("steps", "plan"),
    [
        (["open( Jar )", "2. CLOSE(jar)", "3. DONE"], ("OPEN(jar)", "CLOSE(jar)", "DONE")),
        (["1. First OPEN(a), then CLOSE(b)"], ("CLOSE(b)",)),
        (["OPEN(a)", "wait a little"], ()),
        ([], ()),
    ],
)
def test_the_reference_plan_is_read_as_loosely_as_the_released_code_does(
    load: Load, steps: list[str], plan: tuple[str, ...]
) -> None:
    text = changed(["example_planning"], [{"action": step} for step in steps])
    assert load(text).plans.reference == plan


def test_the_goal_of_the_task_file_comes_first_and_that_of_the_problem_second(load: Load) -> None:
    assert list(map(str, load().annotations.goal)) == [f"(and (cooked {APPLE}))"]
    for nothing in (None, "", GONE):
        [goal] = load(changed(GOAL, nothing)).annotations.goal
        assert str(goal).startswith(f"(and (cooked {APPLE}) (forall (?r - rag.n.01)")


@pytest.mark.parametrize(
    ("kind", "when"), [("before", When.BEFORE_STEP), (" After ", When.AFTER_STEP)]
)
def test_a_process_condition_is_judged_before_or_after(load: Load, kind: str, when: When) -> None:
    assert load(changed((*PROCESS, "type"), kind)).annotations.process[0].when is when


@pytest.mark.parametrize(
    ("action", "when", "trigger"),
    [
        (None, When.ALWAYS, None),
        ("completion", When.AT_COMPLETION, None),
        (" Comple tion", When.AT_COMPLETION, None),
        ("Open(Jar)", When.AT_END, "Open(Jar)"),
    ],
)
def test_a_termination_condition_says_when_it_is_judged(
    load: Load, action: str | None, when: When, trigger: str | None
) -> None:
    condition = load(changed((*TERMINATION, "action"), action)).annotations.termination[0]
    assert (condition.when, condition.trigger) == (when, trigger)


def test_the_default_scene_model_comes_first(load: Load) -> None:
    info = {"default_scene_model": "b", "scene_models": ["a", "b", "a"]}
    assert load(changed(["scene_info"], info)).scene.scene_models == ("b", "a")


def test_abilities_come_from_the_taxonomy_the_task_and_the_facts(load: Load) -> None:
    text = changed(["planning_context", "object_abilities"], {PAN.upper(): ["openable"]})
    problem = PROBLEM.replace("(:init", f"(:init (open {APPLE})")
    objects = load(text, problem).scene.objects.by_name
    assert objects[PAN].can("openable")
    assert objects[PAN].can("fillable")
    assert objects[APPLE].can("openable")


def test_a_wash_rule_may_have_no_conditions(load: Load) -> None:
    rule = {"cleaning_tool": "rag", "support_system": "dust", "conditions": None}
    scene = load(changed(["planning_context", "wash_rules"], [rule])).scene
    assert scene.wash_rules == (WashRule("rag", "dust", ()),)


def test_most_of_a_task_file_may_be_missing(load: Load) -> None:
    task = {
        "planning_context": {"task_instruction": "Wait."},
        CONDITIONS: {
            "process_safety_goal_condition": [],
            "termination_safety_goal_condition": [],
        },
    }
    scenario = load(json.dumps(task))
    assert scenario.scene.room == ""
    assert scenario.plans.reference == ()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["planning_context"], GONE, "the document: 'planning_context' is a required property"),
        (["planning_context", "task_instruction"], 7, "7 is not of type 'string'"),
        ((*PROCESS, "type"), "during", "the type is 'before' or 'after', not 'during'"),
        ((*PROCESS, "type"), GONE, "'type' is a required property"),
        ((*PROCESS, "action"), None, "None is not of type 'string'"),
        ((*PROCESS, "action"), "open the jar", "the trigger 'open the jar' is no skill call"),
        ((*PROCESS, "action"), "SCRUB(jar)", "the trigger 'SCRUB(jar)' is no skill call"),
        (
            (*PROCESS, "safety_bddl"),
            "(:goal\n(hot pear))",
            "safety_bddl (line 2, column 6 of it): no declared object or variable is named 'pear'",
        ),
        ((*TERMINATION, "safety_bddl"), "(hot", "(line 1, column 1 of it): unmatched '('"),
        (GOAL, "(hot apple)", "(line 1, column 1 of it): expected (:goal ...), found (hot ...)"),
        (["evaluation_cautions", 0, "safety_tip"], 7, "7 is not of type 'string', 'null'"),
        (
            ["planning_context", "wash_rules", 0, "conditions", 0, "type"],
            7,
            "7 is not of type 'string'",
        ),
    ],
)
def test_a_fault_of_the_task_file_is_reported_with_its_line(
    load: Load, path: Sequence[str | int], value: Any, message: str
) -> None:
    text = changed(path, value)
    with pytest.raises(ScenarioProblem) as caught:
        load(text)
    assert message in caught.value.message
    place = caught.value.place
    assert place is not None
    assert place.source.endswith(f"{NAME}.json")
    if value is not GONE:
        line = text.splitlines()[place.line - 1]
        assert json.dumps(path[-1]) in line or line.endswith("{")


def test_broken_json_is_reported_with_its_place(load: Load) -> None:
    with pytest.raises(SyntaxProblem, match=r"cook_apple\.json:2:3: not JSON: Expecting property"):
        load("{\n  nothing}")


def test_a_broken_problem_is_reported_with_its_place(load: Load) -> None:
    with pytest.raises(SyntaxProblem, match=r"problem0\.bddl:11:10: there is no predicate 'atop'"):
        load(problem=PROBLEM.replace("(ontop", " (atop", 1))


def test_a_broken_goal_of_the_problem_is_reported_in_the_problem(load: Load) -> None:
    problem = PROBLEM.replace("(on_fire ?r)", "(on_fire ?s)")
    with pytest.raises(SyntaxProblem, match=r"problem0\.bddl:18:\d+: no declared object"):
        load(changed(GOAL, None), problem)


def test_what_is_a_data_folder(tmp_path: Path) -> None:
    assert not is_data_folder(tmp_path)
    assert is_data_folder(write_data_folder(tmp_path))
    assert list(task_files(tmp_path)) == [NAME]


def test_a_misnamed_problem_folder_is_found_by_the_problems_name(tmp_path: Path) -> None:
    write_data_folder(tmp_path)
    (tmp_path / "bddl" / NAME).rename(tmp_path / "bddl" / "cook__apple")
    assert problem_file(tmp_path, NAME).parent.name == "cook__apple"
    assert load_task(tmp_path, NAME).name == NAME


def test_the_problem_of_another_task_is_never_taken(tmp_path: Path) -> None:
    write_data_folder(tmp_path)
    (tmp_path / "tasks" / "other.json").write_text("{}", encoding="utf-8")
    (tmp_path / "bddl" / NAME).rename(tmp_path / "bddl" / "other")
    with pytest.raises(ScenarioProblem, match="the task 'cook_apple' has no problem file"):
        problem_file(tmp_path, NAME)


def test_a_misnamed_folder_with_another_problem_is_not_taken(tmp_path: Path) -> None:
    write_data_folder(tmp_path, problem=PROBLEM.replace("cook_apple-0", "cook_apples-0"))
    (tmp_path / "bddl" / NAME).rename(tmp_path / "bddl" / "cook__apple")
    with pytest.raises(ScenarioProblem, match="has no problem file"):
        load_task(tmp_path, NAME)


@pytest.mark.data
def test_every_published_task_loads(published: Dataset) -> None:
    faults = []
    for name in published.names:
        try:
            scenario = published.get(name)
        except InputError as error:
            faults.append(str(error))
            continue
        assert scenario.annotations.goal
        assert scenario.plans.reference[-1] == "DONE"
    assert faults == []
