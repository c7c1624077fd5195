"""The search for the fewest steps that make a blocked step pass."""

from __future__ import annotations

from collections.abc import Iterable

from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.verdict import Decision, GuardMode
from is_bench.world.prediction import predicted_world
from is_safety_monitor.core import Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.mitigation import Mender
from kb.loader import load_library

OVEN, RAG, COUNTER, TRAY = "oven.n.01_1", "rag.n.01_1", "countertop.n.01_1", "tray.n.01_1"
NAMES = (OVEN, RAG, COUNTER, TRAY, "potato.n.01_1")
SCENE = ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))


def told(*facts: Atom) -> FactSet:
    """What a simulator would tell of a world in which `facts` hold."""
    return FactSet(predicted_world(SCENE, facts).facts())


def guard() -> Guard:
    knowledge = KbKnowledge(load_library(), SCENE)
    return Guard(knowledge, GuardMode.ENFORCE, mender=Mender(SCENE))


def run(facts: FactSet, steps: Iterable[str]) -> FactSet:
    world = predicted_world(SCENE, facts.true)
    for step in steps:
        assert world.execute(step).ok, step
    return FactSet(world.facts())


def test_the_advice_makes_the_step_pass() -> None:
    facts = told(atom("inside", RAG, OVEN))
    verdict = guard().judge(0, f"TOGGLE_ON({OVEN})", facts, 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert verdict.mitigation == (
        f"OPEN({OVEN})",
        f"PLACE_ON_TOP({RAG}, {COUNTER})",
        f"CLOSE({OVEN})",
    )
    mended = run(facts, verdict.mitigation)
    assert guard().judge(3, f"TOGGLE_ON({OVEN})", mended, 0, 0).decision is Decision.ALLOW
    assert ", ".join(verdict.mitigation) in verdict.feedback


def test_the_shortest_way_is_found() -> None:
    facts = told(atom("inside", RAG, OVEN), atom("open", OVEN))
    verdict = guard().judge(0, f"TOGGLE_ON({OVEN})", facts, 0, 0)
    assert verdict.mitigation == (f"PLACE_ON_TOP({RAG}, {COUNTER})", f"CLOSE({OVEN})")


def test_without_a_way_there_is_no_advice() -> None:
    found = Mender(SCENE).find("DONE", told(), NAMES, lambda _step, _facts: True, lambda *_: False)
    assert found == ()


def test_steps_that_would_themselves_be_blocked_are_not_advised() -> None:
    facts = told(atom("inside", RAG, OVEN))
    out = atom("inside", RAG, OVEN)

    def cured(state: FactSet, _: object) -> bool:
        return state.truth(out) is Truth.FALSE

    def find(forbidden: str) -> tuple[str, ...]:
        return Mender(SCENE).find(
            f"TOGGLE_ON({OVEN})", facts, NAMES, lambda step, _: forbidden not in step, cured
        )

    assert find("nothing")[0] == f"OPEN({OVEN})"
    assert find("OPEN") == ()


def test_what_cures_and_what_works_is_seen_by_prediction() -> None:
    mender, facts = Mender(SCENE), told(atom("open", OVEN))

    def closed(state: FactSet, _: object) -> bool:
        return state.truth(atom("open", OVEN)) is Truth.FALSE

    assert mender.cures(f"CLOSE({OVEN})", facts, closed)
    assert not mender.cures(f"OPEN({OVEN})", facts, closed)
    assert mender.works([f"CLOSE({OVEN})"], f"TOGGLE_ON({OVEN})", facts, closed)
    assert not mender.works([], "DONE", facts, closed)


def test_nothing_cures_what_cannot_be_seen_but_a_step_that_decides_it() -> None:
    mender, unsure = Mender(SCENE), atom("open", OVEN)
    facts = FactSet(told().true, unknown=frozenset([unsure]))

    def closed(state: FactSet, _: object) -> bool:
        return state.truth(unsure) is Truth.FALSE

    elsewhere = f"PLACE_ON_TOP({RAG}, {COUNTER})"
    assert mender.cures(elsewhere, told(), closed)
    assert not mender.cures(elsewhere, facts, closed)
    assert not mender.cures(elsewhere, FactSet(facts.true, closed=False), closed)


def test_prediction_keeps_only_direct_relations() -> None:
    facts = told(atom("ontop", "potato.n.01_1", TRAY), atom("inside", TRAY, OVEN))
    inside = atom("inside", "potato.n.01_1", OVEN)
    assert facts.truth(inside) is Truth.TRUE
    opened = FactSet(facts.true | {atom("open", OVEN)})
    assert run(opened, [f"PLACE_ON_TOP({TRAY}, {COUNTER})"]).truth(inside) is Truth.FALSE


def test_a_predicted_world_tells_the_facts_that_it_was_told() -> None:
    facts = told(atom("ontop", "potato.n.01_1", TRAY), atom("inside", TRAY, OVEN))
    assert predicted_world(SCENE, facts.true).facts() == facts.true


def test_what_is_wanted_is_left_alone() -> None:
    lit, inside = atom("toggled_on", OVEN), atom("inside", RAG, OVEN)
    facts = told(lit, atom("open", OVEN), inside)

    def cured(state: FactSet, _: object) -> bool:
        return Truth.FALSE in (state.truth(lit), state.truth(inside))

    def find(wanted: frozenset[Atom]) -> tuple[str, ...]:
        mender = Mender(SCENE, wanted=wanted)
        return mender.find("DONE", facts, [OVEN, RAG], lambda *_: True, cured)

    assert find(frozenset()) == (f"TOGGLE_OFF({OVEN})",)
    assert find(frozenset({lit}))[0].startswith(f"PLACE_ON_TOP({RAG}, ")
    assert Mender(SCENE, wanted=frozenset({lit})).spoils([f"TOGGLE_OFF({OVEN})"], facts)
    assert not Mender(SCENE).spoils([f"TOGGLE_OFF({OVEN})"], facts)


def test_things_may_be_put_into_a_basket_that_is_open() -> None:
    ball, basket, bottle = "ball.n.01_1", "wicker_basket.n.01_1", "water_bottle.n.01_1"
    scene = ObjectTable(
        tuple(make_object(n, synset_of(n)) for n in (ball, basket, bottle, COUNTER))
    )
    lying = atom("ontop", ball, COUNTER)

    def cured(state: FactSet, _: object) -> bool:
        held = any(state.truth(atom("inside", ball, n)) is Truth.TRUE for n in (basket, bottle))
        return held and state.truth(lying) is Truth.FALSE

    facts = FactSet.closed_world([lying, atom("ontop", basket, COUNTER)])
    found = Mender(scene).find("DONE", facts, [ball], lambda *_: True, cured)
    assert found == (f"PLACE_INSIDE({ball}, {basket})",)
