"""From text to expressions, and every fault with its line and column."""

from __future__ import annotations

import pytest

from is_bench.errors import SyntaxProblem
from is_bench.facts import atom
from is_bench.goal import parse_condition, parse_goals
from is_bench.goal.syntax import And, Exists, Fact, ForAll, ForN, ForPairs, Imply, Not, Or, Variable
from tests.is_bench.scenes import full, objects

THINGS = objects("apple apple2 jar table")
APPLE, JAR = "apple.n.01_1", "mason_jar.n.01_1"
HOT, OPEN = Fact(atom("hot", APPLE)), Fact(atom("open", JAR))
X, Y = Variable("?x", "apple.n.01"), Variable("?y", "mason_jar.n.01")
X_IN_Y = Fact(atom("inside", "?x", "?y"))


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("(hot apple)", HOT),
        ("(HOT ?Apple)", HOT),
        ("(and)", And(())),
        ("(and (hot apple) (open jar))", And((HOT, OPEN))),
        ("(or (hot apple))", Or((HOT,))),
        ("(not (hot apple))", Not((HOT,))),
        ("(not (hot apple) (open jar))", Not((HOT, OPEN))),
        ("(imply (hot apple) (open jar))", Imply(HOT, OPEN)),
        ("(forall (?x - apple) (hot ?x))", ForAll(X, Fact(atom("hot", "?x")))),
        ("(exists (x - apple) (hot x))", Exists(X, Fact(atom("hot", "?x")))),
        ("(forn (2) (?x - apple) (hot apple))", ForN(2, X, HOT)),
        ("(forn 2 (?x - apple) (hot apple))", ForN(2, X, HOT)),
        ("(forpairs (?x - apple) (?y - jar) (inside ?x ?y))", ForPairs(None, X, Y, X_IN_Y)),
        ("(fornpairs (1) (?x - apple) (?y - jar) (inside ?x ?y))", ForPairs(1, X, Y, X_IN_Y)),
    ],
)
def test_every_form_of_the_language(text: str, expression: object) -> None:
    assert parse_condition(full(text.lower()), THINGS, "test") == expression


def test_a_goal_may_have_several_expressions() -> None:
    goals = parse_goals(full("(:goal (hot apple) (open jar))"), THINGS, "test")
    assert goals == (HOT, OPEN)


def fault(text: str) -> str:
    with pytest.raises(SyntaxProblem) as caught:
        parse_condition(full(text), THINGS, "c")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("(and hot)", "c:1:6", "expected an expression in parentheses, found 'hot'"),
        ("(and ())", "c:1:6", "an expression begins with an operator or a predicate"),
        ("((hot apple))", "c:1:1", "an expression begins with an operator or a predicate"),
        ("(and\n  (not))", "c:2:3", "'not' needs an operand"),
        ("(imply (hot apple))", "c:1:1", "'imply' is written (imply condition consequence)"),
        (
            "(forall (?x - apple))",
            "c:1:1",
            "'forall' is written (forall (?x - synset) expression)",
        ),
        (
            "(exists (?x - apple))",
            "c:1:1",
            "'exists' is written (exists (?x - synset) expression)",
        ),
        (
            "(forn (?x - apple) (hot ?x))",
            "c:1:1",
            "'forn' is written (forn (count) (?x - synset) expression)",
        ),
        (
            "(forpairs (?x - apple) (hot ?x))",
            "c:1:1",
            "'forpairs' is written (forpairs (?x - synset) (?y - synset) expression)",
        ),
        (
            "(fornpairs (?x - apple) (?y - jar) (hot ?x))",
            "c:1:1",
            "'fornpairs' is written (fornpairs (count) (?x - synset) (?y - synset) expression)",
        ),
        (
            "(forn (two) (?x - apple) (hot ?x))",
            "c:1:7",
            "a count is a whole number in parentheses, such as (2)",
        ),
        (
            "(forn (1 2) (?x - apple) (hot ?x))",
            "c:1:7",
            "a count is a whole number in parentheses, such as (2)",
        ),
        (
            "(forall (?x apple) (hot ?x))",
            "c:1:9",
            "a variable is declared as (?name - synset)",
        ),
        ("(forall ?x (hot ?x))", "c:1:9", "a variable is declared as (?name - synset)"),
        (
            "(forall (?x - apple (a)) (hot ?x))",
            "c:1:9",
            "a variable is declared as (?name - synset)",
        ),
        (
            "(and\n (opne jar))",
            "c:2:3",
            "no predicate or operator is named 'opne'; did you mean open?",
        ),
        ("(hot apple jar)", "c:1:1", "'hot' takes 1 object, not 2"),
        ("(inside apple)", "c:1:1", "'inside' takes 2 objects, not 1"),
        ("(hot (apple))", "c:1:6", "expected the name of an object"),
    ],
)
def test_every_fault_is_reported_with_its_place(text: str, place: str, message: str) -> None:
    assert fault(text) == f"{place}: {message}"


def test_undeclared_names_are_answered_with_the_nearest() -> None:
    assert fault("(forall (?x - mason_jr.n.01) (hot ?x))") == (
        "c:1:15: no declared synset is named 'mason_jr.n.01'; did you mean mason_jar.n.01?"
    )
    assert fault("(inside apple mason_jar.n.01_7)") == (
        "c:1:22: no declared object or variable is named 'mason_jar.n.01_7'; "
        "did you mean mason_jar.n.01_1?"
    )


def test_a_variable_is_known_in_the_body_of_its_quantifier_only() -> None:
    assert fault("(and (forall (?x - apple) (hot ?x)) (hot ?x))").startswith("c:1:")
    assert "no declared object or variable is named 'x'" in fault("(hot ?x)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(and)", "g:1:1: expected (:goal ...), found (and ...)"),
        ("(:goal)", "g:1:1: this goal has no expression"),
        ("(:goal\n  hot)", "g:2:3: expected an expression in parentheses, found 'hot'"),
    ],
)
def test_a_goal_begins_with_its_keyword_and_has_an_expression(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_goals(text, THINGS, "g")
    assert str(caught.value) == message
