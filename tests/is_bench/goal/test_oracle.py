"""Our evaluation against the `bddl` package's, which the released benchmark uses."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.facts import FactView, Truth
from is_bench.goal import Expression, evaluate
from is_bench.goal.parse import goals_of_group
from is_bench.goal.tokens import read_group
from is_bench.objects import ObjectTable
from is_bench.scenarios import Dataset, Scenario
from is_bench.scenarios.bddl_problem import read_problem
from tests.is_bench.goal.expressions import OBJECTS, atoms_of, expressions, views
from tests.is_bench.scenes import perform
from tests.sampling import examples


@pytest.fixture(scope="module")
def oracle() -> ModuleType:
    pytest.importorskip("bddl", reason="the bddl package is not installed")
    from tests.is_bench.goal import oracle

    return oracle


@examples(200, 5_000)
@given(expressions(), st.data())
def test_random_expressions_over_random_facts(
    oracle: ModuleType, expression: Expression, data: st.DataObject
) -> None:
    view = data.draw(views(atoms_of(expression)))
    ours = evaluate(expression, view, OBJECTS, strict=False).truth
    assert ours is Truth.of(oracle.condition(str(expression), OBJECTS).holds(view))


def states(scenario: Scenario) -> Iterator[FactView]:
    """Every state that the reference plan passes through."""
    world = scenario.scene.world()
    yield world.facts()
    for step in scenario.plans.reference:
        perform(world, step)
        yield world.facts()


def disagreements(
    texts: list[str], oracle: ModuleType, objects: ObjectTable, views: list[FactView]
) -> tuple[int, list[str]]:
    """How many verdicts were compared, and the expressions that bddl judges otherwise."""
    compared, found = 0, []
    for text in texts:
        theirs: list[Any] = oracle.goals(text, objects)
        goal = read_group(text, "test")
        group = goal if goal.head == ":goal" else read_problem(text, "test").goal
        ours = goals_of_group(group, objects)
        assert len(ours) == len(theirs)
        for mine, other in zip(ours, theirs, strict=True):
            verdicts = [evaluate(mine, view, objects, strict=False).truth for view in views]
            compared += len(verdicts)
            if verdicts != [Truth.of(other.holds(view)) for view in views]:
                found.append(str(mine))
    return compared, found


@pytest.mark.data
def test_every_published_condition_in_every_state_of_the_reference_plans(
    oracle: ModuleType, published: Dataset
) -> None:
    total, wrong = 0, {}
    for scenario in published:
        annotations = scenario.annotations
        conditions = (*annotations.process, *annotations.termination)
        problem = published.files(scenario.name)[1].read_text(encoding="utf-8")
        texts = [annotations.goal_source, *(condition.text for condition in conditions), problem]
        compared, found = disagreements(
            texts, oracle, scenario.scene.objects, list(states(scenario))
        )
        total += compared
        if found:
            wrong[scenario.name] = found
    assert wrong == {}
    assert total > 20 * len(published.names)


@pytest.mark.data
def test_every_published_problem_is_read_as_bddl_reads_it(published: Dataset) -> None:
    parsing = pytest.importorskip("bddl.parsing", reason="the bddl package is not installed")
    for name in published.names:
        text = published.files(name)[1].read_text(encoding="utf-8")
        ours = read_problem(text, name)
        theirs = parsing.parse_problem(name, 0, "omnigibson", predefined_problem=text)
        title, by_synset, initially, _ = theirs
        listed = [(thing, synset) for synset, things in by_synset.items() for thing in things]
        assert ours.name == title
        assert sorted(ours.objects) == sorted(listed)
        positive = [(fact[0], tuple(fact[1:])) for fact in initially if fact[0] != "not"]
        assert sorted(map(tuple, ours.initially)) == sorted(positive)
