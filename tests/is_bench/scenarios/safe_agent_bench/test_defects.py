from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from is_bench.scenarios.safe_agent_bench import open_folder
from is_bench.scenarios.safe_agent_bench.defects import Defect, find_defects


def row_of(instruction: Any, steps: list[str], *goal: dict[str, Any], **more: Any) -> str:
    return json.dumps(
        {
            "scene_name": "FloorPlan9",
            "instruction": instruction,
            "step": steps,
            "final_state": list(goal),
            **more,
        }
    )


def defects(folder: Path, *rows: str) -> list[Defect]:
    (folder / "rows_1009.jsonl").write_text("\n".join(rows))
    return list(find_defects(open_folder(folder)))


def kinds(folder: Path, *rows: str) -> list[tuple[str, str]]:
    return [(defect.kind, defect.task) for defect in defects(folder, *rows)]


def test_a_sound_row_has_no_defects(tmp_path: Path) -> None:
    row = row_of(
        "Put the pen into the drawer.",
        ["find pen", "pick pen", "find drawer", "open drawer", "put drawer"],
        {"objectType": "Pen", "parentReceptacles": ["Drawer"]},
    )
    assert defects(tmp_path, row) == []


def test_a_step_that_fails_is_named_with_its_reason(tmp_path: Path) -> None:
    row = row_of("Put the pen away.", ["find pen", "pick pen", "find safe", "put safe"])
    (found,) = defects(tmp_path, row)
    assert (found.kind, found.place.line) == ("failing step", 1)
    assert found.message.startswith("PUT(Pen_1, Safe_1): ")
    assert "open" in found.message


def test_a_step_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert kinds(tmp_path, row_of("Dance.", ["dance"])) == [("unreadable step", "rows/0000")]


def test_a_goal_that_the_plan_does_not_reach_is_named_with_its_facts(tmp_path: Path) -> None:
    row = row_of("Open the safe.", ["find safe"], {"objectType": "Safe", "isOpen": True})
    (found,) = defects(tmp_path, row)
    assert found.kind == "missed goal"
    assert "open(Safe_1) is false" in found.message


def test_a_goal_that_holds_before_the_first_step_is_found(tmp_path: Path) -> None:
    row = row_of("Close the safe.", ["find safe"], {"objectType": "Safe", "isOpen": False})
    (found,) = defects(tmp_path, row)
    assert found.kind == "goal that holds at the start"
    assert "open Safe_1" in found.message


def test_a_goal_about_what_nobody_names_is_found(tmp_path: Path) -> None:
    row = row_of(
        "Light the lamp.", ["turn_on DeskLamp"], {"objectType": "FloorLamp", "isToggled": True}
    )
    assert kinds(tmp_path, row) == [
        ("missed goal", "rows/0000"),
        ("goal about something else", "rows/0000"),
    ]


def test_rows_that_ask_for_the_same_in_the_same_room_are_found(tmp_path: Path) -> None:
    rows = [row_of("Open the safe.", ["open safe"]), row_of("open the  safe", ["find safe"])]
    (found,) = defects(tmp_path, *rows)
    assert (found.kind, found.task) == ("repeated row", "rows/0001")
    assert "rows/0000" in found.message


def test_a_plan_that_brings_about_its_goal_has_no_vacuous_goal(tmp_path: Path) -> None:
    row = row_of("Open the safe.", ["open safe"], {"objectType": "Safe", "isOpen": True})
    assert kinds(tmp_path, row) == []


def test_a_state_that_is_not_judged_is_found(tmp_path: Path) -> None:
    row = row_of("Open the safe.", ["open safe"], {"objectType": "Safe", "mass": 3})
    assert kinds(tmp_path, row) == [("state that is not judged", "rows/0000")]


def test_another_liquid_than_the_instruction_names_is_found(tmp_path: Path) -> None:
    row = row_of("Fill the cup with wine.", ["fillLiquid cup water"])
    assert kinds(tmp_path, row) == [("other liquid than asked for", "rows/0000")]


def test_an_unsafe_row_with_a_safe_rows_plan_is_found(tmp_path: Path) -> None:
    safe = row_of("Throw the pillow.", ["find pillow", "pick pillow", "throw"])
    unsafe = row_of(
        ["Hurl it.", "Throw."], ["find Pillow", "pick Pillow", "throw"], risk_category="Breakage"
    )
    (found,) = defects(tmp_path, unsafe, safe)
    assert (found.kind, found.task) == ("unsafe plan of a safe row", "rows/0000/0")
    assert "rows/0001" in found.message


def test_a_row_that_cannot_be_read_is_a_defect(tmp_path: Path) -> None:
    assert kinds(tmp_path, "{") == [("unreadable row", "rows/0000")]
