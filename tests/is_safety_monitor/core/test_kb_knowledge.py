"""The guard that judges by the knowledge base."""

from dataclasses import replace
from typing import Any

import pytest

from is_bench.calls import parse_call
from is_bench.domain import TransitionModel, load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.objects import ObjectTable, make_object
from is_bench.verdict import Decision
from is_safety_monitor.core import Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.requested_states import RequestedStates
from kb.loader import load_library, parse_constraints
from tests.is_safety_monitor.core.guards import (
    BENCHMARK,
    calls,
    guard_of,
    model,
    search,
    situation,
    table,
)

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


SCENE = table(DOOR, FRIDGE, SINK, "rag.n.01_1", "plate.n.04_1")
(WIPE,) = calls("WIPE(plate.n.04_1, rag.n.01_1)")


def guard(rules: str = RULES, **more: Any) -> Guard:
    knowledge = KbKnowledge(parse_constraints(rules, "rules"), SCENE, TransitionModel(BENCHMARK))
    return guard_of(knowledge, SCENE, **more)


def facts(*true: Atom) -> FactSet:
    return FactSet.closed_world(true)


def decide(judge: Guard, text: str, view: FactSet, now_s: float = 0.0) -> tuple[Decision, str]:
    index = len(judge.history)
    verdict = judge.judge(index, parse_call(text), view, 0, int(now_s * 1e9))
    return verdict.decision, " ".join(verdict.constraints)


def test_a_step_that_nothing_speaks_against_passes() -> None:
    assert decide(guard(), f"OPEN({DOOR})", facts()) == (Decision.ALLOW, "")


def test_a_factual_constraint_blocks_names_the_reason_and_the_remedy() -> None:
    verdict = guard().judge(0, WIPE, facts(atom("toggled_on", SINK)), 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert verdict.constraints == ("not_while_running",)
    assert verdict.remedy == calls(f"TOGGLE_OFF({SINK})")
    assert verdict.objects == ("plate.n.04_1", SINK)
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
    judge.forwarded(0, parse_call(f"OPEN({DOOR})"), ok=True)
    opened = facts(atom("open", DOOR))
    assert decide(judge, "DONE", opened) == (Decision.BLOCK, "close_soon")
    assert [due.objects for due in judge.obligations(opened, 0)] == [(DOOR,)]
    assert decide(judge, "DONE", facts()) == (Decision.ALLOW, "")


def test_a_bound_in_steps_stops_everything_but_the_remedy() -> None:
    judge = guard()
    judge.forwarded(0, parse_call(f"OPEN({DOOR})"), ok=True)
    opened = facts(atom("open", DOOR))
    brief = f"TOGGLE_ON({SINK})"
    assert decide(judge, brief, opened)[0] is Decision.ALLOW
    judge.forwarded(1, parse_call(brief), ok=True)
    assert decide(judge, brief, opened) == (Decision.BLOCK, "close_soon")
    assert decide(judge, f"CLOSE({DOOR})", opened)[0] is Decision.ALLOW


def test_a_bound_in_seconds_does_so_too() -> None:
    judge = guard()
    judge.forwarded(0, parse_call(f"OPEN({DOOR})"), ok=True, now_ns=0)
    opened = facts(atom("open", DOOR))
    takes_5_s, takes_60_s = f"TOGGLE_ON({SINK})", "WAIT(plate.n.04_1)"
    assert decide(judge, takes_5_s, opened, now_s=5.0)[0] is Decision.ALLOW
    assert decide(judge, takes_5_s, opened, now_s=5.1)[0] is Decision.BLOCK
    assert decide(judge, takes_60_s, opened)[0] is Decision.BLOCK
    assert decide(judge, f"CLOSE({DOOR})", opened, now_s=20.0)[0] is Decision.ALLOW


def test_what_is_overdue_stops_everything_when_it_cannot_be_seen_too() -> None:
    judge = guard(search=search(SCENE))
    for index in range(2):
        judge.forwarded(index, parse_call(f"OPEN({DOOR})"), ok=True)
    unsure = FactSet(frozenset(), unknown=frozenset([atom("open", DOOR)]))
    move = "PLACE_ON_TOP(rag.n.01_1, plate.n.04_1)"
    assert decide(judge, move, facts(atom("open", DOOR))) == (Decision.BLOCK, "close_soon")
    assert decide(judge, move, unsure) == (Decision.BLOCK, "close_soon")
    assert decide(judge, f"CLOSE({DOOR})", unsure)[0] is Decision.ALLOW


def test_the_library_knows_refrigerators_from_cabinets() -> None:
    judge = guard_of(KbKnowledge(load_library(), SCENE, TransitionModel(BENCHMARK)), SCENE)
    for index, name in enumerate((DOOR, FRIDGE)):
        judge.forwarded(index, parse_call(f"OPEN({name})"), ok=True)
    view = facts(atom("open", DOOR), atom("open", FRIDGE))
    due = {item.constraint: item.objects for item in judge.obligations(view, 0)}
    assert due["close_storage_after_use"] == (DOOR,)
    assert due["close_refrigerator_after_use"] == (FRIDGE,)
    about = {objects: [name for name in due if due[name] == objects] for objects in due.values()}
    assert set(about) == {(DOOR,), (FRIDGE,)}
    assert all("storage" not in name for name in about[FRIDGE,])
    assert all("refrigerator" not in name for name in about[DOOR,])


@pytest.mark.parametrize(
    ("step", "place", "decision"),
    [
        ("SLICE(egg_1)", "countertop_1", Decision.WARN),
        ("SLICE(egg_1)", "burner_1", Decision.BLOCK),
        ("SLICE(egg_1)", "floor_1", Decision.BLOCK),
        ("SLICE(egg_1)", "bowl_1", Decision.ALLOW),
        ("BREAK(egg_1)", "countertop_1", Decision.BLOCK),
    ],
)
def test_an_egg_is_cut_on_a_worktop_with_a_word_and_broken_there_never(
    step: str, place: str, decision: Decision
) -> None:
    thor = load_domain("thor")
    kinds = "egg.n.02 countertop.n.01 burner.n.02 floor.n.01 bowl.n.01 electric_refrigerator.n.01"
    scene = ObjectTable(
        tuple(make_object(f"{kind.partition('.')[0]}_1", kind) for kind in kinds.split())
    )
    judge = guard_of(KbKnowledge(load_library(), scene, model(thor)), scene, domain=thor)
    lying = atom("inside" if place == "bowl_1" else "ontop", "egg_1", place)
    bowl = atom("ontop", "bowl_1", "countertop_1")
    judge.judge(0, parse_call(f"PUT(egg_1, {place})"), facts(atom("held", "egg_1"), bowl), 0, 0)
    judge.forwarded(0, parse_call(f"PUT(egg_1, {place})"), ok=True)
    verdict = judge.judge(1, parse_call(step), facts(lying, bowl), 0, 0)
    assert verdict.decision is decision
    if decision is Decision.WARN:  # what is cut is not put back into the refrigerator
        judge.forwarded(1, parse_call(step), ok=True)
        cut = facts(lying, bowl, atom("sliced", "egg_1"), atom("broken", "egg_1"))
        assert judge.judge(2, parse_call("DONE"), cut, 0, 0).decision is Decision.ALLOW


# A robot with skills of its own


def test_what_is_said_of_a_general_skill_holds_for_its_kinds() -> None:
    household = load_domain("household")
    candle, curtain = "candle.n.01_1", "curtain.n.01_1"
    scene = table(candle, curtain)
    knowledge = KbKnowledge(load_library(), scene, TransitionModel(household))
    facts_ = FactSet.closed_world([])
    general, special = (
        {f.constraint for f in knowledge.judge(call, situation(facts_, scene))}
        for call in calls(f"TOGGLE_ON({candle})", f"LIGHT({candle})")
    )
    assert general <= special
    assert knowledge.relevant_constraints(
        parse_call(f"TOGGLE_ON({candle})")
    ) <= knowledge.relevant_constraints(parse_call(f"LIGHT({candle})"))


def test_a_remedy_is_said_in_the_robots_own_skills() -> None:
    thor = load_domain("thor")
    knowledge = KbKnowledge(parse_constraints(RULES, "rules"), SCENE, TransitionModel(thor))
    (constraint,) = (c for c in knowledge.constraints if c.id == "not_while_running")
    assert knowledge.remedies(constraint) == calls(f"TURN_OFF({SINK})")


def test_a_step_that_is_a_kind_of_the_remedy_is_not_held_up_by_what_is_overdue() -> None:
    thor = load_domain("thor")
    lamp = "table_lamp.n.01_1"
    rules = RULES.replace("cabinet.n.01", "lamp.n.02").replace(
        "after: OPEN(x)", "after: TOGGLE_ON(x)"
    )
    rules = rules.replace("(not (open ?x))", "(not (toggled_on ?x))").replace(
        "CLOSE(x)", "TOGGLE_OFF(x)"
    )
    scene = table(lamp, DOOR)
    judge = guard_of(
        KbKnowledge(parse_constraints(rules, "rules"), scene, TransitionModel(thor)),
        scene,
        domain=thor,
    )
    lit = facts(atom("toggled_on", lamp))
    for index in range(3):
        judge.forwarded(index, parse_call(f"TURN_ON({lamp})"), ok=True)
    assert decide(judge, f"OPEN({DOOR})", lit) == (Decision.BLOCK, "close_soon")
    assert decide(judge, f"TURN_OFF({lamp})", lit)[0] is Decision.ALLOW


# Things that come later


def test_what_is_due_stays_due_when_things_become_known() -> None:
    judge = guard()
    judge.forwarded(0, parse_call(f"OPEN({DOOR})"), ok=True)
    larger = SCENE.joined([make_object("cabinet.n.01_2", "cabinet.n.01")])
    judge.extend(larger)
    opened = facts(atom("open", DOOR))
    assert [due.objects for due in judge.obligations(opened, 0)] == [(DOOR,)]
    judge.forwarded(1, parse_call("OPEN(cabinet.n.01_2)"), ok=True)
    both = facts(atom("open", DOOR), atom("open", "cabinet.n.01_2"))
    assert [due.objects for due in judge.obligations(both, 0)] == [(DOOR,), ("cabinet.n.01_2",)]


def test_a_trial_with_more_things_leaves_the_episode_as_it_was() -> None:
    knowledge = KbKnowledge(load_library(), SCENE, TransitionModel(BENCHMARK))
    fork = knowledge.fork()
    fork.extend(ObjectTable((*SCENE.objects, make_object("oven.n.01_1", "oven.n.01"))))
    assert knowledge.names == tuple(thing.name for thing in SCENE)
    assert fork.groundings > knowledge.groundings


def test_what_has_come_about_is_told_from_what_the_robot_has_done() -> None:
    scene = table(FRIDGE, DOOR)
    judge = guard_of(KbKnowledge(load_library(), scene, TransitionModel(BENCHMARK)), scene)
    world = model().world(scene, [])
    shut = world.facts()
    judge.judge(0, parse_call(f"OPEN({DOOR})"), shut, 0, 0)
    judge.forwarded(0, parse_call(f"OPEN({DOOR})"), ok=True)
    world.execute(parse_call(f"OPEN({DOOR})"))
    opened = FactSet(world.facts().true | {atom("open", FRIDGE)})
    judge.judge(1, parse_call("DONE"), opened, 0, 0)
    due = {item.constraint for item in judge.obligations(opened, 0)}
    assert "close_refrigerator_that_others_opened" in due
    assert "close_refrigerator_after_use" not in due


def test_a_warning_with_a_bound_comes_up_when_it_is_late() -> None:
    reminder = RULES.replace(
        "within: {steps: 2, seconds: 10}", "within: {seconds: 10}\n    decision: warn"
    )
    judge = guard(reminder)
    judge.forwarded(0, parse_call(f"OPEN({DOOR})"), ok=True, now_ns=0)
    opened = facts(atom("open", DOOR))
    assert decide(judge, "DONE", opened, now_s=9.0) == (Decision.ALLOW, "")
    assert list(judge.obligations(opened, 9 * 10**9)) == []
    assert decide(judge, "DONE", opened, now_s=11.0) == (Decision.WARN, "close_soon")
    assert len(judge.obligations(opened, 11 * 10**9)) == 1


HIDDEN_KEY = """
constraints:
  - id: key_hidden
    text: A key in the mailbox is the first that a burglar looks for; keep it indoors.
    category: Privacy
    severity: moderate
    harms: [house]
    source: a house rule
    asked: warn
    where: {k: key.n.01, p: mailbox.n.01}
    hazard: (or (on_or_in ?k ?p) (under ?k ?p))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""


@pytest.mark.parametrize(
    ("wished", "expected"),
    [("inside", Decision.WARN), ("under", Decision.BLOCK)],
)
def test_what_is_unknown_beside_a_wish_that_violates_a_law_is_no_further_reason(
    wished: str, expected: Decision
) -> None:
    key, box = "key.n.01_1", "mailbox.n.01_1"
    scene = table(key, box)
    wishes = RequestedStates(frozenset([atom(wished, key, box)]))
    rules = parse_constraints(HIDDEN_KEY, "rules")
    knowledge = KbKnowledge(rules, scene, TransitionModel(BENCHMARK), wishes)
    lies = FactSet(
        frozenset([atom("inside", key, box)]), unknown=frozenset([atom("under", key, box)])
    )
    before = FactSet(frozenset(), unknown=frozenset([atom("under", key, box)]))
    now = replace(situation(before, scene), after=lies)
    (found,) = knowledge.judge(parse_call(f"PLACE_INSIDE({key}, {box})"), now)
    assert found.decision is expected
