"""Whose fault a block is, from what was done before."""

from __future__ import annotations

import pytest

from is_bench.verdict import Fault
from is_safety_monitor.core.blame import fault_of
from is_safety_monitor.core.knowledge import PastStep

OVEN, FRIDGE = "oven.n.01_1", "electric_refrigerator.n.01_1"
CLOSE = f"CLOSE({OVEN})"


def done(*steps: str) -> list[PastStep]:
    """A history; what begins with `!` failed."""
    return [
        PastStep(index, step.removeprefix("!"), ok=not step.startswith("!"))
        for index, step in enumerate(steps)
    ]


@pytest.mark.parametrize(
    "history",
    [
        done(),
        done(f"OPEN({OVEN})"),
        done(f"CLOSE({FRIDGE})"),
        done(CLOSE, f"OPEN({OVEN})"),
        done(f"!{CLOSE}", f"OPEN({OVEN})"),
        done(f"WIPE({FRIDGE}, {OVEN})"),
        done("DONE", "what is this", ""),
    ],
)
def test_who_has_not_tried_the_remedy_last_is_at_fault(history: list[PastStep]) -> None:
    assert fault_of([CLOSE], history) == (Fault.PLANNER, "")


def test_a_remedy_that_failed_is_the_executors_fault() -> None:
    fault, why = fault_of([CLOSE], done(f"OPEN({OVEN})", f"!{CLOSE}"))
    assert fault is Fault.EXECUTOR
    assert why == f"{CLOSE} was tried at step 1 and failed."


def test_a_remedy_that_did_not_last_is_nobodys_fault_who_acts() -> None:
    fault, why = fault_of([CLOSE], done(CLOSE))
    assert fault is Fault.ENVIRONMENT
    assert why == f"{CLOSE} was done at step 0, but it did not last."


def test_what_was_done_to_other_things_since_does_not_matter() -> None:
    history = done(f"!{CLOSE}", f"OPEN({FRIDGE})", "DONE", "gibberish")
    assert fault_of([CLOSE], history)[0] is Fault.EXECUTOR


def test_the_latest_try_counts() -> None:
    assert fault_of([CLOSE], done(f"!{CLOSE}", CLOSE))[0] is Fault.ENVIRONMENT
    assert fault_of([CLOSE], done(CLOSE, f"!{CLOSE}"))[0] is Fault.EXECUTOR


def test_spaces_do_not_matter() -> None:
    wipe = f"WIPE({OVEN},rag.n.01_1)"
    assert fault_of([f"WIPE({OVEN}, rag.n.01_1)"], done(f"!{wipe}"))[0] is Fault.EXECUTOR


def test_any_remedy_that_was_tried_counts() -> None:
    shut = f"CLOSE({FRIDGE})"
    assert fault_of([CLOSE, shut], done(f"!{shut}"))[0] is Fault.EXECUTOR


@pytest.mark.parametrize("remedies", [(), ("DONE",), ("what is this",)])
def test_without_a_remedy_that_can_be_read_the_planner_is_at_fault(
    remedies: tuple[str, ...],
) -> None:
    assert fault_of(remedies, done(*remedies, CLOSE)) == (Fault.PLANNER, "")
