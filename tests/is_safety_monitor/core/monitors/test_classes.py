"""Classes that are tried once on each kind of thing say what they say of each thing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.facts import FactSet, atom
from is_bench.objects import SceneObject, make_object
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.monitors import CompiledConstraints, classes
from is_safety_monitor.core.monitors.classes import ClassTable
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import calls, model, situation, table

LIBRARY = load_library()
SYNSETS = ("stove.n.01", "sink.n.01", "rag.n.01", "water.n.06", "cabinet.n.01", "knife.n.01", "")
TESTS = [kind.contains for constraint in LIBRARY for kind in constraint.variables.values()][::20]
NAMES = ("stove.n.01_1", "rag.n.01_1", "sink.n.01_1", "plate.n.04_1", "laptop.n.01_1")


def things(synsets: list[str]) -> list[SceneObject]:
    return [make_object(f"thing {number}", synset) for number, synset in enumerate(synsets)]


@settings(max_examples=30)
@given(st.lists(st.lists(st.sampled_from(SYNSETS), max_size=8), min_size=1, max_size=3))
def test_a_table_knows_the_members_of_every_class_that_was_tried(scenes: list[list[str]]) -> None:
    kept = ClassTable(LIBRARY)
    for synsets in scenes:
        scene = things(synsets)
        numbers = range(5, 5 + len(scene))
        for contains in TESTS:
            kept.note(contains, scene, [contains(thing) for thing in scene])
        found = kept.members(scene, numbers)
        assert found.keys() == (set(TESTS) if scene else set())
        for contains, members in found.items():
            plain = [n for n, thing in zip(numbers, scene, strict=True) if contains(thing)]
            assert members.tolist() == plain


def test_a_table_remembers_a_bounded_number_of_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "MOST_KINDS", 2)
    kept = ClassTable(LIBRARY)
    contains = TESTS[0]
    for synset in SYNSETS:
        scene = things([synset])
        kept.note(contains, scene, [contains(scene[0])])
        assert kept.members(scene, [7])[contains].tolist() == [7] * contains(scene[0])
        assert len(kept._by_kind) <= 2


def test_a_class_that_was_not_tried_on_all_things_is_not_known() -> None:
    kept, (first, other) = ClassTable(LIBRARY), things(["stove.n.01", "sink.n.01"])
    kept.note(TESTS[0], [first], [True])
    assert {test: one.tolist() for test, one in kept.members([first], [5]).items()} == {
        TESTS[0]: [5]
    }
    assert kept.members([first, other], [5, 6]) == {}


def test_a_table_changes_nothing_that_is_found() -> None:
    compiled = CompiledConstraints(LIBRARY)
    scene = table(*NAMES)
    plain = KbKnowledge(LIBRARY, scene, model())
    kept = [KbKnowledge(LIBRARY, scene, model(), compiled=compiled) for _ in range(2)][1]
    state = FactSet.closed_world(
        [atom("toggled_on", NAMES[0]), *(atom("ontop", name, NAMES[0]) for name in NAMES[1:])]
    )
    assert kept.groundings == plain.groundings
    stopped = 0
    for call in calls(f"TOGGLE_ON({NAMES[4]})", f"WIPE({NAMES[3]}, {NAMES[1]})", "DONE"):
        now = situation(state, scene)
        found = list(plain.judge(call, now))
        assert list(kept.judge(call, now)) == found
        stopped += bool(found)
    assert stopped
