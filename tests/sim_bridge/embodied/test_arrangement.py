from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from is_bench.facts import Atom
from is_bench.objects import Matter
from is_bench.scenarios import Dataset, Scenario, load_dataset
from sim_bridge.embodied.arrangement import Arrangement
from sim_bridge.embodied.room_model import RoomModel
from tests.sampling import sampled
from tests.sim_bridge.embodied.predicates import geometric_facts, standings
from tests.sim_bridge.embodied.scenes import moments

TOUCH = 0.002
EXACT = ("ontop", "inside", "under")


@pytest.fixture(
    params=["bundled", "twins", "dynamic", pytest.param("published", marks=pytest.mark.data)],
    scope="module",
)
def scenarios(request: pytest.FixtureRequest) -> list[Scenario]:
    dataset: Dataset = (
        request.getfixturevalue("published")
        if request.param == "published"
        else load_dataset(Path(request.param))
    )
    return list(dataset)


def solid(room: RoomModel, fact: Atom) -> bool:
    """Whether a fact is of things that have a place: neither stuff nor the robot."""
    found = [room.scene.objects.get(name) for name in fact.arguments]
    return all(o and not o.matter.is_substance and o.matter is not Matter.AGENT for o in found)


def supports(arrangement: Arrangement, name: str) -> set[str]:
    found = set()
    while name in arrangement.places:
        name = arrangement.places[name].rest.support
        found.add(name)
    return found


def test_nothing_stands_in_anything_else(scenarios: list[Scenario]) -> None:
    for scenario in sampled(scenarios, 3):
        for room, arrangement, _ in moments(scenario):
            where = standings(room, arrangement)
            below = {name: supports(arrangement, name) for name in where}
            for one, other in combinations(sorted(where), 2):
                if one in below[other] or other in below[one]:
                    continue
                depth = where[one].box.overlap(where[other].box)
                assert depth <= TOUCH, (scenario.name, one, other, depth)


def test_geometry_agrees_with_the_declared_facts(scenarios: list[Scenario]) -> None:
    for scenario in scenarios:
        for room, arrangement, facts in moments(scenario, start_only=True):
            declared = {f for f in facts if f.predicate in EXACT and solid(room, f)}
            measured = {
                f
                for f in geometric_facts(room, arrangement)
                if f.predicate in EXACT and solid(room, f)
            }
            assert measured == declared, scenario.name


def test_geometry_agrees_after_every_step(scenarios: list[Scenario]) -> None:
    missing, told = [], 0
    for scenario in sampled(scenarios, 3, first=1):
        for room, arrangement, facts in moments(scenario):
            declared = {f for f in facts if f.predicate in EXACT and solid(room, f)}
            missing += [(scenario.name, f) for f in declared - geometric_facts(room, arrangement)]
            told += len(declared)
    assert not missing, missing[:5]
    assert told > 100


def on_and_in_the_same(arrangement: Arrangement, fact: Atom) -> bool:
    """Two things, one on and one in the same cabinet, are declared to be next to each other."""
    places = [arrangement.places.get(name) for name in fact.arguments]
    return (
        places[0] is not None
        and places[1] is not None
        and places[0].rest.support == places[1].rest.support
        and places[0].rest.how != places[1].rest.how
    )


def test_what_is_declared_next_to_something_is_near_it(scenarios: list[Scenario]) -> None:
    near, all_told = 0, 0
    for scenario in scenarios:
        for room, arrangement, facts in moments(scenario, start_only=True):
            measured = geometric_facts(room, arrangement)
            declared = {
                f
                for f in facts
                if f.predicate == "nextto"
                and solid(room, f)
                and not on_and_in_the_same(arrangement, f)
            }
            near += len(declared & measured)
            all_told += len(declared)
    assert all_told - near <= max(2, 0.05 * all_told)


def test_what_nobody_moves_stays_where_it_is(scenarios: list[Scenario]) -> None:
    for scenario in scenarios[:20]:
        before: Arrangement | None = None
        for _, arrangement, _ in moments(scenario):
            if before is not None:
                kept = [n for n, p in before.places.items() if arrangement.places.get(n) == p]
                assert len(kept) >= len(before.places) - 4, scenario.name
            before = arrangement


def test_the_same_seed_gives_the_same_arrangement(scenarios: list[Scenario]) -> None:
    first = [arrangement for _, arrangement, _ in moments(scenarios[0])]
    assert first == [arrangement for _, arrangement, _ in moments(scenarios[0])]
