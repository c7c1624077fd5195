from __future__ import annotations

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import load_domain
from is_bench.guard_log import VisionReply
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.verdict import Decision
from is_safety_monitor.core.step_adviser import (
    SIGHT,
    findings_of,
    in_words,
    little_known_objects,
    touched,
)

HOUSEHOLD = load_domain("household")
SCENE = ObjectTable(
    (
        make_object("stove.n.01_1", "stove.n.01"),
        make_object("carving_knife.n.01_1", "carving_knife.n.01"),
        make_object("tray.n.01_1", "tray.n.01"),
        make_object("agent.n.01_1", "agent.n.01"),
        SceneObject("gadget_7", "", label="old gadget"),
    )
)


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ("PICK(gadget_7)", ["gadget_7"]),
        ("PICK(tray.n.01_1)", ["tray.n.01_1"]),
        ("PICK(carving_knife.n.01_1)", []),
        ("PLACE_ON_TOP(gadget_7, tray.n.01_1)", ["gadget_7"]),
        ("PLACE_ON_TOP(carving_knife.n.01_1, tray.n.01_1)", []),
        ("PLACE_ON_TOP(carving_knife.n.01_1, gadget_7)", ["gadget_7"]),
        ("NAVIGATE_TO(gadget_7)", []),
        ("PUSH(agent.n.01_1)", []),
        ("PICK(nothing_1)", []),
        ("DONE", []),
    ],
)
def test_steps_are_doubtful_that_touch_things_of_which_little_is_known(
    step: str, names: list[str]
) -> None:
    assert list(little_known_objects(parse_call(step), HOUSEHOLD, SCENE)) == names


def test_going_somewhere_touches_nothing() -> None:
    assert touched(parse_call("NAVIGATE_TO(gadget_7)"), HOUSEHOLD) == ()
    assert touched(parse_call("PICK(gadget_7)"), HOUSEHOLD) == ("gadget_7",)
    assert touched(SkillCall("FLY", ("gadget_7",)), HOUSEHOLD) == ()


def test_a_step_is_told_in_words() -> None:
    call = parse_call("PLACE_ON_TOP(gadget_7, stove.n.01_1)")
    assert in_words(call, HOUSEHOLD, SCENE) == (
        "place the first object on the second: old gadget, stove"
    )
    assert in_words(parse_call("DONE"), HOUSEHOLD, SCENE) == "say that the task is finished"


@pytest.mark.parametrize(("holds", "decision"), [(False, Decision.WARN), (True, Decision.BLOCK)])
def test_a_risky_step_is_warned_of_or_held(holds: bool, decision: Decision) -> None:
    opinion = VisionReply(True, "Fire_Risk", "it smokes", "a-model", holds=holds)
    (found,) = findings_of(opinion, ("gadget_7",))
    assert (found.constraint, found.decision, found.objects) == (SIGHT, decision, ("gadget_7",))
    assert found.feedback == ("Vision model a-model: risky (Fire_Risk): it smokes.")


@pytest.mark.parametrize("opinion", [None, VisionReply(), VisionReply(note="too slow", holds=True)])
def test_nothing_else_changes_anything(opinion: VisionReply | None) -> None:
    assert findings_of(opinion, ("gadget_7",)) == ()
