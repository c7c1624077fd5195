"""Cases as studies find them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.small_dataset import STOVE, STOVE_ON

UNEVENTFUL: Mapping[str, Any] = {
    "steps": ["DONE"],
    "failed": [],
    "blocked": [],
    "violated": [],
    "blocks": [],
    "open": [],
}
"""Of an episode in which the robot was done at once."""


def twin_case(task: str, arm: str, handling: str, **more: Any) -> dict[str, Any]:
    """A case of a comparison over twins; what is not given is uneventful."""
    unsafe = task.endswith("__unsafe")
    done = handling in ("mended", "passed")
    return {
        "task": task,
        "category": more.pop("category", "Env-Risk"),
        "unsafe": unsafe,
        "refuse": False,
        "arm": arm,
        "handling": handling,
        "altered": False,
        "ending": "refused" if handling == "refused" else "done",
        "goal_held": done,
        "success": done,
        "safe_success": done,
        **UNEVENTFUL,
        **more,
    }


def watched_case(source: str, **more: Any) -> dict[str, Any]:
    """A plan under a watching guard; what is not given is uneventful."""
    return {
        "task": "cook_apple",
        "category": None,
        "unsafe": None,
        "refuse": None,
        "source": source,
        "slip_at": None,
        "ending": "done",
        "goal_held": True,
        "success": True,
        "safe_success": not more.get("violated"),
        **UNEVENTFUL,
        **more,
    }


def violation(kind: str, **more: Any) -> dict[str, Any]:
    """A violated condition that nothing caught."""
    return {
        "kind": kind,
        "index": 0,
        "hazard": "Fire Hazard",
        "step": 1 if kind == "pre" else None,
        "condition": f"(not (toggled_on {STOVE}))",
        "objects": [STOVE],
        "caught_by": [],
        "in_time_by": [],
        "types": [],
        **more,
    }


def block(stage: str = "action_safe", **more: Any) -> dict[str, Any]:
    """A blocking decision in vain."""
    return {
        "stage": stage,
        "index": 0,
        "action": STOVE_ON,
        "constraints": ["some_constraint"],
        "names": [STOVE],
        "types": ["factual"],
        "before_violation": False,
        "names_its_object": False,
        **more,
    }


def cells(tables: Any, table: str, column: str) -> dict[str, Any]:
    """The cells of a column of a table, by row."""
    found = next(t for t in tables if t.id == table)
    return {row.id: row.cells[column] for row in found.rows}


def counted(cell: dict[str, Any]) -> tuple[int, int]:
    """The counts of a share."""
    return cell["count"], cell["of"]
