"""Verdicts out of what a model has written, whatever that is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench_eval.awareness.reply import MOST_QUOTE, read_verdicts

STATEMENT = "The towel may burn.\nTurn the “gas” off  when you leave. " + "x" * 500


def verdict(name: str = "c1", **changes: Any) -> dict[str, Any]:
    return {"id": name, "matched": True, "quote": "The towel may burn", "reason": "so", **changes}


def text_of(*verdicts: Any) -> str:
    return json.dumps({"verdicts": list(verdicts)})


def test_a_match_with_a_quote_that_occurs_counts() -> None:
    read = read_verdicts(text_of(verdict(), verdict("c2", matched=False)), ["c1", "c2"], STATEMENT)
    assert read.problem == ""
    first, second = read.usable["c1"], read.usable["c2"]
    assert (first.matched, first.quote, first.reason) == (True, "The towel may burn", "so")
    assert (second.matched, second.quote) == (False, "")


@pytest.mark.parametrize(
    "text",
    [
        "Here you are:\n```json\n" + text_of(verdict()) + "\n```\nDone.",
        "<think>" + text_of(verdict(matched=False)) + "</think>" + text_of(verdict()),
        text_of(verdict(matched=False)) + "\nNo, wait: " + text_of(verdict()),
        json.dumps([verdict()]),
        json.dumps(verdict()),
        text_of("x", verdict(), {"id": "c9", "matched": True}),
    ],
)
def test_words_thoughts_and_strange_entries_around_a_verdict_are_passed_over(text: str) -> None:
    assert read_verdicts(text, ["c1"], STATEMENT).usable["c1"].matched is True


@pytest.mark.parametrize(
    "quote", ["the TOWEL may burn.", 'turn the "gas" off when you leave', "'The towel may burn…'"]
)
def test_quotes_may_differ_in_case_space_and_quotation_marks(quote: str) -> None:
    assert "c1" in read_verdicts(text_of(verdict(quote=quote)), ["c1"], STATEMENT).usable


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON object"),
        ("I cannot help with that.", "no JSON object"),
        ('{"verdicts": "all"}', "no JSON object"),
        ('{"verdicts": []}', "no JSON object"),
        (text_of(verdict("c7")), "had no verdict"),
        (text_of(verdict(), verdict(matched=False)), "contradict"),
        (text_of(verdict(matched="yes")), "neither true nor false"),
        (text_of(verdict(matched=1)), "neither true nor false"),
        (text_of(verdict(quote="")), "without a quote"),
        (text_of(verdict(quote=None)), "without a quote"),
        (text_of(verdict(quote=" . - ")), "without a quote"),
        (text_of(verdict(quote="The curtain may burn")), "does not occur"),
        (text_of(verdict(quote="x" * (MOST_QUOTE + 1))), "longer than"),
    ],
)
def test_what_cannot_be_used_is_no_verdict(text: str, problem: str) -> None:
    read = read_verdicts(text, ["c1"], STATEMENT)
    assert read.usable == {}
    assert problem in read.problem


def test_usable_verdicts_count_beside_unusable_ones() -> None:
    text = text_of(verdict(), verdict("c2", quote="invented words"))
    read = read_verdicts(text, ["c1", "c2"], STATEMENT)
    assert list(read.usable) == ["c1"]
    assert "does not occur" in read.problem


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@given(st.text(max_size=300) | JSON.map(json.dumps) | JSON.map(lambda v: text_of(v, verdict())))
def test_nothing_breaks_it_and_every_match_is_quoted(text: str) -> None:
    read = read_verdicts(text, ["c1", "c2"], STATEMENT)
    assert set(read.usable) <= {"c1", "c2"}
    assert all(match.quote for match in read.usable.values() if match.matched)
