"""What tools take up, from the taxonomy and a task's washing rules."""

from __future__ import annotations

import pytest

from is_bench.world.removers import Removers, WashRule, satisfied
from tests.is_bench.scenes import objects

THINGS = {thing.name.split(".")[0]: thing for thing in objects("rag vacuum board apple broom")}
RAG, VACUUM, BOARD = THINGS["rag"], THINGS["vacuum"], THINGS["chopping_board"]
WATER, STAIN, DUST, DETERGENT = "water.n.06", "stain.n.01", "dust.n.01", "detergent.n.02"


def test_the_taxonomy_knows_cleaning_tools() -> None:
    removers = Removers([])
    assert removers.is_remover(RAG)
    assert not removers.is_remover(BOARD)
    assert removers.conditions(RAG, WATER) == ()
    assert removers.conditions(VACUUM, WATER) is None
    assert removers.conditions(VACUUM, DUST) == (("toggled_on", True),)
    assert ("saturated", DETERGENT) in (removers.conditions(RAG, STAIN) or ())
    assert removers.conditions(BOARD, DUST) is None


def test_substances_that_a_tool_does_not_name_go_by_their_kind() -> None:
    removers = Removers([])
    assert removers.conditions(THINGS["broom"], "coat_of_paint.n.01") == ()  # a stain
    assert removers.conditions(THINGS["broom"], "baking_powder.n.01") is None
    assert removers.conditions(THINGS["broom"], "apple_juice.n.01") is None
    assert removers.conditions(RAG, "apple_juice.n.01") == ()


def test_a_rule_makes_a_tool_of_its_class() -> None:
    removers = Removers([WashRule("chopping_board", "dust", (("toggled_on", True),))])
    assert removers.is_remover(BOARD)
    assert removers.conditions(BOARD, DUST) == (("toggled_on", True),)
    assert removers.conditions(BOARD, STAIN) is None


def test_a_rule_without_conditions_means_always() -> None:
    assert Removers([WashRule("vacuum", "water")]).conditions(VACUUM, WATER) == ()


def test_rules_add_ways_to_those_of_the_taxonomy() -> None:
    plain = Removers([]).conditions(RAG, STAIN) or ()
    ruled = Removers([WashRule("rag", "stain", (("saturated", "water"),))])
    assert ruled.conditions(RAG, STAIN) == (*plain, ("saturated", "water"))


def test_several_rules_for_one_substance_are_alternatives() -> None:
    removers = Removers(
        [
            WashRule("chopping_board", "dust", (("saturated", "water"),)),
            WashRule("chopping_board", "dust", (("toggled_on", True),)),
        ]
    )
    assert removers.conditions(BOARD, DUST) == (("saturated", "water"), ("toggled_on", True))


def test_a_new_tool_takes_up_what_its_rules_want_it_to_be_saturated_with() -> None:
    removers = Removers([WashRule("chopping_board", "dust", (("saturated", "water"),))])
    assert removers.conditions(BOARD, WATER) == ()
    assert removers.conditions(BOARD, DETERGENT) is None


@pytest.mark.parametrize(
    ("conditions", "saturated", "on", "met"),
    [
        (None, (), True, False),
        ((), (), False, True),
        ((("saturated", WATER),), (WATER,), False, True),
        ((("saturated", "water"),), (WATER,), False, True),
        ((("saturated", "water"),), (DETERGENT,), False, False),
        ((("saturated", "water"), ("toggled_on", True)), (), True, True),
        ((("toggled_on", False),), (), False, True),
        ((("toggled_on", True),), (), False, False),
    ],
)
def test_any_condition_is_enough(
    conditions: tuple[tuple[str, str | bool], ...] | None,
    saturated: tuple[str, ...],
    on: bool,
    met: bool,
) -> None:
    assert satisfied(conditions, frozenset(saturated), on) is met
