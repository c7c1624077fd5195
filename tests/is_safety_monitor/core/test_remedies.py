"""The search for the fewest calls that make a blocked one pass."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision
from is_safety_monitor.core import Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import (
    BENCHMARK,
    calls,
    guard_of,
    model,
    search,
    table,
    texts,
)

OVEN, RAG, COUNTER, TRAY = "oven.n.01_1", "rag.n.01_1", "countertop.n.01_1", "tray.n.01_1"
POTATO = "potato.n.01_1"
NAMES = (OVEN, RAG, COUNTER, TRAY, POTATO)
SCENE = table(*NAMES)
(OVEN_ON,) = calls(f"TOGGLE_ON({OVEN})")
CLOSE, OPEN = calls(f"CLOSE({OVEN})", f"OPEN({OVEN})")


def told(*facts: Atom, scene: ObjectTable = SCENE) -> FactSet:
    """What a simulator would tell of a world in which `facts` hold."""
    return model().predict(scene, FactSet.closed_world(facts)).facts()


def guard() -> Guard:
    knowledge = KbKnowledge(load_library(), SCENE, BENCHMARK)
    return guard_of(knowledge, SCENE, search=search(SCENE))


def run(facts: FactSet, steps: Iterable[SkillCall]) -> FactSet:
    world = model().predict(SCENE, facts)
    for step in steps:
        assert world.execute(step).ok, step
    return world.facts()


def test_the_advice_makes_the_step_pass() -> None:
    facts = told(atom("inside", RAG, OVEN))
    verdict = guard().judge(0, OVEN_ON, facts, 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert verdict.remedy == (OPEN, *calls(f"PLACE_ON_TOP({RAG}, {COUNTER})"), CLOSE)
    mended = run(facts, verdict.remedy)
    assert guard().judge(3, OVEN_ON, mended, 0, 0).decision is Decision.ALLOW
    assert ", ".join(texts(verdict.remedy)) in verdict.feedback


def test_the_shortest_way_is_found() -> None:
    facts = told(atom("inside", RAG, OVEN), atom("open", OVEN))
    verdict = guard().judge(0, OVEN_ON, facts, 0, 0)
    assert verdict.remedy == (*calls(f"PLACE_ON_TOP({RAG}, {COUNTER})"), CLOSE)


def test_without_a_way_there_is_no_advice() -> None:
    found = search(SCENE).find(DONE, told(), NAMES, lambda _step, _facts: True, lambda *_: False)
    assert found == ()


def test_steps_that_would_themselves_be_blocked_are_not_advised() -> None:
    facts = told(atom("inside", RAG, OVEN))
    out = atom("inside", RAG, OVEN)

    def cured(state: FactSet, _: object) -> bool:
        return state.truth(out) is Truth.FALSE

    def find(forbidden: str) -> tuple[SkillCall, ...]:
        return search(SCENE).find(
            OVEN_ON, facts, NAMES, lambda step, _: step.skill != forbidden, cured
        )

    assert find("nothing")[0] == OPEN
    assert find("OPEN") == ()


def test_what_cures_and_what_works_is_seen_by_prediction() -> None:
    seeking, facts = search(SCENE), told(atom("open", OVEN))

    def closed(state: FactSet, _: object) -> bool:
        return state.truth(atom("open", OVEN)) is Truth.FALSE

    assert seeking.cures(CLOSE, facts, closed)
    assert not seeking.cures(OPEN, facts, closed)
    assert seeking.works([CLOSE], OVEN_ON, facts, closed)
    assert not seeking.works([], DONE, facts, closed)


def test_nothing_cures_what_cannot_be_seen_but_a_step_that_decides_it() -> None:
    seeking, unsure = search(SCENE), atom("open", OVEN)
    facts = FactSet(told().true, unknown=frozenset([unsure]))

    def closed(state: FactSet, _: object) -> bool:
        return state.truth(unsure) is Truth.FALSE

    (elsewhere,) = calls(f"PLACE_ON_TOP({RAG}, {COUNTER})")
    assert seeking.cures(elsewhere, told(), closed)
    assert not seeking.cures(elsewhere, facts, closed)
    assert not seeking.cures(elsewhere, FactSet(facts.true, closed=False), closed)


@pytest.mark.parametrize("unknown", [True, False])
def test_what_is_unknown_is_not_taken_for_false(unknown: bool) -> None:
    """A rag that may lie in the oven is no rag that lies elsewhere."""
    hidden = atom("inside", RAG, OVEN)
    facts = FactSet(told().true, unknown=frozenset([hidden] if unknown else []))

    def cured(state: FactSet, _: object) -> bool:
        return state.truth(hidden) is Truth.FALSE

    assert search(SCENE).works((), OVEN_ON, facts, cured) is not unknown
    found = search(SCENE).find(OVEN_ON, facts, [OVEN, RAG], lambda *_: True, cured)
    assert all(step.arguments[0] in (RAG, OVEN) for step in found)
    if unknown and found:
        assert run(facts, found).truth(hidden) is Truth.FALSE


def test_nothing_is_left_open_of_which_it_is_not_known_that_it_was() -> None:
    hidden = atom("open", OVEN)
    facts = FactSet(told(atom("inside", RAG, OVEN)).true, unknown=frozenset([hidden]))

    def cured(state: FactSet, _: object) -> bool:
        return state.truth(atom("inside", RAG, OVEN)) is Truth.FALSE

    found = search(SCENE).find(DONE, facts, [OVEN, RAG], lambda *_: True, cured)
    assert not found or found[-1] == CLOSE


def test_prediction_keeps_only_direct_relations() -> None:
    facts = told(atom("ontop", POTATO, TRAY), atom("inside", TRAY, OVEN))
    inside = atom("inside", POTATO, OVEN)
    assert facts.truth(inside) is Truth.TRUE
    opened = FactSet(facts.true | {atom("open", OVEN)})
    moved = run(opened, calls(f"PLACE_ON_TOP({TRAY}, {COUNTER})"))
    assert moved.truth(inside) is Truth.FALSE


def test_what_is_wanted_is_left_alone() -> None:
    lit, inside = atom("toggled_on", OVEN), atom("inside", RAG, OVEN)
    facts = told(lit, atom("open", OVEN), inside)
    (off,) = calls(f"TOGGLE_OFF({OVEN})")

    def cured(state: FactSet, _: object) -> bool:
        return Truth.FALSE in (state.truth(lit), state.truth(inside))

    def find(wanted: frozenset[Atom]) -> tuple[SkillCall, ...]:
        return search(SCENE, wanted).find(DONE, facts, [OVEN, RAG], lambda *_: True, cured)

    assert find(frozenset()) == (off,)
    moved = find(frozenset({lit}))[0]
    assert (moved.skill, moved.arguments[0]) == ("PLACE_ON_TOP", RAG)
    assert search(SCENE, frozenset({lit})).spoils([off], facts)
    assert not search(SCENE).spoils([off], facts)


def test_things_may_be_put_into_a_basket_that_is_open() -> None:
    ball, basket, bottle = "ball.n.01_1", "wicker_basket.n.01_1", "water_bottle.n.01_1"
    scene = table(ball, basket, bottle, COUNTER)
    lying = atom("ontop", ball, COUNTER)

    def cured(state: FactSet, _: object) -> bool:
        held = any(state.truth(atom("inside", ball, n)) is Truth.TRUE for n in (basket, bottle))
        return held and state.truth(lying) is Truth.FALSE

    facts = FactSet.closed_world([lying, atom("ontop", basket, COUNTER)])
    found = search(scene).find(DONE, facts, [ball], lambda *_: True, cured)
    assert found == calls(f"PLACE_INSIDE({ball}, {basket})")


# In the robot's own skills


@pytest.mark.parametrize("name", ["household", "thor"])
def test_another_robot_is_advised_what_it_can_do(name: str) -> None:
    domain = load_domain(name)
    knowledge = KbKnowledge(load_library(), SCENE, domain)
    (on,) = (c for c in calls(f"TOGGLE_ON({OVEN})", f"TURN_ON({OVEN})") if c.skill in domain.skills)
    judge = guard_of(knowledge, SCENE, domain=domain, search=search(SCENE, domain=domain))
    facts = model(domain).world(SCENE, [atom("inside", RAG, OVEN)]).facts()
    verdict = judge.judge(0, on, facts, 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert verdict.remedy
    world = model(domain).predict(SCENE, facts)
    for step in verdict.remedy:
        domain.check(step, SCENE)
        assert world.execute(step).ok
    again = judge.judge(1, on, world.facts(), 0, 0)
    assert again.decision is not Decision.BLOCK


def test_things_are_looked_for_by_name_and_not_in_texts() -> None:
    """`oven_1` is not meant where `oven_10` is."""
    names = [f"oven.n.01_{number}" for number in (1, 10)]
    scene = table(*names, RAG, COUNTER)
    knowledge = KbKnowledge(load_library(), scene, BENCHMARK)
    judge = guard_of(knowledge, scene, search=search(scene))
    facts = model().predict(scene, FactSet.closed_world([atom("inside", RAG, names[1])])).facts()
    verdict = judge.judge(0, parse_call(f"TOGGLE_ON({names[1]})"), facts, 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert names[0] not in verdict.objects
    assert all(names[0] not in step.arguments for step in verdict.remedy)
