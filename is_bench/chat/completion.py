"""Parses chat completions; tolerates malformed responses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from is_bench.chat.errors import ChatReplyProblem
from is_bench.chat.tokens import text_tokens

MOST_TOKENS = 100_000_000
"""Larger reported counts are ignored."""
_CUT = {
    "length": "reply truncated at max_tokens (possibly used by reasoning); raise the limit",
    "content_filter": "withheld by the endpoint's content filter",
}


@dataclass(frozen=True)
class TokenCounts:
    """Tokens of one request and its reply."""

    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True)
class Completion:
    """The text of a reply."""

    text: str
    counted: TokenCounts | None
    """Token usage reported by the server; None if it reports none."""


def read_completion(data: bytes) -> Completion:
    """The completion in a response body; raises ChatReplyProblem, which quotes nothing."""
    found = _parts(data)
    if found is None:
        raise ChatReplyProblem("the endpoint's response is no chat completion")
    document, choice, message = found
    content = message.get("content")
    text = _text(content)
    if text is None:
        text = _text(message.get("refusal"))
    if text is None:
        why = _CUT.get(str(choice.get("finish_reason")), "")
        raise ChatReplyProblem("the endpoint's response has no text" + (why and f": {why}"))
    whole = text.encode("utf-8", "replace").decode("utf-8")  # JSON can hold lone surrogates
    return Completion(whole, _counted(document.get("usage"), whole))


def _parts(data: bytes) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]] | None:
    """The document, its first choice and the choice's message; None if one is missing."""
    try:
        document = json.loads(data)
        choice = document["choices"][0]
        message = choice["message"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    fits = all(isinstance(each, dict) for each in (document, choice, message))
    return (document, choice, message) if fits else None


def _text(content: object) -> str | None:
    """The text of a content field; some servers send a list of parts, as in requests."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if texts else None


def _counted(usage: Any, text: str) -> TokenCounts | None:
    if not isinstance(usage, dict):
        return None
    prompt, completion = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if prompt is not None and completion is not None and prompt + completion > 0:
        return TokenCounts(prompt, completion)
    total = _count(usage.get("total_tokens"))
    if not total:
        return None
    completion = min(text_tokens(text), total)
    return TokenCounts(total - completion, completion)


def _count(value: object) -> int | None:
    counted = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS
    return value if counted and isinstance(value, int) else None
