"""A language model that looks over what rules have left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from is_bench.cache import FileCache
from is_bench.chat import ChatError, Request
from is_bench.chat.client import Conversation, OpenAIChat
from is_bench.chat.endpoint import Endpoint, Timeouts
from is_bench.chat.limits import Allowance
from is_bench.chat.limits import Limits as ChatLimits
from kb.constraint import Constraint
from kb.relevance.opinion import Opinion
from kb.relevance.prompt import messages, schema
from kb.relevance.reply import ReplyProblem, read_reply

_LONGEST_WAIT_S = 1.0
"""Nothing but this process could have the guard wait before it asks."""


@dataclass(frozen=True)
class Limits:
    """What asking may cost."""

    deadline_s: float = 5.0
    """Seconds for one opinion, retries included."""
    retries: int = 2
    """Further attempts where the first failed in a way that may pass."""
    episode_tokens: int = 20_000
    """Of all requests and replies of an episode."""
    reply_tokens: int = 800
    """Of one reply, thoughts included."""


class LanguageModelRelevance:
    """Asks a model behind an OpenAI-compatible endpoint; a `Relevance` for one episode at a time.

    Whatever goes wrong, rules stand as they are, and `Opinion.note` says what it was.  A request
    that was answered before is answered from `cache`, and costs nothing.
    """

    def __init__(
        self, endpoint: Endpoint, limits: Limits | None = None, cache: FileCache | None = None
    ) -> None:
        """The limits go before the endpoint's own; `cache` None: nothing is kept.

        Raises InputError without the `openai` library.
        """
        self._limits = limits or Limits()
        hurry = Timeouts(
            connect_s=self._limits.deadline_s,
            read_s=self._limits.deadline_s,
            deadline_s=self._limits.deadline_s,
        )
        asked = replace(endpoint, timeouts=hurry, retries=self._limits.retries)
        self._chat = OpenAIChat(asked, ChatLimits(longest_wait_s=_LONGEST_WAIT_S), cache)
        self._talk = self._conversation()

    @property
    def tokens_spent(self) -> int:
        """In this episode: counted by the server where it does that, else estimated."""
        return self._talk.usage.prompt_tokens + self._talk.usage.completion_tokens

    def new_episode(self) -> None:
        """The whole budget of tokens again."""
        self._talk = self._conversation()

    def opinion(
        self, instruction: str, objects: Sequence[str], offered: Sequence[Constraint]
    ) -> Opinion:
        """What the model adds; nothing, and a note, if it cannot be asked or understood."""
        if not offered:
            return Opinion()
        ids = [constraint.id for constraint in offered]
        request = Request(
            messages(instruction, objects, offered),
            schema(ids),
            schema_name="opinion",
            most_tokens=self._limits.reply_tokens,
        )
        try:
            return self._read(request, ids)
        except (ChatError, ReplyProblem) as problem:
            return Opinion(note=str(problem))

    def _read(self, request: Request, ids: Sequence[str], *, again: bool = True) -> Opinion:
        reply = self._talk.ask(request)
        try:
            return read_reply(reply.text, ids)
        except ReplyProblem:
            self._talk.forget(request)
            if not (again and reply.usage.cached):
                raise
        return self._read(request, ids, again=False)  # what was kept is no good

    def _conversation(self) -> Conversation:
        return self._chat.conversation(Allowance(tokens=self._limits.episode_tokens))
