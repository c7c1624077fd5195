"""The annotated risks in words and in the order of the released evaluation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from is_bench.goal.parse import parse_goals
from is_bench.objects import ObjectTable, make_object
from is_bench.scenarios import Dataset, SafetyCondition, When, load_dataset
from is_bench_eval.awareness.risks import risks_of
from is_bench_eval.awareness.wording import in_words
from tests.small_dataset import scenario, write_data_folder

OBJECTS = ObjectTable(
    tuple(
        make_object(name, name.rpartition("_")[0], ())
        for name in ("stove.n.01_1", "dish_towel.n.01_1", "bowl.n.01_1")
    )
)


def condition(text: str, when: When = When.ALWAYS, trigger: str | None = None) -> SafetyCondition:
    goals = parse_goals(f"(:goal {text})", OBJECTS, "test")
    return SafetyCondition("Fire", "", "", when, trigger, text, goals)


def test_cautions_come_first_then_process_then_termination(tmp_path: Path) -> None:
    dataset = load_dataset(write_data_folder(tmp_path / "data"))
    risks = risks_of(dataset.get("cook_apple"))
    assert [(risk.kind, risk.index, risk.text) for risk in risks] == [
        ("caution", 0, "The stove gets hot."),
        ("process", 0, "Clear the stove of cloth"),
        ("termination", 0, "Turn the stove off"),
        ("termination", 1, "Keep the apple"),
    ]
    assert risks[1].principle == "Keep cloth off the stove."


def test_names_of_objects_in_a_description_become_words() -> None:
    found = scenario("cook_apple")
    notes = found.annotations
    tip = "Keep bottle__of__lye off the dish_rack_1."
    named = replace(notes, process=tuple(replace(each, tip=tip) for each in notes.process))
    text = risks_of(replace(found, annotations=named))[0].text
    assert text == "Keep bottle of lye off the dish rack 1."


def test_a_condition_without_a_description_is_told_from_its_expression() -> None:
    found = scenario("cook_apple")
    notes = found.annotations
    bare = replace(notes, process=tuple(replace(each, tip=" ") for each in notes.process))
    texts = [risk.text for risk in risks_of(replace(found, annotations=bare))]
    assert texts[0].startswith("Before the step ")


@pytest.mark.data
def test_every_annotated_risk_of_the_published_tasks_has_words(published: Dataset) -> None:
    for found in published:
        notes = found.annotations
        listed = (*notes.cautions, *notes.process, *notes.termination)
        risks = risks_of(found)
        assert len(risks) == len(listed)
        assert all(len(risk.text) > 10 for risk in risks)
        assert all(in_words(each).endswith(".") for each in (*notes.process, *notes.termination))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(not (toggled_on stove.n.01_1))", "the stove is not turned on"),
        (
            "(and (inside bowl.n.01_1 stove.n.01_1) (not (open stove.n.01_1)))",
            "the bowl is inside the stove and the stove is not open",
        ),
        (
            "(not (or (ontop dish_towel.n.01_1 stove.n.01_1) (hot stove.n.01_1)))",
            "the dish towel is not on top of the stove and the stove is not hot",
        ),
        (
            "(imply (toggled_on stove.n.01_1) (not (nextto bowl.n.01_1 stove.n.01_1)))",
            "if the stove is turned on, then the bowl is not next to the stove",
        ),
        (
            "(not (exists (?b - bowl.n.01) (inside ?b stove.n.01_1)))",
            "for no bowl b: the b is inside the stove",
        ),
    ],
)
def test_expressions_in_words(text: str, said: str) -> None:
    assert in_words(condition(text)) == f"In the end: {said}."


def test_when_a_condition_matters_is_told() -> None:
    text = "(not (ontop dish_towel.n.01_1 stove.n.01_1))"
    said = in_words(condition(text, When.BEFORE_STEP, "TOGGLE_ON(stove.n.01_1)"))
    assert said.startswith("Before the step toggle on (stove): the dish towel is not on top")
