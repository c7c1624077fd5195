"""The robot goes to what it acts on, reaches for it, and stands in nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from pathlib import Path

import pytest

from is_bench.calls import parse_call
from is_bench.domain import load_domain
from is_bench.facts import Atom, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.scenarios import Scenario, Scene, load_dataset
from sim_bridge.embodied.arms import LONGEST, SHOULDERS, arm
from sim_bridge.embodied.arrangement import Arrangement, arrange, frames_of
from sim_bridge.embodied.compose import compose
from sim_bridge.embodied.motion import passage
from sim_bridge.embodied.reaching import busy_arms
from sim_bridge.embodied.resting import HELD
from sim_bridge.embodied.robot import attended
from sim_bridge.embodied.room_model import RoomModel, make_room_model
from sim_bridge.embodied.shape import LEFT, RIGHT
from tests.is_bench.scenes import perform
from tests.sampling import sampled
from tests.sim_bridge.embodied.predicates import standings

AGENT = "agent.n.01_1"
NEAR = 0.9
"""How far the robot is at most from what it acts on, in meters, but for a few cases."""
Step = tuple[RoomModel, Arrangement, Arrangement, frozenset[Atom], tuple[str, ...]]


def steps(scenario: Scenario) -> Iterator[Step]:
    """Before and after each call of the reference plan, the facts before, what it names."""
    world = scenario.scene.world()
    facts = world.facts().true
    room = make_room_model(scenario.scene, facts, 0)
    before = arrange(room, facts)
    for text in scenario.plans.reference:
        acted = parse_call(text).arguments
        perform(world, text)
        new = world.facts().true
        now = attended(room, arrange(room, new, before), before, new, acted)
        yield room, before, now, facts, acted
        before, facts = now, new


@pytest.fixture(params=["bundled", "twins", "dynamic"], scope="module")
def episodes(request: pytest.FixtureRequest) -> list[list[Step]]:
    scenarios = sampled(list(load_dataset(Path(request.param))), 4)
    return [list(steps(scenario)) for scenario in scenarios]


def test_the_robot_is_near_what_it_acts_on_and_has_a_hand_on_it(episodes: list[list[Step]]) -> None:
    near, total = 0, 0
    for episode in episodes:
        for room, _, now, _, _ in episode:
            where = standings(room, now)
            if not now.reach or now.reach[0] not in where:
                continue
            total += 1
            gap = where[now.reach[0]].box.gap(where[AGENT].box)
            hands = busy_arms(room, now, frames_of(room, now))
            near += gap <= NEAR and len(hands) >= 1
    assert total > 20
    assert near >= 0.97 * total


def test_the_robot_stands_in_nothing(episodes: list[list[Step]]) -> None:
    for episode in episodes:
        for room, _, now, _, _ in episode:
            where = standings(room, now)
            for name, other in where.items():
                if name != AGENT:
                    depth = where[AGENT].box.overlap(other.box)
                    assert depth <= 0.002, (room.scene.name, name)


def test_the_robot_stays_in_its_room(episodes: list[list[Step]]) -> None:
    for episode in episodes:
        for room, _, now, _, _ in episode:
            box, floor = standings(room, now)[AGENT].box, room.layout.floor
            assert all(floor.lo[i] <= box.lo[i] and box.hi[i] <= floor.hi[i] for i in (0, 1))


def test_between_two_moments_it_holds_what_it_moves(episodes: list[list[Step]]) -> None:
    held = 0
    for episode in episodes[:12]:
        for room, before, now, facts, acted in episode:
            for passing in passage(room, before, facts, now, acted):
                moment = passing.arrangement
                in_hand = [n for n, p in moment.places.items() if p.rest.how == HELD]
                assert in_hand in ([], [acted[0]])
                held += bool(in_hand)
                if in_hand:
                    frames = frames_of(room, moment)
                    where = frames[acted[0]].box(room.shapes[acted[0]].bounds)
                    assert where.gap(frames[AGENT].box(room.shapes[AGENT].bounds)) < 0.05
    assert held > 10


def test_what_it_has_done_nothing_to_leaves_it_where_it_is(episodes: list[list[Step]]) -> None:
    for room, before, now, _, _ in episodes[0]:
        facts: frozenset[Atom] = frozenset()
        assert attended(room, before, before, facts, ()).agents == before.agents
        assert passage(room, now, facts, now, ()) == ()


# One small room

APPLE, TABLE, FRIDGE = "apple.n.01_1", "table.n.02_1", "electric_refrigerator.n.01_1"
FLOOR = "floor.n.01_1"
ROOM = Scene(
    "room",
    "Do it.",
    "kitchen",
    ObjectTable(tuple(make_object(n, synset_of(n)) for n in (APPLE, TABLE, FRIDGE, FLOOR, AGENT))),
    frozenset(),
    load_domain("is_bench"),
)


def acting(facts: frozenset[Atom], *acted: str) -> tuple[RoomModel, Arrangement]:
    room = make_room_model(ROOM, facts, 0)
    first = arrange(room, facts)
    return room, attended(room, first, first, facts, acted)


def test_for_what_is_in_something_closed_it_reaches_for_that() -> None:
    inside = atom("inside", APPLE, FRIDGE)
    assert acting(frozenset({inside}), APPLE)[1].reach == (FRIDGE,)
    assert acting(frozenset({inside, atom("open", FRIDGE)}), APPLE)[1].reach == (APPLE,)


def test_what_is_no_thing_or_unknown_is_not_reached_for() -> None:
    facts = frozenset({atom("ontop", APPLE, TABLE)})
    room, now = acting(facts, "nothing.n.01_1", AGENT, "water.n.06_1")
    assert now.reach == ()
    assert now.agents == arrange(room, facts).agents


def test_on_a_floor_it_works_before_its_feet_near_the_middle() -> None:
    facts = frozenset({atom("ontop", APPLE, TABLE)})
    room, now = acting(facts, FLOOR)
    ((x, y, z),) = busy_arms(room, now, frames_of(room, now)).values()
    assert (abs(x) < 0.3, y < -0.24, z < 0.1) == (True, True, True)
    home = arrange(room, facts).agents[AGENT]
    middle = room.layout.floor.center
    assert dist(now.agents[AGENT].origin[:2], middle[:2]) <= dist(home.origin[:2], middle[:2])


def test_what_is_put_on_the_floor_has_one_hand_on_it_and_the_floor_none() -> None:
    facts = frozenset({atom("ontop", APPLE, FLOOR)})
    room, now = acting(facts, APPLE, FLOOR)
    assert len(busy_arms(room, now, frames_of(room, now))) == 1


def test_an_arm_that_reaches_does_not_rest() -> None:
    facts = frozenset({atom("ontop", APPLE, TABLE)})
    room, now = acting(facts, APPLE)
    (side,) = busy_arms(room, now, frames_of(room, now))
    resting = room.shapes[AGENT].parts
    whole = compose(room, now, facts)
    drawn = [part for part, owner in zip(whole.parts, whole.owners, strict=True) if owner == AGENT]
    at_rest = compose(room, arrange(room, facts), facts)
    assert len(drawn) == sum(owner == AGENT for owner in at_rest.owners)
    assert {part.when for part in drawn} & {LEFT, RIGHT} == {LEFT, RIGHT} - {side}
    assert len(resting) > len(drawn) - 1


@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_an_arm_ends_at_its_hand_or_as_far_as_it_is_long(side: str) -> None:
    for hand in ((0.3, -0.5, 0.9), (0.0, -9.0, 0.5), SHOULDERS[side]):
        fingers = arm(side, hand)[-2:]
        tip = fingers[0].center
        reach = min(dist(SHOULDERS[side], hand), LONGEST)
        assert dist(SHOULDERS[side], tip) == pytest.approx(reach, abs=0.1)
