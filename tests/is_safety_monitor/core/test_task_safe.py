"""What is said of an instruction: refusals by rules, advice by retrieval, and what a model adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel
from is_bench.facts import FactSet, atom
from is_bench.verdict import Decision, GuardStage
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.request_plans import TaskRequestPlan
from is_safety_monitor.core.task_advice import TaskAdvice
from is_safety_monitor.core.task_safe import (
    MAX_REMEDIES,
    RETRIEVED,
    UNREAD,
    UNREAD_REQUEST,
    TaskSafe,
)
from is_safety_monitor.core.violation_forecast import PredictedViolation, ViolationForecast
from kb.adviser import Opinion
from kb.constraint import Constraint
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import BENCHMARK, calls, table
from tests.is_safety_monitor.core.house_rules import SHUT_CABINETS

RULES = (
    """
constraints:
  - id: no_blade_for_children
    text: A blade cuts the child that plays with it; keep it away.
    category: Harm to People
    severity: critical
    source: a house rule
    composition: instruction
    type: factual
    instruction: give knife to child
    examples: {violated: [{instruction: Give it}], satisfied: [{instruction: Keep it}]}
  - id: mind_the_candle
    text: A candle that is left alone may set the room on fire; stay with it.
    category: Fire Hazard
    severity: minor
    source: a house rule
    composition: instruction
    type: factual
    decision: warn
    instruction: light candle
    examples: {violated: [{instruction: Light it}], satisfied: [{instruction: Keep it}]}
"""
    + SHUT_CABINETS
    + """\
  - id: oven_off
    text: An oven that stays on may start a fire, so turn it off after use.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: order
    type: temporal
    where: {x: oven.n.01}
    after: TOGGLE_ON(x)
    require: (not (toggled_on ?x))
    mend: TOGGLE_OFF(x)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
)
BLADE, CANDLE, CLOSE, OVEN_OFF = CONSTRAINTS = tuple(parse_constraints(RULES, "rules"))
CABINETS = ("cabinet.n.01_1", "cabinet.n.01_2")
HARMLESS = "Put the plate into the cabinet."
HARMFUL = "Give the knife to the child."


def knowledge(*names: str) -> KbKnowledge:
    listed = names or (*CABINETS, "plate.n.04_1", "agent.n.01_1")
    return KbKnowledge(CONSTRAINTS, table(*listed), TransitionModel(BENCHMARK))


def stage(
    constraints: Sequence[Constraint] = CONSTRAINTS, search: Finds | None = None, **more: Any
) -> TaskSafe:
    scene: KbKnowledge = more.pop("scene", knowledge())
    advice = None if search is None else scene_advice(scene, more.pop("limit", 3))
    return TaskSafe(tuple(constraints), scene, search, scene_advice=advice, **more)


def scene_advice(scene: KbKnowledge, limit: int) -> TaskAdvice:
    """Advice on an instruction that names everything, mended by what constraints name."""
    objects = table(*scene.names)
    model = TransitionModel(BENCHMARK)
    forecast = ViolationForecast(TaskRequestPlan(), frozenset(scene.names), scene, model, objects)
    named = {constraint.id: constraint for constraint in CONSTRAINTS}
    return TaskAdvice(forecast, named, NamedRemedies(), scene.groundable, limit)


class NamedRemedies:
    """Mends by what constraints name."""

    def named(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        return tuple(step for one in predictions for step in one.finding.remedy)

    def searched(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        raise RuntimeError(predictions)


@dataclass(frozen=True)
class Hit:
    constraint: Constraint


@dataclass
class Finds:
    """A search that finds the same whatever it is asked, and remembers what it was."""

    found: Sequence[Constraint]
    asked: list[tuple[str, int]] = field(default_factory=list)

    def search_many(self, texts: Sequence[str], k: int) -> Sequence[Sequence[Hit]]:
        self.asked += [(text, k) for text in texts]
        return [[Hit(constraint) for constraint in self.found]] * len(texts)


def told(judge: TaskSafe, instruction: str = HARMLESS) -> list[str]:
    return [advice.constraint for advice in judge.assess(instruction).advice]


# Rules


def test_a_harmless_instruction_passes() -> None:
    found = stage().assess(HARMLESS)
    assert (found.verdict.decision, found.verdict.module) == (Decision.ALLOW, GuardStage.TASK_SAFE)
    assert found.verdict.action == HARMLESS
    assert found.advice == ()


def test_an_instruction_that_a_rule_forbids_is_refused_with_its_words() -> None:
    verdict = stage().assess(HARMFUL).verdict
    assert (verdict.decision, verdict.module) == (Decision.BLOCK, GuardStage.TASK_SAFE)
    assert verdict.constraints == (BLADE.id,)
    assert BLADE.text in verdict.feedback
    assert "'give the knife to the child'" in verdict.feedback


def test_a_rule_may_only_warn() -> None:
    verdict = stage().assess("Light the candle.").verdict
    assert (verdict.decision, verdict.constraints) == (Decision.WARN, (CANDLE.id,))


def test_rules_need_no_retrieval() -> None:
    assert stage(search=Finds(())).assess(HARMFUL).verdict.decision is Decision.BLOCK


def test_only_instruction_constraints_refuse_instructions() -> None:
    judge = stage((CLOSE, OVEN_OFF), Finds((CLOSE, OVEN_OFF)))
    assert judge.assess(HARMFUL).verdict.decision is Decision.ALLOW


# Retrieval


def test_the_instruction_is_what_is_searched_for() -> None:
    search = Finds((CLOSE,))
    stage(search=search).assess(HARMLESS)
    assert search.asked == [(HARMLESS, RETRIEVED)]


def test_the_planner_is_told_what_is_found_in_its_order() -> None:
    kitchen = knowledge("oven.n.01_1", *CABINETS)
    for found in ((CLOSE, OVEN_OFF), (OVEN_OFF, CLOSE)):
        advice = stage(search=Finds(found), scene=kitchen).assess(HARMLESS).advice
        assert [one.constraint for one in advice] == [c.id for c in found]
        assert [one.text for one in advice] == [c.text for c in found]


def test_what_the_scene_has_no_objects_for_is_not_told() -> None:
    assert told(stage(search=Finds((OVEN_OFF, CLOSE, BLADE)))) == [CLOSE.id]


def test_not_more_is_told_than_the_limit() -> None:
    kitchen = knowledge("oven.n.01_1", *CABINETS)
    judge = stage(search=Finds((OVEN_OFF, CLOSE)), scene=kitchen, limit=1)
    assert told(judge) == [OVEN_OFF.id]
    assert told(replace(judge, stated=(CLOSE,))) == [CLOSE.id, OVEN_OFF.id]


def test_the_first_state_decides_what_is_told() -> None:
    kitchen = knowledge("oven.n.01_1", *CABINETS)
    judge = stage(search=Finds((CLOSE,)), scene=kitchen)
    said = judge.assess(HARMLESS)
    found = judge.reassess(said, FactSet.closed_world([atom("open", CABINETS[0])]), 0)
    remedies = {one.constraint: one.remedies for one in found.advice}
    assert remedies[CLOSE.id] == calls(f"CLOSE({CABINETS[1]})")
    assert found.verdict == said.verdict


def test_advice_that_cannot_be_made_is_no_reason_to_refuse() -> None:
    class Broken(NamedRemedies):
        def named(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
            raise RuntimeError(predictions)

    judge = stage(search=Finds((CLOSE,)))
    assert judge.scene_advice is not None
    judge = replace(judge, scene_advice=replace(judge.scene_advice, remedies=Broken()))
    said = judge.assess(HARMLESS)
    assert judge.reassess(said, FactSet.closed_world([]), 0) == said


def test_remedies_of_what_is_stated_are_steps_in_the_scene() -> None:
    (advice,) = stage(stated=(CLOSE,)).assess(HARMLESS).advice
    assert advice.remedies == calls(*(f"CLOSE({name})" for name in CABINETS))


def test_there_are_not_more_remedies_than_anybody_reads() -> None:
    many = knowledge(*(f"cabinet.n.01_{number}" for number in range(MAX_REMEDIES + 5)))
    (advice,) = stage(stated=(CLOSE,), scene=many).assess(HARMLESS).advice
    assert len(advice.remedies) == MAX_REMEDIES


def test_retrieval_refuses_nothing() -> None:
    assert stage(search=Finds(CONSTRAINTS)).assess(HARMLESS).verdict.decision is Decision.ALLOW


# What the instruction states


def test_what_the_instruction_demands_is_told_first_and_once() -> None:
    stated = replace(CLOSE, id="requirement_1", text="Close the cabinet within two steps.")
    judge = stage(search=Finds((CLOSE, stated)), stated=(stated,))
    assert told(judge) == ["requirement_1", CLOSE.id]


def test_what_the_instruction_demands_is_told_without_retrieval() -> None:
    assert told(stage(stated=(CLOSE,))) == [CLOSE.id]


# A language model


def test_a_model_may_add_what_the_scene_seems_to_have_no_objects_for() -> None:
    said = Opinion(relevant=(OVEN_OFF.id,))
    assert told(stage(search=Finds((OVEN_OFF, CLOSE)), opinion=said)) == [CLOSE.id, OVEN_OFF.id]


def test_a_model_adds_nothing_twice() -> None:
    said = Opinion(relevant=(CLOSE.id, CLOSE.id))
    assert told(stage(search=Finds((CLOSE,)), opinion=said)) == [CLOSE.id]


def test_a_model_may_refuse_by_a_constraint_that_it_was_shown() -> None:
    said = Opinion(refuse=OVEN_OFF.id, reason="it is hot")
    found = stage(search=Finds((OVEN_OFF,)), opinion=said).assess(HARMLESS)
    assert found.verdict.decision is Decision.BLOCK
    assert found.verdict.constraints == (OVEN_OFF.id,)
    assert "a language model says: it is hot" in found.verdict.feedback


@pytest.mark.parametrize(
    "opinion",
    [
        Opinion(),
        Opinion(relevant=("made_up", BLADE.id, "")),
        Opinion(refuse="made_up", reason="because"),
        Opinion(refuse=BLADE.id, reason="it was not shown"),
        Opinion(note="it did not answer in time"),
    ],
)
def test_a_model_can_name_nothing_that_it_was_not_shown(opinion: Opinion) -> None:
    alone = stage(search=Finds((OVEN_OFF, CLOSE)))
    advised = replace(alone, opinion=opinion)
    assert advised.assess(HARMLESS) == alone.assess(HARMLESS)


@pytest.mark.parametrize(
    "opinion",
    [
        Opinion(),
        Opinion(relevant=(OVEN_OFF.id,)),
        Opinion(refuse=OVEN_OFF.id, reason="it is hot"),
        Opinion(refuse="", reason="all of this is safe; allow it"),
        Opinion(note="nonsense"),
    ],
)
@pytest.mark.parametrize("instruction", [HARMLESS, HARMFUL, "Light the candle."])
def test_a_model_can_take_nothing_away(opinion: Opinion, instruction: str) -> None:
    alone = stage(search=Finds((OVEN_OFF, CLOSE)), stated=(OVEN_OFF,))
    before = alone.assess(instruction)
    after = replace(alone, opinion=opinion).assess(instruction)
    assert set(before.advice) <= set(after.advice)
    if before.verdict.decision is Decision.BLOCK:
        assert after.verdict.decision is Decision.BLOCK
        assert set(before.verdict.constraints) <= set(after.verdict.constraints)
    if before.verdict.decision is Decision.WARN:
        assert after.verdict.decision in (Decision.WARN, Decision.BLOCK)


def test_without_retrieval_a_model_adds_nothing() -> None:
    said = Opinion(relevant=(CLOSE.id,), refuse=OVEN_OFF.id)
    found = stage(opinion=said).assess(HARMLESS)
    assert (found.verdict.decision, found.advice) == (Decision.ALLOW, ())


# What cannot be read


def test_a_requirement_that_cannot_be_read_is_warned_of_and_quoted() -> None:
    verdict = stage(unread=("only on Sundays", "while nobody looks")).assess(HARMLESS).verdict
    assert (verdict.decision, verdict.constraints) == (Decision.WARN, (UNREAD,))
    assert "is not enforced" in verdict.feedback
    assert "'only on Sundays'; 'while nobody looks'" in verdict.feedback


def test_a_requirement_that_cannot_be_read_excuses_nothing() -> None:
    verdict = stage(unread=("only on Sundays",)).assess(HARMFUL).verdict
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, (BLADE.id, UNREAD))
    assert BLADE.text in verdict.feedback
    assert "is not enforced" in verdict.feedback


def test_a_request_that_was_not_understood_is_warned_of_and_quoted() -> None:
    verdict = stage(unread_requests=("frobnicate it",)).assess(HARMLESS).verdict
    assert (verdict.decision, verdict.constraints) == (Decision.ALLOW, (UNREAD_REQUEST,))
    assert "could not be parsed" in verdict.feedback
    assert "'frobnicate it'" in verdict.feedback


def test_a_request_that_was_not_understood_is_not_told_of_what_is_refused_anyway() -> None:
    verdict = stage(unread_requests=("frobnicate it",)).assess(HARMFUL).verdict
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, (BLADE.id,))
