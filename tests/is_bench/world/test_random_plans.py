"""What holds in every state that random plans lead to."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import SkillCall
from is_bench.facts import ARITY, Atom, Truth
from is_bench.world import CORRECTED, RELEASED, Outcome, Quirks, SymbolicWorld
from tests.is_bench.scenes import perform
from tests.is_bench.world.plans import FACTS, NAMES, PLANS, world
from tests.sampling import examples

WORLDS = st.sampled_from([RELEASED, CORRECTED])
QUESTIONS = [
    Atom(predicate, arguments)
    for predicate, arity in ARITY.items()
    for arguments in product(NAMES, repeat=arity)
]
MAY_FAIL_HALFWAY = ("PLACE_ON_TOP", "PLACE_INSIDE", "WAIT_FOR_COOKED", "WAIT_FOR_WASHED")
"""Released skills that do something and fail nevertheless; see the quirks."""


def run(here: SymbolicWorld, plan: list[str]) -> list[tuple[Outcome, frozenset[Atom]]]:
    return [(perform(here, step, here.quirks), here.facts().true) for step in plan]


@examples(20, 400)
@given(FACTS, PLANS, WORLDS)
def test_the_facts_are_exactly_what_is_true(
    facts: frozenset[Atom], plan: list[str], quirks: Quirks
) -> None:
    here = world(facts, quirks)
    for step in ("DONE", *plan):
        perform(here, step, quirks)
        true = {question for question in QUESTIONS if here.truth(question) is Truth.TRUE}
        told = {fact for fact in here.facts().true if fact.predicate != "inroom"}
        assert told == true


@given(FACTS, PLANS, PLANS, WORLDS)
def test_a_restored_world_is_as_it_was_and_goes_on_as_it_did(
    facts: frozenset[Atom], before: list[str], after: list[str], quirks: Quirks
) -> None:
    here = world(facts, quirks)
    run(here, before)
    snapshot, then = here.snapshot(), here.facts()
    first = run(here, after)
    here.restore(snapshot)
    assert here.facts() == then
    assert run(here, after) == first


@given(FACTS, PLANS, PLANS, WORLDS)
def test_snapshots_may_be_visited_in_any_order(
    facts: frozenset[Atom], left: list[str], right: list[str], quirks: Quirks
) -> None:
    here = world(facts, quirks)
    start = here.snapshot()
    seen = {}
    for plan in (left, right):
        here.restore(start)
        run(here, plan)
        seen[here.snapshot()] = here.facts()
    for snapshot, then in [*seen.items(), *reversed(seen.items())]:
        here.restore(snapshot)
        assert here.facts() == then


@given(FACTS, PLANS, WORLDS)
def test_the_same_plan_has_the_same_end(
    facts: frozenset[Atom], plan: list[str], quirks: Quirks
) -> None:
    assert run(world(facts, quirks), plan) == run(world(facts, quirks), plan)


@examples(100, 3_000)
@given(FACTS, PLANS)
def test_a_failed_step_changes_nothing_in_the_corrected_world(
    facts: frozenset[Atom], plan: list[str]
) -> None:
    here = world(facts, CORRECTED)
    for step in plan:
        before = here.facts()
        outcome = perform(here, step, CORRECTED)
        assert outcome.ok or here.facts() == before, step


@given(FACTS, PLANS)
def test_few_failed_steps_change_anything_in_the_released_world(
    facts: frozenset[Atom], plan: list[str]
) -> None:
    here = world(facts, RELEASED)
    for step in plan:
        before = here.facts()
        if not perform(here, step).ok and not step.startswith(MAY_FAIL_HALFWAY):
            assert here.facts() == before, step


@given(FACTS, PLANS, WORLDS)
def test_a_failed_step_says_why(facts: frozenset[Atom], plan: list[str], quirks: Quirks) -> None:
    for outcome, _ in run(world(facts, quirks), plan):
        assert outcome.ok == (outcome.error == "")


@pytest.mark.parametrize("quirks", [RELEASED, CORRECTED], ids=["released", "corrected"])
def test_a_new_world_knows_nothing_of_an_older_one(quirks: Quirks) -> None:
    older, newer = world(frozenset(), quirks), world(frozenset(), quirks)
    older.execute(SkillCall("OPEN", ("cabinet.n.01_1",)))
    assert newer.facts() == world(frozenset(), quirks).facts()
    with pytest.raises(ValueError, match="another mapping"):
        newer.restore(older.snapshot())
