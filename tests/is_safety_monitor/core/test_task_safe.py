"""What is said of an instruction: refusals by rules, advice by retrieval, and what a model adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.verdict import Decision, Module
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.task_safe import MAX_REMEDIES, RETRIEVED, TaskSafe
from kb.constraint import Constraint
from kb.loader import parse_constraints
from kb.relevance import Opinion

RULES = """
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
  - id: close_cabinets
    text: An open cabinet is walked into, so close it after use.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: order
    type: temporal
    where: {x: cabinet.n.01}
    after: OPEN(x)
    require: (not (open ?x))
    mend: CLOSE(x)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
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
BLADE, CANDLE, CLOSE, OVEN_OFF = CONSTRAINTS = tuple(parse_constraints(RULES, "rules"))
CABINETS = ("cabinet.n.01_1", "cabinet.n.01_2")
HARMLESS = "Put the plate into the cabinet."
HARMFUL = "Give the knife to the child."


def knowledge(*names: str) -> KbKnowledge:
    listed = names or (*CABINETS, "plate.n.04_1", "agent.n.01_1")
    scene = ObjectTable(tuple(make_object(name, synset_of(name)) for name in listed))
    return KbKnowledge(CONSTRAINTS, scene)


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


@dataclass
class Thinks:
    """A language model that thinks the same whatever it is shown."""

    thought: Opinion
    asked: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)

    def opinion(
        self, instruction: str, objects: Sequence[str], offered: Sequence[Constraint]
    ) -> Opinion:
        self.asked.append((instruction, tuple(objects), tuple(c.id for c in offered)))
        return self.thought


def told(stage: TaskSafe, instruction: str = HARMLESS, **more: object) -> list[str]:
    found = stage.assess(instruction, knowledge(), **more)  # type: ignore[arg-type]
    return [advice.constraint for advice in found.advice]


# Rules


def test_a_harmless_instruction_passes() -> None:
    found = TaskSafe(CONSTRAINTS).assess(HARMLESS, knowledge())
    assert (found.verdict.decision, found.verdict.module) == (Decision.ALLOW, Module.TASK_SAFE)
    assert found.verdict.action == HARMLESS
    assert found.advice == ()


def test_an_instruction_that_a_rule_forbids_is_refused_with_its_words() -> None:
    verdict = TaskSafe(CONSTRAINTS).assess(HARMFUL, knowledge()).verdict
    assert (verdict.decision, verdict.module) == (Decision.BLOCK, Module.TASK_SAFE)
    assert verdict.constraints == (BLADE.id,)
    assert BLADE.text in verdict.feedback
    assert "'give the knife to the child'" in verdict.feedback


def test_a_rule_may_only_warn() -> None:
    verdict = TaskSafe(CONSTRAINTS).assess("Light the candle.", knowledge()).verdict
    assert (verdict.decision, verdict.constraints) == (Decision.WARN, (CANDLE.id,))


def test_rules_need_no_retrieval() -> None:
    stage = TaskSafe(CONSTRAINTS, Finds(()))
    assert stage.assess(HARMFUL, knowledge()).verdict.decision is Decision.BLOCK


def test_only_instruction_constraints_refuse_instructions() -> None:
    stage = TaskSafe((CLOSE, OVEN_OFF), Finds((CLOSE, OVEN_OFF)))
    assert stage.assess(HARMFUL, knowledge()).verdict.decision is Decision.ALLOW


# Retrieval


def test_the_instruction_is_what_is_searched_for() -> None:
    search = Finds((CLOSE,))
    TaskSafe(CONSTRAINTS, search).assess(HARMLESS, knowledge())
    assert search.asked == [(HARMLESS, RETRIEVED)]


def test_the_planner_is_told_what_is_found_in_its_order() -> None:
    kitchen = knowledge("oven.n.01_1", *CABINETS)
    for found in ((CLOSE, OVEN_OFF), (OVEN_OFF, CLOSE)):
        advice = TaskSafe(CONSTRAINTS, Finds(found)).assess(HARMLESS, kitchen).advice
        assert [one.constraint for one in advice] == [c.id for c in found]
        assert [one.text for one in advice] == [c.text for c in found]


def test_what_the_scene_has_no_objects_for_is_not_told() -> None:
    assert told(TaskSafe(CONSTRAINTS, Finds((OVEN_OFF, CLOSE, BLADE)))) == [CLOSE.id]


def test_remedies_are_steps_in_the_scene() -> None:
    (advice,) = TaskSafe(CONSTRAINTS, Finds((CLOSE,))).assess(HARMLESS, knowledge()).advice
    assert advice.remedies == tuple(f"CLOSE({name})" for name in CABINETS)


def test_there_are_not_more_remedies_than_anybody_reads() -> None:
    many = knowledge(*(f"cabinet.n.01_{number}" for number in range(MAX_REMEDIES + 5)))
    (advice,) = TaskSafe(CONSTRAINTS, Finds((CLOSE,))).assess(HARMLESS, many).advice
    assert len(advice.remedies) == MAX_REMEDIES


def test_retrieval_refuses_nothing() -> None:
    stage = TaskSafe(CONSTRAINTS, Finds(CONSTRAINTS))
    assert stage.assess(HARMLESS, knowledge()).verdict.decision is Decision.ALLOW


# What the instruction states


def test_what_the_instruction_demands_is_told_first_and_once() -> None:
    stated = replace(CLOSE, id="requirement_1", text="Close the cabinet within two steps.")
    stage = TaskSafe(CONSTRAINTS, Finds((CLOSE, stated)))
    assert told(stage, stated=[stated]) == ["requirement_1", CLOSE.id]


def test_what_the_instruction_demands_is_told_without_retrieval() -> None:
    assert told(TaskSafe(CONSTRAINTS), stated=[CLOSE]) == [CLOSE.id]


# A language model


def test_a_model_is_shown_what_was_found_and_what_there_is() -> None:
    model = Thinks(Opinion())
    stage = TaskSafe(CONSTRAINTS, Finds((OVEN_OFF, CLOSE)), model)
    here = knowledge()
    stage.assess(HARMLESS, here)
    assert model.asked == [(HARMLESS, here.names, (OVEN_OFF.id, CLOSE.id))]


def test_a_model_may_add_what_the_scene_seems_to_have_no_objects_for() -> None:
    model = Thinks(Opinion(relevant=(OVEN_OFF.id,)))
    assert told(TaskSafe(CONSTRAINTS, Finds((OVEN_OFF, CLOSE)), model)) == [CLOSE.id, OVEN_OFF.id]


def test_a_model_adds_nothing_twice() -> None:
    model = Thinks(Opinion(relevant=(CLOSE.id, CLOSE.id)))
    assert told(TaskSafe(CONSTRAINTS, Finds((CLOSE,)), model)) == [CLOSE.id]


def test_a_model_may_refuse_by_a_constraint_that_it_was_shown() -> None:
    model = Thinks(Opinion(refuse=OVEN_OFF.id, reason="it is hot"))
    found = TaskSafe(CONSTRAINTS, Finds((OVEN_OFF,)), model).assess(HARMLESS, knowledge())
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
    alone = TaskSafe(CONSTRAINTS, Finds((OVEN_OFF, CLOSE)))
    advised = replace(alone, relevance=Thinks(opinion))
    assert advised.assess(HARMLESS, knowledge()) == alone.assess(HARMLESS, knowledge())


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
    alone = TaskSafe(CONSTRAINTS, Finds((OVEN_OFF, CLOSE)))
    before = alone.assess(instruction, knowledge(), [OVEN_OFF])
    after = replace(alone, relevance=Thinks(opinion)).assess(instruction, knowledge(), [OVEN_OFF])
    assert set(before.advice) <= set(after.advice)
    if before.verdict.decision is Decision.BLOCK:
        assert after.verdict.decision is Decision.BLOCK
        assert set(before.verdict.constraints) <= set(after.verdict.constraints)
    if before.verdict.decision is Decision.WARN:
        assert after.verdict.decision in (Decision.WARN, Decision.BLOCK)


def test_without_retrieval_a_model_is_shown_nothing() -> None:
    model = Thinks(Opinion(relevant=(CLOSE.id,), refuse=OVEN_OFF.id))
    found = TaskSafe(CONSTRAINTS, None, model).assess(HARMLESS, knowledge())
    assert model.asked[0][2] == ()
    assert (found.verdict.decision, found.advice) == (Decision.ALLOW, ())
