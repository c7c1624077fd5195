from __future__ import annotations

import math
import re

import pytest

from is_bench.errors import SyntaxProblem
from tests.is_safety_monitor.bindings.samples import FILE, read, with_line


def test_a_complete_file_is_read() -> None:
    found = read()
    assert found.robot == "kitchen_robot"
    assert [item.name for item in found.guarded] == ["navigate", "gripper", "lamp", "base"]
    assert found.task is not None
    assert found.task.episode == "shift"
    navigate, _ = found.actions
    assert navigate.preempts
    assert navigate.timeout_ns == 120_000_000_000
    (base,) = found.velocities
    assert base.limits.angular == pytest.approx(math.radians(60))
    assert [str(fact) for fact in base.stop_when] == ["not open(fridge_1)"]
    joints, camera = found.facts
    assert (joints.max_age_ns, camera.max_age_ns) == (500_000_000, 3_000_000_000)


def test_the_least_that_a_file_can_say() -> None:
    assert read("bindings: 1\nrobot: r\n").guarded == ()


def test_the_map_may_have_things_of_its_own() -> None:
    by_name = {thing.name: thing for thing in read().things}
    assert by_name["fridge_1"].synset == "electric_refrigerator.n.01"
    assert by_name["stove_front"].label == "stove"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("preempts: true", "preempt: true", "did you mean preempts"),
        ("watchdog: 500 ms", "watchdg: 500 ms", "did you mean watchdog"),
        ("    watchdog: 500 ms\n", "", "'watchdog' is a required property"),
        ("watchdog: 500 ms", "watchdog: 500 m", "a length, and the field is a time"),
        ("NAVIGATE_TO(place)", "NAVIGATE_TO_PLACE(place)", "did you mean NAVIGATE_TO"),
        ("NAVIGATE_TO(place)", "NAVIGATE_TO(place, mug_1)", "NAVIGATE_TO takes"),
        (
            "NAVIGATE_TO(place)",
            "NAVIGATE_TO(kitchn)",
            "no argument is named 'place'; known: kitchn",
        ),
        ("PICK(mug_1)", "PICK(mug_2)", "did you mean mug_1"),
        ("{known: held}", "{known: hold}", "did you mean held"),
        ("{known: held}", "{known: held, region: pose}", "give one of field"),
        (
            "{above: 40 mm, unit: m}",
            "{above: 40 mm, unit: N}",
            "a length, and the field is a force",
        ),
        ("{above: 40 mm, unit: m}", "{above: 40 mm}", "give it a `unit`"),
        ("{above: 40 mm, unit: m}", "{above: 40 mm, unit: metres}", "no unit is named 'metres'"),
        ("{above: 40 mm, unit: m}", "{abov: 40 mm, unit: m}", "did you mean above"),
        ("command.position: {above", "command..position: {above", "no path of a field"),
        ("TOGGLE_ON(lamp_1)", "TOGGLE_ON(lamp_1", "not a skill call"),
        ("fact: open(fridge_1)", "fact: opened(fridge_1)", "did you mean open"),
        ("fact: open(fridge_1)", "fact: open(fridge_1, mug_1)", "open takes 1 argument"),
        ("fact: open(fridge_1)", "fact: open fridge_1", "no fact"),
        ("fact: open(fridge_1)", "fact: not open(fridge_1)", "state the fact itself"),
        ("field: position[name=fridge_door]", "field: position[name fridge_door]", "no path"),
        ("        field: position[name=fridge_door]\n", "", "needs a `field`"),
        ("during: [navigate]", "during: [navigat]", "did you mean navigate"),
        (
            "fridge_1: {label: fridge, synset: electric",
            "fridge_1: {label: f, synset: eletric",
            "synset",
        ),
        ("  mug_1: {label: mug}", "  kitchen: {label: mug}", "rename one"),
        ("robot: navigate_to_pose", "robot: guarded/navigate_to_pose", "give each side a name"),
        ("planner: guarded/gripper", "planner: /gripper/", "give each side a name"),
        ("nav2_msgs/action/NavigateToPose", "nav2_msgs/NavigateToPose", "does not match"),
        ("hall: {circle: {centre: [6, 0], radius: 1 m}}", "hall: {}", "give one of polygon"),
        (
            "hall: {circle: {centre: [6, 0], radius: 1 m}}",
            "hall: {circle: {centre: [6, 0], radius: 0}}",
            "no area",
        ),
        ("stamp: header.stamp", "stamp: header.stamps[0]", "goes into an array"),
        ("watchdog: 500 ms", "watchdog: 500 ms\n    required: false", "at least one source"),
        ("assume: [not broken(lamp_1)", "assume: [not brokn(lamp_1)", "did you mean broken"),
        ("assume: [not broken(lamp_1)", "assume: [not broken(lamp_2)", "did you mean lamp_1"),
        ("bindings: 1", "bindings: 2", "1 was expected"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, why: str) -> None:
    with pytest.raises(SyntaxProblem, match=why) as caught:
        read(with_line(old, new))
    assert caught.value.place is not None
    assert re.search(r"robot\.yaml:\d+:\d+", str(caught.value))


def test_the_place_of_a_fault_is_its_own() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        read(with_line("fact: open(fridge_1)", "fact: opened(fridge_1)"))
    place = caught.value.place
    assert place is not None
    line = FILE.splitlines()[place.line - 1]
    assert line[place.column - 1 :].startswith("open(fridge_1)")


def test_a_pattern_that_is_none_is_refused() -> None:
    text = with_line("names: {cup: mug_1, lamp: lamp_1}", "pattern: '(cup'")
    with pytest.raises(SyntaxProblem, match="no pattern"):
        read(text)


def test_a_star_assumes_of_every_thing() -> None:
    assumed = {str(fact) for fact in read().assumed}
    assert "not broken(lamp_1)" in assumed
    assert {"not on_fire(mug_1)", "not on_fire(kitchen)"} <= assumed


def test_assumptions_without_sources_are_refused() -> None:
    text = "bindings: 1\nrobot: r\nthings: {lamp_1: {}}\nassume: [not broken(lamp_1)]\n"
    with pytest.raises(SyntaxProblem, match="there are none"):
        read(text)
