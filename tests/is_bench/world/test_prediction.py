"""A world that starts from observed facts goes on as the one that was observed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom
from is_bench.world import RELEASED
from is_bench.world.prediction import predicted_world
from tests.is_bench.scenes import Room, fact, facts, objects
from tests.is_bench.world.plans import PLANS, RULES, THINGS, USUAL, world

STARTS = st.frozensets(st.sampled_from(USUAL), min_size=8)


@given(STARTS, PLANS, PLANS)
def test_a_world_rebuilt_from_its_facts_goes_on_as_the_original(
    initially: frozenset[Atom], before: list[str], after: list[str]
) -> None:
    here = world(initially, RELEASED)
    for step in before:
        here.execute(step)
    there = predicted_world(THINGS, here.facts(), RULES, RELEASED)
    assert there.facts() == here.facts()
    for step in after:
        assert there.execute(step) == here.execute(step)
        assert there.facts() == here.facts()


def test_what_thawed_in_a_refrigerator_is_not_taken_for_frozen() -> None:
    seen = Room("fridge apple", "inside(apple, fridge)").do("WAIT(apple)").world.facts()
    assert fact("frozen(apple)") not in predicted_world(objects("fridge apple"), seen).facts()


def test_what_was_placed_beside_a_thing_is_not_taken_for_its_neighbour() -> None:
    room = Room("table apple bowl", "ontop(bowl, table)").do("PLACE_ON_TOP(apple, table)")
    seen = room.world.facts()
    assert fact("nextto(apple, bowl)") not in predicted_world(room.world.objects, seen).facts()


def test_what_lies_on_a_tray_leaves_the_cabinet_with_it() -> None:
    seen = facts(
        "inside(board, cabinet)",
        "ontop(apple, board)",
        "inside(apple, cabinet)",
        "open(cabinet)",
    )
    there = predicted_world(objects("cabinet table board apple"), seen)
    there.execute("PLACE_ON_TOP(chopping_board.n.01_1, table.n.02_1)")
    assert fact("inside(apple, cabinet)") not in there.facts()
