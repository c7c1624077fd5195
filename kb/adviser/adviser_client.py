"""One model behind an OpenAI-compatible endpoint, asked within a deadline and a budget."""

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
"""Nothing but this process could have the guard wait before it asks."""
T = TypeVar("T")


@dataclass(frozen=True)
class AdviserLimits:
    """What asking may cost."""

    deadline_s: float = 20.0
    """Seconds for one answer, retries included."""
    retries: int = 2
    """Further attempts where the first failed in a way that may pass."""
    episode_tokens: int = 60_000
    """Of all requests and replies of an episode."""
    reply_tokens: int = 3000
    """Of one reply, thoughts included."""


class AdviserLine:
    """Asks one model, and keeps count of what an episode has cost."""

    def __init__(self, endpoint: Endpoint, limits: AdviserLimits, cache: FileCache | None) -> None:
        """The limits go before the endpoint's own; `cache` None: nothing is kept.

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
        """In this episode: counted by the server where it does that, else estimated."""
        return self._talk.usage.prompt_tokens + self._talk.usage.completion_tokens

    def new_episode(self) -> None:
        """The whole budget of tokens again."""
        self._talk = self._conversation()

    def ask(self, request: Request, read: Callable[[str], T], *, again: bool = True) -> T:
        """What `read` makes of the answer; an answer that it refuses is not kept.

        A kept answer that is refused is asked for once `again`.  Raises ChatError, and the
        ChatReplyProblem of `read`.
        """
        limited = replace(request, most_tokens=self._limits.reply_tokens)
        reply = self._talk.ask(limited)
        try:
            return read(reply.text)
        except ChatReplyProblem:
            self._talk.forget(limited)
            if not (again and reply.usage.cached):
                raise
        return self.ask(request, read, again=False)  # what was kept is no good

    def _conversation(self) -> Conversation:
        return self._chat.conversation(Allowance(tokens=self._limits.episode_tokens))
