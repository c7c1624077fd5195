"""A script plays the same around every simulator, and goes back with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.facts import FactSet
from is_bench.scenarios import bundled_dataset
from is_bench.world import RELEASED
from sim_bridge.backends import EmbeddedSimulator, Simulator
from sim_bridge.eventful import EventfulSimulator, StepResult
from sim_bridge.remote.embedded import remote_embedded
from tests.is_bench.events.scripts import CLOSE, OPEN, STORE, event, play, scripted

DYNAMIC = bundled_dataset("dynamic")
SCENARIOS = list(DYNAMIC)
MAKERS: dict[str, Callable[[], Simulator]] = {
    "embedded": EmbeddedSimulator,
    "in a process of its own": remote_embedded,
}
Seen = tuple[StepResult, FactSet, FactSet]


def steps(simulator: EventfulSimulator, plan: Sequence[str]) -> list[Seen]:
    """What each step gives: its result, what is so then, and what is told."""
    found = []
    for action in plan:
        result, facts = simulator.execute(parse_call(action)), simulator.facts()
        found.append((result, facts, simulator.told(facts)))
    return found


@pytest.mark.parametrize("kind", MAKERS)
def test_a_script_plays_the_same_wherever_the_world_runs(kind: str) -> None:
    with closing(EventfulSimulator(MAKERS[kind]())) as simulator:
        for scenario in SCENARIOS:
            trace = play(scenario, scenario.plans.reference, seed=2)
            assert simulator.reset(scenario, RELEASED, 2) == trace.opening
            seen = steps(simulator, scenario.plans.reference)
            for (result, facts, told), expected in zip(seen, trace.steps, strict=True):
                assert result.outcome.error == expected.error
                assert result.occurrences == expected.occurrences
                assert (facts, told) == (expected.after, expected.told_after)


@pytest.mark.parametrize("kind", MAKERS)
def test_going_back_takes_the_script_along(kind: str) -> None:
    sticks = {"name": "sticks", "fails": ["CLOSE(*)"], "why": "it sticks"}
    scenario = scripted([event(at_step=3), event("again", at_time=60)], [sticks])
    with closing(EventfulSimulator(MAKERS[kind]())) as simulator:
        simulator.reset(scenario, RELEASED, 0)
        steps(simulator, [OPEN])
        middle = simulator.snapshot()
        first = steps(simulator, [STORE, CLOSE, CLOSE])
        simulator.restore(middle)
        assert steps(simulator, [STORE, CLOSE, CLOSE]) == first
        assert any(result.occurrences for result, _, _ in first)


def test_a_scenario_without_a_script_has_only_the_robot() -> None:
    with closing(EventfulSimulator(EmbeddedSimulator())) as simulator:
        simulator.reset(DYNAMIC.get("pan_boils_over"), RELEASED, 0)
        assert simulator.reset(scripted(), RELEASED, 0) == ()
        facts = simulator.facts()
        assert simulator.told(facts) is facts
        assert all(not result.occurrences for result, _, _ in steps(simulator, [OPEN, CLOSE]))


@pytest.mark.parametrize(
    "call", [SkillCall("CLOSE"), SkillCall("FLY", ("x",)), SkillCall("CLOSE", ("x",))]
)
def test_a_call_that_the_domain_does_not_have_fails_whatever_is_scripted(call: SkillCall) -> None:
    sticks = {"name": "sticks", "fails": ["CLOSE(*)"], "why": "it sticks"}
    with closing(EventfulSimulator(EmbeddedSimulator())) as simulator:
        simulator.reset(scripted([event(at_step=9)], [sticks]), RELEASED, 0)
        before = simulator.facts()
        result = simulator.execute(call)
        assert not result.outcome.ok
        assert result.outcome.error
        assert simulator.facts() == before
