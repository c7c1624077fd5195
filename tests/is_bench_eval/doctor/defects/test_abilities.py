from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.doctor.findings import Severity
from tests.is_bench_eval.doctor.samples import Sample, defects, line_of, yaml_defects
from tests.small_dataset import DOCUMENTS, PAN, RAG, STOVE

KIND = "ability missing in object_abilities"


def test_an_ability_of_the_taxonomy_that_is_not_told(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.context["object_abilities"] = {PAN: ["fillable"], STOVE: []}

    found = defects(tmp_path, change)
    assert found.keys() == {KIND}
    assert found[KIND].message == f"{STOVE} is toggleable by the taxonomy"
    assert STOVE in line_of(found[KIND])


def test_an_ability_that_an_initial_fact_implies(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.replace_problem("(:init", f"(:init (open {RAG})"))
    assert found[KIND].message == f"{RAG} is openable by an initial fact"


def test_an_ability_that_nobody_knows(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.context["object_abilities"][STOVE] = ["toggleable", "togglable"]

    found = defects(tmp_path, change)
    assert found.keys() == {"unknown ability"}
    assert found["unknown ability"].message.endswith("togglable")


def test_an_ability_that_nobody_knows_in_our_own_format(tmp_path: Path) -> None:
    things = [*DOCUMENTS["cook_apple"]["objects"], {"robot_dog.n.01_1": ["barkable"]}]
    found = yaml_defects(tmp_path, objects=things)
    assert found.keys() == {"unknown ability"}


@pytest.mark.parametrize("abilities", [None, ["toggleable"]])
def test_a_synset_that_is_not_in_the_taxonomy(abilities: list[str] | None, tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.declare("robot_dog.n.01_1")
        if abilities:
            task.context["object_abilities"]["robot_dog.n.01_1"] = abilities

    found = defects(tmp_path, change)
    if abilities:
        assert found == {}
    else:
        assert found["synset that is not in the taxonomy"].severity is Severity.NOTE
