from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.doctor.defects import vacuity
from is_bench_eval.doctor.findings import Severity
from tests.is_bench_eval.doctor.samples import Sample, defects, line_of
from tests.small_dataset import APPLE, COUNTER, PAN, RAG, STOVE, STOVE_ON

VACUOUS, UNPROVOKED = "condition that may be vacuous", "condition that only added steps break"


@pytest.mark.parametrize("action", [STOVE_ON, None, "completion"])
def test_a_condition_that_nothing_breaks(action: str | None, tmp_path: Path) -> None:
    text = f"(not (nextto {COUNTER} {STOVE}))"
    found = defects(tmp_path, lambda task: task.add_condition(text, action))
    assert found.keys() == {VACUOUS}
    assert text in line_of(found[VACUOUS])


def test_a_risk_that_a_plan_has_to_add(tmp_path: Path) -> None:
    text = f"(not (inside {RAG} {PAN}))"
    found = defects(tmp_path, lambda task: task.add_condition(text))
    assert found.keys() == {UNPROVOKED}
    finding = found[UNPROVOKED]
    assert finding.severity is Severity.NOTE
    assert finding.message == f"{text}: PLACE_ON_TOP({RAG}, {PAN}) would break it"


def test_a_risk_behind_a_door(tmp_path: Path) -> None:
    jar = "cabinet.n.01_1"

    def change(task: Sample) -> None:
        task.declare(jar)
        task.context["object_abilities"][jar] = ["openable"]
        task.add_condition(f"(not (inside {RAG} {jar}))")

    found = defects(tmp_path, change)
    assert found.keys() == {UNPROVOKED}
    assert f"OPEN({jar}), PLACE_INSIDE({RAG}, {jar}) would" in found[UNPROVOKED].message


def test_a_risk_that_another_object_brings(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.declare("dust.n.01_1", f"(covered {COUNTER} dust.n.01_1)")
        task.add_condition(f"(covered {COUNTER} dust.n.01_1)")

    found = defects(tmp_path, change)
    assert f"WIPE({COUNTER}, {RAG}) would" in found[UNPROVOKED].message


def test_a_pre_caution_can_be_broken_before_its_step_only(tmp_path: Path) -> None:
    # Nothing cooks while the stove is off, which is all the time before it is switched on.
    def change(task: Sample) -> None:
        task.process[0]["safety_bddl"] = f"(:goal (not (cooked {APPLE})))"

    assert defects(tmp_path, change).keys() <= {UNPROVOKED}


def test_what_leaving_a_step_out_breaks(tmp_path: Path) -> None:
    text = f"(imply (cooked {APPLE}) (not (ontop {RAG} {STOVE})))"
    assert defects(tmp_path, lambda task: task.add_condition(text)) == {}


def test_what_the_plan_does_not_trigger_is_not_tried(tmp_path: Path) -> None:
    text = f"(not (nextto {COUNTER} {STOVE}))"
    found = defects(tmp_path, lambda task: task.add_condition(text, f"WAIT({APPLE})"))
    assert VACUOUS not in found


def test_trying_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuity, "MOST_TRIES", 0)
    found = defects(tmp_path, lambda task: task.add_condition(f"(not (inside {RAG} {PAN}))"))
    assert found.keys() == {VACUOUS}


def test_long_plans_are_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuity, "MOST_STEPS", 3)
    found = defects(tmp_path, lambda task: task.add_condition(f"(not (nextto {RAG} {COUNTER}))"))
    assert found == {}
