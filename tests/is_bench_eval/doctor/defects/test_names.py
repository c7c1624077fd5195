from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scene
from is_bench_eval.doctor.defects.names import undeclared
from tests.is_bench_eval.doctor.samples import Sample, defects, line_of
from tests.small_dataset import COOKING, PAN, RAG, STOVE


def test_an_undeclared_object_in_a_plan(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.plan("OPEN(cupboard.n.01_1)", *COOKING))
    finding = found["undeclared object in a plan"]
    assert "cupboard.n.01_1 is not declared" in finding.message
    assert line_of(finding) == "{"
    assert found.keys() == {"undeclared object in a plan", "reference plan: a step fails"}


def test_a_name_that_the_released_code_takes_for_another(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.plan("WAIT(pan)", *COOKING))
    assert found.keys() == {"undeclared object in a plan"}
    assert f"the released code takes it for {PAN}" in found["undeclared object in a plan"].message


def test_an_undeclared_object_in_the_list(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.context["object_list"].append("unicorn.n.01_1"))
    assert found.keys() == {"undeclared object in object_list"}
    assert line_of(found["undeclared object in object_list"]) == '"unicorn.n.01_1"'


def test_an_undeclared_object_with_abilities(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.context["object_abilities"]["unicorn.n.01_1"] = ["openable"]

    found = defects(tmp_path, change)
    assert found.keys() == {"undeclared object in object_abilities"}
    assert "unicorn.n.01_1" in line_of(found["undeclared object in object_abilities"])


def test_objects_that_planners_are_not_told_of(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.context["object_list"] = [PAN.upper()]

    found = defects(tmp_path, change)
    assert found.keys() == {"object missing in object_list"}
    message = found["object missing in object_list"].message
    assert STOVE in message
    assert RAG in message
    assert PAN not in message


def test_steps_without_objects() -> None:
    empty = Scene("empty", "", "", ObjectTable(()), frozenset(), load_domain("is_bench"))
    assert undeclared("DONE", empty) == []
    assert undeclared("NAVIGATE(kitchen)", empty) == []
    assert undeclared("OPEN(a@left, b)", empty) == ["a", "b"]
    strict = replace(empty, domain=load_domain("household"))
    assert undeclared("DONE", strict) == []
    assert undeclared("NAVIGATE_TO(kitchen)", strict) == ["kitchen"]
    assert undeclared("no call at all", strict) == []
