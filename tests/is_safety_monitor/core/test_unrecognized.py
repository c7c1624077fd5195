"""Things of no known class: touching them is never passed over in silence."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.verdict import Decision
from is_safety_monitor.core.unrecognized import UNRECOGNISED, UnrecognizedObjects
from tests.is_safety_monitor.core.guards import calls

SCENE = ObjectTable(
    (
        make_object("mug_1", "mug.n.04"),
        SceneObject("gizmo_1", "", frozenset({"toggleable"})),
        SceneObject("gizmo_2", ""),
    )
)
STRANGERS = UnrecognizedObjects(load_domain("household"), Decision.BLOCK).among(SCENE)


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("TOGGLE_ON(gizmo_1)", ("gizmo_1",)),
        ("PLACE_ON_TOP(mug_1, gizmo_2)", ("gizmo_2",)),
        ("PLACE_INSIDE(gizmo_2, gizmo_1)", ("gizmo_2", "gizmo_1")),
        ("PLACE_INSIDE(gizmo_2, gizmo_2)", ("gizmo_2",)),
    ],
)
def test_a_step_that_touches_strangers_names_them(text: str, objects: tuple[str, ...]) -> None:
    (finding,) = STRANGERS.findings(*calls(text))
    assert (finding.constraint, finding.decision) == (UNRECOGNISED, Decision.BLOCK)
    assert finding.objects == objects
    assert all(name in finding.feedback for name in objects)
    assert not finding.curable


@pytest.mark.parametrize("text", ["PICK(mug_1)", "DONE", "NAVIGATE_TO(gizmo_1)"])
def test_a_step_that_touches_none_has_nothing_said_of_it(text: str) -> None:
    assert STRANGERS.findings(*calls(text)) == ()


def test_what_becomes_known_later_counts_too() -> None:
    more = SCENE.joined([SceneObject("gizmo_3", "")])
    assert STRANGERS.among(more).names == {"gizmo_1", "gizmo_2", "gizmo_3"}
