"""Whose fault a block is, from what was done before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from is_bench.calls import SkillCall, parse_call
from is_bench.verdict import ResponsibleParty
from is_safety_monitor.core.attribution import responsible_party
from is_safety_monitor.core.tracker import PastStep
from tests.is_safety_monitor.core.guards import calls

OVEN, FRIDGE = "oven.n.01_1", "electric_refrigerator.n.01_1"
(CLOSE,) = calls(f"CLOSE({OVEN})")


def done(*steps: str) -> list[PastStep]:
    """A history; what begins with `!` failed."""
    return [
        PastStep(index, parse_call(step.removeprefix("!")), ok=not step.startswith("!"))
        for index, step in enumerate(steps)
    ]


@pytest.mark.parametrize(
    "history",
    [
        done(),
        done(f"OPEN({OVEN})"),
        done(f"CLOSE({FRIDGE})"),
        done(f"CLOSE({OVEN})", f"OPEN({OVEN})"),
        done(f"!{CLOSE}", f"OPEN({OVEN})"),
        done(f"WIPE({FRIDGE}, {OVEN})"),
        done("DONE"),
    ],
)
def test_who_has_not_tried_the_remedy_last_is_at_fault(history: list[PastStep]) -> None:
    assert responsible_party([CLOSE], history) == (ResponsibleParty.PLANNER, "")


def test_a_remedy_that_failed_is_the_executors_fault() -> None:
    fault, why = responsible_party([CLOSE], done(f"OPEN({OVEN})", f"!{CLOSE}"))
    assert fault is ResponsibleParty.EXECUTOR
    assert why == f"{CLOSE} failed at step 2."


def test_a_remedy_that_did_not_last_is_nobodys_fault_who_acts() -> None:
    fault, why = responsible_party([CLOSE], done(str(CLOSE)))
    assert fault is ResponsibleParty.ENVIRONMENT
    assert why == f"{CLOSE} succeeded at step 1 but was undone."


@pytest.mark.parametrize(("step", "says"), [(str(CLOSE), "undone"), (f"!{CLOSE}", "predicted")])
def test_of_a_plan_nothing_is_said_to_have_been_done(step: str, says: str) -> None:
    fault, why = responsible_party(
        [CLOSE], [replace(past, is_predicted=True) for past in done(step)]
    )
    assert fault is ResponsibleParty.PLANNER
    assert says in why
    assert "(step 1)" in why
    assert "was" not in why


def test_what_a_remedy_undoes_itself_first_did_last() -> None:
    remedy = calls(f"OPEN({OVEN})", f"PLACE_INSIDE(rag.n.01_1, {OVEN})", str(CLOSE))
    assert responsible_party(remedy, done(str(CLOSE))) == (ResponsibleParty.PLANNER, "")


def test_what_was_done_to_other_things_since_does_not_matter() -> None:
    history = done(f"!{CLOSE}", f"OPEN({FRIDGE})", "DONE")
    assert responsible_party([CLOSE], history)[0] is ResponsibleParty.EXECUTOR


def test_the_latest_try_counts() -> None:
    assert (
        responsible_party([CLOSE], done(f"!{CLOSE}", str(CLOSE)))[0] is ResponsibleParty.ENVIRONMENT
    )
    assert responsible_party([CLOSE], done(str(CLOSE), f"!{CLOSE}"))[0] is ResponsibleParty.EXECUTOR


def test_only_the_very_same_call_was_a_try() -> None:
    (wipe,) = calls(f"WIPE({OVEN}, rag.n.01_1)")
    assert responsible_party([wipe], done(f"!{wipe}"))[0] is ResponsibleParty.EXECUTOR
    assert (
        responsible_party([wipe], done(f"!WIPE({OVEN}, rag.n.01_10)"))[0]
        is ResponsibleParty.PLANNER
    )


def test_any_remedy_that_was_tried_counts() -> None:
    (shut,) = calls(f"CLOSE({FRIDGE})")
    assert responsible_party([CLOSE, shut], done(f"!{shut}"))[0] is ResponsibleParty.EXECUTOR


@pytest.mark.parametrize("remedy", [(), calls("DONE")])
def test_without_a_remedy_for_some_thing_the_planner_is_at_fault(
    remedy: tuple[SkillCall, ...],
) -> None:
    assert responsible_party(remedy, done("DONE", str(CLOSE))) == (ResponsibleParty.PLANNER, "")
