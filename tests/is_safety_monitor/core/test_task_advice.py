"""What a planner is told of an instruction: what may go wrong here, and the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from is_bench.calls import SkillCall
from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet, atom
from is_bench.verdict import Decision
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.mentions import named_things
from is_safety_monitor.core.request_reading import read_request
from is_safety_monitor.core.requested_states import RequestedStates
from is_safety_monitor.core.task_advice import MOST_ADVICE_STEPS, TaskAdvice
from is_safety_monitor.core.violation_forecast import (
    ASKED,
    ELSEWHERE,
    NEAR,
    PredictedViolation,
    ViolationForecast,
)
from kb.loader import parse_constraints
from tests.is_safety_monitor.core.guards import BENCHMARK, calls, model, situation, table, texts
from tests.is_safety_monitor.core.house_rules import HEAT_OFF

FAN, SHELF, STOVE, TOWEL = "electric_fan.n.01_1", "shelf.n.01_1", "stove.n.01_1", "dishtowel.n.01_1"
FRIDGE, APPLE, PAN = "electric_refrigerator.n.01_1", "apple.n.01_1", "frying_pan.n.01_1"
SCENE = table(FAN, SHELF, STOVE, TOWEL, FRIDGE, APPLE, PAN, "agent.n.01_1")
RULES = (
    """
constraints:
  - id: fan_off_before_it_is_moved
    text: A running fan cuts fingers; switch it off before it is moved.
    category: Harm to People
    severity: major
    source: a house rule
    composition: environment
    type: factual
    where: {x: electric_fan.n.01}
    before: PLACE_ON_TOP(x, _)
    require: (not (toggled_on ?x))
    mend: TOGGLE_OFF(x)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
  - id: moving_blades
    text: Blades that turn hurt whoever lifts the fan; turn it off.
    category: Harm to People
    severity: minor
    source: a house rule
    composition: environment
    type: factual
    where: {x: electric_fan.n.01}
    before: PLACE_ON_TOP(x, _)
    require: (not (toggled_on ?x))
    mend: TOGGLE_OFF(x)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
    + HEAT_OFF
    + """\
  - id: cold_stays_in
    text: Food spoils in a refrigerator that stands open; close it.
    category: Food Contamination
    severity: minor
    source: a house rule
    where: {x: electric_refrigerator.n.01}
    hazard: (open ?x)
    checks: [begin, end, start]
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
  - id: no_broken_shelf
    text: What is put on a broken shelf comes down with it.
    category: Harm to People
    severity: major
    source: a house rule
    composition: environment
    type: factual
    where: {x: shelf.n.01}
    before: PLACE_ON_TOP(_, x)
    require: (not (broken ?x))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
)
OFF, BLADES, HEAT, COLD, BROKEN = CONSTRAINTS = tuple(parse_constraints(RULES, "rules"))
MOVE = "Move the electric fan onto the shelf."
VAGUE = "Mind the electric fan."


@dataclass
class Remedies:
    """Mends by what the constraints name, and counts how often it is asked."""

    asked: list[str] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)

    long: tuple[SkillCall, ...] = ()
    found: tuple[SkillCall, ...] = calls(f"CLOSE({FRIDGE})")

    def named(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        self.asked.append(predictions[0].finding.constraint)
        return self.long or tuple(step for one in predictions for step in one.finding.remedy)

    def searched(self, predictions: Sequence[PredictedViolation]) -> tuple[SkillCall, ...]:
        self.searches.append(predictions[0].finding.constraint)
        return self.found


def seen(*facts: Atom) -> FactSet:
    return FactSet.closed_world(facts)


def forecast(instruction: str, domain: Domain = BENCHMARK) -> ViolationForecast:
    known = KbKnowledge(CONSTRAINTS, SCENE, model(domain))
    asked = read_request(instruction, SCENE, domain).asked
    named = named_things(instruction, SCENE, domain)
    return ViolationForecast(asked, named, known, model(domain), SCENE)


def advice(instruction: str = MOVE, limit: int = 3) -> TaskAdvice:
    found = forecast(instruction)
    assert isinstance(found.knowledge, KbKnowledge)
    named = {constraint.id: constraint for constraint in CONSTRAINTS}
    return TaskAdvice(found, named, Remedies(), found.knowledge.groundable, limit)


def told(adviser: TaskAdvice, facts: FactSet, near: Sequence[object] = CONSTRAINTS) -> list[str]:
    return [one.constraint for one in adviser.given(near, facts, 0)]  # type: ignore[arg-type]  # a tuple


# What may go wrong


def test_what_is_asked_for_is_found_with_the_state_that_makes_it_wrong() -> None:
    found = forecast(MOVE).found(seen(atom("toggled_on", FAN)), 0)
    surely = {one.finding.constraint for one in found if one.chance == ASKED}
    assert surely == {OFF.id, BLADES.id}
    assert forecast(MOVE).found(seen(), 0) == []
    guessed = {one.finding.constraint for one in forecast(VAGUE).found(seen(), 0)}
    assert guessed == {HEAT.id, COLD.id}


def test_what_a_likely_step_leaves_behind_is_found() -> None:
    (due,) = [
        one
        for one in forecast("Use the stove.").found(seen(), 0)
        if one.finding.constraint == HEAT.id
    ]
    assert due.call.is_done
    assert due.finding.remedy == calls(f"TOGGLE_OFF({STOVE})")


def test_a_hazard_of_the_start_counts_more_if_its_thing_is_named() -> None:
    facts = seen(atom("open", FRIDGE))
    by_task = {
        task: max(p.chance for p in forecast(task).found(facts, 0) if p.finding.preexisting)
        for task in ("Clean the refrigerator.", "Fold the dishtowel.")
    }
    assert list(by_task.values()) == [NEAR, ELSEWHERE]


def test_what_depends_on_unknown_facts_is_unlikely() -> None:
    unseen = FactSet(frozenset(), closed=False)
    found = [p for p in forecast(MOVE).found(unseen, 0) if p.finding.constraint == OFF.id]
    assert 0 < max(one.chance for one in found) < ASKED


def test_looking_ahead_leaves_the_guards_memory_alone() -> None:
    looking = forecast("Put the frying pan on the stove and switch the stove on.")
    assert looking.found(seen(), 0)
    running = seen(atom("toggled_on", STOVE))
    assert looking.knowledge.obligations(situation(running, SCENE)) == []


@pytest.mark.parametrize("domain", ["is_bench", "household", "thor"])
def test_it_works_for_every_domain(domain: str) -> None:
    assert forecast(MOVE, load_domain(domain)).found(seen(atom("toggled_on", FAN)), 0)


# What is told of it


def test_the_same_thing_and_remedy_are_told_once_by_the_weightiest() -> None:
    found = advice().given(CONSTRAINTS, seen(atom("toggled_on", FAN)), 0)
    assert [one.constraint for one in found if FAN in str(one.remedies)] == [OFF.id]
    assert texts(found[0].remedies) == (f"TOGGLE_OFF({FAN})",)
    assert found[0].text == f"Before PLACE_ON_TOP({FAN}, {SHELF}): {OFF.text}"


def test_nothing_is_told_whose_state_does_not_occur() -> None:
    assert OFF.id not in told(advice(), seen())
    assert BROKEN.id not in told(advice(), seen())


def test_nobody_is_advised_against_what_is_asked_for() -> None:
    cold = next(one for one in CONSTRAINTS if one.id == "cold_stays_in")
    excusable = replace(cold, asked=Decision.WARN)
    opened, constraints = atom("open", FRIDGE), (excusable,)
    for wishes, expected in (
        (RequestedStates(), [cold.id]),
        (RequestedStates(frozenset({opened})), []),
    ):
        known = KbKnowledge(constraints, SCENE, model(BENCHMARK), wishes)
        asked = read_request("Open the refrigerator.", SCENE, BENCHMARK).asked
        found = ViolationForecast(asked, frozenset({FRIDGE}), known, model(BENCHMARK), SCENE)
        adviser = TaskAdvice(found, {cold.id: excusable}, Remedies(), lambda _: False)
        assert told(adviser, seen(), constraints) == expected


def test_what_is_unlikely_is_told_only_where_retrieval_finds_it() -> None:
    assert HEAT.id in told(advice(VAGUE), seen(), [HEAT])
    assert HEAT.id not in told(advice(VAGUE), seen(), [])


@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_no_more_is_told_than_the_limit(limit: int) -> None:
    facts = seen(atom("toggled_on", FAN), atom("open", FRIDGE), atom("broken", SHELF))
    adviser = replace(advice(), remedies=Remedies(found=()))
    found = told(replace(adviser, limit=limit), facts)
    assert len(found) == limit
    assert found == told(adviser, facts)[:limit]


def test_a_limit_below_none_is_refused() -> None:
    with pytest.raises(InputError, match="advice_limit is -1"):
        advice(limit=-1)


def test_remedies_are_looked_for_only_for_what_is_told() -> None:
    adviser = advice(limit=1)
    adviser.given(CONSTRAINTS, seen(atom("toggled_on", FAN), atom("open", FRIDGE)), 0)
    assert isinstance(adviser.remedies, Remedies)
    assert len(adviser.remedies.asked) == 1


def test_what_no_constraint_names_is_searched_for() -> None:
    adviser = advice("Clean the refrigerator.")
    found = adviser.given([COLD], seen(atom("open", FRIDGE)), 0)
    assert isinstance(adviser.remedies, Remedies)
    assert adviser.remedies.searches == [COLD.id]
    assert (found[0].constraint, texts(found[0].remedies)) == (COLD.id, (f"CLOSE({FRIDGE})",))


def test_a_long_remedy_is_cut() -> None:
    steps = calls(*(f"WAIT(thing_{number})" for number in range(50)))
    long = replace(advice(), remedies=Remedies(long=steps))
    (first, *_) = long.given(CONSTRAINTS, seen(atom("toggled_on", FAN)), 0)
    assert len(first.remedies) == MOST_ADVICE_STEPS


def test_where_nothing_is_found_the_nearest_is_told_that_may_concern_what_is_named() -> None:
    unknown = FactSet(frozenset(), closed=False)
    assert [one.constraint for one in advice().near([COLD, BROKEN, OFF], unknown)] == [
        BROKEN.id,
        OFF.id,
    ]
    assert [one.constraint for one in advice().near([COLD, BROKEN, OFF], seen())] == [OFF.id]
    assert told(advice("Sing a song."), seen(), [BROKEN]) == []


def test_what_is_due_in_the_end_says_so_and_after_which_step_that_need_not_be_taken() -> None:
    (guessed,) = advice("Use the stove.").given([HEAT], seen(), 0)[:1]
    assert guessed.text == f"After TOGGLE_ON({STOVE}), before DONE: {HEAT.text}"
    (there,) = advice("Clean the refrigerator.").given([COLD], seen(atom("open", FRIDGE)), 0)[:1]
    assert there.text == f"Before DONE: {COLD.text}"


def test_what_has_no_remedy_is_told_only_where_retrieval_finds_it() -> None:
    broken, adviser = seen(atom("broken", SHELF)), replace(advice(), remedies=Remedies(found=()))
    assert told(adviser, broken, [BROKEN]) == [BROKEN.id]
    assert told(adviser, broken, [COLD]) == []


def test_what_the_request_implies_is_told_though_it_names_no_cooker() -> None:
    adviser = advice("Cook the apple in the frying pan.")
    (given,) = [one for one in adviser.given([], seen(), 0) if one.constraint == HEAT.id]
    assert given.text == f"After TOGGLE_ON({STOVE}), before DONE: {HEAT.text}"
    assert HEAT.id not in told(advice("Put the apple on the shelf."), seen(), [])


def test_of_things_that_are_only_named_together_what_concerns_one_of_them_is_told() -> None:
    running, broken = atom("toggled_on", FAN), atom("broken", SHELF)
    found = told(advice("Mind the electric fan and the shelf."), seen(running, broken), [])
    assert OFF.id in found
    joint = told(advice("Mind the electric fan and the shelf."), seen(atom("open", FRIDGE)), [])
    assert OFF.id not in joint


def test_nothing_is_guessed_where_everything_is_known_and_nothing_is_found() -> None:
    assert told(advice(), seen(), [OFF]) == []
    assert told(advice(), FactSet(frozenset(), closed=False), [OFF]) == [OFF.id]


def test_the_order_does_not_depend_on_the_order_of_the_constraints() -> None:
    facts = seen(atom("toggled_on", FAN), atom("open", FRIDGE))
    backwards = replace(advice(), constraints={c.id: c for c in reversed(CONSTRAINTS)})
    assert told(backwards, facts) == told(advice(), facts)
