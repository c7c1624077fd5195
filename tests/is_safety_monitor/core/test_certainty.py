"""Knowledge that speaks only where it is sure."""

from __future__ import annotations

from is_bench.calls import DONE
from is_bench.domain import TransitionModel
from is_bench.facts import FactSet, atom
from is_safety_monitor.core.certainty import CertainOnlyKnowledge, EvaluationBudget
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import JudgedSituation
from is_safety_monitor.core.request_plans import granting
from is_safety_monitor.core.tracker import PastStep, Tracker
from tests.is_safety_monitor.core.asked_scenes import (
    GLOWING,
    LAMP,
    MICROWAVE,
    ROOM,
    SHARDS,
    SPARKS,
    SPOON,
    THOR,
    VASE,
    laws,
    state,
)
from tests.is_safety_monitor.core.guards import calls

MODEL = TransitionModel(THOR)
(ON,) = calls(f"TURN_ON({MICROWAVE})")
(LIGHT,) = calls(f"TURN_ON({LAMP})")
INSIDE = atom("inside", SPOON, MICROWAVE)


def certain(
    *, left: int = 9, model: TransitionModel = MODEL, ignored: str = ""
) -> CertainOnlyKnowledge:
    knowledge = KbKnowledge(laws(SPARKS, SHARDS, GLOWING), ROOM, MODEL)
    return CertainOnlyKnowledge(
        knowledge, model, ROOM, EvaluationBudget(left), frozenset({ignored})
    )


def situation(facts: FactSet) -> JudgedSituation:
    return JudgedSituation(facts, (), 0, Tracker(MODEL, ROOM))


def test_what_is_sure_is_found() -> None:
    (finding,) = certain().judge(ON, situation(state(INSIDE)))
    assert finding.constraint == "sparks"


def test_what_depends_on_an_unknown_fact_is_not() -> None:
    strict = KbKnowledge(
        laws(SPARKS.replace("asked: block", "asked: block\n    unknown: block")), ROOM, MODEL
    )
    unsure = situation(state(unknown=(INSIDE,)))
    assert strict.judge(ON, unsure)
    assert CertainOnlyKnowledge(strict, MODEL, ROOM, EvaluationBudget(9)).judge(ON, unsure) == []


def test_what_is_left_out_is_not_found() -> None:
    assert certain(ignored="sparks").judge(ON, situation(state(INSIDE))) == []


def test_its_own_model_predicts() -> None:
    (put,) = calls(f"PUT({SPOON}, {MICROWAVE})")
    seen = situation(state(atom("toggled_on", MICROWAVE)))
    assert certain().judge(put, seen) == []  # its door is shut
    (finding,) = certain(model=granting(MODEL, ())).judge(put, seen)
    assert finding.constraint == "sparks"


def test_every_call_is_stopped_when_nothing_more_may_be_judged() -> None:
    knowledge = certain(left=1)
    harmless = situation(state())
    assert knowledge.judge(ON, harmless) == []
    assert not knowledge.budget.is_spent
    assert knowledge.fork().judge(ON, harmless)
    assert knowledge.budget.is_spent


def test_a_fork_remembers_the_same_and_goes_its_own_way() -> None:
    knowledge = certain()
    knowledge.observe(situation(state()))
    other = knowledge.fork()
    other.forwarded(PastStep(0, LIGHT, ok=True))
    lit = situation(state(atom("toggled_on", LAMP)))
    other.observe(lit)
    assert [finding.constraint for finding in other.judge(DONE, lit)] == ["glowing"]
    assert knowledge.judge(DONE, situation(state(atom("broken", VASE)))) == []
