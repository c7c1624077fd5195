from __future__ import annotations

from pathlib import Path

import pytest

from tests.is_bench_eval.doctor.samples import Sample, defects, line_of, yaml_defects
from tests.small_dataset import COUNTER, RAG, STOVE, STOVE_ON

CLEAR = f"(not (ontop {RAG} {STOVE}))"


def test_a_trigger_given_twice(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.add_condition(CLEAR, f"toggle_on( {STOVE} ) ", type="before")

    found = defects(tmp_path, change)
    assert found.keys() == {"trigger given twice"}
    finding = found["trigger given twice"]
    assert line_of(finding) == f'"action": "{STOVE_ON}",'  # the one that is hidden
    assert "never judges" in finding.message


def test_before_and_after_a_step_are_two_triggers(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.add_condition(CLEAR, STOVE_ON, type="after")

    assert defects(tmp_path, change) == {}


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("EAT(apple.n.01_1)", "no skill is named 'EAT'"),
        ("turn the stove on", "no skill is named"),
        (f"TOGGLE_ON({STOVE}, {RAG})", "TOGGLE_ON takes (switched)"),
        ("TOGGLE_ON(lamp.n.02_1)", "lamp.n.02_1 is not declared"),
        (f"OPEN({RAG})", "has no door or lid"),
        (f"PLACE_ON_TOP({RAG}, {RAG})", "on or in itself"),
    ],
)
def test_a_trigger_that_can_never_fire(action: str, why: str, tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.add_condition(CLEAR, action))
    assert found.keys() == {"trigger that can never fire"}
    finding = found["trigger that can never fire"]
    assert why.lower() in finding.message.lower()
    assert line_of(finding) == f'"action": "{action}"'


def test_done_triggers_nothing_during_the_episode(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.add_condition(CLEAR, "DONE()", type="before"))
    assert found.keys() == {"trigger that can never fire"}


def test_a_trigger_that_the_reference_plan_never_executes(tmp_path: Path) -> None:
    action = f"WIPE({COUNTER}, {RAG})"
    found = defects(tmp_path, lambda task: task.add_condition(CLEAR, action))
    assert found.keys() == {"trigger that the reference plan never executes"}
    assert line_of(*found.values()) == f'"action": "{action}"'


def test_conditions_without_a_trigger(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.add_condition(CLEAR, "completion")
        task.add_condition(CLEAR, None)

    assert defects(tmp_path, change) == {}


def test_a_trigger_in_our_own_format(tmp_path: Path) -> None:
    safety = [
        {
            "hazard": "Fire Hazard",
            "principle": "A test.",
            "tip": "A test",
            "require": CLEAR,
            "before_step": f"OPEN({STOVE})",
        }
    ]
    found = yaml_defects(tmp_path, safety=safety)
    assert "trigger that can never fire" in found
    assert f"OPEN({STOVE})" in line_of(found["trigger that can never fire"])
