"""What is said to a language model and what it answers, and the seam behind which it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Picture:
    """An encoded picture, as it travels."""

    data: bytes
    media_type: str = "image/jpeg"


@dataclass(frozen=True)
class Message:
    """One turn of a conversation; the pictures follow the text."""

    role: Role
    text: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Request:
    """A conversation that waits for the model's next turn."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    """The JSON Schema that the answer should follow, where the endpoint can be told so."""
    schema_name: str = "answer"
    most_tokens: int = 1000
    """Of the answer, thoughts included."""


@dataclass(frozen=True)
class Usage:
    """What answers have cost."""

    requests: int = 0
    """Sent to the endpoint; answers from the cache count nothing."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    """In the currency of the prices; None if no price is known."""
    cached: int = 0
    """Answers that came from the cache."""
    estimated: int = 0
    """Requests whose tokens the endpoint did not count, so that they are estimated."""

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
    """A language model that takes part in conversations."""

    def ask(self, request: Request) -> Reply:
        """The model's turn; waits for it.  Raises `is_bench.chat.errors.ChatError`."""
        ...
