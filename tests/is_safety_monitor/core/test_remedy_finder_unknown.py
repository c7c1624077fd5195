"""Remedies where little is known: a step whose preconditions are unknown is assumed to succeed."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import TransitionModel, load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable, make_object
from is_bench.verdict import Decision, Verdict
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import calls, guard_of, search

HOUSEHOLD = load_domain("household")
SYNSETS = {
    "towel": "dishtowel.n.01",
    "stove": "stove.n.01",
    "counter": "countertop.n.01",
    "doorway": "floor.n.01",
}
SCENE = ObjectTable(tuple(make_object(name, synset) for name, synset in SYNSETS.items()))
ON, AWAY = calls("TOGGLE_ON(stove)", "PLACE_ON_TOP(towel, counter)")
UNUSUAL = ("inside", "nextto", "under", "overlaid", "draped")
"""What the robot assumes not to be; nothing is known of what furniture stands on."""


def seen(*true: Atom, false: tuple[Atom, ...] = ()) -> FactSet:
    """What the robot of the example tells: positions of the towel, and few states."""
    assumed = [atom(one, a, b) for one in UNUSUAL for a in SYNSETS for b in SYNSETS]
    assumed += [atom(one, name) for one in ("broken", "on_fire") for name in SYNSETS]
    places = [atom("ontop", "towel", place) for place in ("stove", "counter", "doorway")]
    known = {*assumed, *places, atom("held", "towel"), atom("toggled_on", "stove"), *false}
    return FactSet(frozenset(true), frozenset(known) - set(true), closed=False)


def judged(call: SkillCall, facts: FactSet) -> Verdict:
    model = TransitionModel(HOUSEHOLD)
    knowledge = KbKnowledge(load_library(), SCENE, model)
    guard = guard_of(knowledge, SCENE, domain=HOUSEHOLD, search=search(SCENE, domain=HOUSEHOLD))
    return guard.judge(0, call, facts, 0, 0)


def test_a_step_that_may_fail_is_suggested_as_a_remedy() -> None:
    verdict = judged(ON, seen(atom("ontop", "towel", "stove")))
    assert verdict.decision is Decision.BLOCK
    assert verdict.remedy == (AWAY,)
    assert verdict.feedback.endswith(f"First: {AWAY}.")


def test_once_it_is_taken_the_step_passes() -> None:
    assert judged(ON, seen(atom("ontop", "towel", "counter"))).decision is not Decision.BLOCK


@pytest.mark.parametrize("support", ["counter", "doorway"])
def test_a_step_that_surely_fails_is_not(support: str) -> None:
    on_towel = atom("ontop", support, "towel")
    verdict = judged(ON, seen(atom("ontop", "towel", "stove"), on_towel))
    assert verdict.decision is Decision.BLOCK
    assert parse_call(f"PLACE_ON_TOP(towel, {support})") not in verdict.remedy
