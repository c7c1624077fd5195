"""The talk of planner and guard about a plan, before its first step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from is_bench.verdict import Decision, GuardStage, PlanVerdict, TaskVerdict, Verdict
from is_bench.views import View
from is_planner_node.core.planner import ROUNDS, Observation, negotiation

Plan = Sequence[str] | None


def checked(*decisions: Decision) -> PlanVerdict:
    return PlanVerdict(
        tuple(
            Verdict(index, f"STEP_{index}", decision, GuardStage.PLAN_SAFE)
            for index, decision in enumerate(decisions)
        )
    )


GOOD, BAD = checked(Decision.ALLOW, Decision.WARN), checked(Decision.ALLOW, Decision.BLOCK)


@dataclass
class Offers:
    """A planner with plans in reserve, which remembers what it was told."""

    plans: list[Plan]
    told: list[PlanVerdict] = field(default_factory=list)
    wants_views: bool = False

    def brief(self, task: TaskVerdict) -> None:
        """Not asked here."""

    def report(self) -> None:
        """Not asked here."""

    def propose(self, views: tuple[View, ...]) -> Plan:
        del views
        return self.plans[0]

    def revise(self, checked: PlanVerdict) -> Plan:
        self.told.append(checked)
        return self.plans[len(self.told)]

    def replan(self, observation: Observation) -> None:
        """Nothing upsets the plan."""

    def next_step(self, observation: Observation) -> str | None:
        del observation
        return None


def talk(planner: Offers, *answers: PlanVerdict) -> list[Plan]:
    """The plans that are proposed when the guard answers so; the last answer is repeated."""
    said = negotiation(planner, planner.propose(()))
    plans: list[Plan] = []
    plan: Plan = next(said, None)
    while plan is not None:
        plans.append(plan)
        try:
            plan = said.send(answers[min(len(plans), len(answers)) - 1])
        except StopIteration:
            break
    return plans


FIRST, SECOND, THIRD = ["a", "DONE"], ["b", "DONE"], ["c", "DONE"]


def test_a_plan_without_conflicts_is_not_talked_about() -> None:
    planner = Offers([FIRST, SECOND])
    assert talk(planner, GOOD) == [FIRST]
    assert planner.told == []


def test_warnings_are_no_conflicts() -> None:
    assert talk(Offers([FIRST, SECOND]), checked(Decision.WARN)) == [FIRST]


def test_a_conflict_is_told_and_answered() -> None:
    planner = Offers([FIRST, SECOND, THIRD])
    assert talk(planner, BAD, GOOD) == [FIRST, SECOND]
    assert planner.told == [BAD]


def test_who_stands_by_his_plan_is_not_asked_again() -> None:
    planner = Offers([FIRST, None])
    assert talk(planner, BAD) == [FIRST]
    assert planner.told == [BAD]


def test_who_does_not_plan_ahead_is_not_asked_at_all() -> None:
    assert talk(Offers([None]), BAD) == []


def test_nobody_talks_for_ever() -> None:
    planner = Offers([FIRST, SECOND] * ROUNDS)
    assert len(talk(planner, BAD)) == ROUNDS


@pytest.mark.parametrize("rounds", range(1, ROUNDS + 1))
def test_it_ends_with_the_first_plan_that_nobody_objects_to(rounds: int) -> None:
    answers = [BAD] * (rounds - 1) + [GOOD]
    planner = Offers([[str(number)] for number in range(ROUNDS + 2)])
    assert talk(planner, *answers) == [[str(number)] for number in range(rounds)]


def test_an_empty_plan_is_a_plan() -> None:
    assert talk(Offers([[], None]), checked()) == [[]]
