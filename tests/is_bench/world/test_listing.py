"""Facts that are listed with what was kept are those that are listed anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import Atom, atom
from is_bench.objects import ObjectTable, make_object
from is_bench.world import CORRECTED, RELEASED, Quirks, SymbolicWorld
from is_bench.world.listing import FactListing, PlacementFacts
from tests.is_bench.scenes import fact, facts, objects, perform
from tests.is_bench.world.plans import FACTS, PLANS, RULES, THINGS

WORLDS = st.sampled_from([RELEASED, CORRECTED])


def sharing(
    initially: frozenset[Atom], quirks: Quirks, placements: PlacementFacts
) -> SymbolicWorld:
    return SymbolicWorld(THINGS, initially, RULES, quirks, placements=placements)


@given(FACTS, FACTS, PLANS, WORLDS)
def test_worlds_that_share_placements_list_the_same_as_worlds_of_their_own(
    one: frozenset[Atom], other: frozenset[Atom], plan: list[str], quirks: Quirks
) -> None:
    placements = PlacementFacts(THINGS)
    worlds = [sharing(start, quirks, placements) for start in (one, other)]
    for step in plan:
        for world in worlds:
            perform(world, step, quirks)
            assert world.facts() == FactListing(world.state).facts()


@given(FACTS, PLANS, PLANS, WORLDS)
def test_a_restored_world_lists_the_same_as_a_new_listing(
    initially: frozenset[Atom], left: list[str], right: list[str], quirks: Quirks
) -> None:
    world = sharing(initially, quirks, PlacementFacts(THINGS))
    start = world.snapshot()
    for plan in (left, right):
        world.restore(start)
        for step in plan:
            perform(world, step, quirks)
            assert world.facts() == FactListing(world.state).facts()


def test_what_lies_on_two_things_is_told_from_what_lies_on_a_pile_of_them() -> None:
    scene, placements = objects("apple board table"), PlacementFacts(objects("apple board table"))
    pile = facts("ontop(apple, board)", "ontop(board, table)")
    both = facts("ontop(apple, board)", "ontop(apple, table)")
    for start, direct in ((pile, False), (both, True), (pile, False)):
        world = SymbolicWorld(scene, start, complete=False, placements=placements)
        assert (fact("ontop(apple, table)") in world.facts().true) is direct
        assert fact("under(table, apple)") in world.facts().true


@pytest.mark.parametrize("name", ["breadcrumbs", "breadcrumbs_1", "crumb.n.03_1"])
def test_a_substance_keeps_the_name_that_the_scenario_gives_it(name: str) -> None:
    things = (make_object("table_1", "table.n.02"), make_object(name, "crumb.n.03"))
    world = SymbolicWorld(ObjectTable(things), [atom("covered", "table_1", name)])
    assert atom("covered", "table_1", name) in world.facts().true
