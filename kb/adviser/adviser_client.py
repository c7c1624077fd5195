"""Client of one model behind an OpenAI-compatible endpoint, with a deadline and a token budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from is_bench.cache import FileCache
from is_bench.chat import ChatReplyProblem, Request
from is_bench.chat.client import Conversation, OpenAIChat
from is_bench.chat.endpoint import Endpoint, Timeouts
from is_bench.chat.limits import Allowance
from is_bench.chat.limits import Limits as ChatLimits

_LONGEST_WAIT_S = 1.0
"""Longest wait for the rate limit; only this process uses the endpoint's limits."""
T = TypeVar("T")


@dataclass(frozen=True)
class AdviserLimits:
    """Time and token limits."""

    deadline_s: float = 20.0
    """Seconds for one reply, including retries."""
    retries: int = 2
    """Further attempts after a transient failure."""
    episode_tokens: int = 60_000
    """Token limit of all requests and replies of an episode."""
    reply_tokens: int = 3000
    """Token limit of one reply, including reasoning."""


class AdviserClient:
    """Queries one model within a token budget."""

    def __init__(self, endpoint: Endpoint, limits: AdviserLimits, cache: FileCache | None) -> None:
        """The limits override the endpoint's; `cache` None: replies are not cached.

        Raises InputError without the `openai` library.
        """
        self.model = endpoint.model
        self._limits = limits
        hurry = Timeouts(limits.deadline_s, limits.deadline_s, limits.deadline_s)
        asked = replace(endpoint, timeouts=hurry, retries=limits.retries)
        self._chat = OpenAIChat(asked, ChatLimits(longest_wait_s=_LONGEST_WAIT_S), cache)
        self._talk = self._conversation()

    @property
    def tokens_spent(self) -> int:
        """Tokens of this episode: as reported by the server, otherwise estimated."""
        return self._talk.usage.prompt_tokens + self._talk.usage.completion_tokens

    def new_episode(self) -> None:
        """Reset the token budget."""
        self._talk = self._conversation()

    def ask(self, request: Request, read: Callable[[str], T], *, again: bool = True) -> T:
        """The reply parsed by `read`; a reply that it rejects is not cached.

        After a rejected cached reply, the model is queried once `again`.  Raises ChatError, and
        the ChatReplyProblem of `read`.
        """
        limited = replace(request, most_tokens=self._limits.reply_tokens)
        reply = self._talk.ask(limited)
        try:
            return read(reply.text)
        except ChatReplyProblem:
            self._talk.discard_cached(limited)
            if not (again and reply.usage.cached):
                raise
        return self.ask(request, read, again=False)  # the cached reply was invalid

    def _conversation(self) -> Conversation:
        return self._chat.conversation(Allowance(tokens=self._limits.episode_tokens))
