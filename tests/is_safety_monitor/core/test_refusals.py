"""What a session says of its own accord."""

from is_bench.guard_log import TaskRequest
from is_bench.verdict import Decision, GuardStage, Verdict
from is_safety_monitor.core.refusals import (
    NOT_READY,
    NOT_UNDERSTOOD,
    not_understood,
    refusal_id,
    refused_plan,
    refused_step,
    unknown_task,
)
from tests.is_safety_monitor.core.guards import calls

OPEN, CLOSE = calls("OPEN(cabinet.n.01_1)", "CLOSE(cabinet.n.01_1)")


def test_every_step_of_a_plan_is_blocked_for_the_reason() -> None:
    found = refused_plan((OPEN, CLOSE), NOT_READY, "no task")
    assert [(v.index, v.subject) for v in found.verdicts] == [(0, OPEN), (1, CLOSE)]
    assert found.conflicts == found.verdicts
    assert {(v.module, v.constraints, v.feedback) for v in found.verdicts} == {
        (GuardStage.PLAN_SAFE, (NOT_READY,), "no task")
    }


def test_a_goal_that_cannot_be_read_has_a_constraint_of_its_own() -> None:
    assert refusal_id(not_understood("navigate", "x: nan is not finite")) == NOT_UNDERSTOOD
    assert refusal_id("the robot does not serve navigate") == NOT_READY


def test_a_task_that_nobody_understands_is_refused_with_the_error() -> None:
    request = TaskRequest("e", "a task", "Tidy up.")
    assert unknown_task(request, ValueError("it is odd")).verdict.feedback == "it is odd"
    assert unknown_task(request, KeyError()).verdict.feedback == "KeyError"
    assert unknown_task(request, KeyError()).verdict.decision is Decision.BLOCK


def test_a_step_of_a_refused_task_tells_why_the_task_is_refused() -> None:
    task = Verdict(0, "Burn it.", Decision.BLOCK, GuardStage.TASK_SAFE, ("fire",), "It burns.")
    found = refused_step(3, OPEN, task)
    assert (found.index, found.subject, found.decision) == (3, OPEN, Decision.BLOCK)
    assert (found.constraints, found.final) == (("fire",), True)
    assert found.feedback.endswith("It burns.")
