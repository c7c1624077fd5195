"""Differences between OpenAI-compatible endpoints, and their detection."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from is_bench.chat.endpoint import Endpoint
from is_bench.chat.messages import Message, Request

REFUSES = frozenset({400, 422})
"""Statuses with which servers reject an unknown field."""
_NAMES = ("response_format", "max_completion_tokens")
_OPTIONAL = ("temperature", "seed")
_SAMPLING = {"temperature": 0, "seed": 0}
"""For reproducible replies, as far as the server supports it."""


Format = Literal["json_schema", "json_object with schema", "json_object", "none"]
_SIMPLER: Mapping[Format, Format] = {
    "json_schema": "json_object with schema",  # llama-cpp-python and some hosting services
    "json_object with schema": "json_object",
    "json_object": "none",
}


@dataclass(frozen=True)
class SupportedFields:
    """Request fields that an endpoint supports."""

    tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    format: Format = "json_schema"
    without: frozenset[str] = frozenset()
    """Fields that it rejects."""

    def body(self, endpoint: Endpoint, request: Request) -> dict[str, Any]:
        """The body of a chat completion request."""
        fields = {
            "model": endpoint.model,
            "messages": [_message(each) for each in request.messages],
            **{name: value for name, value in _SAMPLING.items() if name not in self.without},
            self.tokens_field: request.most_tokens,
            "response_format": self._format(request),
            **endpoint.options,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def fallback(
        self, status: int, refusal: str, body: Mapping[str, Any]
    ) -> SupportedFields | None:
        """The fields to try next after an error.

        Args:
            status: The HTTP status with which `body` was rejected.
            refusal: The text of the response.
            body: The rejected request.

        Returns:
            None if nothing remains to be tried, or if the error is not about a field.
        """
        if status not in REFUSES and not names_a_field(refusal):
            return None
        if self.tokens_field == "max_tokens" and "max_completion_tokens" in refusal:
            return replace(self, tokens_field="max_completion_tokens")
        for name in _OPTIONAL:
            if name in refusal and name in body and name not in self.without:
                return replace(self, without=self.without | {name})
        if "response_format" not in body or self.format == "none":
            return None
        return replace(self, format=_SIMPLER[self.format])

    def _format(self, request: Request) -> dict[str, Any] | None:
        if request.schema is None or self.format == "none":
            return None
        if self.format == "json_object":
            return {"type": "json_object"}
        if self.format == "json_object with schema":
            return {"type": "json_object", "schema": dict(request.schema)}
        named = {"name": request.schema_name, "strict": True, "schema": dict(request.schema)}
        return {"type": "json_schema", "json_schema": named}


def names_a_field(refusal: str) -> bool:
    """Whether a rejection is about a field; some servers report that with a status 5xx."""
    return any(name in refusal for name in _NAMES)


def _message(message: Message) -> dict[str, Any]:
    text = message.text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates cannot be sent
    if not message.pictures:
        return {"role": message.role, "content": text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for picture in message.pictures:
        data = base64.b64encode(picture.data).decode("ascii")
        url = f"data:{picture.media_type};base64,{data}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": message.role, "content": parts}
