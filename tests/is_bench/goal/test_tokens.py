"""S-expressions: words and groups with their places, and faults with theirs."""

from __future__ import annotations

import pytest

from is_bench.errors import Place, SyntaxProblem
from is_bench.goal.tokens import MAX_DEPTH, Group, Word, read_group, read_groups


def outline(group: Group) -> list[object]:
    return [item.text if isinstance(item, Word) else outline(item) for item in group.items]


def words(group: Group) -> list[Word]:
    nested = [[item] if isinstance(item, Word) else words(item) for item in group.items]
    return [word for found in nested for word in found]


def test_groups_nest() -> None:
    assert outline(read_group("(a (b c) () d)", "test")) == ["a", ["b", "c"], [], "d"]


def test_words_are_lower_case() -> None:
    assert outline(read_group("(NOT (Open Jar))", "test")) == ["not", ["open", "jar"]]


def test_every_word_and_group_knows_its_line_and_column() -> None:
    group = read_group("\n(not\n\t(open  jar))", "goal")
    assert group.place == Place("goal", 2, 1)
    places = {word.text: word.place for word in words(group)}
    assert places["not"] == Place("goal", 2, 2)
    assert places["open"] == Place("goal", 3, 3)
    assert places["jar"] == Place("goal", 3, 9)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_columns_are_right_after_either_kind_of_line_end(end: str) -> None:
    group = read_group(f"(a{end}  b)", "goal")
    assert words(group)[1].place == Place("goal", 2, 3)


def test_comments_reach_to_the_end_of_the_line() -> None:
    text = "; (not this\n(a ; nor) this\n b;c\n)"
    assert outline(read_group(text, "test")) == ["a", "b"]


def test_the_head_is_the_leading_word() -> None:
    assert read_group("(a b)", "test").head == "a"
    assert read_group("((a) b)", "test").head == ""
    assert read_group("()", "test").head == ""


def test_all_top_level_groups_are_read_in_order() -> None:
    assert [outline(group) for group in read_groups("(a) (b)", "test")] == [["a"], ["b"]]
    assert read_groups(" ; nothing\n", "test") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a", "goal:1:1: unmatched '('"),
        ("(a (b\n(c)", "goal:1:4: unmatched '('"),
        ("(a))", "goal:1:4: unmatched ')'"),
        ("(a)\nb", "goal:2:1: expected '(', found 'b'"),
        ("b", "goal:1:1: expected '(', found 'b'"),
        ("", "goal: expected one expression in parentheses, found 0"),
        ("(a)\n (b)", "goal:2:2: expected one expression in parentheses, found 2"),
    ],
)
def test_faults_are_reported_with_their_place(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        read_group(text, "goal")
    assert str(caught.value) == message


def test_nesting_ends_somewhere() -> None:
    read_group("(" * MAX_DEPTH + ")" * MAX_DEPTH, "goal")
    with pytest.raises(SyntaxProblem, match=f"goal:1:{MAX_DEPTH + 1}: nested deeper"):
        read_group("(" * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1), "goal")
