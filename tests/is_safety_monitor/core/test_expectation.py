"""What a step was to lead to, from what was seen before it."""

from __future__ import annotations

from is_bench.facts import Atom, FactSet
from is_safety_monitor.core.expectation import Expectation
from tests.is_bench.scenes import fact, facts, objects

THINGS = objects("fridge apple table")
OPEN = "OPEN(electric_refrigerator.n.01_1)"
SEEN = FactSet(facts("ontop(apple, table)"))
OPENED = fact("open(fridge)")


def expectation(seen: FactSet = SEEN) -> Expectation:
    found = Expectation(THINGS)
    found.observe(seen)
    return found


def test_nothing_is_expected_of_no_step() -> None:
    assert OPENED not in expectation().facts().true


def test_a_step_leads_on_from_what_was_seen_before_it() -> None:
    found = expectation()
    found.step(OPEN)
    found.observe(FactSet(frozenset()))  # what is seen afterwards does not matter
    assert {OPENED, *facts("ontop(apple, table)")} <= found.facts().true


def test_a_step_that_cannot_be_done_leads_to_nothing_new() -> None:
    found = expectation()
    found.step("PLACE_INSIDE(apple.n.01_1, electric_refrigerator.n.01_1)")
    assert Atom("ontop", ("apple.n.01_1", "table.n.02_1")) in found.facts().true


def test_a_fork_goes_its_own_way() -> None:
    found = expectation()
    fork = found.fork()
    fork.step(OPEN)
    assert OPENED in fork.facts().true
    assert OPENED not in found.facts().true


def test_steps_between_which_nothing_was_seen_lead_on_from_one_another() -> None:
    found = expectation()
    found.step(OPEN)
    found.step("PLACE_INSIDE(apple.n.01_1, electric_refrigerator.n.01_1)")
    assert {OPENED, *facts("inside(apple, fridge)")} <= found.facts().true
