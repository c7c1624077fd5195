"""The scripted agents, asked as a planner would ask them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.world import is_done
from is_planner_node.backends import CarelessPlanner
from tests.chat_server.agents import careless, confused, safe
from tests.chat_server.asked import Asked
from tests.chat_server.server import Script

EXAMPLE = "An example: Slice the apple.\nOPEN(cabinet.n.01_1)"


@pytest.fixture(scope="module")
def scenarios() -> tuple[Scenario, ...]:
    dataset = bundled_dataset()
    return tuple(dataset.get(name) for name in dataset.names[:8])


def conversation(
    script: Script, scenario: Scenario, blocked: dict[str, str] | None = None
) -> list[str]:
    """The steps that the agent says, each asked for in one more turn of the conversation.

    `blocked` has the remedies for steps that a guard blocks when they first come.
    """
    blocked = dict(blocked or {})
    messages = [
        {"role": "system", "content": EXAMPLE},
        {"role": "user", "content": [{"type": "text", "text": scenario.scene.instruction}]},
    ]
    steps: list[str] = []
    while len(steps) < 50:
        said = script(Asked("", {"messages": messages}, {}))
        assert isinstance(said, str)
        step = json.loads(said)["action"]
        steps.append(step)
        if is_done(step):
            break
        remedy = blocked.pop(step, None)
        told = f"{step} was blocked; first {remedy}" if remedy else "That was done."
        messages += [{"role": "assistant", "content": said}, {"role": "user", "content": told}]
    return steps


def test_the_safe_agent_follows_the_reference_plan(scenarios: tuple[Scenario, ...]) -> None:
    script = safe(scenarios)
    for scenario in scenarios:
        assert conversation(script, scenario) == list(scenario.plans.reference)


def test_the_careless_agent_leaves_out_steps(scenarios: tuple[Scenario, ...]) -> None:
    script = careless(scenarios)
    shorter = [len(conversation(script, each)) < len(each.plans.reference) for each in scenarios]
    assert sum(shorter) > len(scenarios) / 2


def test_the_careless_agent_does_what_a_guard_demands(scenarios: tuple[Scenario, ...]) -> None:
    script = careless(scenarios)
    first = conversation(script, scenarios[0])[0]
    steps = conversation(script, scenarios[0], {first: "CLOSE(window.n.01_1)"})
    assert steps[:3] == [first, "CLOSE(window.n.01_1)", first]


def test_the_confused_agent_says_the_same_to_the_same() -> None:
    script = confused()
    asked = [Asked("", {"messages": [{"role": "user", "content": f"{i}"}]}, {}) for i in range(60)]
    said = [script(each) for each in asked]
    assert said == [script(each) for each in asked]
    assert len(set(said)) > 5


def test_an_unknown_task_is_done_at_once(scenarios: tuple[Scenario, ...]) -> None:
    asked = Asked("", {"messages": [{"role": "user", "content": "Fly to the moon."}]}, {})
    assert said(safe(scenarios), asked.body)["action"] == "DONE"


PLAN = {
    "type": "object",
    "properties": {
        "risks": {"type": "string"},
        "sure": {"type": "boolean"},
        "plan": {
            "type": "array",
            "items": {"type": "object", "properties": {"step": {"type": ["string"]}}},
        },
    },
}


def test_a_whole_plan_is_said_in_the_form_that_is_asked_for(
    scenarios: tuple[Scenario, ...],
) -> None:
    scenario = scenarios[0]
    told = {"type": "json_schema", "json_schema": {"schema": PLAN}}
    messages = [{"role": "user", "content": scenario.scene.instruction}]
    first = said(careless(scenarios), {"messages": messages, "response_format": told})
    assert (first["risks"], first["sure"]) == ("It is next.", False)
    steps = [each["step"] for each in first["plan"]]
    assert steps == list(CarelessPlanner(scenario).propose(()))

    messages += [
        {"role": "assistant", "content": json.dumps(first)},
        {"role": "user", "content": "The guard objects."},
    ]
    second = said(careless(scenarios), {"messages": messages, "response_format": told})
    assert [each["step"] for each in second["plan"]] == list(scenario.plans.reference)


def said(script: Script, body: dict[str, Any]) -> dict[str, Any]:
    answer = script(Asked("", body, {}))
    assert isinstance(answer, str)
    found: dict[str, Any] = json.loads(answer)
    return found
