"""The calls that may be a remedy, as data."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet, atom
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.repertoire import Repertoire
from tests.is_safety_monitor.core.guards import BENCHMARK, table

OVEN, RAG, COUNTER, MUG, WATER = (
    "oven.n.01_1",
    "rag.n.01_1",
    "countertop.n.01_1",
    "mug.n.04_1",
    "water.n.06_1",
)
BASKET, FLOOR = "wicker_basket.n.01_1", "floor.n.01_1"
SCENE = table(OVEN, RAG, COUNTER, MUG, WATER, FLOOR, BASKET, "agent.n.01_1")


def listed(
    *concerned: str, true: tuple[Atom, ...] = (), unknown: tuple[Atom, ...] = (), name: str = ""
) -> list[str]:
    domain = load_domain(name) if name else BENCHMARK
    facts = FactSet(frozenset(true), unknown=frozenset(unknown))
    found = Candidates(Repertoire(domain)).concerning(concerned, SCENE, facts)
    return [str(call) for call in found]


def test_a_thing_is_shut_opened_and_switched_off_as_it_can_be() -> None:
    assert listed(OVEN) == [f"CLOSE({OVEN})", f"OPEN({OVEN})", f"TOGGLE_OFF({OVEN})"]


def test_a_thing_that_can_be_moved_is_put_on_furniture_first_and_on_the_floor_last() -> None:
    moves = [call for call in listed(MUG) if call.startswith("PLACE_ON_TOP")]
    assert moves[0] == f"PLACE_ON_TOP({MUG}, {COUNTER})"
    assert moves[-1] == f"PLACE_ON_TOP({MUG}, {FLOOR})"
    assert f"PLACE_INSIDE({MUG}, {BASKET})" in listed(MUG)


def test_what_a_thing_may_be_inside_of_is_concerned_too() -> None:
    inside = (atom("inside", RAG, OVEN),)
    assert f"OPEN({OVEN})" not in listed(RAG)
    assert f"OPEN({OVEN})" in listed(RAG, true=inside)
    assert f"OPEN({OVEN})" in listed(RAG, unknown=inside)


def test_what_is_or_may_be_covered_is_wiped() -> None:
    covered = (atom("covered", COUNTER, WATER),)
    assert f"WIPE({COUNTER}, {RAG})" not in listed(COUNTER)
    assert f"WIPE({COUNTER}, {RAG})" in listed(COUNTER, true=covered)
    assert f"WIPE({COUNTER}, {RAG})" in listed(COUNTER, unknown=covered)


def test_furniture_substances_and_the_robot_are_not_moved() -> None:
    for name in (COUNTER, WATER, "agent.n.01_1", "nobody"):
        assert not any(call.startswith("PLACE") for call in listed(name))


def test_every_candidate_is_a_call_of_the_robot() -> None:
    for name in ("household", "thor"):
        domain = load_domain(name)
        facts = FactSet(frozenset({atom("covered", MUG, WATER)}))
        found = list(Candidates(Repertoire(domain)).concerning((OVEN, MUG, RAG), SCENE, facts))
        assert found
        assert all(domain.check(call, SCENE) == call for call in found)
