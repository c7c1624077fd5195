"""What stops a skill while it runs, and what does not."""

from __future__ import annotations

import pytest

from is_bench.calls import parse_call
from is_bench.facts import Atom, FactSet, atom
from is_bench.verdict import GuardMode
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.supervision import PERIODIC, SkillRun, StateTimeout
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import BENCHMARK, SECOND_NS, Driven, model, table

OVEN, FRIDGE, RAG = "oven.n.01_1", "electric_refrigerator.n.01_1", "rag.n.01_1"
COUNTER, FLOOR = "countertop.n.01_1", "floor.n.01_1"
SCENE = table(OVEN, FRIDGE, RAG, COUNTER, FLOOR)
RULE = """
constraints:
  - id: shut
    text: No oven is switched on while a fridge stands open.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: factual
    where: {o: oven.n.01, f: electric_refrigerator.n.01}
    before: TOGGLE_ON(o)
    require: (not (open ?f))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
ON = f"TOGGLE_ON({OVEN})"


def begun(call: str = ON, *true: Atom, mode: GuardMode = GuardMode.ENFORCE) -> Driven:
    """A skill has been let pass."""
    driven = Driven(SCENE, tuple(parse_constraints(RULE, "rules")), mode=mode).see(*true)
    assert not driven.session.judge(driven.goal(call), 0).enforced
    return driven


def danger(driven: Driven) -> str:
    return driven.session.cancel_reason(driven.seconds * SECOND_NS)


def test_a_skill_is_stopped_when_others_make_the_world_unsafe_for_it() -> None:
    driven = begun().see(atom("open", FRIDGE))
    assert danger(driven).startswith(f"{ON} canceled: No oven is")


def test_what_others_change_that_nothing_forbids_stops_nothing() -> None:
    assert danger(begun().see(atom("ontop", RAG, COUNTER))) == ""


def test_what_a_skill_changes_itself_stops_nothing() -> None:
    opening = begun(f"OPEN({FRIDGE})").see(atom("open", FRIDGE))
    assert danger(opening) == ""
    assert danger(begun().see(atom("toggled_on", OVEN))) == ""


def test_what_was_so_before_stops_nothing() -> None:
    driven = begun(f"OPEN({OVEN})", atom("open", FRIDGE)).see(atom("open", FRIDGE))
    assert danger(driven) == ""


def test_what_is_no_longer_known_stops_nothing() -> None:
    driven = begun()
    unsure = FactSet(frozenset(), unknown=frozenset({atom("open", FRIDGE)}), closed=False)
    run = driven.session.running
    assert run is not None
    assert run.unexplained(unsure) is None


def test_looking_changes_nothing_of_what_is_said_later() -> None:
    watched, other = begun(), begun()
    for driven in (watched, other):
        driven.see(atom("open", FRIDGE))
    assert danger(watched)
    for driven in (watched, other):
        driven.session.ended(driven.goal(ON), 0, ok=False, finished_ns=0)
        driven.see()
    assert watched.verdict(ON) == other.verdict(ON)


def test_a_guard_that_only_watches_stops_nothing() -> None:
    assert danger(begun(mode=GuardMode.SHADOW).see(atom("open", FRIDGE))) == ""


def test_a_thing_that_is_carried_may_lie_anywhere_on_its_way() -> None:
    start = FactSet(frozenset({atom("ontop", RAG, FLOOR)}))
    run = SkillRun(parse_call(f"PLACE_ON_TOP({RAG}, {COUNTER})"), model(BENCHMARK), SCENE, start)
    on_its_way = FactSet(frozenset({atom("nextto", RAG, OVEN)}))
    assert run.unexplained(on_its_way) is None
    opened = FactSet(frozenset({atom("nextto", RAG, OVEN), atom("open", FRIDGE)}))
    assert run.unexplained(opened) == FactSet(
        frozenset({atom("ontop", RAG, FLOOR), atom("open", FRIDGE)})
    )


# Right before it is sent


def test_a_goal_is_not_sent_into_a_world_that_has_become_unsafe() -> None:
    driven = begun()
    assert driven.session.recheck_before_dispatch(driven.goal(ON), 0) == ""
    driven.see(atom("open", FRIDGE))
    assert "canceled" in driven.session.recheck_before_dispatch(driven.goal(ON), 0)


def test_a_goal_is_not_sent_once_the_stop_is_set_or_the_task_has_changed() -> None:
    driven = begun()
    driven.session.stop()
    assert "emergency stop" in driven.session.recheck_before_dispatch(driven.goal(ON), 0)
    driven.session.reset()
    driven.session.forget()
    assert "the task has changed" in driven.session.recheck_before_dispatch(driven.goal(ON), 0)


def test_a_goal_is_not_sent_on_a_state_that_has_become_too_old() -> None:
    driven = Driven(SCENE, tuple(parse_constraints(RULE, "rules")), limits=Limits(SECOND_NS))
    goal, now_ns = driven.goal(ON), driven.seconds * SECOND_NS
    assert not driven.session.judge(goal, now_ns).enforced
    assert driven.session.recheck_before_dispatch(goal, now_ns + SECOND_NS) == ""
    assert "old" in driven.session.recheck_before_dispatch(goal, now_ns + SECOND_NS + 1)


# Silence


@pytest.mark.parametrize("required", [True, False])
def test_silence_counts_where_states_are_required_or_have_come_all_the_while(
    required: bool,
) -> None:
    watch = StateTimeout(SECOND_NS, required=required)
    watch.begin(0)
    assert bool(watch.problem(2 * SECOND_NS)) is required
    for number in range(PERIODIC):
        watch.heard(number)
    assert watch.problem(SECOND_NS) == ""
    assert "no world state for 1.1 s" in watch.problem(11 * SECOND_NS // 10 + 2)


def test_a_source_that_tells_a_state_after_each_skill_may_be_silent() -> None:
    watch = StateTimeout(SECOND_NS, required=False)
    for number in range(10):
        watch.begin(number)
        watch.heard(number)
        watch.end()
        watch.heard(number)
    watch.begin(20)
    assert watch.problem(100 * SECOND_NS) == ""


def test_silence_does_not_count_while_nothing_runs() -> None:
    watch = StateTimeout(SECOND_NS, required=True)
    watch.begin(0)
    watch.end()
    assert watch.problem(100 * SECOND_NS) == ""
