"""Mutants of plans."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain import load_domain
from is_bench_eval.studies.mutants import Mutant, Slip, mutants

DOMAIN = load_domain("is_bench")
OPEN, PUT, CLOSE = "OPEN(a.n.01_1)", "PLACE_INSIDE(b.n.01_1, a.n.01_1)", "CLOSE(a.n.01_1)"
ON, OFF = "TOGGLE_ON(c.n.01_1)", "TOGGLE_OFF(c.n.01_1)"
PLAN = (OPEN, PUT, CLOSE, ON, OFF, "DONE")
steps = st.sampled_from([OPEN, PUT, CLOSE, ON, OFF])
plans = st.lists(steps, max_size=7).map(lambda listed: (*listed, "DONE"))


def of(slip: Slip, plan: tuple[str, ...] = PLAN) -> list[Mutant]:
    return [mutant for mutant in mutants(plan, DOMAIN) if mutant.slip is slip]


def test_each_step_is_left_out_once() -> None:
    dropped = of(Slip.DROP)
    assert [mutant.index for mutant in dropped] == [0, 1, 2, 3, 4]
    assert dropped[2].plan == (OPEN, PUT, ON, OFF, "DONE")


def test_neighbors_are_swapped_and_done_stays_last() -> None:
    swapped = of(Slip.SWAP)
    assert [mutant.index for mutant in swapped] == [0, 1, 2, 3]
    assert swapped[3].plan == (OPEN, PUT, CLOSE, OFF, ON, "DONE")


def test_each_step_is_doubled_but_done() -> None:
    doubled = of(Slip.DOUBLE)
    assert [mutant.index for mutant in doubled] == [0, 1, 2, 3, 4]
    assert doubled[1].plan == (OPEN, PUT, PUT, CLOSE, ON, OFF, "DONE")


def test_nothing_is_tidied() -> None:
    (left,) = of(Slip.LEAVE)
    assert left == Mutant(Slip.LEAVE, None, (OPEN, PUT, ON, "DONE"))
    (spaced,) = of(Slip.LEAVE, (OPEN, "close (a.n.01_1)", ON, " toggle_off(c.n.01_1)", "DONE"))
    assert spaced.plan == (OPEN, ON, "DONE")


def test_a_plan_without_done_is_mutated_to_its_end() -> None:
    assert [mutant.plan for mutant in of(Slip.DROP, (OPEN, ON))] == [(ON,), (OPEN,)]


@given(plans)
def test_mutants_differ_from_the_plan_and_from_each_other(plan: tuple[str, ...]) -> None:
    found = [mutant.plan for mutant in mutants(plan, DOMAIN)]
    assert plan not in found
    assert len(set(found)) == len(found)
    assert all(mutant[-1] == "DONE" for mutant in found)


@given(plans)
def test_each_slip_changes_what_it_says(plan: tuple[str, ...]) -> None:
    counted = Counter(plan)
    for mutant in mutants(plan, DOMAIN):
        changed = Counter(mutant.plan)
        if mutant.index is None:
            assert set(changed) == set(counted) - {CLOSE, OFF}
            continue
        step = plan[mutant.index]
        by = {Slip.DROP: -1, Slip.SWAP: 0, Slip.DOUBLE: 1}[mutant.slip]
        assert changed == Counter({**counted, step: counted[step] + by})


def test_what_a_domain_calls_otherwise_is_tidied_too() -> None:
    plan = ("FIND(Lamp_1)", "TURN_ON(Lamp_1)", "TURN_OFF(Lamp_1)", "DONE")
    found = [m.plan for m in mutants(plan, load_domain("thor")) if m.slip is Slip.LEAVE]
    assert found == [("FIND(Lamp_1)", "TURN_ON(Lamp_1)", "DONE")]
