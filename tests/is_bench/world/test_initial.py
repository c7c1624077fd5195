"""From the declared facts to the state at the start."""

from __future__ import annotations

from is_bench.facts import Atom
from is_bench.objects import ObjectTable, make_object
from is_bench.world import SymbolicWorld
from tests.is_bench.scenes import Room


def test_what_is_declared_holds_and_nothing_else() -> None:
    room = Room(
        "table cabinet stove apple rag water stain",
        "inside(apple, cabinet)",
        "open(cabinet)",
        "toggled_on(stove)",
        "saturated(rag, water)",
        "covered(table, stain)",
    )
    for declared in ("inside(apple, cabinet)", "open(cabinet)", "toggled_on(stove)"):
        assert room.holds(declared)
    assert room.holds("saturated(rag, water)")
    assert room.holds("covered(table, stain)")
    for other in ("open(stove)", "hot(apple)", "covered(apple, stain)", "ontop(apple, cabinet)"):
        assert not room.holds(other)


def test_things_on_one_support_are_next_to_each_other() -> None:
    room = Room("table apple bowl plate", "ontop(apple, table)", "ontop(bowl, table)")
    assert room.holds("nextto(apple, bowl)")
    assert room.holds("nextto(bowl, apple)")
    assert not room.holds("nextto(apple, plate)")
    assert not room.holds("nextto(apple, apple)")


def test_things_inside_one_container_are_next_to_each_other() -> None:
    room = Room("cabinet apple bowl", "inside(apple, cabinet)", "inside(bowl, cabinet)")
    assert room.holds("nextto(apple, bowl)")


def test_sharing_the_floor_is_not_being_next_to() -> None:
    room = Room("floor apple bowl", "ontop(apple, floor)", "ontop(bowl, floor)")
    assert not room.holds("nextto(apple, bowl)")


def test_the_floor_may_have_any_name() -> None:
    named = {"hall": "floor.n.01", "apple": "apple.n.01", "bowl": "bowl.n.01"}
    scene = ObjectTable(tuple(make_object(name, synset) for name, synset in named.items()))
    facts = [Atom("ontop", (name, "hall")) for name in ("apple", "bowl")]
    assert Atom("nextto", ("apple", "bowl")) not in SymbolicWorld(scene, facts).facts().true


def test_the_robot_and_substances_are_next_to_nothing() -> None:
    room = Room(
        "table agent apple salt", "ontop(agent, table)", "ontop(salt, table)", "ontop(apple, table)"
    )
    assert not room.holds("nextto(agent, apple)")
    assert not room.holds("nextto(salt, apple)")


def test_being_next_to_and_touching_go_both_ways() -> None:
    room = Room("apple bowl plate", "nextto(apple, bowl)", "touching(apple, plate)")
    assert room.holds("nextto(bowl, apple)")
    assert room.holds("touching(plate, apple)")


def test_what_can_freeze_and_is_inside_a_refrigerator_is_frozen() -> None:
    room = Room(
        "fridge plate apple stain lamp apple2",
        "inside(plate, fridge)",
        "ontop(apple, plate)",
        "inside(lamp, fridge)",
        "ontop(apple2, fridge)",
    )
    assert room.holds("frozen(plate)")
    assert room.holds("frozen(apple)")
    assert not room.holds("frozen(lamp)")
    assert not room.holds("frozen(apple2)")


def test_of_several_refrigerators_the_one_of_the_longest_name_freezes_as_released() -> None:
    room = Room("fridge fridge10 apple apple2", "inside(apple, fridge)", "inside(apple2, fridge10)")
    assert not room.holds("frozen(apple)")
    assert room.holds("frozen(apple2)")


def test_what_is_still_to_come_is_not_real() -> None:
    room = Room("apple half", "future(half)")
    assert room.holds("future(half)")
    assert not room.holds("real(half)")
    assert room.holds("real(apple)")
    assert not room.holds("future(apple)")


def test_what_is_declared_real_may_cease_to_be() -> None:
    room = Room("apple knife", "real(apple)").do("CUT(apple, knife)")
    assert not room.holds("real(apple)")
    assert not any(
        fact.predicate == "real" and "apple" in fact.arguments[0] for fact in room.world.facts()
    )


def test_filled_and_contains_are_one() -> None:
    room = Room("bowl mug water salt", "filled(bowl, water)", "contains(mug, salt)")
    assert room.holds("contains(bowl, water)")
    assert room.holds("filled(mug, salt)")
