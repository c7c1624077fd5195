"""JSON and YAML: every fault has a place."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from is_bench import documents
from is_bench.documents import (
    check_schema,
    parse_json,
    parse_yaml,
    place_of,
    read_bounded,
    read_text,
)
from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("für\n".encode())
    assert read_text(tmp_path / "a.txt") == "für\n"


def test_a_bounded_file_is_read_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("für\r\n".encode())
    assert read_bounded(tmp_path / "a.txt") == read_text(tmp_path / "a.txt") == "für\n"


@pytest.mark.timeout(10)
def test_a_named_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ScenarioProblem, match="pipe: not a regular file"):
        read_bounded(tmp_path / "pipe")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"12345", "longer than 4 characters"), (b"\xff", "not UTF-8"), (None, "cannot be read")],
)
def test_a_bounded_file_that_is_no_short_text_is_refused(
    content: bytes | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_CHARACTERS", 4)
    path = tmp_path if content is None else tmp_path / "a.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        read_bounded(path)


def test_a_missing_file_is_a_scenario_problem(tmp_path: Path) -> None:
    with pytest.raises(ScenarioProblem, match=r"none\.txt: cannot be read: No such file"):
        read_text(tmp_path / "none.txt")


def test_a_file_in_another_encoding_is_a_syntax_problem(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"f\xfcr")
    with pytest.raises(SyntaxProblem, match=r"a\.txt: not UTF-8: .* at byte 1"):
        read_text(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n "b" 2}', "t:2:6: not JSON: Expecting ':' delimiter"),
        ("", "t:1:1: not JSON: Expecting value"),
        ("[" * 100_000, "t: not JSON that can be read: nested too deeply"),
        ("1" * 10_000, "t: not JSON that can be read: "),
    ],
)
def test_bad_json_is_reported_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_json(text, "t")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: [", "t:2:5: not YAML: "),
        ("a: 1\n\tb: 2", "t:2:1: not YAML: found character '\\t'"),
        ("a: \x07", "t: not YAML: "),
        ("a: 2020-99-99", "t: not YAML that can be read: month must be in 1..12"),
        ("a: 1\nb: 2\na: 3", "t:3:1: the key 'a' is given twice"),
        ("a:\n- b: 1\n  b: 2", "t:3:3: the key 'b' is given twice"),
        ("a: 1\nyes: 2", "t:2:1: a key is a text; write others in quotes"),
        ("? [a]\n: 1", "t:1:3: a key is a text"),
        ("a: *b", "t:1:4: not YAML: found undefined alias"),
        ("a: !!python/name:os.system x", "t:1:4: not YAML: could not determine a constructor"),
        ("1: a", "t:1:1: a key is a text"),
        ("a: {~: b}", "t:1:5: a key is a text"),
        ("[" * 1000, "t: not YAML that can be read: nested too deeply"),
        ("a: !!bool perhaps", "t: not YAML that can be read"),
        ("a: !!int ''", "t: not YAML that can be read"),
        ("a: !!timestamp never", "t: not YAML that can be read"),
        ('a: "\\UFFFFFFFF"', "t: not YAML that can be read"),
    ],
)
def test_bad_yaml_is_reported_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse_yaml(text, "t")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "a0: &a0 [x]\n"
            + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)),
            "aliases",
        ),
        ("a: &a [*a]", "aliases"),
        ("a: " + "[" * 50_000, "nested too deeply"),
    ],
)
def test_yaml_that_would_take_for_ever_is_refused_at_once(text: str, why: str) -> None:
    with pytest.raises(SyntaxProblem, match=why):
        parse_yaml(text, "bomb.yaml")


def test_aliases_are_read() -> None:
    assert parse_yaml("a: &a [x]\nb: [*a, *a]", "few.yaml") == {"a": ["x"], "b": [["x"], ["x"]]}


def test_good_yaml_is_read() -> None:
    assert parse_yaml("a: [1, x]\nb: &c {d: 'y: z'}\ne: *c", "t") == {
        "a": [1, "x"],
        "b": {"d": "y: z"},
        "e": {"d": "y: z"},
    }
    assert parse_yaml("", "t") is None


TEXT = """\
steps:
- {action: OPEN}
- action: CLOSE
  why: draught
"""


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ([], 1, 1),
        (["steps"], 2, 1),
        (["steps", 0, "action"], 2, 12),
        (["steps", 1, "why"], 4, 8),
        (["steps", 1, "nothing", "further"], 3, 3),
        (["steps", 7], 2, 1),
    ],
)
def test_a_value_is_placed_as_near_as_can_be(
    path: Sequence[str | int], line: int, column: int
) -> None:
    assert place_of(TEXT, path, "t") == Place("t", line, column)


def test_the_place_in_a_text_that_is_no_yaml_is_the_whole_of_it() -> None:
    assert place_of("{", ["a"], "t") == Place("t")
    assert place_of("", ["a"], "t") == Place("t")


SCHEMA = {
    "type": "object",
    "required": ["steps"],
    "properties": {
        "steps": {"type": "array", "items": {"properties": {"why": {"type": "string"}}}},
    },
}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "t:1:1: the document: [] is no mapping; write keys with values, KEY: VALUE"),
        ("{}", "t:1:1: the document: 'steps' is a required property"),
        ('{"steps":\n [{"why": 7}]}', "t:2:11: steps.0.why: 7 is not of type 'string'"),
    ],
)
def test_what_does_not_follow_the_schema_is_reported_with_its_place(
    text: str, message: str
) -> None:
    with pytest.raises(ScenarioProblem) as caught:
        check_schema(parse_json(text, "t"), SCHEMA, text, "t")
    assert str(caught.value) == message


def test_an_empty_file_is_called_so() -> None:
    with pytest.raises(ScenarioProblem, match="it is empty; write keys with values, KEY: VALUE"):
        check_schema(parse_yaml("# nothing", "t"), SCHEMA, "# nothing", "t")


def test_long_complaints_are_cut() -> None:
    text = f'["{"x" * 1000}"]'
    with pytest.raises(ScenarioProblem) as caught:
        check_schema(parse_json(text, "t"), SCHEMA, text, "t")
    assert len(caught.value.message) < 250


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def can_be_parsed(depth: int) -> bool:
    try:
        parse_json(nested(depth), "t")
    except SyntaxProblem:
        return False
    return True


def test_what_can_just_be_parsed_but_not_printed_is_refused_too() -> None:
    deepest = max(depth for depth in range(500, 1000) if can_be_parsed(depth))
    for depth in range(deepest - 9, deepest + 1):
        text = nested(depth)
        with pytest.raises(ScenarioProblem):
            check_schema(parse_json(text, "t"), SCHEMA, text, "t")
