"""A language model that looks over what rules have left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from is_bench.cache import FileCache, cache_folder, content_key
from kb.constraint import Constraint
from kb.relevance.endpoint import (
    Answer,
    Endpoint,
    EndpointProblem,
    RefusedProblem,
    ask,
    require_client,
)
from kb.relevance.opinion import Opinion
from kb.relevance.prompt import messages, reply_format
from kb.relevance.reply import ReplyProblem, read_reply

_BYTES_PER_TOKEN = 3
"""Of English text about four; less, so that an estimate is rather too high."""


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


def reply_cache() -> FileCache:
    """Where usable replies are kept."""
    return FileCache(cache_folder(), "replies", most=2000)


class LanguageModelRelevance:
    """Asks a model behind an OpenAI-compatible endpoint; a `Relevance` for one episode at a time.

    Whatever goes wrong, rules stand as they are, and `Opinion.note` says what it was.  A request
    that was answered before is answered from `cache`, and costs nothing.
    """

    def __init__(
        self, endpoint: Endpoint, limits: Limits | None = None, cache: FileCache | None = None
    ) -> None:
        """`cache` None: nothing is kept.  Raises InputError without the `openai` library."""
        require_client()
        self._endpoint = endpoint
        self._limits = limits or Limits()
        self._cache = cache or FileCache(None, "replies")
        self._spent = 0

    @property
    def tokens_spent(self) -> int:
        """In this episode: counted by the server where it does that, else estimated."""
        return self._spent

    def new_episode(self) -> None:
        """The whole budget of tokens again."""
        self._spent = 0

    def opinion(
        self, instruction: str, objects: Sequence[str], offered: Sequence[Constraint]
    ) -> Opinion:
        """What the model adds; nothing, and a note, if it cannot be asked or understood."""
        if not offered:
            return Opinion()
        ids = [constraint.id for constraint in offered]
        body = self._body(messages(instruction, objects, offered), ids)
        # The same request to another server is another question.
        key = content_key(self._endpoint.url, json.dumps(body, sort_keys=True))
        kept = self._kept(key, ids)
        if kept is not None:
            return kept
        try:
            text = self._ask(body)
            opinion = read_reply(text, ids)
        except (EndpointProblem, ReplyProblem) as problem:
            return Opinion(note=str(problem))
        self._cache.write(key, text.encode("utf-8", "replace"))
        return opinion

    def _kept(self, key: str, ids: Sequence[str]) -> Opinion | None:
        payload = self._cache.read(key)
        try:
            return None if payload is None else read_reply(payload.decode("utf-8"), ids)
        except (UnicodeDecodeError, ReplyProblem):
            return None

    def _body(self, chat: list[dict[str, str]], ids: Sequence[str]) -> dict[str, Any]:
        return {
            "model": self._endpoint.model,
            "messages": chat,
            "temperature": 0,
            "seed": 0,
            "max_tokens": self._limits.reply_tokens,
            "response_format": reply_format(ids),
            **self._endpoint.options,
        }

    def _ask(self, body: dict[str, Any]) -> str:
        """The text of the reply; raises EndpointProblem or ReplyProblem."""
        asked = _tokens(json.dumps(body))
        most = asked + self._limits.reply_tokens
        left = self._limits.episode_tokens - self._spent
        if most > left:
            raise EndpointProblem(
                f"the language model was not asked: {left} of {self._limits.episode_tokens} tokens "
                f"are left for this episode, and it might take {most}"
            )
        self._spent += most  # until it is known what it was
        try:
            answer = ask(self._endpoint, body, self._limits.deadline_s, self._limits.retries)
        except RefusedProblem:
            self._spent -= most
            raise
        self._spent += _cost(answer, asked) - most
        return self._without_key(answer.text)

    def _without_key(self, text: str) -> str:
        """A server can say the key back: it must reach neither planner nor disk."""
        key = self._endpoint.key
        return text.replace(key, "[key]") if key else text


def _cost(answer: Answer, asked: int) -> int:
    return asked + _tokens(answer.text) if answer.tokens is None else answer.tokens


def _tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN)
