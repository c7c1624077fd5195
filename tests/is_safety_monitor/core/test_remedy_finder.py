"""The search for the fewest calls that make a blocked one pass."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import pytest

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import TransitionModel, load_domain
from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.objects import ObjectTable
from is_bench.verdict import Decision
from is_safety_monitor.core import Guard
from is_safety_monitor.core.call_sequences import CallSequence
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.moves import RemedyTarget
from is_safety_monitor.core.remedy_search import BlockingFindings
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


RAG_IN_OVEN, OPENED = atom("inside", RAG, OVEN), atom("open", OVEN)


@dataclass(frozen=True)
class Wanting:
    """A judge whom a state contents, and who forbids a skill and finds harm in a thing."""

    facts: FactSet
    content: Callable[[FactSet], bool]
    forbidden: str = ""
    harmful: str = ""

    def blocking_findings(self, _call: SkillCall, facts: FactSet) -> BlockingFindings:
        return BlockingFindings(0 if self.content(facts) else 1)

    def after_step(
        self, step: SkillCall, _before: FactSet, _after: FactSet
    ) -> tuple[Wanting, int] | None:
        return None if step.skill == self.forbidden else (self, 0)

    def new_final_warnings(
        self,
        steps: Sequence[SkillCall],
        _call: SkillCall,
        _left: BlockingFindings,
        _: Collection[str],
    ) -> int | None:
        world = model().predict(SCENE, self.facts)
        done = all(world.execute(step).ok for step in steps)
        harmful = any(self.harmful in step.arguments for step in steps)
        return 0 if done and not harmful and self.content(world.facts()) else None


def is_false(state: FactSet, fact: Atom) -> bool:
    return state.truth(fact) is Truth.FALSE


def advice(judge: Wanting, *concerned: str) -> tuple[SkillCall, ...]:
    return search(SCENE).find(RemedyTarget(DONE, concerned or NAMES, {}), judge.facts, judge)


def told(*facts: Atom, scene: ObjectTable = SCENE) -> FactSet:
    """What a simulator would tell of a world in which `facts` hold."""
    return model().predict(scene, FactSet.closed_world(facts)).facts()


def guard() -> Guard:
    knowledge = KbKnowledge(load_library(), SCENE, TransitionModel(BENCHMARK))
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
    out = calls(f"PLACE_ON_TOP({RAG}, {COUNTER})")

    def way(*facts: Atom) -> tuple[SkillCall, ...]:
        return advice(Wanting(told(*facts), lambda state: is_false(state, RAG_IN_OVEN)))

    assert way(RAG_IN_OVEN) == (OPEN, *out, CLOSE)
    assert way(RAG_IN_OVEN, OPENED) == out


def test_without_a_way_there_is_no_advice() -> None:
    found = search(SCENE).find(
        RemedyTarget(DONE, NAMES, {}), told(), Wanting(told(), lambda _: False)
    )
    assert found == ()


def test_steps_that_would_themselves_be_blocked_are_not_advised() -> None:
    facts = told(atom("inside", RAG, OVEN))

    def find(forbidden: str) -> tuple[SkillCall, ...]:
        return advice(Wanting(facts, lambda state: is_false(state, RAG_IN_OVEN), forbidden))

    assert find("nothing")[0] == OPEN
    assert find("OPEN") == ()


def test_what_cures_is_seen_by_prediction() -> None:
    seeking, facts = search(SCENE), told(OPENED)
    closed = Wanting(facts, lambda state: is_false(state, OPENED))
    assert seeking.resolves(CLOSE, facts, closed)
    assert not seeking.resolves(OPEN, facts, closed)


def test_nothing_cures_what_cannot_be_seen_but_a_step_that_decides_it() -> None:
    seeking = search(SCENE)
    facts = FactSet(told().true, unknown=frozenset([OPENED]))
    closed = Wanting(facts, lambda state: is_false(state, OPENED))
    (elsewhere,) = calls(f"PLACE_ON_TOP({RAG}, {COUNTER})")
    assert seeking.resolves(elsewhere, told(), closed)
    assert not seeking.resolves(elsewhere, facts, closed)
    assert not seeking.resolves(elsewhere, FactSet(facts.true, closed=False), closed)


@pytest.mark.parametrize("unknown", [True, False])
def test_what_is_unknown_is_not_taken_for_false(unknown: bool) -> None:
    """A rag that may lie in the oven is no rag that lies elsewhere."""
    facts = FactSet(told().true, unknown=frozenset([RAG_IN_OVEN] if unknown else []))
    found = advice(Wanting(facts, lambda state: is_false(state, RAG_IN_OVEN)), OVEN, RAG)
    assert all(step.arguments[0] in (RAG, OVEN) for step in found)
    if unknown and found:
        assert is_false(run(facts, found), RAG_IN_OVEN)


def test_nothing_is_left_open_of_which_it_is_not_known_that_it_was() -> None:
    facts = FactSet(told(RAG_IN_OVEN).true, unknown=frozenset([OPENED]))
    found = advice(Wanting(facts, lambda state: is_false(state, RAG_IN_OVEN)), OVEN, RAG)
    assert not found or found[-1] == CLOSE


def test_two_things_are_taken_out_by_one_door() -> None:
    facts = told(RAG_IN_OVEN, atom("inside", TRAY, OVEN))

    def empty(state: FactSet) -> bool:
        return is_false(state, RAG_IN_OVEN) and is_false(state, atom("inside", TRAY, OVEN))

    found = advice(Wanting(facts, empty), OVEN, RAG, TRAY)
    assert [step.skill for step in found] == ["OPEN", "PLACE_ON_TOP", "PLACE_ON_TOP", "CLOSE"]


def test_what_is_offered_may_leave_open_what_it_opens() -> None:
    opened = Wanting(told(), lambda state: not is_false(state, OPENED))
    target = RemedyTarget(DONE, (OVEN,), {})
    assert search(SCENE).find(target, told(), opened) == ()
    assert search(SCENE).find(target, told(), opened, [CallSequence((OPEN,), 1.0)]) == (OPEN,)


def test_what_does_harm_in_the_end_is_not_advised() -> None:
    facts = told(RAG_IN_OVEN, OPENED)
    safe = Wanting(facts, lambda state: is_false(state, RAG_IN_OVEN))
    (onto_counter,) = calls(f"PLACE_ON_TOP({RAG}, {COUNTER})")
    assert advice(safe, OVEN, RAG) == (onto_counter,)
    assert advice(replace(safe, harmful=COUNTER), OVEN, RAG) == ()


def test_prediction_keeps_only_direct_relations() -> None:
    facts = told(atom("ontop", POTATO, TRAY), atom("inside", TRAY, OVEN))
    inside = atom("inside", POTATO, OVEN)
    assert facts.truth(inside) is Truth.TRUE
    opened = FactSet(facts.true | {atom("open", OVEN)})
    moved = run(opened, calls(f"PLACE_ON_TOP({TRAY}, {COUNTER})"))
    assert moved.truth(inside) is Truth.FALSE


def test_what_is_wanted_is_left_alone() -> None:
    lit = atom("toggled_on", OVEN)
    facts = told(lit, OPENED, RAG_IN_OVEN)
    (off,) = calls(f"TOGGLE_OFF({OVEN})")

    def mended(state: FactSet) -> bool:
        return is_false(state, lit) or is_false(state, RAG_IN_OVEN)

    def find(wanted: frozenset[Atom]) -> tuple[SkillCall, ...]:
        target = RemedyTarget(DONE, (OVEN, RAG), {})
        return search(SCENE, wanted).find(target, facts, Wanting(facts, mended))

    assert find(frozenset()) == (off,)
    moved = find(frozenset({lit}))[0]
    assert (moved.skill, moved.arguments[0]) == ("PLACE_ON_TOP", RAG)


def test_waiting_is_advised_where_it_mends_something() -> None:
    hot = atom("hot", POTATO)
    found = advice(Wanting(told(hot), lambda state: is_false(state, hot)), POTATO)
    assert found == calls(f"WAIT({POTATO})")


# In the robot's own skills


@pytest.mark.parametrize("name", ["household", "thor"])
def test_another_robot_is_advised_what_it_can_do(name: str) -> None:
    domain = load_domain(name)
    knowledge = KbKnowledge(load_library(), SCENE, TransitionModel(domain))
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
    knowledge = KbKnowledge(load_library(), scene, TransitionModel(BENCHMARK))
    judge = guard_of(knowledge, scene, search=search(scene))
    facts = model().predict(scene, FactSet.closed_world([atom("inside", RAG, names[1])])).facts()
    verdict = judge.judge(0, parse_call(f"TOGGLE_ON({names[1]})"), facts, 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert names[0] not in verdict.objects
    assert all(names[0] not in step.arguments for step in verdict.remedy)
