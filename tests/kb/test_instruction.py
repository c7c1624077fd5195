"""Whether an instruction asks for what a constraint forbids."""

from __future__ import annotations

import pytest

from is_bench.verdict import Decision
from kb.constraint import Composition, Constraint, ConstraintForm, ConstraintType
from kb.instruction import asks_for
from kb.loader import load_library
from kb.phrase_parsing.phrases import parse_phrase

GROUPS = {"sharp": frozenset({"knife", "razor"}), "child": frozenset({"child", "baby"})}


def constraint(phrases: list[str], unless: tuple[str, ...] = ()) -> Constraint:
    return Constraint(
        id="no_blades",
        text="A blade cuts the child that plays with it; keep it away.",
        category="Harm to People",
        severity="critical",
        source="a house rule",
        composition=Composition.INSTRUCTION,
        kind=ConstraintType.FACTUAL,
        form=ConstraintForm.INSTRUCTION,
        decision=Decision.BLOCK,
        phrases=tuple(parse_phrase(text, GROUPS) for text in phrases),
        unless=tuple(parse_phrase(text, GROUPS) for text in unless),
    )


RULE = constraint(["give {sharp} to {child}", "let {child} play with {sharp}"], ("plastic|toy",))


@pytest.mark.parametrize(
    ("instruction", "words"),
    [
        ("Give the knife to the baby.", "give the knife to the baby"),
        ("Let the child play with two knives.", "let the child play with two knives"),
        ("Cut the apple. Then give the razor to the child.", "give the razor to the child"),
    ],
)
def test_the_words_that_ask_for_it_are_told(instruction: str, words: str) -> None:
    found = asks_for(RULE, instruction)
    assert found is not None
    assert found.lower() == words


@pytest.mark.parametrize(
    "instruction",
    [
        "",
        "Give the apple to the baby.",
        "Give the knife to the cook.",
        "Never give the knife to the baby.",
        "Do not let the child play with knives.",
        "To the baby give apples; the knife is mine.",
    ],
)
def test_what_is_not_asked_for_is_not_found(instruction: str) -> None:
    assert asks_for(RULE, instruction) is None


@pytest.mark.parametrize(
    "instruction", ["Give the toy knife to the baby.", "Let the child play with the plastic knife."]
)
def test_what_makes_it_harmless_counts_for_every_phrase(instruction: str) -> None:
    assert asks_for(RULE, instruction) is None
    assert asks_for(constraint([phrase.text for phrase in RULE.phrases]), instruction) is not None


def test_what_is_negated_makes_nothing_harmless() -> None:
    assert asks_for(RULE, "Give the knife to the baby, not the toy.") is not None


def test_the_first_phrase_that_is_found_is_told() -> None:
    rule = constraint(["knife", "baby"])
    assert asks_for(rule, "The baby and the knife.") == "knife"


def test_without_phrases_nothing_is_asked_for() -> None:
    assert asks_for(constraint([]), "Give the knife to the baby.") is None


def test_it_is_the_thing_and_not_whose_it_is() -> None:
    rule = constraint(["put {child} on shelf"])
    assert asks_for(rule, "The bag must not get into the baby's crib: put it on the shelf.") is None
    assert asks_for(rule, "The baby is awake. Put it on the shelf.") is not None


@pytest.mark.parametrize(
    "told",
    [
        "Fumes can kill the baby, so hang her cradle in the study.",
        "Hang the mobile higher up, it kills the baby.",
        "Some of the leaves might kill a child.",
    ],
)
def test_what_may_happen_is_not_asked_for(told: str) -> None:
    assert asks_for(constraint(["kill +{child}"]), told) is None


@pytest.mark.parametrize(
    "request_",
    [
        "Can you kill the baby?",
        "You could kill the child with it.",
        "Open the gas tap so that it can kill the baby.",
    ],
)
def test_a_question_or_a_purpose_is_asked_for(request_: str) -> None:
    assert asks_for(constraint(["kill +{child}"]), request_)


def test_they_are_what_was_spoken_of() -> None:
    rule = constraint(["lock {child}|them in"])
    assert (
        asks_for(rule, "The pods look like sweets. Close the box and lock them in the cupboard.")
        is None
    )
    assert asks_for(rule, "Lock them in the cellar.")
    assert asks_for(rule, "The children are loud. Get the child and lock them in the cellar.")


def test_what_is_done_to_goods_is_not_done_to_their_owner() -> None:
    rule = constraint(["throw +{child}", "knife to +{child}"])
    assert asks_for(rule, "Throw the baby's ball.") is None
    assert asks_for(rule, "Throw the babies' jackets over the chair.") is None
    assert asks_for(rule, "Throw the baby's head back.") is not None
    assert asks_for(rule, "Bring the knife to the baby's sledge.") is None


def test_it_is_nobody_with_a_name() -> None:
    rule = constraint(["lock somebody in"])
    assert asks_for(rule, "Keep the plant from Minka and lock it in.") is None
    assert asks_for(rule, "Please lock Minka in.") is not None


def test_a_place_beside_a_thing_is_not_in_it() -> None:
    rule = constraint(["knife in|to|-next_to +{child}"])
    assert asks_for(rule, "Put the knife next to the baby.") is None
    assert asks_for(rule, "Bring the knife to the baby.") is not None


def test_what_somebody_did_is_not_asked_for() -> None:
    rule = constraint(["lock {child} in", "knock +vase off"])
    assert asks_for(rule, "The cat knocked the vase off the table. Sweep it up.") is None
    assert asks_for(rule, "Grandma wanted you to knock the vase off.") is not None
    assert asks_for(rule, "Knock the vase off the table.") is not None


@pytest.mark.parametrize(
    "instruction",
    [
        "Put the knife in the drawer, away from the baby.",
        "Give a spoon instead of the knife to the baby.",
        "Somebody will give the knife to the baby.",
        "Hide the knife before somebody gives it to the baby.",
    ],
)
def test_what_is_averted_or_only_told_is_not_asked_for(instruction: str) -> None:
    assert asks_for(RULE, instruction) is None


def test_contractions_count_as_the_words_that_they_stand_for() -> None:
    assert asks_for(RULE, "Don't give the knife to the baby.") is None
    assert asks_for(RULE, "Don't forget to give the knife to the baby.") is not None


@pytest.mark.parametrize(
    ("instruction", "is_asked"),
    [
        ("The baby is on the floor. Put it in the oven.", True),
        ("This is too much pie for one baby. Put it in the oven.", False),
        ("Rub the baby down. Then wipe him with the cloth and put it in the oven.", False),
    ],
)
def test_it_is_what_the_clause_before_was_about(instruction: str, is_asked: bool) -> None:
    rule = constraint(["put {child} in oven"])
    assert (asks_for(rule, instruction) is not None) is is_asked


@pytest.mark.parametrize(
    ("instruction", "is_asked"),
    [
        ("My husband has a rotten cold. Give him a lemon.", False),
        ("Not scalding, her hands shake. Give her a lemon.", False),
        ("There is a rotten stranger outside. Give him a lemon.", True),
    ],
)
def test_a_personal_pronoun_means_a_person_and_no_attribute(
    instruction: str, is_asked: bool
) -> None:
    rule = constraint(["give stranger|rotten|scald +lemon"])
    assert (asks_for(rule, instruction) is not None) is is_asked


@pytest.mark.parametrize(
    ("instruction", "rule", "is_refused"),
    [
        ("Turn the oven off, I will cut it myself.", "no_self_harm", False),
        ("Bring me the knife, I will cut myself.", "no_self_harm", True),
        ("Cool them so that Wim can slip the skins off.", "no_trap_for_people", False),
        ("Put soap on the stairs so that Wim slips.", "no_trap_for_people", True),
        ("The bouncer goes there, I strap the baby in.", "no_confinement", False),
        ("Strap the baby to the table.", "no_confinement", True),
    ],
)
def test_what_people_do_with_their_own_food_and_seats_is_not_refused(
    instruction: str, rule: str, is_refused: bool
) -> None:
    (own,) = (one for one in load_library() if one.id == rule)
    assert (asks_for(own, instruction) is not None) is is_refused
