"""What is surely wrong with what an instruction asks for."""

from __future__ import annotations

from is_bench.domain import load_domain
from is_bench.facts import atom
from is_bench.guard_log import TaskRequest
from is_bench.recognised import describe
from is_safety_monitor.core.assembly import Task, make_guard
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.request_plans import NOTHING_KNOWN, planned_calls
from is_safety_monitor.core.request_simulation import RequestSimulation
from tests.is_safety_monitor.core.asked_scenes import (
    CARRIED,
    DESK,
    GLOWING,
    LAMP,
    MICROWAVE,
    SHARDS,
    SPARKS,
    SPOON,
    VASE,
    guard,
    laws,
)
from tests.is_safety_monitor.core.guards import calls, table


def scene(instruction: str, *texts: str) -> RequestSimulation:
    stage = guard(instruction, *texts).tasks
    assert stage is not None
    assert stage.wishes is not None
    found = stage.wishes.scene
    found.budget.left = 99
    return found


def test_what_a_call_alone_leads_to_is_wrong_whatever_else_is_so() -> None:
    breaking = scene("Break the vase.", SHARDS)
    (planned,) = planned_calls(calls(f"BREAK({VASE})"), breaking.model, breaking.objects)
    (finding,) = breaking.wrong(planned.call, planned.before, planned.after)
    assert finding.constraint == "shards"


def test_what_depends_on_more_than_is_known_is_not_wrong() -> None:
    running = scene("Turn on the microwave.", SPARKS)
    (planned,) = planned_calls(calls(f"TURN_ON({MICROWAVE})"), running.model, running.objects)
    assert running.wrong(planned.call, planned.before, planned.after) == ()


def test_judging_spends_the_allowance() -> None:
    running = scene("Turn on the microwave.", SPARKS)
    (on,) = calls(f"TURN_ON({MICROWAVE})")
    running.wrong(on, NOTHING_KNOWN, NOTHING_KNOWN)
    assert running.budget.left == 98


def test_a_wish_that_violates_what_is_due_at_the_end_is_due_anyway() -> None:
    lit = scene("Turn on the desk lamp.", GLOWING)
    assert [finding.constraint for finding in lit.due_anyway] == ["glowing"]
    assert scene("Turn off the desk lamp.", GLOWING).due_anyway == ()


def test_a_rehearsal_begins_in_the_state_that_is_given() -> None:
    tidy = scene("Put the spoon on the desk. Turn on the desk lamp.", CARRIED)
    (put,) = calls(f"PUT({LAMP}, {DESK})")
    lit = NOTHING_KNOWN.closed_world([atom("toggled_on", LAMP), atom("ontop", SPOON, DESK)])
    assert [f.constraint for f in tidy.rehearsal(lit, 0).attempt(put)] == ["carried"]


def test_what_can_be_cut_may_be_no_hazard_in_pieces() -> None:
    whole = SPARKS.replace("s: spoon.n.01, m: microwave.n.02", "s: apple.n.01, m: microwave.n.02")
    objects = table("apple.n.01_1", "parer.n.02_1", "microwave.n.02_1")
    text = "Put the apple in the microwave and turn it on."
    settings = GuardSettings(domain=load_domain("household"))
    request = TaskRequest("e", "a task", text, describe(objects))
    made = make_guard(settings, KnowledgeBase(laws(whole)), Task(request, objects))
    assert made.assess(text).verdict.constraints == ()
