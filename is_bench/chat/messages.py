"""Message types of chat requests and replies, and the `Chat` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Picture:
    """An encoded image."""

    data: bytes
    media_type: str = "image/jpeg"


@dataclass(frozen=True)
class Message:
    """One turn of a conversation; the images follow the text."""

    role: Role
    text: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Request:
    """A conversation to be continued by the model."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    """The JSON Schema of the reply, for endpoints that support one."""
    schema_name: str = "answer"
    most_tokens: int = 1000
    """Token limit of the reply, including reasoning."""


@dataclass(frozen=True)
class Usage:
    """Requests, tokens and cost."""

    requests: int = 0
    """Requests sent to the endpoint; cached replies are not counted."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    """In the currency of the prices; None if no price is known."""
    cached: int = 0
    """Replies from the cache."""
    estimated: int = 0
    """Requests with estimated tokens, because the endpoint did not report them."""

    def __add__(self, other: Usage) -> Usage:
        """The sum; its cost is unknown if one of them is."""
        unknown = self.cost is None or other.cost is None
        return Usage(
            self.requests + other.requests,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if unknown else (self.cost or 0.0) + (other.cost or 0.0),
            self.cached + other.cached,
            self.estimated + other.estimated,
        )


@dataclass(frozen=True)
class Reply:
    """The model's turn."""

    text: str
    usage: Usage = Usage()


class Chat(Protocol):
    """A language model for conversations."""

    def ask(self, request: Request) -> Reply:
        """The model's reply; waits for it.  Raises `is_bench.chat.errors.ChatError`."""
        ...
