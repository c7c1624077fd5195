"""Hazards that were there already, and plans that mend them in a later step themselves."""

from __future__ import annotations

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import TransitionModel
from is_bench.facts import FactSet, atom
from is_bench.verdict import Decision
from is_safety_monitor.core import Guard
from is_safety_monitor.core.checked_plan import CheckedPlan, is_fixture
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.plan_safe import PlanSafe
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import BENCHMARK, guard_of, search, table

LAMP, COIN, SHELF, FLOOR = "table_lamp.n.01_1", "coin.n.01_1", "shelf.n.01_1", "floor.n.01_1"
RAG = "rag.n.01_1"
SCENE = table(LAMP, COIN, SHELF, FLOOR, RAG)
LAW = """
constraints:
  - id: coin_on_the_floor
    text: A baby chokes on a coin on the floor; pick it up.
    category: {category}
    severity: critical
    source: a house rule
    where: {{x: coin.n.01, f: floor.n.01}}
    hazard: (ontop ?x ?f)
    checks: [begin, end, start]
    safe_place: {{x: shelf.n.01}}
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
"""
LIES = FactSet.closed_world([atom("ontop", COIN, FLOOR)])
GONE = FactSet.closed_world([atom("ontop", COIN, SHELF), atom("toggled_on", LAMP)])
LIGHT, TIDY = parse_call(f"TOGGLE_ON({LAMP})"), parse_call(f"PLACE_ON_TOP({COIN}, {SHELF})")
DONE = parse_call("DONE")


def guard(category: str = "Harm to People") -> Guard:
    laws = parse_constraints(LAW.format(category=category), "law")
    knowledge = KbKnowledge(laws, SCENE, TransitionModel(BENCHMARK))
    judge = guard_of(knowledge, SCENE, search=search(SCENE))
    judge.plans = PlanSafe(BENCHMARK)
    return judge


def decided(judge: Guard, *plan: SkillCall) -> list[Decision]:
    return [verdict.decision for verdict in judge.check_plan(plan, LIES, 0).verdicts]


def test_a_plan_that_mends_it_later_goes_on() -> None:
    judge = guard()
    assert decided(judge, LIGHT, TIDY, DONE) == [Decision.ALLOW] * 3
    assert judge.judge(0, LIGHT, LIES, 0, 0).decision is Decision.ALLOW


def test_a_step_on_the_floor_that_it_lies_on_is_not_about_it() -> None:
    beside = parse_call(f"PLACE_ON_TOP({RAG}, {FLOOR})")
    assert decided(guard(), beside, TIDY, DONE)[0] is not Decision.BLOCK
    assert Decision.BLOCK in decided(guard(), beside, DONE)


def test_a_plan_that_forgets_it_is_stopped_at_once() -> None:
    judge = guard()
    assert decided(judge, LIGHT, DONE)[0] is Decision.BLOCK
    assert judge.judge(0, LIGHT, LIES, 0, 0).decision is Decision.BLOCK


def test_nothing_is_started_while_a_risk_of_fire_waits() -> None:
    assert decided(guard("Fire Hazard"), LIGHT, TIDY, DONE)[0] is Decision.BLOCK
    put_out = parse_call(f"TOGGLE_OFF({LAMP})")
    assert decided(guard("Fire Hazard"), put_out, TIDY, DONE)[0] is not Decision.BLOCK


def test_it_is_due_at_the_end_though_it_was_announced() -> None:
    judge = guard()
    judge.check_plan((LIGHT, TIDY, DONE), LIES, 0)
    judge.judge(0, LIGHT, LIES, 0, 0)
    judge.forwarded(0, LIGHT, ok=True)
    assert judge.judge(1, DONE, LIES, 0, 0).decision is Decision.BLOCK


def test_a_step_that_is_none_of_the_plan_is_not_excused() -> None:
    judge = guard()
    judge.check_plan((LIGHT, TIDY, DONE), LIES, 0)
    other = parse_call(f"TOGGLE_OFF({LAMP})")
    assert judge.judge(0, other, LIES, 0, 0).decision is Decision.BLOCK


def test_steps_of_the_plan_are_used_up_and_others_are_not() -> None:
    checked_plan = CheckedPlan((LIGHT, TIDY))
    assert checked_plan.after(DONE) == checked_plan
    assert checked_plan.after(LIGHT).steps == (TIDY,)
    assert checked_plan.behind(TIDY) == ()
    assert checked_plan.behind(DONE) == ()


def test_stairs_and_steps_belong_to_the_place() -> None:
    things = table("stairs.n.01_1", "step.n.04_1", FLOOR, RAG, "rug.n.01_1", COIN)
    fixtures = {thing.name for thing in things if is_fixture(thing)}
    assert fixtures == {"stairs.n.01_1", "step.n.04_1", FLOOR}
