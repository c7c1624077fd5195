from __future__ import annotations

import pytest

from is_bench.reading.links import Manner, affirmed, is_agent, linked, opened, without_agent


def split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@pytest.mark.parametrize(
    ("text", "rest", "negative", "firm"),
    [
        ("make sure that it is off", "it is off", False, True),
        ("please never open it", "open it", True, True),
        ("make sure you never open it", "open it", True, True),
        ("do not forget to open it", "open it", False, True),
        ("do not open it", "open it", True, True),
        ("open it", "open it", False, False),
        ("under no circumstances may it be opened", "it be opened", True, True),
    ],
)
def test_what_comes_before_a_clause_says_how_it_is_meant(
    text: str, rest: str, negative: bool, firm: bool
) -> None:
    words, manner = opened(split(text))
    assert " ".join(words) == rest
    assert (manner.negative, manner.firm) == (negative, firm)


def test_to_leave_something_alone_is_a_prohibition() -> None:
    assert opened(split("leave the laptop alone"))[1].negative


@pytest.mark.parametrize(
    ("text", "plain", "negated"),
    [
        ("no towel on the stove", "any towel on the stove", True),
        ("nothing on it except the pan", "anything except the pan on it", True),
        ("neither the oven nor the stove", "the oven and the stove", True),
        ("no towel on nothing", "any towel on anything", False),
    ],
)
def test_denying_determiners_negate_a_clause(text: str, plain: str, negated: bool) -> None:
    assert affirmed(split(text)) == (split(plain), negated)


def test_auxiliaries_part_a_subject_from_what_is_said_of_it() -> None:
    found = linked(split("the oven must not be opened"), Manner())
    assert found is not None
    subject, manner, rest = found
    assert (subject, rest) == (("the", "oven"), ("opened",))
    assert manner.negative
    assert manner.firm


def test_what_stays_is_kept() -> None:
    found = linked(split("the window has to stay open"), Manner())
    assert found is not None
    assert found[1].mode == "keep"


def test_there_is_no_link_without_an_auxiliary() -> None:
    assert linked(split("open the window"), Manner()) is None


def test_the_robot_is_spoken_to() -> None:
    assert is_agent(("the", "robot"))
    assert not is_agent(("the", "oven"))
    assert without_agent(split("you have opened it")) == ("opened", "it")
