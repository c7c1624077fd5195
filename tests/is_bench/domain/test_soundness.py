"""Whatever unknown facts are in truth, what is predicted to be known is so."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.calls import SkillCall
from is_bench.domain import Domain, load_domain
from is_bench.domain.effect_world import EffectWorld
from is_bench.domain.fact_changes import with_changes
from is_bench.facts import Atom, FactSet, Truth
from is_bench.world.changes import CHANGEABLE, Changes
from tests.is_bench.domain.completions import (
    NAMES,
    OBJECTS,
    Completion,
    disagreements,
    is_consistent,
    thinkable,
)

DOMAINS = {name: load_domain(name) for name in ("is_bench", "household", "thor")}
ATOMS = {name: thinkable(domain) for name, domain in DOMAINS.items()}


def calls(domain: Domain, random: Random, count: int) -> list[SkillCall | Changes]:
    skills = [skill for skill in domain.skills.values() if skill.arity]
    changeable = [fact for fact in ATOMS[domain.name] if fact.predicate in CHANGEABLE]
    found: list[SkillCall | Changes] = []
    for _ in range(count):
        skill = random.choice(skills)
        found.append(SkillCall(skill.name, tuple(random.choices(NAMES, k=skill.arity))))
        if random.random() < 0.1:
            adds = (random.choice([*changeable, Atom("real", (random.choice(NAMES),))]),)
            removes = (random.choice([*changeable, Atom("real", (random.choice(NAMES),))]),)
            found.append(Changes(adds, removes))
    return found


def told(domain: Domain, random: Random, *, closed: bool) -> FactSet:
    atoms = ATOMS[domain.name]
    places = [fact for fact in atoms if fact.predicate in ("inside", "ontop", "held")]
    picked = [*random.sample(atoms, 40), *random.sample(places, 12)]
    futures = [fact for fact in picked if fact.predicate == "future"]
    sets: list[set[Atom]] = [set(), set(), set()]
    for fact in picked:
        if fact not in futures:
            random.choice(sets).add(fact)
    if random.random() < 0.3:  # nothing is told of what may not be there
        piece = "half__apple.n.01_1"
        sets = [{fact for fact in each if piece not in fact.arguments} for each in sets]
        random.choice(sets[:2]).add(Atom("future", (piece,)))
    true, unknown, false = map(frozenset, sets)
    unknown -= true
    return FactSet(true, frozenset() if closed else false - true - unknown, unknown, closed)


@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.parametrize("closed", [True, False])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_known_facts_hold_whatever_the_unknown_ones_are(name: str, closed: bool, seed: int) -> None:
    domain, random = DOMAINS[name], Random(seed)
    world = EffectWorld(domain, OBJECTS, told(domain, random, closed=closed))
    truths = [Completion(world, domain, random).world() for _ in range(3)]
    truths = [truth for truth in truths if is_consistent(truth, world)]
    for truth in truths:
        assert disagreements(world, truth) == []
    for step in calls(domain, random, 6):
        if isinstance(step, Changes):
            for each in (world, *truths):
                each.change(step)
        else:
            outcome = world.execute(step)
            for truth in truths:
                assert truth.execute(step).ok <= outcome.ok, step
        for truth in truths:
            assert disagreements(world, truth) == [], step


@pytest.mark.parametrize("closed", [True, False])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_list_of_facts_says_what_the_world_says(closed: bool, seed: int) -> None:
    domain, random = DOMAINS["household"], Random(seed)
    world = EffectWorld(domain, OBJECTS, told(domain, random, closed=closed))
    for step in calls(domain, random, 5):
        if isinstance(step, SkillCall):
            world.execute(step)
    facts = world.facts()
    for fact in [*random.sample(ATOMS["household"], 200), *facts.true, *facts.unknown]:
        listed = facts.truth(fact)
        if closed or listed is not Truth.UNKNOWN:
            assert listed is world.truth(fact), fact


@pytest.mark.parametrize("closed", [True, False])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_differences_are_all_that_changed(closed: bool, seed: int) -> None:
    domain, random = DOMAINS["household"], Random(seed)
    world = EffectWorld(domain, OBJECTS, told(domain, random, closed=closed))
    for step in calls(domain, random, 6):
        start, before = world.snapshot(), world.facts()
        if isinstance(step, Changes):
            world.change(step)
        else:
            world.execute(step)
        assert with_changes(before, *world.differences(start)) == world.facts(), step
