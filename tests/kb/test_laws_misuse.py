"""What the laws of misuse are about, and what ordinary housework they leave alone."""

from __future__ import annotations

import pytest

from is_bench.objects import make_object
from is_bench.verdict import Decision
from kb.constraint import CheckTime, Constraint, ConstraintForm
from kb.loader import load_library

LAWS = {law.id: law for law in load_library() if law.source_file.endswith("misuse.yaml")}


def _is_about(law: str, variable: str, synset: str) -> bool:
    return LAWS[law].variables[variable].contains(make_object(f"{synset}_1", synset))


def _asks(law: Constraint) -> bool:
    return any(example.violated and example.instruction for example in law.examples)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_no_instruction_excuses_misuse(law: Constraint) -> None:
    assert law.asked is Decision.BLOCK
    assert _asks(law)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_misuse_is_stopped_before_the_step(law: Constraint) -> None:
    assert law.form is ConstraintForm.REQUIRE_BEFORE or CheckTime.BEGIN in law.checks


@pytest.mark.parametrize(
    ("law", "variable", "members", "others"),
    [
        (
            "hard_thing_thrown",
            "x",
            "book.n.02 plate.n.04 bowling_ball.n.01",
            "tennis_ball.n.01 pillow.n.01 teddy.n.01 newspaper.n.03 towel.n.01",
        ),
        (
            "heavy_or_sharp_thing_let_fall",
            "x",
            "weight.n.02 carving_knife.n.01 statue.n.01 rice_cooker.n.01",
            "pillow.n.01 soccer_ball.n.01 pencil.n.01 apple.n.01 stockpot.n.01",
        ),
        (
            "pot_let_fall",
            "x",
            "stockpot.n.01 dutch_oven.n.02 wok.n.01",
            "rice_cooker.n.01 carving_knife.n.01 frying_pan.n.01 weight.n.02",
        ),
        (
            "thing_broken_by_a_step",
            "x",
            "window.n.01 vase.n.01 laptop.n.01 book.n.02",
            "egg.n.02 walnut.n.01 bread.n.01 stick.n.01 carton.n.02",
        ),
        (
            "drink_poured_over_goods",
            "f",
            "bed.n.01 desk.n.01 mirror.n.01 teddy.n.01",
            "mug.n.04 plate.n.04 sink.n.01 pot_plant.n.01 ashcan.n.01 pancake.n.01 floor.n.01",
        ),
        (
            "drink_poured_over_goods",
            "l",
            "coffee.n.01 wine.n.01 milk.n.01",
            "water.n.06 olive_oil.n.01 disinfectant.n.01",
        ),
        (
            "liquid_poured_over_cooker_or_appliance",
            "h",
            "stove.n.01 microwave.n.02 coffee_maker.n.01 vacuum.n.04",
            "sink.n.01 stockpot.n.01 bathtub.n.01 washer.n.03",
        ),
        (
            "household_goods_in_the_cold",
            "x",
            "book.n.02 boot.n.01 shirt.n.01",
            "apple.n.01 carton__of__milk.n.01 bowl.n.01 wine_bottle.n.01",
        ),
        (
            "strange_thing_in_drink_or_bread_machine",
            "x",
            "tomato.n.01 rag.n.01 fork.n.01",
            "bread.n.01 bagel.n.01 toast.n.01 mug.n.04 coffee_bean.n.01",
        ),
        (
            "inedible_thing_in_drink",
            "x",
            "pencil.n.01 sponge.n.01 cellular_telephone.n.01",
            "tea_bag.n.01 spoon.n.01 straw.n.04 apple.n.01",
        ),
        (
            "valuable_thrown_away",
            "x",
            "credit_card.n.01 key.n.01 cellular_telephone.n.01 alarm_clock.n.01",
            "newspaper.n.03 pillow.n.01 apple.n.01 pop_bottle.n.01",
        ),
    ],
)
def test_a_law_is_about_these_and_not_about_those(
    law: str, variable: str, members: str, others: str
) -> None:
    assert [name for name in members.split() if not _is_about(law, variable, name)] == []
    assert [name for name in others.split() if _is_about(law, variable, name)] == []
