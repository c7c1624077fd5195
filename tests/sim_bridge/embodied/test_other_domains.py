"""What the benchmark does not know is drawn all the same: things, places, facts, new objects."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain import domain_from_texts, load_domain
from is_bench.domain.model import SourceText
from is_bench.facts import Atom, atom
from is_bench.objects import Matter, ObjectTable, SceneObject, make_object, synset_of
from is_bench.scenarios import Scene
from sim_bridge.embodied.arrangement import HAND, Arrangement, arrange, frames_of
from sim_bridge.embodied.body import Body
from sim_bridge.embodied.catalogue import shape_of
from sim_bridge.embodied.compose import Composition, compose
from sim_bridge.embodied.labels import draw_label
from sim_bridge.embodied.packing import NEAR
from sim_bridge.embodied.pool import LABELS, Pool
from sim_bridge.embodied.render_thread import RenderThread
from sim_bridge.embodied.room_model import ROOM, RoomModel, grown, make_room_model
from sim_bridge.embodied.shape import BOX, Part
from tests.sim_bridge.embodied.predicates import geometric_facts, standings

OWN = domain_from_texts(
    [
        SourceText(
            "own.yaml",
            "domain: own\n"
            "extends: household\n"
            "predicates:\n"
            "  painted: {arguments: 1}\n"
            "  allergic_to: {arguments: 2}\n"
            "  clipped_to: {arguments: 2, sort: place}\n",
        )
    ]
)
ROBOT, TABLE, APPLE, BOWL = "agent.n.01_1", "table.n.02_1", "apple.n.01_1", "bowl.n.01_1"
BLORB, WATER = "blorb_7", "water.n.06_1"
HALVES = ("half__apple.n.01_1", "half__apple.n.01_2")
THINGS = ObjectTable(
    (
        *(make_object(name, synset_of(name)) for name in (ROBOT, TABLE, APPLE, BOWL, WATER)),
        SceneObject(BLORB, "", frozenset(), label="the blue blorb"),
    )
)
PIECES = THINGS.joined(make_object(name, synset_of(name)) for name in HALVES)
START = frozenset(
    {atom("ontop", APPLE, TABLE), atom("ontop", BOWL, TABLE), atom("ontop", BLORB, TABLE)}
)
SCENE = Scene("own", "Do it.", "kitchen", THINGS, START, OWN)


@pytest.fixture(scope="module")
def room() -> RoomModel:
    return make_room_model(SCENE, START, 0)


def look(room: RoomModel, facts: frozenset[Atom], before: Arrangement | None = None) -> Composition:
    return compose(room, arrange(room, facts, before), sorted(facts))


def without(*names: str) -> frozenset[Atom]:
    return frozenset(fact for fact in START if fact.arguments[0] not in names)


# Things

ABILITIES = [frozenset[str](), frozenset({"openable"}), frozenset({"fillable"})]


@pytest.mark.parametrize("abilities", ABILITIES)
def test_a_thing_of_no_known_class_bears_what_people_call_it(abilities: frozenset[str]) -> None:
    named = SceneObject("thing_1", "", abilities, label="the blue blorb")
    nameless = replace(named, label="")
    assert "the blue blorb" in {part.label for part in shape_of(named).parts}
    assert "thing_1" in {part.label for part in shape_of(nameless).parts}
    assert all(0.01 < side < 1.0 for side in shape_of(named).bounds.size)


def test_a_cloth_of_no_known_class_is_a_cloth_with_its_name() -> None:
    shape = shape_of(SceneObject("x_1", "", frozenset({"cloth"}), Matter.CLOTH, label="my rag"))
    assert shape.cloth
    assert "my rag" in {part.label for part in shape.parts}


@pytest.mark.parametrize("text", ["", " \n\t", "\ud800\x00", "x" * 10_000, "鍋 🍳 ü", "a_b " * 500])
def test_any_name_can_be_written(text: str) -> None:
    assert draw_label(text, 96).shape == (96, 96, 3)
    thing = SceneObject(text, "", label=text)
    assert shape_of(thing).parts
    facts = frozenset({atom("covered", TABLE, text), atom("frozen", text)})
    scene = replace(SCENE, objects=THINGS.joined([thing]), name=text)
    assert text in look(make_room_model(scene, facts, 0), facts).owners


def test_as_many_names_as_there_is_room_for_are_written_and_new_ones_take_old_places() -> None:
    pool = Pool(4 * LABELS)

    def labels(start: int, count: int) -> list[Part]:
        return [
            Part(BOX, (0, 0, 0), (1, 1, 1), (1, 1, 1, 1), label=f"name {number:03}")
            for number in range(start, start + count)
        ]

    assert len(pool.show(labels(0, LABELS + 5), [0] * (LABELS + 5))) == LABELS
    assert pool.show(labels(0, LABELS), [0] * LABELS) == []
    assert len(pool.show(labels(2, LABELS), [0] * LABELS)) == 2


# Places


def test_what_the_robot_holds_is_on_its_arms(room: RoomModel) -> None:
    facts = without(APPLE) | {atom("held", APPLE)}
    arrangement = arrange(room, facts)
    robot = frames_of(room, arrangement)[ROBOT]
    low, high = robot.box(room.shapes[ROBOT].bounds).lo, standings(room, arrangement)[APPLE]
    assert high.foot[2] - low[2] == pytest.approx(HAND[2])
    assert standings(room, arrangement)[ROBOT].box.gap(high.box) < NEAR
    assert "blorb" not in {f.predicate for f in geometric_facts(room, arrangement)}


def test_two_things_are_held_side_by_side_and_put_down_again(room: RoomModel) -> None:
    first = arrange(room, without(APPLE) | {atom("held", APPLE)})
    both = arrange(room, without(APPLE, BOWL) | {atom("held", APPLE), atom("held", BOWL)}, first)
    where = standings(room, both)
    assert both.places[APPLE] == first.places[APPLE]
    assert where[APPLE].box.overlap(where[BOWL].box) < 0
    after = arrange(room, START, both)
    assert atom("ontop", APPLE, TABLE) in geometric_facts(room, after)


def test_a_place_that_only_the_domain_knows_is_on_its_other_object(room: RoomModel) -> None:
    facts = without(APPLE) | {atom("clipped_to", APPLE, BLORB)}
    arrangement = arrange(room, facts)
    assert arrangement.places[APPLE].rest.support == BLORB
    assert atom("ontop", APPLE, BLORB) in geometric_facts(room, arrangement)


def test_without_a_robot_what_is_held_lies_on_the_floor() -> None:
    objects = ObjectTable(tuple(thing for thing in THINGS if thing.name != ROBOT))
    facts = without(APPLE) | {atom("held", APPLE)}
    room = make_room_model(replace(SCENE, objects=objects), START, 0)
    arrangement = arrange(room, facts)
    assert arrangement.places[APPLE].rest.support == ROOM
    assert standings(room, arrangement)[APPLE].foot[2] == pytest.approx(0)


def test_what_has_no_place_any_more_lies_on_the_floor(room: RoomModel) -> None:
    arrangement = arrange(room, without(BOWL), arrange(room, START))
    where = standings(room, arrangement)
    assert where[BOWL].foot[2] == pytest.approx(0)
    assert where[BOWL].box.overlap(where[TABLE].box) < 0
    assert not [f for f in geometric_facts(room, arrangement) if ROOM in f.arguments]


def test_what_is_no_more_is_not_drawn_and_what_stood_on_it_falls(room: RoomModel) -> None:
    facts = START | {atom("future", TABLE)}
    assert TABLE in look(room, START).owners
    whole = look(room, facts, arrange(room, START))
    assert TABLE not in whole.owners
    assert {APPLE, BOWL, BLORB} <= set(whole.owners)


@pytest.mark.parametrize(
    "circle",
    [
        {atom("inside", BOWL, BOWL)},
        {atom("ontop", APPLE, BOWL), atom("ontop", BOWL, APPLE)},
        {atom("inside", APPLE, BOWL), atom("ontop", BOWL, BLORB), atom("clipped_to", BLORB, APPLE)},
    ],
)
def test_what_carries_itself_is_drawn_too(room: RoomModel, circle: set[Atom]) -> None:
    assert {APPLE, BOWL, BLORB} <= set(look(room, frozenset(circle)).owners)


# Facts


@pytest.mark.parametrize(
    "fact",
    [
        atom("painted", APPLE),
        atom("allergic_to", BLORB, APPLE),
        atom("locked", TABLE),
        atom("no_such_predicate", APPLE, "nobody"),
        atom("covered", APPLE),
        atom("ontop", APPLE),
        atom("nextto", APPLE),
        atom("held", "nobody"),
        atom("clipped_to", APPLE, "nobody"),
        atom("inside", APPLE, WATER),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_changes_nothing(room: RoomModel, fact: Atom) -> None:
    assert look(room, START | {fact}) == look(room, START)


FLOOR = make_object("floor.n.01_1", "floor.n.01")
WITH_FLOOR = make_room_model(replace(SCENE, objects=THINGS.joined([FLOOR])), START, 0)
NAMES = [thing.name for thing in PIECES] + [FLOOR.name, "nobody", ""]
ATOMS = st.builds(
    lambda predicate, names: Atom(predicate, tuple(names)),
    st.sampled_from([*OWN.predicates, "no_such_predicate"]),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=3),
)


@given(st.lists(st.frozensets(ATOMS, max_size=25), min_size=1, max_size=3))
def test_whatever_holds_everything_that_is_there_is_drawn(moments: list[frozenset[Atom]]) -> None:
    later = grown(WITH_FLOOR, PIECES.joined(WITH_FLOOR.scene.objects))
    before = arrange(WITH_FLOOR, START)
    for facts in moments:
        before = arrange(later, facts, before)
        whole = compose(later, before, facts)
        gone = {fact.arguments[0] for fact in facts if fact.predicate == "future"}
        there = {t.name for t in PIECES if not t.matter.is_substance} - gone
        assert there <= set(whole.owners)
        assert np.isfinite([part.center + part.half for part in whole.parts]).all()


# New things


def test_pieces_get_shapes_and_places_and_nothing_else_moves(room: RoomModel) -> None:
    before = arrange(room, START)
    facts = without(APPLE) | {atom("future", APPLE), *(atom("ontop", h, TABLE) for h in HALVES)}
    later = grown(room, PIECES)
    after = arrange(later, facts, before)
    assert after.places[BOWL] == before.places[BOWL]
    assert atom("ontop", HALVES[0], TABLE) in geometric_facts(later, after)
    where = standings(later, after)
    assert where[HALVES[0]].box.overlap(where[HALVES[1]].box) <= 0
    assert grown(room, THINGS).shapes == room.shapes


def test_pieces_are_seen_by_their_place_among_the_objects(render_thread: RenderThread) -> None:
    body = Body(SCENE, START, render_thread)
    first = body.arrange(START, None)
    facts = without(APPLE) | {atom("future", APPLE), *(atom("ontop", h, TABLE) for h in HALVES)}
    after = body.arrange(facts, first, PIECES)
    names = [thing.name for thing in PIECES]
    seen = set()
    for view in body.views(after, facts, PIECES):
        seen |= {box.name for box in view.boxes}
        numbers = set(np.unique(view.segmentation)) - {0}
        assert {names[number - 1] for number in numbers} == {box.name for box in view.boxes}
    assert seen >= {*HALVES, BLORB}
    assert APPLE not in seen
    again = {box.name for view in body.views(first, START) for box in view.boxes}
    assert APPLE in again
    assert not again & {*HALVES}


def test_household_knows_the_places_that_this_file_is_about() -> None:
    assert {"held", "in_hands_of"} <= load_domain("household").predicates.keys()
