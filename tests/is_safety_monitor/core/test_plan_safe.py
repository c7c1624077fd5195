"""Whole plans, checked against the states that they will lead to."""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.verdict import Decision, GuardMode, Module, PlanVerdict
from is_bench.world.prediction import predicted_world
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.mitigation import Mender
from is_safety_monitor.core.plan_safe import EFFECTLESS, PER_QUERY, PlanSafe, subquery
from kb.constraint import Constraint
from kb.loader import parse_constraints

CABINET, LAMP, MUG, SHELF = "cabinet.n.01_1", "table_lamp.n.01_1", "mug.n.04_1", "shelf.n.01_1"
SCENE = ObjectTable(
    tuple(make_object(name, synset_of(name)) for name in (CABINET, LAMP, MUG, SHELF))
)
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
ON, OFF = f"TOGGLE_ON({LAMP})", f"TOGGLE_OFF({LAMP})"
OPEN, CLOSE = f"OPEN({CABINET})", f"CLOSE({CABINET})"


def guard() -> Guard:
    knowledge = KbKnowledge(parse_constraints(RULES, "rules"), SCENE)
    return Guard(knowledge, GuardMode.ENFORCE, mender=Mender(SCENE))


def check(*plan: str, told: tuple[Atom, ...] = (), judge: Guard | None = None) -> PlanVerdict:
    facts = FactSet(predicted_world(SCENE, told).facts())
    return PlanSafe(SCENE).check(plan, judge or guard(), facts, 0)


def conflicts(found: PlanVerdict) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    return [(v.index, v.constraints, v.mitigation) for v in found.conflicts]


def test_a_safe_plan_passes() -> None:
    found = check(OPEN, CLOSE, ON, OFF, "DONE")
    assert conflicts(found) == []
    assert [verdict.module for verdict in found.verdicts] == [Module.PLAN_SAFE] * 5


def test_a_conflict_is_found_where_it_will_arise_with_its_remedy() -> None:
    found = check(OPEN, ON, OFF, "DONE")
    assert conflicts(found) == [(1, ("shut_first",), (CLOSE,))]


def test_every_conflict_is_reported_on_its_own() -> None:
    found = check(OPEN, ON, "DONE")
    assert conflicts(found) == [(1, ("shut_first",), (CLOSE,)), (2, ("lamp_off",), (OFF,))]


def test_what_is_due_at_the_end_is_seen_beforehand() -> None:
    assert conflicts(check(ON, "DONE")) == [(1, ("lamp_off",), (OFF,))]


def test_a_step_that_will_fail_is_warned_of() -> None:
    found = check(f"PLACE_INSIDE({MUG}, {CABINET})", "DONE")
    (warning, _) = found.verdicts
    assert (warning.decision, warning.constraints) == (Decision.WARN, (EFFECTLESS,))
    assert "predicted to fail" in warning.feedback


def test_checking_a_plan_changes_nothing() -> None:
    judge = guard()
    before = check(ON, "DONE", judge=judge)
    assert check(ON, "DONE", judge=judge) == before
    assert judge.history == []
    assert judge.judge(0, "DONE", FactSet.closed_world([]), 0, 0).decision is Decision.ALLOW


def test_what_is_unknown_stays_so_until_a_step_decides_it() -> None:
    facts = FactSet(predicted_world(SCENE, ()).facts(), unknown=frozenset([atom("open", CABINET)]))
    found = PlanSafe(SCENE).check([ON, OFF], guard(), facts, 0)
    assert found.verdicts[0].decision is Decision.BLOCK
    assert found.verdicts[0].unknown == (f"open({CABINET})",)


def test_what_was_unknown_is_known_once_a_step_has_made_it_true() -> None:
    unsure = frozenset([atom("open", CABINET)])
    facts = FactSet(predicted_world(SCENE, ()).facts(), unknown=unsure)
    found = PlanSafe(SCENE).check([OPEN, CLOSE, ON, OFF, "DONE"], guard(), facts, 0)
    assert conflicts(found) == []


def test_what_nobody_has_told_of_is_unknown_in_an_open_world() -> None:
    told = FactSet(predicted_world(SCENE, ()).facts(), closed=False)
    (verdict, _) = PlanSafe(SCENE).check([ON, OFF], guard(), told, 0).verdicts
    assert (verdict.decision, verdict.unknown) == (Decision.BLOCK, (f"open({CABINET})",))
    shut = FactSet(told.true, frozenset([atom("open", CABINET)]), closed=False)
    assert conflicts(PlanSafe(SCENE).check([ON, OFF, "DONE"], guard(), shut, 0)) == []


def test_what_a_step_undoes_is_known_not_to_hold_in_an_open_world() -> None:
    told = FactSet(predicted_world(SCENE, ()).facts(), closed=False)
    found = PlanSafe(SCENE).check([OPEN, CLOSE, ON, OFF, "DONE"], guard(), told, 0)
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
    search = Finds()
    facts = FactSet(predicted_world(SCENE, ()).facts())
    found = PlanSafe(SCENE, search=search).check([ON, OFF, ON, OFF, "DONE"], guard(), facts, 0)
    assert found.considered == ("shut_first", "lamp_off")
    assert [k for _, k in search.asked] == [PER_QUERY] * 2
    assert check(ON, OFF, "DONE").considered == ()


def test_a_conflict_is_what_would_be_said_at_the_step_but_never_the_last_word() -> None:
    """Patience is for steps that are asked for again, not for plans."""
    judge = guard()
    for _ in range(5):
        (found,) = check(ON, "DONE", judge=judge).conflicts
        assert not found.final
        assert found.module is Module.PLAN_SAFE
    judge.forwarded(0, ON, ok=True)
    lit = FactSet(predicted_world(SCENE, [atom("toggled_on", LAMP)]).facts())
    said = judge.judge(1, "DONE", lit, 0, 0)
    assert (found.constraints, found.mitigation) == (said.constraints, said.mitigation)


def test_what_is_due_already_is_seen_in_a_plan() -> None:
    judge = guard()
    judge.forwarded(0, ON, ok=True)
    assert conflicts(check("DONE", told=(atom("toggled_on", LAMP),), judge=judge)) == [
        (0, ("lamp_off",), (OFF,))
    ]
    assert [step.action for step in judge.history] == [ON]


def test_a_subquery_tells_the_step_and_what_is_known_of_its_objects() -> None:
    text = subquery(f"PLACE_INSIDE({MUG}, {CABINET})", FactSet.closed_world([atom("hot", MUG)]))
    assert "mug, cabinet" in text
    assert "mug hot" in text
