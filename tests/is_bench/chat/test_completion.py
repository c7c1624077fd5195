from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.chat import ChatReplyProblem
from is_bench.chat.completion import MOST_TOKENS, TokenCounts, read_completion

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def body(message: object, usage: object = None, **choice: object) -> bytes:
    return json.dumps({"choices": [{"message": message, **choice}], "usage": usage}).encode()


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": "Yes."}, "Yes."),
        ({"content": ""}, ""),
        ({"content": [{"type": "text", "text": "Y"}, {"type": "x"}, {"text": "es."}]}, "Yes."),
        ({"content": None, "refusal": "I cannot."}, "I cannot."),
        ({"refusal": "I cannot."}, "I cannot."),
        ({"content": "a\ud800"}, "a?"),
    ],
)
def test_the_text_is_found(message: object, text: str) -> None:
    assert read_completion(body(message)).text == text


@pytest.mark.parametrize(
    ("finish", "words"),
    [
        ("length", "raise the limit"),
        ("content_filter", "withheld"),
        ("sk-key", "has no text$"),
        ([], r"has no text$"),
    ],
)
def test_a_missing_text_is_explained(finish: object, words: str) -> None:
    with pytest.raises(ChatReplyProblem, match=words):
        read_completion(body({"content": None}, finish_reason=finish))


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": 10, "completion_tokens": 5}, TokenCounts(10, 5)),
        ({"prompt_tokens": 10, "completion_tokens": 0}, TokenCounts(10, 0)),
        ({"total_tokens": 100}, TokenCounts(98, 2)),
        ({"total_tokens": 1}, TokenCounts(0, 1)),
        ({"prompt_tokens": -1, "completion_tokens": 5, "total_tokens": 9}, TokenCounts(7, 2)),
        ({"prompt_tokens": MOST_TOKENS + 1, "completion_tokens": 5}, None),
        ({"prompt_tokens": True, "completion_tokens": 5}, None),
        ({"prompt_tokens": 0, "completion_tokens": 0}, None),
        ([], None),
        (None, None),
    ],
)
def test_only_a_believable_count_counts(usage: object, counted: TokenCounts | None) -> None:
    assert read_completion(body({"content": "Yes."}, usage)).counted == counted


@given(st.binary() | ANY_JSON.map(lambda value: json.dumps(value).encode()))
def test_anything_else_is_refused_without_a_quote(data: bytes) -> None:
    with pytest.raises(ChatReplyProblem, match=r"no chat completion$") as caught:
        read_completion(data)
    assert caught.value.__cause__ is caught.value.__context__ is None


@settings(max_examples=40)
@given(ANY_JSON, ANY_JSON, ANY_JSON)
def test_any_value_anywhere_is_read_or_refused(content: object, usage: object, end: object) -> None:
    try:
        text = read_completion(body({"content": content}, usage, finish_reason=end)).text
    except ChatReplyProblem:
        return
    text.encode()
