"""Steps that are tried in prediction."""

from __future__ import annotations

from is_bench.domain import TransitionModel
from is_bench.facts import FactSet, Truth, atom
from is_bench.reading.outcome import Wish
from is_bench.verdict import Decision
from is_safety_monitor.core.certainty import CertainOnlyKnowledge, EvaluationBudget
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.request_plans import TaskRequestPlan
from is_safety_monitor.core.simulated_episode import SimulatedEpisode
from is_safety_monitor.core.unrecognized import UnrecognizedObjects
from tests.is_safety_monitor.core.asked_scenes import (
    GLOWING,
    LAMP,
    LAPTOP,
    LEAK,
    MUG,
    ROOM,
    SHOCK,
    THOR,
    WATER,
    laws,
    state,
)
from tests.is_safety_monitor.core.guards import calls, search, texts

MODEL = TransitionModel(THOR)
POUR, OFF, LIGHT = calls(f"POUR({MUG}, {LAPTOP})", f"TURN_OFF({LAPTOP})", f"TURN_ON({LAMP})")
RUNNING = atom("toggled_on", LAPTOP)
FULL = atom("contains", MUG, WATER)
WET = atom("covered", LAPTOP, WATER)
ASKED = TaskRequestPlan((), (Wish(WET),))
AIRED = "(and (covered ?c ?w) (not (open ?c)))"


def rehearsal(facts: FactSet, *, searching: bool = True) -> SimulatedEpisode:
    knowledge = KbKnowledge(laws(SHOCK, LEAK, GLOWING), ROOM, MODEL)
    certain = CertainOnlyKnowledge(knowledge, MODEL, ROOM, EvaluationBudget(500))
    found = search(ROOM, domain=THOR) if searching else None
    return SimulatedEpisode(
        ASKED, certain, found, UnrecognizedObjects(THOR, Decision.WARN), facts, 0
    )


def test_a_step_that_nothing_stops_is_taken() -> None:
    now = rehearsal(state(FULL))
    assert now.attempt(POUR) == []
    assert now.now.facts.truth(WET) is Truth.TRUE
    assert [step.call for step in now.now.history] == [POUR]


def test_a_step_that_is_stopped_is_not_taken() -> None:
    now = rehearsal(state(FULL, RUNNING))
    (finding,) = now.attempt(POUR)
    assert finding.constraint == "shock"
    assert now.now.facts.truth(WET) is Truth.FALSE
    assert now.now.history == ()


def test_a_step_is_taken_after_its_remedy() -> None:
    now = rehearsal(state(FULL, RUNNING))
    assert texts(now.apply_remedy(POUR, now.attempt(POUR))) == (str(OFF),)
    assert [step.call for step in now.now.history] == [OFF, POUR]
    assert now.now.facts.truth(WET) is Truth.TRUE


def test_without_a_search_a_call_on_one_of_the_things_is_found() -> None:
    now = rehearsal(state(FULL, RUNNING), searching=False)
    assert texts(now.apply_remedy(POUR, now.attempt(POUR))) == (str(OFF),)


def test_a_remedy_that_keeps_a_wish_from_being_fulfilled_is_none() -> None:
    now = rehearsal(state(FULL, atom("broken", LAPTOP)))
    stopped = now.attempt(POUR)
    assert [finding.constraint for finding in stopped] == ["leak"]
    assert now.apply_remedy(POUR, stopped) == ()  # not even to empty the mug first
    assert now.now.history == ()


def test_what_a_step_leaves_behind_is_due() -> None:
    now = rehearsal(state())
    assert now.due() == []
    assert now.attempt(LIGHT) == []
    assert [finding.constraint for finding in now.due()] == ["glowing"]


def test_a_step_may_be_taken_whatever_speaks_against_it() -> None:
    now = rehearsal(state(FULL, RUNNING))
    now.take(POUR)
    assert now.now.facts.truth(WET) is Truth.TRUE


def test_a_call_on_a_thing_concerned_is_a_remedy_whatever_it_leaves_behind() -> None:
    stuffy = SHOCK.replace("(and (toggled_on ?c) (covered ?c ?w))", AIRED)
    knowledge = KbKnowledge(laws(stuffy), ROOM, MODEL)
    certain = CertainOnlyKnowledge(knowledge, MODEL, ROOM, EvaluationBudget(500))
    found = search(ROOM, domain=THOR)
    now = SimulatedEpisode(
        ASKED, certain, found, UnrecognizedObjects(THOR, Decision.WARN), state(FULL), 0
    )
    stopped = now.attempt(POUR)
    assert texts(now.apply_remedy(POUR, stopped)) == (f"OPEN({LAPTOP})",)
