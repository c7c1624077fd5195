from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, atom
from is_safety_monitor.bindings.gating import GateConditions, permission
from is_safety_monitor.bindings.velocity import Passing
from tests.is_safety_monitor.bindings.samples import read

(BASE,) = read().velocities
OPEN, HERE = atom("open", "fridge_1"), atom("inroom", "robot", "kitchen")
WELL = GateConditions(
    running=("navigate",), facts=FactSet(frozenset({OPEN}), frozenset({HERE}), closed=False)
)


def test_commands_pass_when_all_is_well() -> None:
    assert permission(BASE, WELL) == (Passing.PASS, "")


@pytest.mark.parametrize(
    ("standing", "why"),
    [
        (replace(WELL, stopped=True), "emergency stop"),
        (replace(WELL, active=False), "not active"),
        (replace(WELL, silence="joints are silent"), "joints are silent"),
        (replace(WELL, running=("gripper",)), "no goal of navigate"),
        (replace(WELL, facts=None), "not known whether not open"),
        (replace(WELL, facts=FactSet(frozenset(), closed=False)), "not known whether"),
        (replace(WELL, facts=FactSet(frozenset(), frozenset({OPEN, HERE}))), "not open(fridge_1)"),
    ],
)
def test_commands_become_zero(standing: GateConditions, why: str) -> None:
    passing, reason = permission(BASE, standing)
    assert passing is Passing.ZERO
    assert why in reason


def test_a_fact_that_holds_or_may_hold_slows_down() -> None:
    for facts in (FactSet(frozenset({OPEN, HERE})), FactSet(frozenset({OPEN}), closed=False)):
        assert permission(BASE, replace(WELL, facts=facts))[0] is Passing.SLOW


def test_a_guard_that_only_watches_stops_nothing_but_by_the_emergency_stop() -> None:
    watching = replace(WELL, enforcing=False, silence="silent", running=())
    assert permission(BASE, watching)[0] is Passing.PASS
    assert permission(BASE, replace(watching, stopped=True))[0] is Passing.ZERO


@given(st.sets(st.sampled_from([OPEN, HERE])), st.sets(st.sampled_from([OPEN, HERE])))
def test_to_know_less_never_lets_more_pass(true: set[Atom], forgotten: set[Atom]) -> None:
    order = [Passing.ZERO, Passing.SLOW, Passing.PASS]
    both = {OPEN, HERE}
    full = FactSet(frozenset(true), frozenset(both - true), closed=False)
    less = FactSet(
        frozenset(true - forgotten),
        frozenset(both - true - forgotten),
        closed=False,
    )
    told = [order.index(permission(BASE, replace(WELL, facts=f))[0]) for f in (less, full)]
    assert told[0] <= told[1]
