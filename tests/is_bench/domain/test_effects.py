"""Effects as text, and every fault of one with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.domain.classes import written_class
from is_bench.domain.effects import (
    NATIVE,
    Assign,
    Combined,
    Create,
    Destroy,
    ForEach,
    Possible,
    When,
    assignments,
    conditions,
    parse_effect,
)
from is_bench.errors import SyntaxProblem
from is_bench.facts import ARITY, atom
from is_bench.goal import Language
from is_bench.goal.syntax import Fact, Variable

LANGUAGE = Language({**ARITY, **NATIVE}, classes=written_class)
OPEN, HOT = Assign(atom("open", "?x")), Assign(atom("hot", "?s"))
IS_OPEN = Fact(atom("open", "?x"))


def read(text: str) -> object:
    return parse_effect(text, ("x", "y"), "e", LANGUAGE)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("(open ?x)", OPEN),
        ("(not (open ?x))", Assign(atom("open", "?x"), holds=False)),
        ("(and)", Combined(())),
        ("(and (open ?x) (inside ?x ?y))", Combined((OPEN, Assign(atom("inside", "?x", "?y"))))),
        ("(when (open ?x) (open ?x))", When(IS_OPEN, OPEN)),
        ("(when (is ?x heatsource) (open ?x))", When(Fact(atom("is", "?x", "heatSource")), OPEN)),
        ("(when (= ?x ?y) (open ?x))", When(Fact(atom("=", "?x", "?y")), OPEN)),
        ("(forall (?s - fluid | stain) (hot ?s))", ForEach(Variable("?s", "fluid | stain"), HOT)),
        (
            "(forall (?s - !(fluid|stain)&thing) (hot ?s))",
            ForEach(Variable("?s", "! (fluid|stain) &thing"), HOT),
        ),
        ("(maybe (open ?x))", Possible(OPEN)),
        ("(vanishes ?x)", Destroy("?x")),
        ("(appears 2 half ?x)", Create(2, "half", "?x")),
        ("(appears 1 broken__glass.n.01 ?x)", Create(1, "broken__glass.n.01", "?x")),
    ],
)
def test_every_form_of_the_language(text: str, effect: object) -> None:
    assert read(text) == effect


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("open ?x", "e:1:1", "expected '('"),
        ("(and open)", "e:1:6", "an effect is written in parentheses"),
        ("(opne ?x)", "e:1:2", "did you mean open"),
        ("(open ?z)", "e:1:7", "no declared object or variable is named 'z'"),
        ("(open ?x ?y)", "e:1:1", "'open' takes 1 object, not 2"),
        ("(not (and (open ?x)))", "e:1:6", "'not' stands before a single fact"),
        ("(not (open ?x) (hot ?x))", "e:1:1", "'not' is written"),
        ("(when (open ?x))", "e:1:1", "'when' is written (when CONDITION EFFECT)"),
        ("(when open (open ?x))", "e:1:7", "expected an expression in parentheses"),
        ("(forall (?s fluid) (hot ?s))", "e:1:9", "a variable is declared as (?name - class)"),
        ("(forall (?s - fluit) (hot ?s))", "e:1:15", "did you mean fluid"),
        ("(forall (?s - nothing.n.01) (hot ?s))", "e:1:15", "is no synset"),
        ("(is ?x fluid)", "e:1:1", "an effect cannot change 'is'"),
        ("(gives ?x ?y)", "e:1:1", "an effect cannot change 'gives'"),
        ("(vanishes)", "e:1:1", "'vanishes' is written"),
        ("(vanishes ?z)", "e:1:11", "expected one of ?x, ?y"),
        ("(appears two half ?x)", "e:1:1", "with a whole number"),
        ("(appears 99 half ?x)", "e:1:10", "1 to 20 pieces"),
        ("(appears 2 (half) ?x)", "e:1:12", "with a word for the piece"),
        ("(appears 2 half.n.77 ?x)", "e:1:12", "no synset of the BEHAVIOR taxonomy"),
        ("(when (is ?x) (open ?x))", "e:1:7", "'is' is written (is ?x CLASS)"),
    ],
)
def test_faults_have_their_place(text: str, place: str, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        read(text)
    assert str(caught.value.place) == place
    assert message in caught.value.message


def test_effects_are_values() -> None:
    text = "(forall (?s - fluid) (when (contains ?x ?s) (and (hot ?s) (maybe (vanishes ?x)))))"
    assert read(text) == read(text)
    assert hash(read(text)) == hash(read(text))
    assert str(read(text)) == text


def test_assignments_and_conditions_are_found_wherever_they_stand() -> None:
    effect = parse_effect(
        "(and (when (hot ?x) (forall (?s - fluid) (maybe (not (covered ?x ?s))))) (open ?y))",
        ("x", "y"),
        "e",
        LANGUAGE,
    )
    assert [str(each) for each in assignments(effect)] == ["(not (covered ?x ?s))", "(open ?y)"]
    assert [str(each) for each in conditions(effect)] == ["(hot ?x)"]


@given(st.text(alphabet="()?xy -&|!.ndfluidopenhtwm12 ", max_size=80))
def test_nonsense_is_a_syntax_problem(text: str) -> None:
    place: object = "none needed"
    try:
        read(text)
    except SyntaxProblem as error:
        place = error.place
    assert place
