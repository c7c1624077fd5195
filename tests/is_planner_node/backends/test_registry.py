"""Every planner that has a name keeps the protocol."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint
from is_bench.domain.text import is_done
from is_bench.errors import InputError, UnknownNameError
from is_bench.evaluation import Status
from is_bench.world import RELEASED
from is_planner_node.backends import PLANNERS, make_planner
from is_planner_node.core.planner import LastStep, Observation
from is_planner_node.core.settings import Model, VlmSettings
from tests.chat_server.server import serving
from tests.small_dataset import COOKING, scenario

MOST_STEPS = 50

STEP = '{"thought": "Now.", "action": "TOGGLE_ON(stove.n.01_1)"}'
every_planner = pytest.mark.parametrize("name", sorted(PLANNERS))


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    """A language model that always says the same."""
    with serving(lambda _: STEP) as server:
        chat = OpenAIChat(Endpoint(server.url, "parrot"))
        yield Model(chat, VlmSettings(most_steps=20))


def test_an_unknown_planner_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean careless"):
        make_planner("carless", scenario("cook_apple"), RELEASED)


@every_planner
@pytest.mark.parametrize("status", Status)
def test_an_episode_comes_to_an_end_whatever_becomes_of_the_steps(
    name: str, status: Status, model: Model
) -> None:
    planner = make_planner(name, scenario("cook_apple"), RELEASED, COOKING, model)
    last: LastStep | None = None
    steps: list[str] = []
    for index in range(MOST_STEPS):
        step = planner.next_step(Observation(index, last))
        if step is None or (is_done(step) and status is not Status.BLOCKED):
            break
        steps.append(step)
        last = LastStep(index, step, status, "")
    assert 0 < len(steps) < MOST_STEPS


@every_planner
def test_planners_of_the_same_episode_say_the_same(name: str, model: Model) -> None:
    first, second = (
        make_planner(name, scenario("cook_apple"), RELEASED, COOKING, model) for _ in range(2)
    )
    for index in range(len(COOKING)):
        observation = Observation(index, None)
        assert first.next_step(observation) == second.next_step(observation)


def test_only_plans_follows_the_plan_that_is_given(model: Model) -> None:
    told = {
        name: make_planner(name, scenario("cook_apple"), RELEASED, ["WAIT(x)"], model).next_step(
            Observation(0, None)
        )
        for name in PLANNERS
    }
    assert [name for name, step in told.items() if step == "WAIT(x)"] == ["plans"]


def test_a_planner_without_the_model_that_it_needs_is_refused() -> None:
    with pytest.raises(InputError, match="--endpoint URL --model NAME"):
        make_planner("vlm", scenario("cook_apple"), RELEASED)
