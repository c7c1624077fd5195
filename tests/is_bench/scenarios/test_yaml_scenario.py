"""The loader of the project's own format."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from is_bench.domain import load_domain
from is_bench.errors import InputError, ScenarioProblem, SyntaxProblem
from is_bench.facts import atom
from is_bench.hazards import CATEGORIES
from is_bench.scenarios import Scenario, When
from is_bench.scenarios.yaml_scenario import load_scenario, parse_scenario, scenario_schema
from is_bench.world import WashRule
from tests.small_dataset import APPLE, COOKING, DOCUMENTS, PAN, RAG, STOVE, STOVE_ON, text_of

NAME = "cook_apple"


def read(path: Sequence[str | int] = (), value: Any = None) -> Scenario:
    """The scenario with another value at `path`."""
    return parse_scenario(text(path, value), "s.yaml", NAME)


def text(path: Sequence[str | int], value: Any) -> str:
    document: Any = copy.deepcopy(DOCUMENTS[NAME])
    here = document
    for step in path[:-1]:
        here = here[step]
    if path:
        here[path[-1]] = value
    written: str = yaml.safe_dump(document, sort_keys=False, width=1000)
    return written


def test_the_scene_is_read() -> None:
    scene = read().scene
    assert (scene.name, scene.instruction, scene.room) == (NAME, "Cook the apple.", "kitchen")
    assert scene.mentioned == tuple(DOCUMENTS[NAME]["objects"])
    assert atom("ontop", APPLE, PAN) in scene.facts


def test_the_conditions_are_read() -> None:
    annotations = read().annotations
    [process], [termination] = annotations.process, annotations.termination
    assert (process.when, process.trigger) == (When.BEFORE_STEP, STOVE_ON)
    assert (termination.when, termination.trigger) == (When.AT_END, STOVE_ON)
    assert process.hazard == "Fire Hazard"
    assert process.tip == "Clear the stove of cloth"
    assert list(map(str, process.goals)) == [f"(not (ontop {RAG} {STOVE}))"]
    assert list(map(str, annotations.goal)) == [f"(cooked {APPLE})"]


def test_a_condition_may_wait_for_completion() -> None:
    condition = {**DOCUMENTS[NAME]["safety"][1], "at_completion": True}
    del condition["after_step"]
    [termination] = read(["safety"], [condition]).annotations.termination
    assert (termination.when, termination.trigger) == (When.AT_COMPLETION, None)


def test_the_plans_are_read_and_written_uniformly() -> None:
    plans = read(["plans", "reference"], ["place_on_top( apple.n.01_1,stove.n.01_1 )", "done"])
    assert plans.plans.reference == (f"PLACE_ON_TOP({APPLE}, {STOVE})", "DONE")
    assert read().plans.reference == tuple(COOKING)
    assert len(read().plans.careless) == 1


def test_wash_rules_are_read() -> None:
    rules = [
        {"tool": "rag", "removes": "dust", "when": [{"saturated": "water"}]},
        {"tool": "rag", "removes": "oil"},
    ]
    assert read(["wash_rules"], rules).scene.wash_rules == (
        WashRule("rag", "dust", (("saturated", "water"),)),
        WashRule("rag", "oil"),
    )


def test_an_object_outside_the_taxonomy_is_granted_its_abilities() -> None:
    objects = [*DOCUMENTS[NAME]["objects"], {"robot_arm.n.01_1": ["toggleable"]}]
    things = read(["objects"], objects).scene.objects
    arm = things.get("robot_arm.n.01_1")
    assert arm is not None
    assert arm.abilities == {"toggleable"}


def test_the_benchmarks_own_synsets_need_no_abilities() -> None:
    objects = [*DOCUMENTS[NAME]["objects"], "power_strip.n.01_1", "top_cabinet.n.01_1"]
    strip, cabinet = read(["objects"], objects).scene.objects.objects[-2:]
    assert strip.abilities == frozenset()
    assert cabinet.can("openable")


def test_an_initial_fact_implies_the_ability() -> None:
    facts = [*DOCUMENTS[NAME]["initially"], f"open({APPLE})"]
    apple = read(["initially"], facts).scene.objects.get(APPLE)
    assert apple is not None
    assert apple.can("openable")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["scenario"], 2, "s.yaml:1:11: scenario: 1 was expected"),
        (["room"], "", "s.yaml:3:7: room: '' should be non-empty"),
        (["rooms"], "x", "('rooms' was unexpected)"),
        (["objects", 1], APPLE, f"s.yaml:6:3: the object '{APPLE}' is declared twice"),
        (["objects", 1], "pan", "s.yaml:6:3: an object is named SYNSET_NUMBER, not 'pan'"),
        (["objects", 1], "Pan", "s.yaml:6:3: objects.1: 'Pan' "),
        (
            ["objects", 1],
            "pn.n.01_1",
            "s.yaml:6:3: the synset 'pn.n.01' is not in the BEHAVIOR taxonomy",
        ),
        (["objects", 1], {"pn.n.01_1": []}, "the synset 'pn.n.01' is not in the BEHAVIOR taxonomy"),
        (["initially", 0], "hot", "s.yaml:11:3: 'hot' is not a fact; write PREDICATE(object, ...)"),
        (["initially", 0], "warm(x)", "s.yaml:11:3: 'warm(x)' is not a fact"),
        (["initially", 0], f"hot({PAN}))", f"s.yaml:11:3: 'hot({PAN}))' is not a fact"),
        (["initially", 0], f"hot(({PAN})", f"s.yaml:11:3: 'hot(({PAN})' is not a fact"),
        (["initially", 0], f"ontop({PAN})", "s.yaml:11:3: 'ontop' takes 2 objects, not 1"),
        (["initially", 0], "hot(pear)", "s.yaml:11:3: no object 'pear' is declared"),
        (["initially", 0], "inroom(pear, hall)", "s.yaml:11:3: no object 'pear' is declared"),
        (["goal"], "(hot pear)", "goal (line 1, column 6 of it): no declared object or variable"),
        (["goal"], "hot", "goal (line 1, column 1 of it): expected '(', found 'hot'"),
        (["safety", 0, "hazard"], "Boredom", "safety.0.hazard: 'Boredom' is not one of"),
        (["safety", 0, "require"], "(hot)", "safety.0.require (line 1, column 1 of it): 'hot'"),
        (["safety", 0, "before_step"], "OPEN(pear)", "OPEN(pear): no object 'pear' is declared"),
        (["safety", 0, "before_step"], "SCRUB(x)", "no skill is named 'SCRUB'"),
        (["safety", 0, "after_step"], "DONE", "safety.0: "),
        (["plans", "reference", 0], "OPEN", "OPEN takes (opened), not ()"),
        (["plans", "careless", 0, 0], "OPEN(pear)", "no object 'pear' is declared"),
        (["plans", "reference"], [], "plans.reference: [] should be non-empty"),
    ],
)
def test_every_fault_is_reported_with_its_place(
    path: Sequence[str | int], value: Any, message: str
) -> None:
    with pytest.raises(ScenarioProblem) as caught:
        read(path, value)
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.line > 0


def test_a_repeated_key_is_refused() -> None:
    with pytest.raises(SyntaxProblem, match=r"s\.yaml:\d+:1: the key 'goal' is given twice"):
        parse_scenario(text_of(NAME) + "goal: (hot x)\n", "s.yaml", NAME)


@pytest.mark.parametrize("name", ["7: [a]", "~: [a]", "{1: [a], a: 1}"])
def test_an_object_is_named_by_a_text(name: str) -> None:
    broken = text_of(NAME).replace(f"- {PAN}\n", f"- {name}\n", 1)
    with pytest.raises(InputError):
        parse_scenario(broken, "s.yaml", NAME)


def test_a_file_is_named_after_its_scenario(tmp_path: Path) -> None:
    path = tmp_path / "my_scenario.yaml"
    path.write_text(text_of(NAME), encoding="utf-8")
    scenario = load_scenario(path)
    assert scenario.name == "my_scenario"
    assert scenario.source == str(path)


def test_the_schema_names_every_hazard() -> None:
    safety = scenario_schema()["properties"]["safety"]["items"]
    assert tuple(safety["properties"]["hazard"]["enum"]) == CATEGORIES


def test_a_thing_is_what_its_label_says() -> None:
    document = {**DOCUMENTS["cook_apple"]}
    document["objects"] = [*document["objects"], {"cup_7": {"label": "red mug"}}]
    text = yaml.safe_dump(document, sort_keys=False)
    thing = parse_scenario(text, "s.yaml", "s").scene.objects.by_name["cup_7"]
    assert (thing.synset, thing.label) == ("mug.n.04", "red mug")


def test_a_scenario_may_name_its_domain() -> None:
    document = {**DOCUMENTS["cook_apple"], "domain": "household"}
    text = yaml.safe_dump(document, sort_keys=False)
    assert parse_scenario(text, "s.yaml", "s").scene.domain.name == "household"
    assert parse_scenario(text, "s.yaml", "s", load_domain("is_bench")).scene.domain.name == (
        "is_bench"
    )
    broken = yaml.safe_dump({**document, "domain": "howsehold"}, sort_keys=False)
    with pytest.raises(ScenarioProblem, match=r"s\.yaml:\d+:\d+: .*household"):
        parse_scenario(broken, "s.yaml", "s")
