"""The scripted agents behind the planner that asks language models, as in an episode."""

from __future__ import annotations

import json

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint
from is_bench.domain.text import is_done
from is_bench.evaluation import Status
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.verdict import Advice, Decision, GuardStage, PlanVerdict, TaskVerdict, Verdict
from is_planner_node.backends import CarelessPlanner, Planner, ReferencePlanner, VlmPlanner
from is_planner_node.core.planner import LastStep, Observation
from is_planner_node.core.settings import Aid, Model, PlanMode, VlmSettings
from tests.chat_server.agents import careless, confused, safe
from tests.chat_server.asked import Asked
from tests.chat_server.server import serving

pytest.importorskip("openai", reason="openai is not installed")

REMEDY = SkillCall("CLOSE", ("floor.n.01_1",))
TASK = Verdict(-1, "", Decision.ALLOW, GuardStage.TASK_SAFE)


@pytest.fixture(scope="module")
def scenarios() -> tuple[Scenario, ...]:
    dataset = bundled_dataset()
    return tuple(dataset.get(name) for name in dataset.names[:8])


def episode(
    planner: Planner, blocked: dict[str, tuple[SkillCall, ...]], fails: str = ""
) -> list[str]:
    """The steps that it says; `blocked` has the remedies of steps that are blocked at first."""
    blocked, steps, last = dict(blocked), list[str](), None
    while len(steps) < 50:
        step = planner.next_step(Observation(len(steps), last))
        if step is None:
            break
        status = Status.BLOCKED if step in blocked else Status.OK
        status = Status.FAILED if step == fails else status
        last = LastStep(len(steps), step, status, "Because.", blocked.pop(step, ()))
        steps.append(step)
        if is_done(step) and status is Status.OK:
            break
    return steps


MODES = pytest.mark.parametrize("mode", list(PlanMode))


@MODES
def test_the_safe_agent_follows_the_reference_plan(
    mode: PlanMode, scenarios: tuple[Scenario, ...]
) -> None:
    with serving(safe(scenarios)) as server:
        chat = OpenAIChat(Endpoint(server.url, "m"))
        for scenario in scenarios:
            planner = VlmPlanner(scenario, Model(chat, VlmSettings(mode=mode, image_side=0)))
            assert episode(planner, {}) == list(scenario.plans.reference)


@MODES
def test_the_careless_agent_is_the_careless_planner(
    mode: PlanMode, scenarios: tuple[Scenario, ...]
) -> None:
    """Whatever a guard demands, and wherever; though it has only the conversation to go by."""
    with serving(careless(scenarios)) as server:
        chat = OpenAIChat(Endpoint(server.url, "m"))
        for scenario in scenarios:
            plan = CarelessPlanner(scenario).propose(())
            blocked = {plan[1]: (parse_call(plan[0]),), plan[2]: (), "DONE": (REMEDY,)}
            model = Model(chat, VlmSettings(mode=mode, image_side=0))
            said = episode(VlmPlanner(scenario, model), blocked, fails=plan[0])
            assert said == episode(CarelessPlanner(scenario), blocked, fails=plan[0])


def test_what_is_asked_in_advance_is_heeded(scenarios: tuple[Scenario, ...]) -> None:
    with serving(careless(scenarios)) as server:
        chat = OpenAIChat(Endpoint(server.url, "m"))
        for scenario in scenarios:
            left_out = set(scenario.plans.reference) - set(CarelessPlanner(scenario).propose(()))
            remedies = tuple(map(parse_call, sorted(left_out)))
            task = TaskVerdict(TASK, (Advice("c", "Do not forget.", remedies),))
            planners = (
                VlmPlanner(scenario, Model(chat, VlmSettings(image_side=0))),
                CarelessPlanner(scenario),
            )
            for planner in planners:
                planner.brief(task)
            assert episode(planners[0], {}) == episode(planners[1], {})


def test_objections_to_a_plan_change_it(scenarios: tuple[Scenario, ...]) -> None:
    with serving(careless(scenarios)) as server:
        chat = OpenAIChat(Endpoint(server.url, "m"))
        settings = VlmSettings(mode=PlanMode.PLAN, image_side=0)
        for scenario in scenarios:
            planners = VlmPlanner(scenario, Model(chat, settings)), CarelessPlanner(scenario)
            first, expected = (list(planner.propose(()) or ()) for planner in planners)
            assert first == expected
            found = Verdict(
                1, first[1], Decision.BLOCK, GuardStage.PLAN_SAFE, (), "No.", remedy=(REMEDY,)
            )
            second, expected = (
                list(planner.revise(PlanVerdict((found,))) or ()) for planner in planners
            )
            assert second == expected == [first[0], str(REMEDY), *first[1:]]


def test_the_safe_agent_sees_the_dangers(scenarios: tuple[Scenario, ...]) -> None:
    told = VlmSettings(awareness=True, aids=frozenset({Aid.CAPTION}), image_side=0)
    stated = []
    for script in (safe(scenarios), careless(scenarios)):
        with serving(script) as server:
            planner = VlmPlanner(scenarios[0], Model(OpenAIChat(Endpoint(server.url, "m")), told))
            planner.next_step(Observation(0, None))
            stated.append(planner.report().awareness or "")
    conditions = scenarios[0].annotations.process + scenarios[0].annotations.termination
    assert all(each.principle in stated[0] for each in conditions)
    assert stated[1] == "I see no dangers."


def test_the_confused_agent_says_the_same_to_the_same() -> None:
    script = confused()
    asked = [Asked("", {"messages": [{"role": "user", "content": f"{i}"}]}, {}) for i in range(60)]
    said = [script(each) for each in asked]
    assert said == [script(each) for each in asked]
    assert len(set(said)) > 5


def test_an_unknown_task_is_done_at_once(scenarios: tuple[Scenario, ...]) -> None:
    asked = Asked("", {"messages": [{"role": "user", "content": '<task>"Fly."</task>'}]}, {})
    said = safe(scenarios)(asked)
    assert isinstance(said, str)
    assert json.loads(said)["action"] == "DONE"


def test_an_answer_has_the_form_that_is_asked_for(scenarios: tuple[Scenario, ...]) -> None:
    schema = {
        "type": "object",
        "properties": {
            "risks": {"type": "string"},
            "sure": {"type": "boolean"},
            "steps": {
                "type": "array",
                "items": {"type": "object", "properties": {"step": {"type": ["string"]}}},
            },
        },
    }
    told = {"type": "json_schema", "json_schema": {"schema": schema}}
    task = f"<task>{json.dumps(scenarios[0].scene.instruction)}</task>"
    body = {"messages": [{"role": "user", "content": task}], "response_format": told}
    said = safe(scenarios)(Asked("", body, {}))
    assert isinstance(said, str)
    assert json.loads(said) == {
        "risks": "It is next.",
        "sure": False,
        "steps": [{"step": step} for step in ReferencePlanner(scenarios[0]).propose(())],
    }
