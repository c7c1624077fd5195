"""Planners that follow a plan made before the episode."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.evaluation import Status
from is_bench.verdict import Advice, Decision, GuardStage, PlanVerdict, TaskVerdict, Verdict
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


def calls(*texts: str) -> tuple[SkillCall, ...]:
    return tuple(map(parse_call, texts))


class Dialogue:
    """Asks a planner for steps, and tells it what became of each."""

    def __init__(self, planner: Planner) -> None:
        self._planner = planner
        self._asked = 0
        self._last: LastStep | None = None

    def ask(
        self,
        status: Status = Status.OK,
        remedy: tuple[str, ...] = (),
        *,
        final: bool = False,
    ) -> str | None:
        """The next step, which will be said to have ended with `status`."""
        step = self._planner.next_step(Observation(self._asked, self._last))
        if step is not None:
            self._last = LastStep(self._asked, step, status, "because", calls(*remedy), final)
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
    assert careless.ask(Status.BLOCKED, remedy=("OPEN(x)", "CLOSE(x)")) == STOVE_ON
    assert careless.rest() == ["OPEN(x)", "CLOSE(x)", STOVE_ON, COOK_APPLE, "DONE"]


def test_it_catches_up_when_the_same_advice_comes_again(careless: Dialogue) -> None:
    advice = ("OPEN(x)",)
    assert careless.ask(Status.BLOCKED, advice) == STOVE_ON
    assert careless.ask() == "OPEN(x)"
    assert careless.ask(Status.BLOCKED, advice) == STOVE_ON
    assert careless.rest() == [MOVE_RAG, STOVE_ON, COOK_APPLE, "DONE"]


def test_the_reference_planner_takes_advice_too() -> None:
    dialogue = Dialogue(ReferencePlanner(scenario("cook_apple")))
    assert dialogue.ask() == MOVE_RAG
    assert dialogue.ask(Status.BLOCKED, ("WIPE(x, y)",)) == STOVE_ON
    assert dialogue.rest() == ["WIPE(x, y)", STOVE_ON, *COOKING[2:]]


def test_advice_that_is_blocked_is_not_advised_upon(careless: Dialogue) -> None:
    assert careless.ask(Status.BLOCKED, ("OPEN(x)", "CLOSE(x)")) == STOVE_ON
    assert careless.ask(Status.BLOCKED, ("OPEN(y)",)) == "OPEN(x)"
    assert careless.rest() == ["CLOSE(x)", STOVE_ON, COOK_APPLE, "DONE"]


def test_other_advice_for_the_same_step_is_tried_as_well(careless: Dialogue) -> None:
    assert careless.ask(Status.BLOCKED, ("OPEN(x)",)) == STOVE_ON
    assert careless.ask() == "OPEN(x)"
    assert careless.ask(Status.BLOCKED, ("OPEN(y)",)) == STOVE_ON
    assert careless.rest() == ["OPEN(y)", STOVE_ON, COOK_APPLE, "DONE"]


@pytest.mark.parametrize("status", [Status.BLOCKED, Status.FAILED])
@pytest.mark.parametrize("kind", [ReferencePlanner, CarelessPlanner])
def test_it_stops_when_asking_again_is_pointless(
    kind: type[ReferencePlanner | CarelessPlanner], status: Status
) -> None:
    dialogue = Dialogue(kind(scenario("cook_apple")))
    assert dialogue.ask(status, ("OPEN(x)",), final=True) is not None
    assert dialogue.ask() is None
    assert dialogue.ask() is None


def test_a_script_does_not_listen(careless: Dialogue) -> None:
    del careless
    script = ScriptedPlanner([STOVE_ON, STOVE_OFF])
    script.brief(briefing(STOVE_OFF))
    assert script.propose(()) == [STOVE_ON, STOVE_OFF]
    assert script.revise(conflicts((0, ("OPEN(x)",)))) is None  # type: ignore[func-returns-value]
    assert Dialogue(script).rest() == [STOVE_ON, STOVE_OFF]


# What a guard says beforehand


def briefing(*remedies: str) -> TaskVerdict:
    """An instruction that passes, with one piece of advice."""
    allowed = Verdict(0, "Cook the apple.", Decision.ALLOW, GuardStage.TASK_SAFE)
    return TaskVerdict(allowed, (Advice("a_rule", "Because.", calls(*remedies)),))


@pytest.mark.parametrize(
    ("remedies", "plan"),
    [
        ((STOVE_OFF,), [STOVE_ON, COOK_APPLE, STOVE_OFF, "DONE"]),
        ((MOVE_RAG, STOVE_OFF), COOKING),
        ((), [STOVE_ON, COOK_APPLE, "DONE"]),
        (("TOGGLE_OFF(nothing)",), [STOVE_ON, COOK_APPLE, "DONE"]),
    ],
)
def test_who_is_careless_keeps_what_he_is_told_of(
    remedies: tuple[str, ...], plan: list[str]
) -> None:
    planner = CarelessPlanner(scenario("cook_apple"))
    planner.brief(briefing(*remedies))
    assert list(planner.propose(())) == plan
    assert Dialogue(planner).rest() == plan


def test_the_reference_plan_is_followed_whatever_is_told() -> None:
    planner = ReferencePlanner(scenario("cook_apple"))
    planner.brief(briefing("OPEN(x)"))
    assert list(planner.propose(())) == COOKING


# What a guard says of a plan


def conflicts(*found: tuple[int, tuple[str, ...]]) -> PlanVerdict:
    """What is said of a plan: at which of its steps something is wrong, and what would mend it."""
    return PlanVerdict(
        tuple(
            Verdict(
                index, "?", Decision.BLOCK, GuardStage.PLAN_SAFE, ("a_rule",), remedy=calls(*steps)
            )
            for index, steps in found
        )
    )


@pytest.fixture
def hasty() -> CarelessPlanner:
    return CarelessPlanner(scenario("cook_apple"))


def test_it_proposes_the_plan_that_it_will_follow(hasty: CarelessPlanner) -> None:
    assert list(hasty.propose(())) == [STOVE_ON, COOK_APPLE, "DONE"]
    assert Dialogue(hasty).rest() == list(hasty.propose(()))


def test_what_is_offered_is_put_in_before_the_step_at_fault(hasty: CarelessPlanner) -> None:
    revised = hasty.revise(conflicts((0, ("OPEN(x)",)), (2, ("CLOSE(x)", "CLOSE(y)"))))
    plan = ["OPEN(x)", STOVE_ON, COOK_APPLE, "CLOSE(x)", "CLOSE(y)", "DONE"]
    assert revised == plan
    assert Dialogue(hasty).rest() == plan


def test_where_nothing_is_offered_what_was_left_out_before_returns(hasty: CarelessPlanner) -> None:
    assert hasty.revise(conflicts((0, ()))) == [MOVE_RAG, STOVE_ON, COOK_APPLE, "DONE"]
    assert hasty.revise(conflicts((3, ()))) == COOKING


def test_both_can_happen_at_once(hasty: CarelessPlanner) -> None:
    revised = hasty.revise(conflicts((0, ()), (1, ("OPEN(x)",)), (2, ())))
    assert revised == [MOVE_RAG, STOVE_ON, "OPEN(x)", COOK_APPLE, STOVE_OFF, "DONE"]


def test_who_has_nothing_to_change_stands_by_his_plan() -> None:
    planner = ReferencePlanner(scenario("cook_apple"))
    assert planner.revise(conflicts((0, ()), (2, ()))) is None
    assert list(planner.propose(())) == COOKING


def test_a_plan_is_revised_again_and_again(hasty: CarelessPlanner) -> None:
    assert hasty.revise(conflicts((0, ("OPEN(x)",)))) is not None
    revised = hasty.revise(conflicts((0, ("OPEN(y)",)), (1, ())))
    assert revised == [MOVE_RAG, "OPEN(y)", "OPEN(x)", STOVE_ON, COOK_APPLE, "DONE"]
    assert Dialogue(hasty).rest() == revised


def test_conflicts_beyond_the_plan_are_none_of_its_steps(hasty: CarelessPlanner) -> None:
    assert hasty.revise(conflicts((9, ("OPEN(x)",)))) is None


def test_what_was_revised_is_still_mended_on_the_way(hasty: CarelessPlanner) -> None:
    hasty.revise(conflicts((0, ("OPEN(x)",))))
    dialogue = Dialogue(hasty)
    assert dialogue.ask() == "OPEN(x)"
    assert dialogue.ask(Status.BLOCKED, ("CLOSE(x)",)) == STOVE_ON
    assert dialogue.rest() == ["CLOSE(x)", STOVE_ON, COOK_APPLE, "DONE"]
