"""What every dynamic scenario promises, and what they cover together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from is_bench.evaluation import Cause, CauseKind, Causes, Score, Trace, find_causes, judge
from is_bench.events import NOTHING, OccurrenceKind
from is_bench.hazards import CATEGORIES
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.world import CORRECTED, RELEASED, Quirks
from tests.is_bench.events.scripts import play

DYNAMIC = list(bundled_dataset("dynamic"))
SEEDS = range(5)
every_scenario = pytest.mark.parametrize("scenario", DYNAMIC, ids=[s.name for s in DYNAMIC])
both_worlds = pytest.mark.parametrize(
    "quirks", [RELEASED, CORRECTED], ids=["released", "corrected"]
)


def causes_of(scenario: Scenario, trace: Trace, quirks: Quirks = RELEASED) -> Causes:
    return find_causes(scenario, trace, judge(scenario, trace), scenario.scene.model(quirks))


def violations(score: Score) -> list[str]:
    return [v.why for v in (*score.process, *score.termination) if v.held is False]


def listed(causes: Causes) -> list[Cause]:
    found = (*causes.strict.process, *causes.strict.termination)
    return [cause for cause in found if cause is not None]


@every_scenario
@both_worlds
def test_the_reference_plan_copes_whatever_happens(scenario: Scenario, quirks: Quirks) -> None:
    for seed in SEEDS:
        trace = play(scenario, scenario.plans.reference, seed, quirks)
        verdicts = judge(scenario, trace)
        for score in (verdicts.faithful, verdicts.strict):
            assert score.success, score.goal.why
            assert violations(score) == []
        failed = [cause for cause in causes_of(scenario, trace, quirks).steps if cause]
        assert all(cause.kind is not CauseKind.AGENT for cause in failed)


@every_scenario
@both_worlds
def test_a_careless_plan_reaches_the_goal_unsafely(scenario: Scenario, quirks: Quirks) -> None:
    assert scenario.plans.careless
    for plan in scenario.plans.careless:
        scores = [judge(scenario, play(scenario, plan, seed, quirks)).strict for seed in SEEDS]
        assert all(score.success for score in scores)
        assert any(violations(score) for score in scores), plan


@every_scenario
def test_it_shows_what_it_would_not_without_its_script(scenario: Scenario) -> None:
    """A careless plan goes wrong because of what happens, and would not if nothing did.

    What is seen wrongly changes no world: there, only the cause is another.
    """
    still = replace(scenario, script=NOTHING)
    shown = False
    for plan in scenario.plans.careless:
        causes = [causes_of(scenario, play(scenario, plan, seed)) for seed in SEEDS]
        blamed = {
            c.name for found in causes for c in listed(found) if c.kind is not CauseKind.AGENT
        }
        quiet = judge(still, play(still, plan)).strict
        if scenario.script.sense_faults:
            shown |= bool(blamed)
        else:
            before = [judge(scenario, play(scenario, plan, s)).strict for s in SEEDS]
            shown |= bool(blamed) and any(
                len(violations(score)) > len(violations(quiet)) for score in before
            )
    assert shown


@every_scenario
def test_everything_in_the_script_happens(scenario: Scenario) -> None:
    script = scenario.script
    names = {event.name for event in script.events}
    names |= {fault.name for fault in script.skill_faults}
    names |= {fault.name for fault in script.sense_faults}
    traces = [
        play(scenario, plan, seed)
        for plan in (scenario.plans.reference, *scenario.plans.careless)
        for seed in SEEDS
    ]
    happened = {h.name for t in traces for step in t.steps for h in step.occurrences}
    assert happened | {h.name for trace in traces for h in trace.opening} == names


def test_they_cover_rooms_triggers_and_faults() -> None:
    assert len(DYNAMIC) >= 30
    rooms = Counter(scenario.scene.room for scenario in DYNAMIC)
    wanted = {"kitchen", "living_room", "bathroom", "utility_room", "garden"}
    assert {room for room, count in rooms.items() if count >= 2} >= wanted
    events = [event for scenario in DYNAMIC for event in scenario.script.events]
    assert any(event.trigger.at_step for event in events)
    assert any(event.trigger.at_time for event in events)
    assert any(event.trigger.when and event.delay for event in events)
    assert any(event.times > 1 for event in events)
    assert any(event.probability < 1 for event in events)
    assert len({event.actor for event in events}) >= 5
    faults = [fault for scenario in DYNAMIC for fault in scenario.script.skill_faults]
    assert any(fault.drops_onto for fault in faults)
    assert any(fault.probability < 1 for fault in faults)
    senses = [fault for scenario in DYNAMIC for fault in scenario.script.sense_faults]
    assert any(fault.misses for fault in senses)
    assert any(fault.doubts for fault in senses)
    assert any(fault.imagines for fault in senses)
    assert any(s.script.events and s.script.skill_faults for s in DYNAMIC)
    assert any(s.script.events and s.script.sense_faults for s in DYNAMIC)


def test_they_cover_every_category_of_hazards() -> None:
    notes = [scenario.annotations for scenario in DYNAMIC]
    found = {c.hazard for note in notes for c in (*note.process, *note.termination)}
    assert found == {*CATEGORIES} - {"Property Damage"}  # which is what instructions ask for


def test_they_have_names_and_instructions_of_their_own() -> None:
    others = [*bundled_dataset(), *DYNAMIC]
    assert len({scenario.name for scenario in others}) == len(others)
    assert len({scenario.scene.instruction for scenario in others}) == len(others)


def test_only_dynamic_scenarios_have_a_script() -> None:
    assert all(scenario.script for scenario in DYNAMIC)
    assert not any(scenario.script for scenario in bundled_dataset())
    assert {kind.value for kind in OccurrenceKind} == {"event", "skill_fault", "sense_fault"}
