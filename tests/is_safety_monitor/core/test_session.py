"""A guard from its start on: what it is told, what it lets pass, and what it notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet, atom
from is_bench.guard_log import (
    PlanChecked,
    StateHeard,
    StepEnded,
    StepJudged,
    TaskBegun,
    TaskRequest,
)
from is_bench.recognised import ObjectDescription, describe, recognise_objects
from is_bench.verdict import Decision, GuardMode, ResponsibleParty, Verdict
from is_safety_monitor.core import bounds
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import CRASH, WORLD_STATE, Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import NOT_READY, STOPPED, Goal, Session
from is_safety_monitor.core.unrecognized import UNRECOGNISED
from is_safety_monitor.core.validity import DISAGREEING, INVALID
from kb.loader import load_library, parse_constraints
from tests.is_safety_monitor.core.guards import (
    BENCHMARK,
    EPISODE,
    SECOND_NS,
    Driven,
    table,
)
from tests.small_dataset import scenario

LIBRARY = load_library()
HOUSEHOLD = load_domain("household")
OVEN, TENTH, RAG, COUNTER = "oven.n.01_1", "oven.n.01_10", "rag.n.01_1", "countertop.n.01_1"
FRIDGE = "electric_refrigerator.n.01_1"
SCENE = table(OVEN, TENTH, RAG, COUNTER, FRIDGE)
IN_OVEN = (atom("inside", RAG, OVEN),)


HOLDING = """
constraints:
  - id: shut
    text: An oven is switched on only while it is shut.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: factual
    unknown: hold
    where: {o: oven.n.01}
    before: TOGGLE_ON(o)
    require: (not (open ?o))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""


def kitchen(**settings: Any) -> Driven:
    return Driven(SCENE, LIBRARY, **settings)


def said(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    return verdict.decision.value, verdict.constraints


# Calls that are none


@pytest.mark.parametrize(
    "call",
    [
        SkillCall("NAVIGATE_AND_POUR", ("bleach.n.01_1", "person.n.01_1")),
        SkillCall("DONE_STAB", ("person.n.01_1",)),
        SkillCall("\u041ePEN", (OVEN,)),
        SkillCall("OPEN", ("oven.n.01_100",)),
        SkillCall("OPEN", (OVEN, RAG)),
        SkillCall("OPEN", ("x" * 10_000_000,)),
        SkillCall("x" * 10_000_000),
    ],
    ids=["pour", "stab", "Cyrillic", "no thing", "too many", "huge argument", "huge skill"],
)
def test_what_is_no_call_of_the_robots_never_passes(call: SkillCall) -> None:
    judgement = kitchen().ask(call)
    assert judgement.enforced
    assert judgement.verdict is not None
    assert said(judgement.verdict) == ("block", (INVALID,))
    assert judgement.verdict.fault is ResponsibleParty.PLANNER
    assert len(judgement.verdict.feedback) < 1000


def test_an_invalid_call_that_is_asked_for_again_and_again_is_given_up() -> None:
    driven = kitchen()
    finals = [driven.verdict(SkillCall("FLY")).final for _ in range(3)]
    assert finals == [False, False, True]


def test_a_call_that_waits_for_facts_is_not_refused_and_so_not_given_up() -> None:
    driven = Driven(SCENE, tuple(parse_constraints(HOLDING, "rules")))
    unsure = FactSet(frozenset(), unknown=frozenset({atom("open", OVEN)}))
    driven.session.receive_state(Report(EPISODE, 10**12, lambda: (unsure, {})))
    goal = driven.goal(f"TOGGLE_ON({OVEN})")
    for may_hold, finals in ((True, [False] * 5), (False, [False, False, True])):
        for final in finals:
            verdict = driven.session.judge(goal, 0, accepted=False, may_hold=may_hold).verdict
            assert verdict is not None
            assert (verdict.decision, verdict.hold) == (Decision.BLOCK, may_hold)
            assert verdict.final is final


@pytest.mark.parametrize(
    ("text", "call"),
    [(f"CLOSE({OVEN})", f"TOGGLE_ON({OVEN})"), (f"OPEN({TENTH})", f"OPEN({OVEN})")],
)
def test_a_text_that_says_something_else_than_the_call_is_refused(text: str, call: str) -> None:
    verdict = kitchen().verdict(call, text)
    assert said(verdict) == ("block", (DISAGREEING,))
    assert text in verdict.feedback
    assert call in verdict.feedback


def test_words_are_for_people() -> None:
    assert said(kitchen().verdict(f"OPEN({OVEN})", "Open the oven, please.")) == ("allow", ())


def test_a_call_is_valid_before_the_world_is_known_or_nothing_is_said_of_the_world() -> None:
    session = Session(GuardSettings(domain=BENCHMARK), KnowledgeBase(LIBRARY))
    session.set_task(TaskRequest(EPISODE, "a task", "Tidy up.", describe(SCENE)))
    for call, expected in ((SkillCall("FLY"), INVALID), (SkillCall("OPEN", (OVEN,)), WORLD_STATE)):
        verdict = session.judge(Goal(EPISODE, "", 0, call), 0, accepted=False).verdict
        assert verdict is not None
        assert verdict.constraints == (expected,)


def test_a_shadow_says_so_and_stops_nothing() -> None:
    judgement = kitchen(mode=GuardMode.SHADOW).ask(SkillCall("FLY"))
    assert judgement.verdict is not None
    assert judgement.verdict.constraints == (INVALID,)
    assert not judgement.enforced


def test_the_call_that_was_judged_is_the_one_that_is_noted() -> None:
    driven = kitchen()
    goal = driven.goal(f"OPEN({OVEN})", "open the oven")
    driven.session.drain()
    verdict = driven.session.judge(goal, 0).verdict
    ((_, entry),) = driven.session.drain()
    assert verdict is not None
    assert isinstance(entry, StepJudged)
    assert entry.call is goal.call
    assert verdict.call is goal.call
    assert entry.text == "open the oven"


# Things by any name


def things(*named: tuple[str, str]) -> list[ObjectDescription]:
    return [ObjectDescription(name, label) for name, label in named]


def test_things_are_recognised_by_their_labels_and_the_knowledge_applies() -> None:
    driven = Driven(
        things(("obj_1", "microwave"), ("obj_2", "fork"), ("obj_3", "countertop")),
        LIBRARY,
        domain=HOUSEHOLD,
    )
    assert driven.said is not None
    assert all(thing.recognition.synset for thing in driven.said.objects)
    driven.see(atom("inside", "obj_2", "obj_1"))
    verdict = driven.verdict("TOGGLE_ON(obj_1)")
    assert verdict.decision is Decision.BLOCK
    assert "obj_2" in verdict.objects


@pytest.mark.parametrize("decision", [Decision.WARN, Decision.BLOCK])
def test_what_was_not_recognised_is_never_passed_over_in_silence(decision: Decision) -> None:
    driven = Driven(
        things(("obj_1", "blorptron"), ("obj_2", "zzyzx"), ("obj_3", "countertop")),
        LIBRARY,
        domain=HOUSEHOLD,
        unrecognised=decision,
    )
    driven.see(atom("inside", "obj_2", "obj_1"))
    verdict = driven.verdict("TOGGLE_ON(obj_1)")
    assert said(verdict) == (decision.value, (UNRECOGNISED,))
    assert verdict.objects == ("obj_1",)
    assert driven.verdict("NAVIGATE_TO(obj_1)").decision is Decision.ALLOW


def test_a_task_whose_things_cannot_be_told_apart_is_refused() -> None:
    for described, why in (
        (things(("a", "mug"), ("a", "cup")), "two objects of the task are called 'a'"),
        (things(("", "mug")), "has no name"),
    ):
        driven = Driven(described)
        assert driven.said is not None
        assert driven.said.verdict.constraints == (NOT_READY,)
        assert why in driven.said.verdict.feedback
        assert driven.ask("DONE").enforced


# Things that appear


def test_a_thing_that_appears_is_known_from_then_on() -> None:
    driven = kitchen()
    late = ObjectDescription("pan_2", "frying pan")
    assert driven.verdict("WAIT(pan_2)").constraints == (INVALID,)
    driven.session.drain()
    driven.see(new=[late])
    ((_, entry),) = driven.session.drain()
    assert isinstance(entry, StateHeard)
    assert entry.arrived == recognise_objects([late], {})
    assert entry.arrived[0].recognition.synset == "frying_pan.n.01"
    assert driven.verdict("WAIT(pan_2)").decision is Decision.ALLOW


def test_states_may_not_name_things_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    driven = kitchen()
    assert driven.session.guard is not None
    known = len(driven.session.guard.objects.by_name)
    monkeypatch.setattr(bounds, "MOST_OBJECTS", known + 1)
    driven.see(new=things(("rag_2", "rag"), ("rag_3", "rag")))
    verdict = driven.verdict(f"OPEN({OVEN})")
    assert verdict.constraints == (WORLD_STATE,)
    assert f"(known: {known})" in verdict.feedback
    assert len(driven.session.guard.objects.by_name) == known
    assert (
        driven.see(new=things(("rag_2", "rag"))).verdict("WAIT(rag_2)").decision is Decision.ALLOW
    )
    driven.see(new=things(("rag_3", "rag")))
    assert driven.verdict(f"OPEN({OVEN})").constraints == (WORLD_STATE,)


def test_a_replay_finds_too_many_things_as_the_guard_did(monkeypatch: pytest.MonkeyPatch) -> None:
    driven = kitchen()
    monkeypatch.setattr(bounds, "MOST_OBJECTS", 0)
    late = ObjectDescription("rag_2", "rag")

    def read() -> tuple[FactSet, Mapping[Atom, int]]:
        return FactSet(frozenset()), {}

    driven.session.receive_state(Report(EPISODE, 10**12, read, (late,)), arrived=())
    assert driven.verdict(f"OPEN({OVEN})").constraints == (WORLD_STATE,)


def test_a_thing_that_appears_counts_in_the_constraints() -> None:
    driven = kitchen()
    driven.see(new=[ObjectDescription("rag_2", "rag")])
    driven.see(atom("inside", "rag_2", OVEN))
    verdict = driven.verdict(f"TOGGLE_ON({OVEN})")
    assert verdict.decision is Decision.BLOCK
    assert "rag_2" in verdict.objects


def test_what_is_due_stays_due_and_what_was_refused_stays_refused_when_things_appear() -> None:
    plain, growing = kitchen(), kitchen()
    opened = atom("open", FRIDGE)
    for driven in (plain, growing):
        driven.do(f"OPEN({FRIDGE})", opened)
        driven.verdict(SkillCall("FLY"))
    growing.see(opened, new=[ObjectDescription("rag_2", "rag")])
    for driven in (plain, growing):
        due = driven.session.obligations(EPISODE, 0)
        assert due is not None
        assert "close_refrigerator_after_use" in {item.constraint for item in due}
        assert driven.verdict("DONE").decision is Decision.BLOCK
    assert [growing.verdict(SkillCall("FLY")).final for _ in range(2)] == [False, True]


def test_a_thing_that_vanishes_stays_known() -> None:
    driven = kitchen()
    driven.see(new=[ObjectDescription("rag_2", "rag")])
    driven.see()
    driven.see(new=[ObjectDescription("rag_2", "oven")])  # the first word on what it is counts
    assert driven.session.guard is not None
    known = driven.session.guard.objects.get("rag_2")
    assert known is not None
    assert known.synset == "rag.n.01"


def test_a_thing_that_appears_and_is_not_recognised_is_named() -> None:
    driven = kitchen(unrecognised=Decision.BLOCK)
    driven.see(new=[ObjectDescription("thing_9", "blorptron")])
    assert said(driven.verdict("WAIT(thing_9)")) == ("block", (UNRECOGNISED,))


def test_things_of_the_state_before_the_task_belong_to_it() -> None:
    session = Session(GuardSettings(domain=BENCHMARK, limits=Limits(0)), KnowledgeBase(LIBRARY))

    def read() -> tuple[FactSet, Mapping[Atom, int]]:
        return FactSet(frozenset({atom("inroom", OVEN, "kitchen")})), {}

    described = (ObjectDescription("rag_2", "rag"), ObjectDescription(OVEN, "", "oven.n.01"))
    session.receive_state(Report(EPISODE, 1, read, described))
    found = session.set_task(TaskRequest(EPISODE, "a task", "Tidy up.", describe(SCENE)))
    assert found is not None
    names = [thing.description.name for thing in found.objects]
    assert names == [*(thing.name for thing in SCENE), "rag_2"]
    _, (_, begun) = session.drain()
    assert isinstance(begun, TaskBegun)
    assert begun.objects == found.objects
    goal = Goal(EPISODE, "", 0, parse_call("WAIT(rag_2)"))
    verdict = session.judge(goal, 0).verdict
    assert verdict is not None
    assert verdict.decision is Decision.ALLOW


def test_what_was_recognised_then_is_not_recognised_again() -> None:
    """As a replay does it: whatever recognition has become since, the log counts."""
    session = Session(GuardSettings(domain=BENCHMARK, limits=Limits(0)), KnowledgeBase(LIBRARY))
    described = (ObjectDescription("x_1", "blorptron"), ObjectDescription("x_2", "rag"))
    request = TaskRequest(EPISODE, "a task", "Tidy up.", described)
    as_rag = recognise_objects([ObjectDescription("x_1", "rag")], {})
    swapped = (
        type(as_rag[0])(described[0], as_rag[0].recognition),
        *recognise_objects(described[1:], {}),
    )
    found = session.set_task(request, recognised=swapped)
    assert found is not None
    assert found.objects == swapped
    assert session.guard is not None
    assert session.guard.objects.by_name["x_1"].synset == "rag.n.01"

    def read() -> tuple[FactSet, Mapping[Atom, int]]:
        return FactSet(frozenset()), {}

    late = ObjectDescription("x_3", "blorptron")
    arrived = (type(as_rag[0])(late, as_rag[0].recognition),)
    session.receive_state(Report(EPISODE, 1, read, (late,)), arrived)
    assert session.guard.objects.by_name["x_3"].synset == "rag.n.01"


# Tasks, states, stops


def test_without_annotations_a_guard_that_peeks_refuses_the_task() -> None:
    driven = kitchen(knowledge="scenario")
    assert driven.said is not None
    assert driven.said.verdict.constraints == (NOT_READY,)
    plain = scenario("cook_apple")
    session = Session(GuardSettings(knowledge="scenario", domain=BENCHMARK), KnowledgeBase(LIBRARY))
    found = session.set_task(plain.request(EPISODE), annotations=plain.annotations)
    assert found is not None
    assert found.verdict.decision is Decision.ALLOW


def test_a_task_that_its_caller_cannot_describe_is_blocked() -> None:
    session = Session(GuardSettings(domain=BENCHMARK), KnowledgeBase(LIBRARY))
    request = TaskRequest(EPISODE, "a task", "Tidy up.")
    found = session.set_task(request, problem="nobody knows the task")
    assert found is not None
    assert said(found.verdict) == ("block", (NOT_READY,))
    ((_, entry),) = session.drain()
    assert isinstance(entry, TaskBegun)
    assert (entry.request, entry.problem) == (request, "nobody knows the task")


def test_off_means_that_nothing_is_judged_and_everything_noted() -> None:
    driven = kitchen(mode=GuardMode.OFF)
    assert driven.said is None
    judgement = driven.ask(SkillCall("FLY"))
    assert (judgement.verdict, judgement.enforced) == (None, False)
    kinds = [type(entry) for _, entry in driven.session.drain()]
    assert kinds == [TaskBegun, StateHeard, StepJudged]


def test_a_stopped_guard_and_one_without_robot_let_nothing_pass_in_any_mode() -> None:
    for mode in GuardMode:
        driven = kitchen(mode=mode)
        refused = driven.session.judge(driven.goal("DONE"), 0, "there is no robot")
        assert refused.verdict is not None
        assert (refused.verdict.constraints, refused.enforced) == ((NOT_READY,), True)
        driven.session.stop()
        stopped = driven.ask("DONE")
        assert stopped.verdict is not None
        assert (stopped.verdict.constraints, stopped.enforced) == ((STOPPED,), True)
        driven.session.reset()
        assert driven.ask(f"OPEN({OVEN})").enforced is False


def test_a_goal_of_another_episode_is_refused() -> None:
    driven = kitchen()
    goal = Goal("another", "", 0, parse_call("DONE"))
    judgement = driven.session.judge(goal, 0)
    assert judgement.enforced
    assert judgement.verdict is not None
    assert judgement.verdict.constraints == (NOT_READY,)


def test_while_a_skill_is_being_executed_no_other_is_begun() -> None:
    driven = kitchen()
    assert not driven.session.judge(driven.goal(f"OPEN({OVEN})"), 0).enforced
    assert driven.verdict(f"OPEN({FRIDGE})").constraints == (WORLD_STATE,)


def test_a_state_from_before_the_end_of_a_skill_does_not_show_its_effect() -> None:
    driven = kitchen()
    goal = driven.goal(f"OPEN({OVEN})")
    driven.session.judge(goal, 0)
    driven.session.ended(goal, 0, ok=True, finished_ns=driven.seconds * SECOND_NS + 1)
    assert driven.session.lacks_state()
    assert driven.verdict("DONE").constraints == (WORLD_STATE,)
    driven.see(atom("open", OVEN))
    assert not driven.session.lacks_state()
    assert driven.verdict("DONE").constraints != (WORLD_STATE,)


def test_a_state_that_cannot_be_read_blocks_until_one_can() -> None:
    driven = kitchen()

    def broken() -> tuple[FactSet, Mapping[Atom, int]]:
        raise ValueError("no such fact")

    driven.session.receive_state(Report(EPISODE, 10**12, broken))
    verdict = driven.verdict(f"OPEN({OVEN})")
    assert verdict.constraints == (CRASH,)
    assert "no such fact" in verdict.feedback
    driven.seconds = 2000
    assert driven.see().verdict(f"OPEN({OVEN})").decision is Decision.ALLOW


def test_things_that_cannot_be_read_make_a_state_that_cannot_be_read() -> None:
    driven = kitchen()
    broken = ObjectDescription("thing", "mug", abilities=None)  # type: ignore[arg-type]  # what a fault would make
    driven.see(new=[broken])
    assert driven.verdict(f"OPEN({OVEN})").constraints == (CRASH,)


def test_facts_grow_old_where_they_are_to() -> None:
    driven = kitchen(fact_age_ns=5 * SECOND_NS)
    driven.see(*IN_OVEN)
    now = driven.seconds * SECOND_NS
    goal = driven.goal(f"OPEN({FRIDGE})")
    fresh = driven.session.judge(goal, now, accepted=False).verdict
    assert fresh is not None
    assert fresh.decision is Decision.ALLOW
    on = driven.goal(f"TOGGLE_ON({OVEN})")
    stale = driven.session.judge(on, now + 6 * SECOND_NS, accepted=False).verdict
    assert stale is not None
    assert stale.unknown


# The log


def test_another_session_that_is_called_alike_says_the_same() -> None:
    first, second = kitchen(), kitchen()
    for driven in (first, second):
        driven.do(f"OPEN({FRIDGE})", atom("open", FRIDGE))
        driven.see(atom("open", FRIDGE), new=[ObjectDescription("rag_2", "rag")])
        driven.verdict("DONE")
        plan = tuple(map(parse_call, (f"CLOSE({FRIDGE})", "DONE")))
        driven.session.check_plan(EPISODE, plan, 0)
    assert first.session.drain() == second.session.drain()
    assert first.verdict("DONE") == second.verdict("DONE")


def test_the_log_is_in_order_and_tells_everything() -> None:
    driven = kitchen()
    driven.do(f"OPEN({OVEN})", atom("open", OVEN))
    driven.session.check_plan(EPISODE, [parse_call("DONE")], 0)
    places, entries = zip(*driven.session.drain(), strict=True)
    assert [place.entry for place in places] == list(range(1, len(entries) + 1))
    kinds = [type(entry) for entry in entries]
    assert kinds == [TaskBegun, StateHeard, StepJudged, StepEnded, StateHeard, PlanChecked]
    assert driven.session.place == places[-1]
    assert driven.session.drain() == []


def test_a_task_is_noted_with_all_that_it_is_judged_by() -> None:
    driven = kitchen(unrecognised=Decision.BLOCK, world="corrected", fact_age_ns=7)
    _, begun = driven.session.drain()[0]
    assert isinstance(begun, TaskBegun)
    by = begun.judged_by
    assert (by.domain, by.world, by.unrecognised, by.max_fact_age_ns) == (
        "is_bench",
        "corrected",
        "block",
        7,
    )
    assert by.retrieval == ""
    assert [thing.description for thing in begun.objects] == list(begun.request.objects)


def test_settings_count_from_the_next_task_on() -> None:
    driven = kitchen()
    driven.see(*IN_OVEN)
    driven.session.base = KnowledgeBase(())
    assert driven.verdict(f"TOGGLE_ON({OVEN})").decision is Decision.BLOCK
    driven.session.set_task(TaskRequest(EPISODE, "a task", "Tidy up.", describe(SCENE)))
    assert driven.verdict(f"TOGGLE_ON({OVEN})").decision is Decision.ALLOW
