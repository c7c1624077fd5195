from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.is_bench_eval.doctor.samples import Sample, defects, line_of, yaml_defects
from tests.small_dataset import COUNTER

ABSENT, DRY = "washing rule about what is not there", "washing rule that cannot be met"


def rule(task: Sample, tool: str, removes: str, *saturated: str) -> None:
    conditions = [{"type": "saturated", "value": value} for value in saturated]
    entry: dict[str, Any] = {"cleaning_tool": tool, "support_system": removes}
    task.context["wash_rules"].append({**entry, "conditions": conditions})


def stained(task: Sample) -> None:
    task.declare("stain.n.01_1", f"(covered {COUNTER} stain.n.01_1)")


def test_a_rule_that_can_be_followed(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.declare("water.n.06_1")
        rule(task, "rag", "stain", "water")
        rule(task, "rag", "water")

    assert defects(tmp_path, stained, change) == {}


def test_a_tap_declares_what_it_gives(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.declare("sink.n.01_1")
        task.context["object_abilities"]["sink.n.01_1"] = ["toggleable"]
        rule(task, "rag", "stain", "water")

    assert defects(tmp_path, stained, change) == {}


def test_a_rule_about_a_tool_that_is_not_there(tmp_path: Path) -> None:
    found = defects(tmp_path, stained, lambda task: rule(task, "broom", "stain"))
    assert found.keys() == {ABSENT}
    assert found[ABSENT].message == "broom removes stain: nothing declared is a broom"
    assert line_of(found[ABSENT]) == "{"


def test_a_rule_about_substances_that_are_not_there(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: rule(task, "rag", "dust", "vinegar"))
    assert found.keys() == {ABSENT}
    assert found[ABSENT].message.endswith("nothing declared is a dust or a vinegar")


def test_a_tool_that_cannot_take_up_what_it_needs(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.declare("broom.n.01_1")
        task.declare("detergent.n.02_1")
        rule(task, "broom", "stain", "detergent")

    found = defects(tmp_path, stained, change)
    assert found.keys() == {DRY}
    assert found[DRY].message == "broom removes stain: a broom takes up no detergent"


def test_a_rule_in_our_own_format(tmp_path: Path) -> None:
    found = yaml_defects(tmp_path, wash_rules=[{"tool": "broom", "removes": "dust"}])
    assert found.keys() == {ABSENT}
    assert "broom" in line_of(found[ABSENT])
