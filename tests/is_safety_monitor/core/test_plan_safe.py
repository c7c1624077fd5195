"""Whole plans, checked against the states that they will lead to."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel, load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable, make_object
from is_bench.verdict import Decision, GuardStage, PlanVerdict
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.plan_safe import EFFECTLESS, PER_QUERY, PlanSafe, subquery
from is_safety_monitor.core.validity import INVALID
from kb.constraint import Constraint
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import BENCHMARK, calls, guard_of, model, search, table

CABINET, LAMP, MUG, SHELF = "cabinet.n.01_1", "table_lamp.n.01_1", "mug.n.04_1", "shelf.n.01_1"
SCENE = table(CABINET, LAMP, MUG, SHELF)
RULES = """
constraints:
  - id: shut_first
    text: No lamp is switched on while the cabinet stands open.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: environment
    type: factual
    where: {l: lamp.n.02, c: cabinet.n.01}
    before: TOGGLE_ON(l)
    require: (not (open ?c))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
  - id: lamp_off
    text: A lamp is switched off at the end.
    category: Fire Hazard
    severity: minor
    source: a house rule
    composition: order
    type: temporal
    where: {l: lamp.n.02}
    after: TOGGLE_ON(l)
    require: (not (toggled_on ?l))
    mend: TOGGLE_OFF(l)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
ON, OFF = calls(f"TOGGLE_ON({LAMP})", f"TOGGLE_OFF({LAMP})")
OPEN, CLOSE, DONE = calls(f"OPEN({CABINET})", f"CLOSE({CABINET})", "DONE")
STORE = calls(f"PLACE_INSIDE({MUG}, {CABINET})")[0]


def guard() -> Guard:
    knowledge = KbKnowledge(parse_constraints(RULES, "rules"), SCENE, TransitionModel(BENCHMARK))
    return guard_of(knowledge, SCENE, search=search(SCENE), plans=PlanSafe(BENCHMARK))


def told(*facts: Atom) -> FactSet:
    """What a simulator would tell of a world in which `facts` hold."""
    return model().predict(SCENE, FactSet.closed_world(facts)).facts()


def check(
    *plan: SkillCall, facts: FactSet | None = None, judge: Guard | None = None
) -> PlanVerdict:
    return (judge or guard()).check_plan(plan, facts or told(), 0)


def conflicts(found: PlanVerdict) -> list[tuple[int, tuple[str, ...], tuple[SkillCall, ...]]]:
    return [(v.index, v.constraints, v.remedy) for v in found.conflicts]


def test_a_safe_plan_passes() -> None:
    found = check(OPEN, CLOSE, ON, OFF, DONE)
    assert conflicts(found) == []
    assert [verdict.module for verdict in found.verdicts] == [GuardStage.PLAN_SAFE] * 5


def test_a_conflict_is_found_where_it_will_arise_with_its_remedy() -> None:
    found = check(OPEN, ON, OFF, DONE)
    assert conflicts(found) == [(1, ("shut_first",), (CLOSE,))]


def test_every_conflict_is_reported_on_its_own() -> None:
    found = check(OPEN, ON, DONE)
    assert conflicts(found) == [(1, ("shut_first",), (CLOSE,)), (2, ("lamp_off",), (OFF,))]


def test_what_is_due_at_the_end_is_seen_beforehand() -> None:
    assert conflicts(check(ON, DONE)) == [(1, ("lamp_off",), (OFF,))]


def test_a_step_that_will_fail_is_warned_of() -> None:
    found = check(STORE, DONE)
    (warning, _) = found.verdicts
    assert (warning.decision, warning.constraints) == (Decision.WARN, (EFFECTLESS,))
    assert "predicted to fail" in warning.feedback


def test_checking_a_plan_changes_nothing() -> None:
    judge = guard()
    before = check(ON, DONE, judge=judge)
    assert check(ON, DONE, judge=judge) == before
    assert judge.history == []
    assert judge.judge(0, DONE, FactSet.closed_world([]), 0, 0).decision is Decision.ALLOW


def test_what_is_unknown_stays_so_until_a_step_decides_it() -> None:
    facts = FactSet(told().true, unknown=frozenset([atom("open", CABINET)]))
    found = check(ON, OFF, facts=facts)
    assert found.verdicts[0].decision is Decision.BLOCK
    assert found.verdicts[0].unknown == (f"open({CABINET})",)


def test_what_was_unknown_is_known_once_a_step_has_made_it_true() -> None:
    unsure = frozenset([atom("open", CABINET)])
    facts = FactSet(told().true, unknown=unsure)
    found = check(OPEN, CLOSE, ON, OFF, DONE, facts=facts)
    assert conflicts(found) == []


def test_what_nobody_has_told_of_is_unknown_in_an_open_world() -> None:
    seen = FactSet(told().true, closed=False)
    (verdict, _) = check(ON, OFF, facts=seen).verdicts
    assert (verdict.decision, verdict.unknown) == (Decision.BLOCK, (f"open({CABINET})",))
    shut = FactSet(seen.true, frozenset([atom("open", CABINET)]), closed=False)
    assert conflicts(check(ON, OFF, DONE, facts=shut)) == []


def test_what_a_step_undoes_is_known_not_to_hold_in_an_open_world() -> None:
    seen = FactSet(told().true, closed=False)
    found = check(OPEN, CLOSE, ON, OFF, DONE, facts=seen)
    assert conflicts(found) == []


class Hit:
    """A constraint that a search has found."""

    def __init__(self, constraint: Constraint) -> None:
        self.constraint = constraint


class Finds:
    """A search that finds the same for every text, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def search_many(self, texts: Sequence[str], k: int) -> list[list[Hit]]:
        self.asked += [(text, k) for text in texts]
        return [[Hit(constraint) for constraint in parse_constraints(RULES, "rules")]] * len(texts)


def test_each_kind_of_step_is_looked_up_once_and_the_end_not_at_all() -> None:
    finds = Finds()
    judge = guard()
    judge.plans = PlanSafe(BENCHMARK, finds)
    found = check(ON, OFF, ON, OFF, DONE, judge=judge)
    assert found.considered == ("shut_first", "lamp_off")
    assert [k for _, k in finds.asked] == [PER_QUERY] * 2
    assert check(ON, OFF, DONE).considered == ()


def test_a_conflict_is_what_would_be_said_at_the_step_but_never_the_last_word() -> None:
    """RetryCounter is for steps that are asked for again, not for plans."""
    judge = guard()
    for _ in range(5):
        (found,) = check(ON, DONE, judge=judge).conflicts
        assert not found.final
        assert found.module is GuardStage.PLAN_SAFE
    judge.forwarded(0, ON, ok=True)
    lit = told(atom("toggled_on", LAMP))
    said = judge.judge(1, DONE, lit, 0, 0)
    assert (found.constraints, found.remedy) == (said.constraints, said.remedy)


def test_what_is_due_already_is_seen_in_a_plan() -> None:
    judge = guard()
    judge.forwarded(0, ON, ok=True)
    assert conflicts(check(DONE, facts=told(atom("toggled_on", LAMP)), judge=judge)) == [
        (0, ("lamp_off",), (OFF,))
    ]
    assert [step.call for step in judge.history] == [ON]


def test_a_subquery_tells_the_step_and_what_is_known_of_its_objects() -> None:
    text = subquery(STORE, BENCHMARK, SCENE, FactSet.closed_world([atom("hot", MUG)]))
    assert "mug, cabinet" in text
    assert "mug hot" in text


def test_a_subquery_calls_things_what_people_call_them() -> None:
    scene = ObjectTable((make_object("obj_17", "mug.n.04", label="coffee mug"),))
    (wait,) = calls("WAIT(obj_17)")
    assert "coffee mug" in subquery(wait, BENCHMARK, scene, FactSet.closed_world([]))


def test_a_step_that_is_none_is_refused_and_the_others_are_checked_without_it() -> None:
    nonsense = SkillCall("TELEPORT", (MUG,))
    found = check(OPEN, nonsense, ON, OFF, DONE)
    decisions = [verdict.decision.value for verdict in found.verdicts]
    assert decisions == ["allow", "block", "block", "allow", "allow"]
    assert found.verdicts[1].constraints == (INVALID,)
    assert found.verdicts[1].module is GuardStage.PLAN_SAFE


def test_things_that_a_plan_makes_can_be_named_in_it() -> None:
    household = load_domain("household")
    apple, knife, board = "apple.n.01_1", "carving_knife.n.01_1", "countertop.n.01_1"
    scene = table(apple, knife, board)
    world = model(household).world(scene, [atom("ontop", apple, board)])
    assert world.execute(SkillCall("CUT", (apple, knife))).ok
    made = [thing.name for thing in world.objects if thing.name not in scene.by_name]
    assert made
    judge = guard_of(
        KbKnowledge((), scene, TransitionModel(household)),
        scene,
        domain=household,
        plans=PlanSafe(household),
    )
    facts = model(household).world(scene, [atom("ontop", apple, board)]).facts()
    cut, move = calls(f"CUT({apple}, {knife})", f"PLACE_ON_TOP({made[0]}, {board})")
    assert judge.check_plan((move,), facts, 0).verdicts[0].constraints == (INVALID,)
    verdicts = judge.check_plan((cut, move), facts, 0).verdicts
    assert INVALID not in verdicts[1].constraints
    assert made[0] not in judge.objects.by_name
