"""The truth tables of the operators, and which atoms are blamed."""

from __future__ import annotations

from itertools import product

import pytest

from is_bench.facts import FactSet, Truth
from is_bench.goal import Evaluation, evaluate, parse_condition
from is_bench.goal.evaluate import conjunction, disjunction
from tests.is_bench.scenes import fact, full, objects

T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
THINGS = objects("apple apple2 apple3 jar jar2 table")


def judge(condition: str, true: str = "", unknown: str = "", *, strict: bool = True) -> Evaluation:
    """`condition`, where the atoms listed (`a; b`) are true or unknown, and all others false."""
    listed = [
        frozenset(fact(text.strip()) for text in texts.split(";") if text.strip())
        for texts in (true, unknown)
    ]
    view = FactSet(listed[0], unknown=listed[1])
    return evaluate(parse_condition(full(condition), THINGS, "test"), view, THINGS, strict=strict)


def of_two(condition: str, first: Truth, second: Truth) -> Truth:
    """`condition` where (hot apple) is `first` and (hot jar) is `second`."""
    values = {"hot(apple)": first, "hot(jar)": second}
    true, unknown = (
        "; ".join(text for text, value in values.items() if value is wanted) for wanted in (T, U)
    )
    return judge(condition, true, unknown).truth


AND = {(T, T): T, (T, U): U, (U, T): U, (U, U): U}
OR = {(F, F): F, (F, U): U, (U, F): U, (U, U): U}
IMPLY = {(T, F): F, (T, U): U, (U, F): U, (U, U): U}
PAIRS = list(product(Truth, Truth))


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_kleene_tables_of_two_operands(first: Truth, second: Truth) -> None:
    both = first, second
    assert of_two("(and (hot apple) (hot jar))", *both) is AND.get(both, F)
    assert of_two("(or (hot apple) (hot jar))", *both) is OR.get(both, T)
    assert of_two("(imply (hot apple) (hot jar))", *both) is IMPLY.get(both, T)
    assert conjunction(both) is AND.get(both, F)
    assert disjunction(both) is OR.get(both, T)


@pytest.mark.parametrize(("found", "negated"), [(T, F), (F, T), (U, U)])
def test_kleene_table_of_not(found: Truth, negated: Truth) -> None:
    assert of_two("(not (hot apple))", found, F) is negated


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_quantifiers_are_and_and_or_over_the_objects(first: Truth, second: Truth) -> None:
    values = {"open(jar)": first, "open(jar2)": second}
    true, unknown = (
        "; ".join(text for text, value in values.items() if value is wanted) for wanted in (T, U)
    )
    forall = judge("(forall (?j - jar) (open ?j))", true, unknown)
    exists = judge("(exists (?j - jar) (open ?j))", true, unknown)
    assert forall.truth is AND.get((first, second), F)
    assert exists.truth is OR.get((first, second), T)


def test_operators_without_operands() -> None:
    assert judge("(and)").truth is T
    assert judge("(or)").truth is F


def test_strictly_every_operand_of_not_must_be_false() -> None:
    condition = "(not (hot apple) (hot jar))"
    assert judge(condition, "hot(jar)").truth is F
    assert judge(condition, unknown="hot(jar)").truth is U
    assert judge(condition).truth is T


def test_the_released_code_reads_the_first_operand_of_not_only() -> None:
    condition = "(not (hot apple) (hot jar))"
    assert judge(condition, "hot(jar)", strict=False).truth is T
    assert judge(condition, "hot(apple)", strict=False).truth is F


@pytest.mark.parametrize(
    ("true", "unknown", "count", "truth"),
    [
        ("", "", 0, T),
        ("hot(apple)", "", 0, F),
        ("hot(apple)", "", 1, T),
        ("hot(apple)", "", 2, F),
        ("hot(apple)", "hot(apple2)", 1, U),
        ("hot(apple)", "hot(apple2)", 2, U),
        ("hot(apple)", "hot(apple2)", 3, F),
        ("hot(apple); hot(apple2)", "hot(apple3)", 1, F),
        ("", "hot(apple); hot(apple2)", 2, U),
    ],
)
def test_forn_counts_exactly(true: str, unknown: str, count: int, truth: Truth) -> None:
    condition = f"(forn ({count}) (?a - apple) (hot ?a))"
    assert judge(condition, true, unknown).truth is truth


FORPAIRS = "(forpairs (?a - apple) (?j - jar) (inside ?a ?j))"


@pytest.mark.parametrize(
    ("true", "unknown", "truth"),
    [
        ("inside(apple, jar); inside(apple2, jar2)", "", T),
        ("inside(apple, jar); inside(apple2, jar)", "", F),  # one column only
        ("inside(apple, jar); inside(apple, jar2)", "", F),  # one row only
        ("inside(apple, jar)", "inside(apple2, jar2)", U),
        ("inside(apple, jar)", "inside(apple2, jar)", F),
    ],
)
def test_forpairs_needs_as_many_rows_and_columns_as_the_smaller_side(
    true: str, unknown: str, truth: Truth
) -> None:
    assert judge(FORPAIRS, true, unknown).truth is truth


def test_fornpairs_needs_as_many_rows_and_columns_as_it_says() -> None:
    one = FORPAIRS.replace("forpairs", "fornpairs (1)")
    assert judge(one, "inside(apple, jar)").truth is T
    assert judge(one).truth is F


def test_an_object_is_never_paired_with_itself() -> None:
    condition = "(fornpairs (1) (?x - table) (?y - table) (touching ?x ?y))"
    assert judge(condition, "touching(table, table)").truth is F


def test_an_inner_variable_hides_an_outer_one_of_its_name() -> None:
    condition = "(forall (?x - table) (exists (?x - apple) (hot ?x)))"
    assert judge(condition, "hot(apple2)").truth is T
    assert judge(condition, "hot(table)").truth is F


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("(hot apple)", "hot(apple) is false"),
        ("(not (open jar))", "open(jar) is true"),
        ("(not (hot jar))", "hot(jar) is unknown"),
        ("(and (open jar) (hot apple))", "hot(apple) is false"),
        ("(or (hot apple) (not (open jar)))", "hot(apple) is false; open(jar) is true"),
        ("(imply (open jar) (hot apple))", "open(jar) is true; hot(apple) is false"),
        ("(forall (?j - jar) (open ?j))", "open(jar2) is false"),
        ("(and (hot apple) (hot apple))", "hot(apple) is false"),
    ],
)
def test_an_explanation_names_the_atoms_that_should_be_otherwise(condition: str, why: str) -> None:
    result = judge(condition, true="open(jar)", unknown="hot(jar)")
    assert "; ".join(map(str, result.reasons)) == full(why)


def test_what_holds_needs_no_explanation() -> None:
    assert judge("(open jar)", "open(jar)") == Evaluation(T)
    assert str(judge("(open jar)", "open(jar)")) == "true"


def test_a_result_reads_with_its_reasons() -> None:
    assert str(judge("(open jar)")) == full("false (open(jar) is false)")
    assert str(judge("(open jar)", unknown="open(jar)")) == full("unknown (open(jar) is unknown)")
