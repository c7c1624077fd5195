"""The benchmark's domain: skills, roles and meanings as planners have always been told."""

from __future__ import annotations

from is_bench.domain import Dynamics, load_domain
from is_bench.domain.summary import warnings
from is_bench.facts import ARITY

SKILLS = """\
PLACE_ON_TOP(moved, support): place the first object on the second
PLACE_INSIDE(moved, container): place the first object in the second
OPEN(opened): open a door, lid or drawer
CLOSE(opened): close a door, lid or drawer
TOGGLE_ON(switched): switch an appliance, tap or lamp on
TOGGLE_OFF(switched): switch an appliance, tap or lamp off
WIPE(cleaned, tool): clean the first object with the second
CUT(cut, tool): cut the first object with the second
SOAK_UNDER(soaked, source): soak the first object under a running source
SOAK_INSIDE(soaked, source): soak the first object in a filled vessel
FILL_WITH(vessel, source): fill the first object from a running source
POUR_INTO(source, vessel): pour the first object's content into the second
SPREAD(source, covered): spread the first object's content on the second
WAIT(waited_for): wait for an object to reach room temperature
WAIT_FOR_COOKED(waited_for): wait until a food or fluid is cooked
WAIT_FOR_WASHED(machine): wait until a washer or dishwasher has finished
WAIT_FOR_FROZEN(waited_for, machine): wait until an object is frozen
DONE(): say that the task is finished
"""
DURATIONS_S = {
    "PLACE_ON_TOP": 30.0,
    "PLACE_INSIDE": 30.0,
    "OPEN": 10.0,
    "CLOSE": 10.0,
    "TOGGLE_ON": 5.0,
    "TOGGLE_OFF": 5.0,
    "WIPE": 60.0,
    "CUT": 60.0,
    "SOAK_UNDER": 30.0,
    "SOAK_INSIDE": 30.0,
    "FILL_WITH": 30.0,
    "POUR_INTO": 20.0,
    "SPREAD": 30.0,
    "WAIT": 300.0,
    "WAIT_FOR_COOKED": 600.0,
    "WAIT_FOR_WASHED": 3600.0,
    "WAIT_FOR_FROZEN": 7200.0,
    "DONE": 0.0,
}


def test_skills_stand_in_the_benchmarks_order_with_roles_and_meanings() -> None:
    lines = [
        f"{skill.name}({', '.join(p.role.name.lower() for p in skill.parameters)}): {skill.meaning}"
        for skill in load_domain("is_bench").skills.values()
    ]
    assert lines == SKILLS.splitlines()


def test_parameters_are_called_as_their_roles() -> None:
    for skill in load_domain("is_bench").skills.values():
        for parameter in skill.parameters:
            assert parameter.name == parameter.role.name.lower()


def test_durations_are_the_simulated_ones() -> None:
    skills = load_domain("is_bench").skills.values()
    assert {skill.name: skill.duration_s for skill in skills} == DURATIONS_S


def test_predicates_are_those_of_behavior() -> None:
    domain = load_domain("is_bench")
    assert domain.arities == ARITY
    assert all(predicate.words for predicate in domain.predicates.values())


def test_it_follows_the_benchmark() -> None:
    domain = load_domain("is_bench")
    assert domain.dynamics is Dynamics.BENCHMARK
    assert domain.loose_text
    assert warnings(domain) == ()
