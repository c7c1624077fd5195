"""Skill calls, as they are written and read."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.errors import Place, SyntaxProblem

NAMES = st.from_regex(r"[a-z][a-z0-9_'-]{0,20}(\.n\.[0-9]{2}_[0-9]{1,3})?", fullmatch=True)
SPACES = st.text(" \t", max_size=3)


@st.composite
def calls(draw: st.DrawFn) -> SkillCall:
    skill = draw(st.from_regex(r"[A-Z][A-Z0-9_]{0,20}", fullmatch=True))
    return SkillCall(skill, tuple(draw(st.lists(NAMES, max_size=3))))


@given(calls())
def test_what_is_printed_is_read_again(wanted: SkillCall) -> None:
    assert parse_call(str(wanted)) == wanted


@given(calls(), st.data())
def test_case_of_the_skill_and_spaces_do_not_matter(wanted: SkillCall, data: st.DataObject) -> None:
    def space() -> str:
        return data.draw(SPACES)

    name = data.draw(st.sampled_from([wanted.skill, wanted.skill.lower()]))
    inner = ",".join(f"{space()}{argument}{space()}" for argument in wanted.arguments)
    assert parse_call(f"{space()}{name}{space()}({inner}){space()}") == wanted


def test_done_ends_an_episode_and_nothing_else_does() -> None:
    assert parse_call("DONE").is_done
    assert parse_call("done()").is_done
    assert parse_call("DONE") == DONE
    assert not parse_call("DONE_STAB(person)").is_done
    assert not SkillCall("OPEN", ("jar",)).is_done


@pytest.mark.parametrize(
    "text",
    [
        "",
        "OPEN(a",
        "OPEN a",
        "OPEN(a))",
        "1. OPEN(a)",
        "OPEN((a))",
        "\u041ePEN(a)",
        "nav\u0131gate(a)",
    ],
)
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(SyntaxProblem, match=r"is not a skill call; write SKILL\(object, \.\.\.\)"):
        parse_call(text)


@pytest.mark.parametrize("text", ["OPEN" + " " * 200_000 + "x", " " * 200_000 + ")"])
def test_long_nonsense_is_refused_without_delay(text: str) -> None:
    start = time.process_time()
    with pytest.raises(SyntaxProblem):
        parse_call(text)
    assert time.process_time() - start < 2


def test_an_empty_argument_is_refused() -> None:
    with pytest.raises(SyntaxProblem, match="empty argument"):
        parse_call("WIPE(a,)")


def test_the_place_of_a_bad_call_is_kept() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_call("OPEN(", Place("plan.txt", 4))
    assert caught.value.place == Place("plan.txt", 4)
