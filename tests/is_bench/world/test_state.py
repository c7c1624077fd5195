"""The relations that follow from what is where."""

from __future__ import annotations

from tests.is_bench.scenes import Room, facts, objects

STACK = (
    "inside(bowl, cabinet)",
    "ontop(plate, bowl)",
    "ontop(apple, plate)",
    "ontop(cabinet, floor)",
)


def stack(*more: str) -> Room:
    return Room("floor cabinet bowl plate apple lamp table rag", *STACK, *more)


def test_inside_holds_through_everything_that_lies_between() -> None:
    room = stack()
    for thing in ("bowl", "plate", "apple"):
        assert room.holds(f"inside({thing}, cabinet)")
    assert not room.holds("inside(cabinet, floor)")
    assert not room.holds("inside(apple, floor)")


def test_ontop_holds_directly_only() -> None:
    room = stack()
    assert room.holds("ontop(apple, plate)")
    assert not room.holds("ontop(apple, bowl)")
    assert not room.holds("ontop(bowl, cabinet)")


def test_in_an_open_vessel_inside_and_ontop_are_one() -> None:
    room = Room("bowl apple jar apple2", "ontop(apple, bowl)", "inside(apple2, jar)")
    assert room.holds("inside(apple, bowl)")
    assert room.holds("ontop(apple, bowl)")
    assert room.holds("inside(apple2, jar)")
    assert not room.holds("ontop(apple2, jar)")


def test_what_bears_a_thing_is_under_it_and_what_contains_it_is_not() -> None:
    room = Room(
        "table board apple cabinet lamp",
        "ontop(board, table)",
        "ontop(apple, board)",
        "inside(lamp, cabinet)",
    )
    assert room.holds("under(board, apple)")
    assert room.holds("under(table, apple)")
    assert not room.holds("under(apple, board)")
    assert not room.holds("under(cabinet, lamp)")


def test_what_stands_directly_on_or_in_each_other_touches() -> None:
    room = stack()
    assert room.holds("touching(apple, plate)")
    assert room.holds("touching(cabinet, bowl)")
    assert not room.holds("touching(apple, bowl)")


def test_moving_a_thing_ends_what_was_loosely_related_to_it() -> None:
    relations = (
        "nextto(lamp, rag)",
        "under(lamp, rag)",
        "draped(rag, lamp)",
        "attached(lamp, rag)",
    )
    room = stack(*relations)
    assert all(room.holds(relation) for relation in relations)
    room.do("PLACE_ON_TOP(lamp, table)")
    assert not any(room.holds(relation) for relation in relations)
    assert not facts(*relations) & room.world.facts().true


def test_a_declared_relation_ends_for_good() -> None:
    room = Room("table apple bowl", "ontop(apple, table)", "ontop(bowl, table)")
    room.do("PLACE_ON_TOP(apple, bowl)", "PLACE_ON_TOP(apple, table)")
    assert not room.holds("nextto(apple, bowl)")


def test_what_carries_a_thing_may_move_without_ending_its_relations() -> None:
    room = Room("board table apple bowl", "ontop(apple, board)", "ontop(bowl, board)")
    room.do("PLACE_ON_TOP(board, table)")
    assert room.holds("nextto(apple, bowl)")


def test_a_declared_under_holds_even_of_a_container() -> None:
    room = Room("cabinet lamp", "inside(lamp, cabinet)", "under(cabinet, lamp)")
    assert room.holds("under(cabinet, lamp)")
    assert facts("under(cabinet, lamp)") <= room.world.facts().true


def test_the_load_is_what_stands_directly_on_a_thing_and_all_that_is_inside_it() -> None:
    state = stack("ontop(lamp, cabinet)").world.state
    [cabinet, plate] = [thing.name for thing in objects("cabinet plate")]
    assert state.load(cabinet) == [thing.name for thing in objects("bowl plate apple lamp")]
    assert state.load(plate) == [thing.name for thing in objects("apple")]


def test_things_are_what_exists_and_can_be_handled() -> None:
    room = Room("agent water stain apple half", "future(half)")
    assert [thing.name for thing in room.world.state.things()] == ["apple.n.01_1"]


def test_things_that_stand_on_each_other_are_no_endless_matter() -> None:
    room = Room("apple board", "ontop(apple, board)", "ontop(board, apple)")
    assert room.holds("under(apple, board)")
    assert room.holds("under(board, apple)")


def test_facts_of_undeclared_substances_are_told_too() -> None:
    room = Room("sink mug").do("TOGGLE_ON(sink)", "FILL_WITH(mug, sink)")
    assert facts("filled(mug, water)", "contains(mug, water)") <= room.world.facts().true


def test_the_facts_are_worked_out_once_for_a_state() -> None:
    room = stack()
    assert room.world.facts() is room.world.facts()
    before = room.world.facts()
    room.do("OPEN(cabinet)")
    assert room.world.facts() != before
