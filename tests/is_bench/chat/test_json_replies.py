"""JSON objects amid other text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.chat.json_replies import objects_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("none", []),
        ('{"a": 1}', [{"a": 1}]),
        ('Well:\n```json\n{"a": {"b": 1}}\n```', [{"a": {"b": 1}}]),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('<think>{"a": 1}</think>{"a": 2}', [{"a": 2}]),
        ('{"a": 2}<THINK>{"a": 1}', [{"a": 2}]),
        ('{"cut": {"a": 1}', [{"a": 1}]),
        ('{x} {"a": 1} }', [{"a": 1}]),
    ],
)
def test_objects_are_found_whatever_stands_around_them(
    text: str, found: list[dict[str, object]]
) -> None:
    assert list(objects_in(text)) == found


def test_endless_braces_are_given_up() -> None:
    assert list(objects_in("{" * 100_000)) == []
    assert list(objects_in('{"a":' * 100_000)) == []


@given(st.text(max_size=200), st.dictionaries(st.text(max_size=5), st.integers()))
def test_nothing_breaks_it(around: str, document: dict[str, int]) -> None:
    list(objects_in(around + json.dumps(document) + around))
