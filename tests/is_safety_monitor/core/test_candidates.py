"""The ways that may be a remedy, as data."""

from __future__ import annotations

import pytest

from is_bench.calls import DONE
from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable
from is_bench.world.removers import Removers
from is_safety_monitor.core.call_sequences import Situation
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.cleaning import Cleaning
from is_safety_monitor.core.moves import RemedyTarget
from is_safety_monitor.core.skill_mapping import SkillMapping
from tests.is_safety_monitor.core.guards import BENCHMARK, table

OVEN, RAG, COUNTER, MUG, WATER = (
    "oven.n.01_1",
    "rag.n.01_1",
    "countertop.n.01_1",
    "mug.n.04_1",
    "water.n.06_1",
)
BASKET, FLOOR, CABINET = "wicker_basket.n.01_1", "floor.n.01_1", "cabinet.n.01_1"
SCENE = table(OVEN, RAG, COUNTER, MUG, WATER, FLOOR, BASKET, CABINET, "agent.n.01_1")


def listed(
    *concerned: str,
    true: tuple[Atom, ...] = (),
    unknown: tuple[Atom, ...] = (),
    name: str = "",
    scene: ObjectTable = SCENE,
    safe: str = "",
) -> list[str]:
    domain = load_domain(name) if name else BENCHMARK
    now = Situation(scene, FactSet(frozenset(true), unknown=frozenset(unknown)))
    target = RemedyTarget(DONE, concerned, {concerned[0]: [safe]} if safe else {})
    ways = Candidates(SkillMapping(domain)).concerning(target, now, Cleaning(Removers(())))
    return [", ".join(map(str, way.steps)) for way in ways]


@pytest.mark.parametrize(("skill", "predicate"), [("CLOSE", "open"), ("TOGGLE_OFF", "toggled_on")])
def test_only_what_is_or_may_be_open_or_on_is_shut_or_switched_off(
    skill: str, predicate: str
) -> None:
    fact, call = atom(predicate, OVEN), f"{skill}({OVEN})"
    assert call not in listed(OVEN)
    assert call in listed(OVEN, true=(fact,))
    assert call in listed(OVEN, unknown=(fact,))


def test_what_stays_hot_is_switched_off_and_waited_for() -> None:
    found = listed(OVEN, true=(atom("toggled_on", OVEN),))
    assert f"TOGGLE_OFF({OVEN}), WAIT({OVEN})" in found
    assert f"WAIT({OVEN})" in found
    assert f"WAIT({RAG})" not in listed(RAG)


def test_what_is_taken_out_of_a_shut_thing_leaves_it_shut() -> None:
    inside = (atom("inside", RAG, OVEN),)
    found = listed(RAG, true=inside)
    assert f"OPEN({OVEN}), PLACE_ON_TOP({RAG}, {COUNTER}), CLOSE({OVEN})" in found
    opened = listed(RAG, true=(*inside, atom("open", OVEN)))
    assert f"PLACE_ON_TOP({RAG}, {COUNTER})" in opened


def test_what_runs_is_switched_off_before_it_is_opened() -> None:
    found = listed(RAG, true=(atom("inside", RAG, OVEN), atom("toggled_on", OVEN)))
    assert any(way.startswith(f"TOGGLE_OFF({OVEN}), OPEN({OVEN}), PLACE") for way in found)


def test_what_lies_in_a_machine_is_not_wiped_there() -> None:
    true = (atom("inside", MUG, OVEN), atom("covered", MUG, WATER))
    assert not any("WIPE" in way for way in listed(MUG, true=true))


def test_parts_of_buildings_are_not_carried() -> None:
    scene = table(FLOOR, COUNTER, "railing.n.01_1", MUG)
    assert not any("railing" in way.split(", ")[0] for way in listed("railing.n.01_1", scene=scene))


def test_a_soiled_thing_goes_under_water_where_a_law_says_so() -> None:
    tin, oil = "mason_jar.n.01_1", "linseed_oil.n.01_1"
    scene = table(RAG, COUNTER, WATER, tin, oil)
    holds = (atom("contains", tin, WATER), atom("open", tin))
    soaked = atom("saturated", RAG, oil)
    put = f"PLACE_INSIDE({RAG}, {tin})"
    assert any(put in way for way in listed(RAG, true=(*holds, soaked), scene=scene, safe=tin))
    assert not any(put in way for way in listed(RAG, true=holds, scene=scene, safe=tin))
    other = (atom("contains", tin, oil), atom("open", tin), soaked)
    assert not any(put in way for way in listed(RAG, true=other, scene=scene, safe=tin))


def test_what_is_covered_inside_of_a_shut_thing_is_wiped_with_its_door_open() -> None:
    true = (atom("inside", MUG, CABINET), atom("covered", MUG, WATER))
    found = listed(MUG, true=true)
    assert f"OPEN({CABINET}), WIPE({MUG}, {RAG}), CLOSE({CABINET})" in found


def test_what_a_thing_may_be_inside_of_is_concerned_too() -> None:
    inside, running = atom("inside", RAG, OVEN), atom("toggled_on", OVEN)
    assert f"TOGGLE_OFF({OVEN})" not in listed(RAG, true=(running,))
    assert f"TOGGLE_OFF({OVEN})" in listed(RAG, true=(running, inside))
    assert f"TOGGLE_OFF({OVEN})" in listed(RAG, true=(running,), unknown=(inside,))


@pytest.mark.parametrize("name", ["household", "thor"])
def test_every_candidate_is_a_call_of_the_robot(name: str) -> None:
    domain = load_domain(name)
    now = Situation(SCENE, FactSet(frozenset({atom("covered", MUG, WATER)})))
    target = RemedyTarget(DONE, (OVEN, MUG, RAG), {})
    ways = Candidates(SkillMapping(domain)).concerning(target, now, Cleaning(Removers(())))
    calls = [step for way in ways for step in way.steps]
    assert calls
    assert all(domain.check(call, SCENE) == call for call in calls)


def test_the_cheapest_ways_come_first() -> None:
    domain = BENCHMARK
    now = Situation(SCENE, FactSet(frozenset({atom("toggled_on", OVEN)})))
    target = RemedyTarget(DONE, (OVEN, MUG), {})
    ways = Candidates(SkillMapping(domain)).concerning(target, now, Cleaning(Removers(())))
    costs = [way.cost for way in ways]
    assert costs == sorted(costs)
    assert str(ways[0].steps[0]) == f"TOGGLE_OFF({OVEN})"
