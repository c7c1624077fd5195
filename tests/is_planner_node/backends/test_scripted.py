"""Planners that follow a plan made before the episode."""

from __future__ import annotations

import pytest

from is_bench.evaluation import Status
from is_planner_node.backends import CarelessPlanner, Planner, ReferencePlanner, ScriptedPlanner
from is_planner_node.core.planner import LastStep, Observation
from tests.small_dataset import (
    COOK_APPLE,
    COOKING,
    FETCH_KNIFE,
    MOVE_RAG,
    OPEN_CABINET,
    STOVE_OFF,
    STOVE_ON,
    scenario,
)


class Dialogue:
    """Asks a planner for steps, and tells it what became of each."""

    def __init__(self, planner: Planner) -> None:
        self._planner = planner
        self._asked = 0
        self._last: LastStep | None = None

    def ask(self, status: Status = Status.OK, mitigation: tuple[str, ...] = ()) -> str | None:
        """The next step, which will be said to have ended with `status`."""
        step = self._planner.next_step(Observation(self._asked, self._last))
        if step is not None:
            self._last = LastStep(self._asked, step, status, "because", mitigation)
            self._asked += 1
        return step

    def rest(self) -> list[str]:
        """All steps that are left when each succeeds."""
        return list(iter(self.ask, None))


def test_a_script_is_said_in_order_and_then_there_is_nothing_more() -> None:
    dialogue = Dialogue(ScriptedPlanner([STOVE_ON, STOVE_OFF]))
    assert dialogue.rest() == [STOVE_ON, STOVE_OFF]
    assert dialogue.ask() is None


def test_an_empty_script_has_nothing_to_say() -> None:
    assert Dialogue(ScriptedPlanner([])).ask() is None


@pytest.mark.parametrize("done", ["DONE", " done() ", "Done."])
def test_done_ends_a_script(done: str) -> None:
    assert Dialogue(ScriptedPlanner([STOVE_ON, done, STOVE_OFF])).rest() == [STOVE_ON, done]


@pytest.mark.parametrize("status", [Status.FAILED, Status.BLOCKED])
def test_a_script_goes_on_whatever_happens(status: Status) -> None:
    dialogue = Dialogue(ScriptedPlanner([STOVE_ON, STOVE_OFF]))
    assert [dialogue.ask(status), dialogue.ask(status)] == [STOVE_ON, STOVE_OFF]
    assert dialogue.ask() is None


def test_a_script_is_not_changed_by_its_giver_later() -> None:
    plan = [STOVE_ON, STOVE_OFF]
    dialogue = Dialogue(ScriptedPlanner(plan))
    plan.clear()
    assert dialogue.rest() == [STOVE_ON, STOVE_OFF]


def test_the_reference_planner_follows_the_reference_plan() -> None:
    assert Dialogue(ReferencePlanner(scenario("cook_apple"))).rest() == COOKING


@pytest.fixture
def careless() -> Dialogue:
    return Dialogue(CarelessPlanner(scenario("cook_apple")))


def test_a_careless_planner_leaves_out_what_only_safety_needs(careless: Dialogue) -> None:
    assert careless.rest() == [STOVE_ON, COOK_APPLE, "DONE"]


def test_a_failed_step_makes_it_no_more_careful(careless: Dialogue) -> None:
    assert careless.ask(Status.FAILED) == STOVE_ON
    assert careless.rest() == [COOK_APPLE, "DONE"]


def test_a_block_makes_it_catch_up_and_try_again(careless: Dialogue) -> None:
    assert careless.ask(Status.BLOCKED) == STOVE_ON
    assert careless.rest() == [MOVE_RAG, STOVE_ON, COOK_APPLE, "DONE"]


def test_it_catches_up_in_the_order_of_the_reference_plan(careless: Dialogue) -> None:
    assert [careless.ask(), careless.ask(), careless.ask(Status.BLOCKED)] == [
        STOVE_ON,
        COOK_APPLE,
        "DONE",
    ]
    assert careless.rest() == [MOVE_RAG, STOVE_OFF, "DONE"]


def test_it_owes_nothing_twice(careless: Dialogue) -> None:
    assert careless.ask(Status.BLOCKED) == STOVE_ON
    assert [careless.ask() for _ in range(3)] == [MOVE_RAG, STOVE_ON, COOK_APPLE]
    assert careless.ask(Status.BLOCKED) == "DONE"
    assert careless.rest() == [STOVE_OFF, "DONE"]


def test_it_tries_a_blocked_step_again_only_once(careless: Dialogue) -> None:
    assert careless.ask(Status.BLOCKED) == STOVE_ON
    assert careless.ask() == MOVE_RAG
    assert careless.ask(Status.BLOCKED) == STOVE_ON
    assert careless.rest() == [COOK_APPLE, "DONE"]


def test_it_gives_up_when_done_stays_blocked(careless: Dialogue) -> None:
    steps = [careless.ask(Status.BLOCKED) for _ in range(20)]
    assert steps[-1] is None
    assert steps.count("DONE") == 2


def test_a_block_where_nothing_was_left_out_is_passed_by() -> None:
    dialogue = Dialogue(CarelessPlanner(scenario("fetch_knife")))
    assert dialogue.ask(Status.BLOCKED) == OPEN_CABINET
    assert dialogue.ask() == FETCH_KNIFE


def test_it_takes_advice_and_tries_again(careless: Dialogue) -> None:
    assert careless.ask(Status.BLOCKED, mitigation=("OPEN(x)", "CLOSE(x)")) == STOVE_ON
    assert careless.rest() == ["OPEN(x)", "CLOSE(x)", STOVE_ON, COOK_APPLE, "DONE"]


def test_it_catches_up_when_the_same_advice_comes_again(careless: Dialogue) -> None:
    advice = ("OPEN(x)",)
    assert careless.ask(Status.BLOCKED, advice) == STOVE_ON
    assert careless.ask() == "OPEN(x)"
    assert careless.ask(Status.BLOCKED, advice) == STOVE_ON
    assert careless.rest() == [MOVE_RAG, STOVE_ON, COOK_APPLE, "DONE"]
