"""Worlds of stated effects: three truth values, places, pieces, changes, snapshots."""

from __future__ import annotations

import statistics
import time

import pytest

from is_bench.calls import DONE, parse_call
from is_bench.domain import (
    Domain,
    SourceText,
    TransitionModel,
    domain_from_texts,
    load_domain,
)
from is_bench.domain.effect_world import EffectWorld, Preconditions
from is_bench.facts import FactSet, Truth, atom
from is_bench.objects import ObjectTable, SceneObject, make_object
from is_bench.world.changes import Changes
from is_bench.world.outcome import OK
from is_bench.world.removers import WashRule
from tests.is_bench.domain.rooms import Room, atoms, fact, full, table


def domain(skills: str) -> Domain:
    text = f"domain: d\nextends: household\nskills:\n{skills}"
    return domain_from_texts([SourceText("d.yaml", text)])


# Requirements


def test_a_false_requirement_fails_and_changes_nothing() -> None:
    room = Room("mug cabinet", "inside(mug, cabinet)")
    before = room.world.facts()
    outcome = room.do("PICK(mug)")
    assert not outcome.ok
    assert outcome.error == "open(cabinet.n.01_1) is false: OPEN(cabinet.n.01_1) first"
    assert room.world.facts() is before


def test_an_unknown_requirement_leaves_every_effect_unknown() -> None:
    room = Room("mug cabinet", "inside(mug, cabinet)", "open(cabinet)")
    assert room.do("PICK(mug)").ok
    assert room.says("held(mug)") is None
    assert room.says("inside(mug, cabinet)") is None
    assert room.says("open(cabinet)") is None


def test_what_is_the_same_either_way_stays_known() -> None:
    room = Room("mug cabinet", "inside(mug, cabinet)", "open(cabinet)")
    assert room.do("FOLD(mug)", "OPEN(cabinet)").ok
    assert room.says("open(cabinet)") is True
    assert room.says("folded(mug)") is None
    assert room.do("FOLD(mug)").ok
    assert room.says("folded(mug)") is True
    assert room.says("unfolded(mug)") is False


def test_where_steps_are_assumed_to_succeed_only_a_false_requirement_fails() -> None:
    room = Room("mug cabinet", "inside(mug, cabinet)", "open(cabinet)")
    shut = Room("mug cabinet", "inside(mug, cabinet)")
    objects = room.world.objects
    model = TransitionModel(room.world.domain)
    unknown = model.predict(objects, room.world.facts(), Preconditions.UNKNOWN_HOLD)
    false = model.predict(objects, shut.world.facts(), Preconditions.UNKNOWN_HOLD)
    pick = parse_call("PICK(mug.n.04_1)")
    assert unknown.execute(pick).ok
    assert unknown.truth(atom("held", "mug.n.04_1")) is Truth.TRUE
    assert unknown.truth(atom("inside", "mug.n.04_1", "cabinet.n.01_1")) is Truth.FALSE
    assert unknown.truth(atom("open", "cabinet.n.01_1")) is Truth.UNKNOWN
    assert not false.execute(pick).ok


@pytest.mark.parametrize("call", ["FLY(mug)", "PICK", "PICK(mug, mug)", "PICK(jug)", "pick(x)"])
def test_what_is_no_call_of_the_domain_fails(call: str) -> None:
    room = Room("mug")
    outcome = room.do(call)
    assert not outcome.ok
    assert outcome.error


def test_done_does_nothing() -> None:
    room = Room("mug")
    assert room.world.execute(DONE) == OK


def test_a_class_that_an_argument_is_not_of_fails() -> None:
    outcome = Room("mug water").do("PICK(water)")
    assert outcome.error == "water.n.06_1 cannot be thing of PICK: it is not thing"


def test_of_what_was_not_recognised_nobody_knows_whether_it_fits() -> None:
    blob = SceneObject("blob", "")
    knife = make_object("knife", "carving_knife.n.01")
    world = EffectWorld(load_domain("is_bench"), ObjectTable((blob, knife)), FactSet(frozenset()))
    assert world.execute(parse_call("OPEN(blob)")).ok
    assert world.truth(atom("open", "blob")) is Truth.UNKNOWN


# Conditions


def test_a_condition_that_is_unknown_makes_its_effect_unknown() -> None:
    room = Room("mug laptop coffee water", "", "contains(mug, coffee)")
    assert room.do("POUR_ONTO(mug, laptop)").ok
    assert room.says("covered(laptop, coffee)") is None
    assert room.says("contains(mug, coffee)") is False
    assert room.says("covered(laptop, water)") is False


def test_conditions_are_asked_before_anything_changes() -> None:
    room = Room("lamp", "toggled_on(lamp)")
    room.do("PRESS(lamp)")
    assert room.says("toggled_on(lamp)") is False


def test_effects_of_a_list_happen_one_after_the_other() -> None:
    skill = "  GO: {meaning: go, parameters: {x: place}, effects: [E]}\n"
    together = '"(and (hot ?x) (when (hot ?x) (cooked ?x)))"'
    in_turn = '"(hot ?x)", "(when (hot ?x) (cooked ?x))"'
    for effects, cooked in ((together, False), (in_turn, True)):
        room = Room("egg", domain=domain(skill.replace("E", effects)))
        room.do("GO(egg)")
        assert room.says("cooked(egg)") is cooked


def test_what_comes_to_hold_wins_over_what_ceases_to() -> None:
    effects = '["(and (hot ?x) (not (hot ?x)))"]'
    room = Room(
        "egg", domain=domain(f"  GO: {{meaning: go, parameters: {{x: place}}, effects: {effects}}}")
    )
    room.do("GO(egg)")
    assert room.says("hot(egg)") is True


# Places


def test_a_new_place_ends_all_others() -> None:
    room = Room("mug table tray cabinet person", "ontop(mug, table); open(cabinet)")
    room.do("PLACE_INSIDE(mug, cabinet)")
    assert room.has("inside(mug, cabinet); !ontop(mug, table)")
    room.do("PICK(mug)")
    assert room.has("held(mug); !inside(mug, cabinet)")
    room.do("HAND_OVER(mug, person)")
    assert room.has("in_hands_of(mug, person); !held(mug)")


def test_load_moves_with_what_carries_it() -> None:
    room = Room(
        "egg bowl book table cabinet",
        "inside(egg, bowl); ontop(bowl, book); ontop(book, table); open(cabinet)",
    )
    assert room.has("ontop(egg, bowl); under(table, egg); under(book, egg); !under(bowl, egg)")
    room.do("PLACE_INSIDE(book, cabinet)")
    assert room.has("inside(egg, bowl); inside(egg, cabinet); inside(bowl, cabinet)")
    assert room.has("ontop(bowl, book); !under(table, egg); touching(egg, bowl)")


def test_a_moved_object_leaves_its_loose_relations() -> None:
    room = Room("mug laptop table", "nextto(mug, laptop); draped(mug, laptop)")
    assert room.says("nextto(laptop, mug)") is True
    room.do("PICK(laptop)")
    assert room.has("!nextto(mug, laptop); !nextto(laptop, mug); !draped(mug, laptop)")


def test_an_unknown_place_makes_what_follows_unknown() -> None:
    room = Room("mug tray cabinet", "ontop(mug, tray)", "inside(tray, cabinet)")
    assert room.says("inside(mug, cabinet)") is None
    assert room.says("inside(tray, mug)") is False
    room.do("PICK(mug)")
    assert room.says("inside(mug, cabinet)") is None  # it may have been shut in
    assert room.says("held(mug)") is None
    room.do("OPEN(cabinet)", "PICK(mug)")
    assert room.has("held(mug); !inside(mug, cabinet)")


def test_a_place_that_follows_from_others_is_not_kept() -> None:
    room = Room(
        "mug tray cabinet table",
        "ontop(mug, tray); inside(tray, cabinet); inside(mug, cabinet); open(cabinet)",
    )
    room.do("PLACE_ON_TOP(tray, table)")
    assert room.has("ontop(mug, tray); !inside(mug, cabinet)")


def test_an_unknown_place_that_may_follow_is_not_kept() -> None:
    room = Room(
        "mug tray cabinet table",
        "ontop(mug, tray); open(cabinet)",
        "inside(tray, cabinet); inside(mug, cabinet)",
    )
    room.do("PLACE_ON_TOP(tray, table)")
    assert room.says("inside(mug, cabinet)") is False


def test_told_touching_and_under_are_kept_if_nothing_explains_them() -> None:
    room = Room(
        "mug laptop table book", "touching(mug, laptop); ontop(mug, table); under(table, mug)"
    )
    room.do("PLACE_ON_TOP(mug, book)")
    assert room.has("!touching(mug, laptop); !under(table, mug)")
    assert room.has("under(book, mug)")


def test_the_floor_is_where_things_fall_if_there_is_one() -> None:
    room = Room("spoon table", "held(spoon)")
    room.do("DROP(spoon)")
    assert room.has("!held(spoon); !ontop(spoon, table)")
    room = Room("spoon floor floor2", "held(spoon)")
    room.do("DROP(spoon)")
    assert room.has("!ontop(spoon, floor); !ontop(spoon, floor2)")


# Pieces


def test_new_pieces_get_the_next_free_numbers_and_the_place_of_the_whole() -> None:
    room = Room("apple apple2 half plate table knife", "ontop(apple, plate); ontop(apple2, table)")
    room.do("CUT(apple, knife)")
    assert room.has("future(apple); !real(apple); !ontop(apple, plate)")
    names = [thing.name for thing in room.world.objects]
    assert names[-2:] == ["half__apple.n.01_2", "half__apple.n.01_3"]
    assert room.has("ontop(half2, plate); real(half2); ontop(half3, plate); inside(half3, plate)")
    room.do("CUT(apple2, knife)")
    assert room.has("real(half4); ontop(half5, table)")
    assert not room.do("PICK(apple)").ok


def test_pieces_that_were_declared_come_first() -> None:
    room = Room("apple half half2 table knife", "ontop(apple, table); future(half); future(half2)")
    count = len(room.world.objects.objects)
    room.do("CUT(apple, knife)")
    assert room.has("real(half); real(half2); ontop(half2, table)")
    assert len(room.world.objects.objects) == count


def test_pieces_of_what_has_no_synset_for_them_are_marked() -> None:
    thing = SceneObject("loaf", "", frozenset({"sliceable", "openable", "flammable"}))
    objects = ObjectTable((thing, *table("knife")))
    world = EffectWorld(load_domain("household"), objects, FactSet(frozenset()))
    assert world.execute(parse_call(full("CUT(loaf, knife)"))).ok
    pieces = world.objects.objects[-2:]
    assert [piece.name for piece in pieces] == ["half__loaf_1", "half__loaf_2"]
    assert {piece.abilities for piece in pieces} == {frozenset({"flammable"})}


def test_what_stood_on_a_thing_that_vanishes_stays() -> None:
    room = Room("apple spoon table knife", "ontop(apple, table); ontop(spoon, apple)")
    room.do("CUT(apple, knife)")
    assert room.has("ontop(spoon, table); !ontop(spoon, apple)")


def test_what_may_have_been_cut_may_be_there() -> None:
    room = Room("apple table knife cabinet", "inside(apple, cabinet)", "open(cabinet)")
    room.do("CUT(apple, knife)")
    assert room.says("real(apple)") is None
    assert room.says("real(half)") is None
    assert room.says("inside(half2, cabinet)") is None
    room.do("OPEN(cabinet)", "PICK(half)")
    assert room.says("held(half)") is None


def test_broken_glass_lies_where_it_broke_and_only_once() -> None:
    room = Room("wineglass table floor", "ontop(wineglass, table)")
    room.do("BREAK(wineglass)")
    assert room.has("broken(wineglass); ontop(shards, table)")
    room.do("DROP(wineglass)")
    assert [thing.name for thing in room.world.objects][-1] == full("shards")


def test_a_substance_is_an_object_once_something_is_full_of_it() -> None:
    room = Room("mug sink")
    assert room.world.objects.get(full("water")) is None
    room.do("FILL(mug, sink)")
    assert room.has("contains(mug, water); filled(mug, water); real(water)")
    assert room.world.objects.get(full("water")) is not None


def test_facts_of_a_substance_are_told_of_all_its_instances() -> None:
    room = Room("mug water water2 laptop", "contains(mug, water2)")
    assert room.has("contains(mug, water); contains(mug, water2); filled(mug, water)")
    room.do("POUR_ONTO(mug, laptop)")
    assert room.has("covered(laptop, water2); !contains(mug, water)")


# Open worlds


def test_in_an_open_world_what_was_not_told_is_unknown() -> None:
    room = Room("mug table lamp", "ontop(mug, table)", false="toggled_on(lamp)", closed=False)
    assert room.says("ontop(mug, table)") is True
    assert room.says("toggled_on(lamp)") is False
    assert room.says("hot(mug)") is None
    assert room.says("inside(mug, lamp)") is None
    assert room.says("real(mug)") is True
    assert not room.world.facts().closed


def test_in_an_open_world_a_skill_that_surely_succeeds_settles_places() -> None:
    placed = "  GO: {meaning: go, parameters: {x: moved, y: support}, effects: ['(ontop ?x ?y)']}"
    room = Room("mug table lamp", "nextto(mug, lamp)", domain=domain(placed), closed=False)
    room.do("GO(mug, table)")
    assert room.has("ontop(mug, table); !held(mug); !nextto(mug, lamp); !ontop(mug, lamp)")
    assert room.says("inside(mug, lamp)") is None  # the table may be
    assert room.says("hot(mug)") is None


def test_in_an_open_world_what_was_told_to_be_outside_stays_there_if_nothing_moves() -> None:
    room = Room("mug fridge lamp", false="inside(mug, fridge)", closed=False)
    assert room.says("inside(mug, fridge)") is False
    room.do("TOGGLE_ON(lamp)")
    assert room.says("inside(mug, fridge)") is False
    room.do("PLACE_INSIDE(lamp, fridge)")
    assert room.says("inside(mug, fridge)") is None  # it may stand on the lamp


def test_in_an_open_world_a_requirement_that_nobody_knows_to_hold_is_unknown() -> None:
    room = Room("mug table cabinet", "open(cabinet)", closed=False)
    assert room.do("PICK(mug)").ok
    assert room.says("held(mug)") is True  # the only thing that it could be shut in is open
    room = Room("mug table cabinet", closed=False)
    room.do("PICK(mug)")
    assert room.says("held(mug)") is None


# Changes and snapshots


def test_changes_come_from_elsewhere() -> None:
    room = Room("mug table laptop", "ontop(mug, table); contains(mug, water); hot(mug)")
    room.world.change(
        Changes(
            tuple(atoms("covered(laptop, water); inside(mug, laptop)")),
            tuple(atoms("filled(mug, water); hot(mug)")),
        )
    )
    assert room.has("covered(laptop, water); !contains(mug, water); !hot(mug)")
    assert room.has("inside(mug, laptop); !ontop(mug, table)")


def test_things_come_and_go() -> None:
    room = Room("mug table tray", "ontop(mug, tray); ontop(tray, table)")
    room.world.change(Changes((fact("real(person)"), fact("nextto(person, table)"))))
    assert room.has("real(person); nextto(person, table)")
    assert room.world.objects.get(full("person")) is not None
    room.world.change(Changes((), (fact("real(tray)"),)))
    assert room.has("!real(tray); future(tray); ontop(mug, table)")
    room.world.change(Changes((fact("real(tray)"),)))
    assert room.has("real(tray); !ontop(mug, tray)")


def test_a_snapshot_is_returned_to_with_objects_and_facts() -> None:
    room = Room("apple knife table", "ontop(apple, table)")
    before, start = room.world.facts(), room.world.snapshot()
    room.do("CUT(apple, knife)")
    cut, after = room.world.snapshot(), room.world.facts()
    room.world.restore(start)
    assert room.world.facts() is before
    assert room.world.objects.get("half__apple.n.01_1") is None
    room.world.restore(cut)
    assert room.world.facts() is after
    assert room.world.objects.get("half__apple.n.01_1") is not None


# What the task knows


def test_wash_rules_make_a_cleaning_tool() -> None:
    rule = WashRule("spoon", "dust")
    tool = list(table("spoon"))
    named = SceneObject("spoon", tool[0].synset, tool[0].abilities)
    objects = ObjectTable((named, *table("table dust")))
    told = FactSet(atoms("covered(table, dust)"))
    world = EffectWorld(load_domain("is_bench"), objects, told, [rule])
    assert world.execute(parse_call(full("WIPE(table, ") + "spoon)")).ok
    assert world.truth(fact("covered(table, dust)")) is Truth.FALSE


def test_facts_of_unknown_predicates_and_objects_are_no_crash() -> None:
    room = Room("mug", "ontop(mug, table); sparkles(mug); contains(nothing, water)")
    assert room.says("sparkles(mug)") is False
    assert room.world.truth(atom("levitates", "mug", "x", "y")) is Truth.FALSE
    assert room.do("PICK(mug)").ok


def test_a_step_in_a_scene_of_forty_objects_takes_about_a_millisecond() -> None:
    bowls = " ".join(f"bowl{number}" for number in range(1, 35))
    facts = "; ".join(f"ontop(bowl{number}, table)" for number in range(1, 35))
    room = Room(f"table mug cabinet floor coffee water {bowls}", f"{facts}; contains(bowl, coffee)")
    calls = ["PICK(bowl)", "PLACE_ON_TOP(bowl, table)", "POUR_ONTO(bowl, mug)", "OPEN(cabinet)"]
    took = []
    for call in calls * 10:
        step = parse_call(full(call))
        start = time.perf_counter()
        room.world.execute(step)
        room.world.facts()
        took.append(time.perf_counter() - start)
    assert statistics.median(took) < 0.004
