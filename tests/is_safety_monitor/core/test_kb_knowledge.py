"""The guard that judges by the knowledge base."""

import pytest

from is_bench.facts import Atom, FactSet, FactView, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.verdict import Decision, GuardMode
from is_safety_monitor.core import Guard
from is_safety_monitor.core.kb_knowledge import UNREADABLE, KbKnowledge
from is_safety_monitor.core.mitigation import Mender
from kb.loader import load_library, parse_constraints

DOOR, FRIDGE, SINK = "cabinet.n.01_1", "electric_refrigerator.n.01_1", "sink.n.01_1"
RULES = """
constraints:
  - id: close_soon
    text: An open cabinet is walked into, so close it soon after it was opened.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: order
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
    type: temporal
    where: {x: cabinet.n.01}
    after: OPEN(x)
    require: (not (open ?x))
    within: {steps: 2, seconds: 10}
    mend: CLOSE(x)
  - id: not_while_running
    text: Nothing is wiped while the tap of any sink is running over.
    category: Water Spill Damage
    severity: minor
    source: a house rule
    composition: order
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
    type: factual
    where: {x: "!sink.n.01", s: sink.n.01}
    before: WIPE(x, _)
    if: (not (broken ?s))
    require: (not (toggled_on ?s))
    unknown: warn
    mend: TOGGLE_OFF(s)
"""


def objects(*names: str) -> ObjectTable:
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in names))


SCENE = objects(DOOR, FRIDGE, SINK, "rag.n.01_1", "plate.n.04_1")


def guard(rules: str = RULES) -> Guard:
    return Guard(KbKnowledge(parse_constraints(rules, "rules"), SCENE), GuardMode.ENFORCE)


def facts(*true: Atom) -> FactSet:
    return FactSet.closed_world(true)


def decide(judge: Guard, action: str, view: FactView, now_s: float = 0.0) -> tuple[Decision, str]:
    index = len(judge.history)
    verdict = judge.judge(index, action, view, 0, int(now_s * 1e9))
    return verdict.decision, " ".join(verdict.constraints)


def test_a_step_that_nothing_speaks_against_passes() -> None:
    assert decide(guard(), f"OPEN({DOOR})", facts()) == (Decision.ALLOW, "")


def test_a_factual_constraint_blocks_names_the_reason_and_the_remedy() -> None:
    verdict = guard().judge(
        0, "WIPE(plate.n.04_1, rag.n.01_1)", facts(atom("toggled_on", SINK)), 0, 0
    )
    assert verdict.decision is Decision.BLOCK
    assert verdict.constraints == ("not_while_running",)
    assert verdict.mitigation == (f"TOGGLE_OFF({SINK})",)
    assert f"toggled_on({SINK}) is true" in verdict.feedback


def test_a_constraint_holds_only_where_its_condition_does() -> None:
    view = facts(atom("toggled_on", SINK), atom("broken", SINK))
    assert decide(guard(), "WIPE(plate.n.04_1, rag.n.01_1)", view)[0] is Decision.ALLOW


def test_unknown_facts_do_what_the_constraint_says() -> None:
    view = FactSet(frozenset(), unknown=frozenset({atom("toggled_on", SINK)}))
    assert decide(guard(), "WIPE(plate.n.04_1, rag.n.01_1)", view)[0] is Decision.WARN
    strict = RULES.replace("unknown: warn", "unknown: block")
    assert decide(guard(strict), "WIPE(plate.n.04_1, rag.n.01_1)", view)[0] is Decision.BLOCK


def test_what_is_due_blocks_the_end_until_it_is_done() -> None:
    judge = guard()
    judge.forwarded(0, f"OPEN({DOOR})", ok=True)
    opened = facts(atom("open", DOOR))
    assert decide(judge, "DONE", opened) == (Decision.BLOCK, "close_soon")
    assert [due.objects for due in judge.obligations(opened, 0)] == [(DOOR,)]
    assert decide(judge, "DONE", facts()) == (Decision.ALLOW, "")


def test_a_bound_in_steps_stops_everything_but_the_remedy() -> None:
    judge = guard()
    judge.forwarded(0, f"OPEN({DOOR})", ok=True)
    opened = facts(atom("open", DOOR))
    assert decide(judge, "WAIT(plate.n.04_1)", opened)[0] is Decision.ALLOW
    judge.forwarded(1, "WAIT(plate.n.04_1)", ok=True)
    assert decide(judge, "WAIT(plate.n.04_1)", opened) == (Decision.BLOCK, "close_soon")
    assert decide(judge, f"CLOSE({DOOR})", opened)[0] is Decision.ALLOW


def test_a_bound_in_seconds_does_so_too() -> None:
    judge = guard()
    judge.forwarded(0, f"OPEN({DOOR})", ok=True, now_ns=0)
    opened = facts(atom("open", DOOR))
    assert decide(judge, "WAIT(plate.n.04_1)", opened, now_s=10.0)[0] is Decision.ALLOW
    assert decide(judge, "WAIT(plate.n.04_1)", opened, now_s=10.1)[0] is Decision.BLOCK


def test_what_is_overdue_stops_everything_when_it_cannot_be_seen_too() -> None:
    judge = guard()
    judge.mender = Mender(SCENE)
    for index in range(2):
        judge.forwarded(index, f"OPEN({DOOR})", ok=True)
    unsure = FactSet(frozenset(), unknown=frozenset([atom("open", DOOR)]))
    move = "PLACE_ON_TOP(rag.n.01_1, plate.n.04_1)"
    assert decide(judge, move, facts(atom("open", DOOR))) == (Decision.BLOCK, "close_soon")
    assert decide(judge, move, unsure) == (Decision.BLOCK, "close_soon")
    assert decide(judge, f"CLOSE({DOOR})", unsure)[0] is Decision.ALLOW


@pytest.mark.parametrize(
    "action", ["OPEN(ghost.n.01_1)", "FLY(cabinet.n.01_1)", "OPEN", "rm -rf", ""]
)
def test_what_cannot_be_understood_does_not_move(action: str) -> None:
    assert decide(guard(), action, facts()) == (Decision.BLOCK, UNREADABLE)


def test_navigation_passes() -> None:
    assert decide(guard(), "NAVIGATE_TO(kitchen)", facts())[0] is Decision.ALLOW


def test_the_library_knows_refrigerators_from_cabinets() -> None:
    judge = Guard(KbKnowledge(load_library(), SCENE), GuardMode.ENFORCE)
    for index, name in enumerate((DOOR, FRIDGE)):
        judge.forwarded(index, f"OPEN({name})", ok=True)
    view = facts(atom("open", DOOR), atom("open", FRIDGE))
    due = {item.constraint: item.objects for item in judge.obligations(view, 0)}
    assert due["close_storage_after_use"] == (DOOR,)
    assert due["close_refrigerator_after_use"] == (FRIDGE,)
    about = {objects: [name for name in due if due[name] == objects] for objects in due.values()}
    assert set(about) == {(DOOR,), (FRIDGE,)}
    assert all("storage" not in name for name in about[FRIDGE,])
    assert all("refrigerator" not in name for name in about[DOOR,])
