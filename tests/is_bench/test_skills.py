"""Skill calls, as they are written and read."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.errors import Place, SyntaxProblem, UnknownNameError
from is_bench.skills import SKILLS, Role, SkillCall, call, parse_call

NAMES = st.from_regex(r"[a-z][a-z0-9_'-]{0,20}(\.n\.[0-9]{2}_[0-9]{1,3})?", fullmatch=True)
SPACES = st.text(" \t", max_size=3)


@st.composite
def calls(draw: st.DrawFn) -> SkillCall:
    skill = draw(st.sampled_from(list(SKILLS.values())))
    return SkillCall(skill, tuple(draw(NAMES) for _ in skill.roles))


@given(calls())
def test_what_is_printed_is_read_again(wanted: SkillCall) -> None:
    assert parse_call(str(wanted)) == wanted


@given(calls(), st.data())
def test_case_of_the_skill_and_spaces_do_not_matter(wanted: SkillCall, data: st.DataObject) -> None:
    def space() -> str:
        return data.draw(SPACES)

    name = data.draw(st.sampled_from([wanted.skill.name, wanted.skill.name.lower()]))
    inner = ",".join(f"{space()}{argument}{space()}" for argument in wanted.arguments)
    assert parse_call(f"{space()}{name}{space()}({inner}){space()}") == wanted


def test_there_are_the_seventeen_primitives_and_done() -> None:
    assert len(SKILLS) == 18
    assert list(SKILLS)[-1] == "DONE"
    assert [name for name, skill in SKILLS.items() if skill.arity == 0] == ["DONE"]


def test_done_ends_an_episode_and_nothing_else_does() -> None:
    assert parse_call("DONE").is_done
    assert parse_call("done()").is_done
    assert not call("OPEN", "jar").is_done


def test_arguments_are_found_by_their_role() -> None:
    placing = parse_call("PLACE_INSIDE(apple, jar)")
    assert placing.argument(Role.MOVED) == "apple"
    assert placing.argument(Role.CONTAINER) == "jar"
    assert placing.argument(Role.TOOL) is None


def test_no_skill_gives_one_role_to_two_arguments() -> None:
    assert all(len(set(skill.roles)) == skill.arity for skill in SKILLS.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("OPEN", "OPEN takes (opened), not ()"),
        ("OPEN(a, b)", "OPEN takes (opened), not (a, b)"),
        ("OPEN()", "OPEN takes (opened), not ()"),
        ("WIPE(a)", "WIPE takes (cleaned, tool), not (a)"),
        ("WIPE(a,)", "WIPE takes (cleaned, tool), not (a, )"),
        ("DONE(a)", "DONE takes (), not (a)"),
    ],
)
def test_a_wrong_number_of_arguments_is_answered_with_the_roles(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_call(text)
    assert caught.value.message == message


@pytest.mark.parametrize("text", ["", "OPEN(a", "OPEN a", "OPEN(a))", "1. OPEN(a)", "OPEN((a))"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(SyntaxProblem, match=r"is not a skill call; write SKILL\(object, \.\.\.\)"):
        parse_call(text)


@pytest.mark.parametrize("text", ["OPEN" + " " * 200_000 + "x", " " * 200_000 + ")"])
def test_long_nonsense_is_refused_without_delay(text: str) -> None:
    start = time.process_time()
    with pytest.raises(SyntaxProblem):
        parse_call(text)
    assert time.process_time() - start < 2


def test_an_unknown_skill_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"no skill is named 'OPENS'; did you mean OPEN"):
        parse_call("OPENS(jar)")


def test_the_place_of_a_bad_call_is_kept() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_call("OPEN(", Place("plan.txt", 4))
    assert caught.value.place == Place("plan.txt", 4)


def test_a_call_made_in_code_is_checked_like_a_written_one() -> None:
    assert call("wipe", "table", "rag") == parse_call("WIPE(table, rag)")
    with pytest.raises(SyntaxProblem, match="takes"):
        call("WIPE", "table")
    with pytest.raises(UnknownNameError):
        call("SCRUB", "table", "rag")
