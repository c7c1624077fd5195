from __future__ import annotations

import pytest

from is_bench.scenarios import load_dataset
from is_bench.scenarios.bddl_problem import read_problem
from sim_bridge.backends.omnigibson.problem import AGENT, problem_text, scene_file_name

DATASET = load_dataset(None)


@pytest.mark.parametrize("name", DATASET.names)
def test_objects_and_facts_come_back_from_the_problem(name: str) -> None:
    scene = DATASET.get(name).scene
    problem = read_problem(problem_text(scene), name)
    assert frozenset(problem.initially) == scene.facts
    assert {AGENT: "agent.n.01", **{t.name: t.synset for t in scene.objects}} == dict(
        problem.objects
    )


@pytest.mark.parametrize("name", DATASET.names)
def test_no_goal_and_no_condition_is_told(name: str) -> None:
    goal = problem_text(DATASET.get(name).scene).partition("(:goal")[2]
    assert goal.count("(ontop") == 2
    assert goal.count("(not") == 1


def test_the_scene_file_is_named_as_omnigibson_names_it() -> None:
    scene = DATASET.get("bake_two_pizzas").scene
    assert scene_file_name(scene, "Rs_int") == "Rs_int_task_bake_two_pizzas_0_0_template.json"
