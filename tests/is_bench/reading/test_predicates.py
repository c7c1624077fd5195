"""Events and states over the things of a scene."""

from __future__ import annotations

import pytest

from is_bench.domain import load_domain
from is_bench.reading.predicates import Predicates
from is_bench.reading.requirement import Lit
from is_bench.reading.words import normalised
from tests.is_bench.reading.scene import THOR


@pytest.fixture
def predicates() -> Predicates:
    return Predicates(THOR, load_domain("thor"))


@pytest.mark.parametrize("text", ["open the drawer", "opening the drawer", "opened the drawer"])
def test_an_event_is_told_in_many_forms(predicates: Predicates, text: str) -> None:
    content = predicates.active(normalised(tuple(text.split())))
    assert content is not None
    assert content.event is not None
    assert {step.skill for step in content.event.steps} == {"OPEN"}


def test_an_event_may_be_told_of_its_object(predicates: Predicates) -> None:
    content = predicates.passive(("the", "drawer"), ("opened",))
    assert content is not None
    assert content.event is not None
    assert content.memory[0].is_subject


@pytest.mark.parametrize(
    ("subject", "predicate", "positive"),
    [
        ("the drawer", "open", True),
        ("the drawer", "closed", False),
        ("the egg", "in the pot", True),
    ],
)
def test_a_state_is_told_of_a_subject(
    predicates: Predicates, subject: str, predicate: str, positive: bool
) -> None:
    content = predicates.state(tuple(subject.split()), tuple(predicate.split()))
    assert content is not None
    assert isinstance(content.state, Lit)
    assert content.state.positive is positive


def test_every_word_has_to_be_read(predicates: Predicates) -> None:
    assert predicates.active(("open", "the", "loud", "drawer")) is None
    assert predicates.state(("the", "drawer"), ("open", "gladly")) is None
