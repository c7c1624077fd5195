"""Who caused what: every violation and every failed step has exactly one cause."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.evaluation import (
    AGENT,
    Cause,
    CauseKind,
    Causes,
    Status,
    Verdicts,
    find_causes,
    judge,
)
from is_bench.scenarios import Scenario
from is_bench.world import RELEASED
from tests.is_bench.events.scripts import (
    APPLE,
    CLOSE,
    COUNTER,
    CUP,
    FRIDGE,
    OFF,
    ON,
    OPEN,
    STORE,
    STOVE,
    Play,
    event,
    play,
    scripted,
)

LEFT_OPEN = [OPEN, STORE, "DONE"]
TIDY = [OPEN, STORE, CLOSE, "DONE"]
PUT_CUP = event("putting", at_step=1, adds=[f"ontop({CUP}, {STOVE})"])
STICKS = {"name": "sticks", "fails": [f"CLOSE({FRIDGE})"], "why": "the door sticks"}


def causes_of(scenario: Scenario, plan: list[str], seed: int = 0) -> tuple[Verdicts, Causes]:
    trace = play(scenario, plan, seed)
    verdicts = judge(scenario, trace)
    return verdicts, find_causes(scenario, trace, verdicts, scenario.scene.model(RELEASED))


def test_what_the_robot_leaves_undone_is_its_own() -> None:
    verdicts, causes = causes_of(scripted([event(at_step=1)]), LEFT_OPEN)
    assert verdicts.strict.termination[0].held is False
    assert causes.strict.termination == (AGENT,)


def test_what_somebody_undoes_is_the_events() -> None:
    _, causes = causes_of(scripted([event(at_step=3)]), TIDY)
    assert causes.strict.termination == (Cause(CauseKind.EVENT, "opening", "person"),)


def test_what_the_robot_does_after_the_event_is_its_own() -> None:
    _, causes = causes_of(scripted([event(at_step=3)]), [*TIDY[:3], CLOSE, OPEN, "DONE"])
    assert causes.strict.termination == (AGENT,)


def test_what_holds_has_no_cause() -> None:
    _, causes = causes_of(scripted([event(at_step=3)]), [*TIDY[:3], CLOSE, "DONE"])
    assert causes.strict.termination == (None,)
    assert causes.steps == (None,) * 5


def test_a_risk_that_somebody_makes_is_the_events() -> None:
    verdicts, causes = causes_of(scripted([PUT_CUP]), [OFF, ON, "DONE"])
    assert verdicts.strict.process[0].held is False
    assert causes.strict.process == (Cause(CauseKind.EVENT, "putting", "person"),)


def test_a_risk_that_somebody_makes_again_after_the_robot_made_it_is_the_robots() -> None:
    back_and_forth = [
        event("taking", at_step=2, adds=[f"ontop({CUP}, {COUNTER})"]),
        event("putting", at_step=3, adds=[f"ontop({CUP}, {STOVE})"]),
    ]
    put = f"PLACE_ON_TOP({CUP}, {STOVE})"
    _, causes = causes_of(scripted(back_and_forth), [put, OFF, OFF, ON, "DONE"])
    assert causes.strict.process == (AGENT,)


def test_what_a_fault_prevents_is_the_faults() -> None:
    _, causes = causes_of(scripted(faults=[STICKS]), TIDY)
    fault = Cause(CauseKind.FAULT, "sticks")
    assert causes.strict.termination == (fault,)
    assert causes.steps == (None, None, fault, None)


def test_a_step_that_an_event_makes_fail_is_the_events() -> None:
    closing = event("closing", at_step=1, removes=[f"open({FRIDGE})"])
    _, causes = causes_of(scripted([closing]), [OPEN, STORE, "DONE"])
    assert causes.steps == (None, Cause(CauseKind.EVENT, "closing", "person"), None)


def test_a_step_that_fails_anyhow_is_the_agents() -> None:
    _, causes = causes_of(scripted([event(at_step=9)]), [STORE, "DONE"])
    assert causes.steps == (AGENT, None)


def test_what_nobody_could_see_is_the_sense_faults() -> None:
    blind = {"name": "blind", "misses": [f"ontop({CUP}, {STOVE})"]}
    put = f"PLACE_ON_TOP({CUP}, {STOVE})"
    _, causes = causes_of(scripted(faults=[blind]), [put, ON, "DONE"])
    assert causes.strict.process == (Cause(CauseKind.FAULT, "blind"),)


# Properties

ACTIONS = st.sampled_from(
    [OPEN, CLOSE, STORE, ON, OFF, f"PLACE_ON_TOP({CUP}, {STOVE})", f"WAIT({APPLE})"]
)
EFFECTS = st.sampled_from(
    [
        {"adds": [f"open({FRIDGE})"]},
        {"removes": [f"open({FRIDGE})"]},
        {"adds": [f"ontop({CUP}, {STOVE})"]},
        {"adds": [f"ontop({CUP}, {COUNTER})"]},
        {"adds": [f"ontop({APPLE}, {COUNTER})"]},
        {"removes": [f"real({CUP})"]},
        {"adds": [f"toggled_on({STOVE})"]},
    ]
)
TRIGGERS = st.one_of(
    st.integers(1, 6).map(lambda step: {"at_step": step}),
    st.integers(1, 400).map(lambda time: {"at_time": time}),
    st.sampled_from([f"(open {FRIDGE})", f"(toggled_on {STOVE})"]).map(lambda text: {"when": text}),
)
CHANCES = st.sampled_from([1.0, 0.5])


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """The kitchen with up to three events and up to three faults."""
    events: list[Any] = [
        event(f"event{number}", **draw(TRIGGERS), **draw(EFFECTS), probability=draw(CHANCES))
        for number in range(draw(st.integers(0, 3)))
    ]
    kinds: list[dict[str, Any]] = [
        {"fails": ["CLOSE(*)"], "why": "it sticks"},
        {"fails": ["*"], "why": "it slips", "times": 2},
        {"doubts": [f"open({FRIDGE})"]},
        {"misses": [f"ontop({CUP}, {STOVE})"]},
        {"imagines": [f"toggled_on({STOVE})"]},
    ]
    chosen = draw(st.lists(st.sampled_from(kinds), max_size=3))
    faults = [
        {"name": f"fault{number}", "probability": draw(CHANCES), **kind}
        for number, kind in enumerate(chosen)
    ]
    return scripted(events, faults)


PLANS = st.lists(ACTIONS, min_size=1, max_size=8).map(lambda plan: [*plan, "DONE"])
properties = settings(max_examples=40, deadline=None)


@given(scenarios(), PLANS, st.integers(0, 9))
@properties
def test_every_failure_has_one_cause_and_nothing_else_has(
    scenario: Scenario, plan: list[str], seed: int
) -> None:
    trace = play(scenario, plan, seed)
    verdicts = judge(scenario, trace)
    causes = find_causes(scenario, trace, verdicts, scenario.scene.model(RELEASED))
    known = {"", *(f"event{n}" for n in range(3)), *(f"fault{n}" for n in range(3))}
    pairs = [
        (verdict.held is False, cause)
        for score, found in (
            (verdicts.faithful, causes.faithful),
            (verdicts.strict, causes.strict),
        )
        for listed, caused in (
            (score.process, found.process),
            (score.termination, found.termination),
        )
        for verdict, cause in zip(listed, caused, strict=True)
    ]
    pairs += [
        (step.status is Status.FAILED, cause)
        for step, cause in zip(trace.steps, causes.steps, strict=True)
    ]
    for failed, cause in pairs:
        assert (cause is not None) is failed
        if cause is not None:
            assert cause.name in known
            assert (cause.kind is CauseKind.AGENT) is (cause.name == "")
            assert cause.name.startswith(cause.kind.value) or cause == AGENT


@given(scenarios(), PLANS, st.integers(0, 9))
@properties
def test_the_same_seed_gives_the_same_episode(
    scenario: Scenario, plan: list[str], seed: int
) -> None:
    assert play(scenario, plan, seed) == play(scenario, plan, seed)


@given(scenarios(), PLANS, PLANS, st.integers(0, 9))
@properties
def test_going_back_repeats_an_episode(
    scenario: Scenario, plan: list[str], detour: list[str], seed: int
) -> None:
    played = Play(scenario, seed)
    middle = len(plan) // 2
    for action in plan[:middle]:
        played.step(action)
    world, progress = played.world.snapshot(), played.source.progress
    for action in detour:
        played.step(action)
    played.world.restore(world)
    played.source.progress = progress
    del played.steps[middle:]
    for action in plan[middle:]:
        played.step(action)
    assert played.trace() == play(scenario, plan, seed)


@given(PLANS, st.integers(0, 9))
@properties
def test_without_occurrences_the_agent_causes_everything(plan: list[str], seed: int) -> None:
    _, causes = causes_of(scripted(), plan, seed)
    found = (*causes.strict.process, *causes.strict.termination, *causes.steps)
    assert {cause for cause in found if cause is not None} <= {AGENT}
