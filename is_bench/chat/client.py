"""A language model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import json
import weakref
from collections.abc import Sequence
from concurrent import futures
from contextlib import ExitStack
from dataclasses import replace

from is_bench.cache import FileCache, cache_folder, content_key
from is_bench.chat.background import running_loop
from is_bench.chat.completion import TokenCounts, read_completion
from is_bench.chat.endpoint import Endpoint
from is_bench.chat.errors import ChatUnavailable
from is_bench.chat.limits import Account, Allowance, Amount, Limits
from is_bench.chat.messages import Message, Reply, Request, Usage
from is_bench.chat.supported_fields import SupportedFields
from is_bench.chat.tokens import messages_tokens, text_tokens
from is_bench.chat.transport import InFlight, Refused, Transport, require_openai
from is_bench.errors import InputError

SHORTEST_SECRET = 8
"""Shorter keys, such as "none" or "ollama", are no secrets and might be words of a reply."""
_GRACE_S = 1.0
"""Wait beyond a request's deadline, for a busy event loop."""


def answer_cache() -> FileCache:
    """The cache of replies."""
    return FileCache(cache_folder(), "answers", most=20_000)


class OpenAIChat:
    """A `Chat` for a whole run; any number of threads may ask at the same time.

    All requests of a run to an endpoint should use one instance, so that the limits hold.
    """

    def __init__(
        self, endpoint: Endpoint, limits: Limits | None = None, cache: FileCache | None = None
    ) -> None:
        """`cache` None: replies are not cached.

        Raises InputError without the `openai` library, for a key that cannot be read, and for a
        limit of cost without prices.
        """
        require_openai()
        self._endpoint = endpoint
        self._limits = limits or Limits()
        self._cache = cache
        self._account = self._open_account("this run", self._limits.run)
        self._key = endpoint.key
        self._transport = Transport(endpoint, self._key, self._limits)
        self._finish = weakref.finalize(self, _close, self._transport)

    @property
    def usage(self) -> Usage:
        """The usage of all requests."""
        return self._account.usage

    def conversation(self, allowance: Allowance | None = None) -> Conversation:
        """A conversation with its own usage account, e.g. for one episode."""
        return Conversation(self, self._open_account("this episode", allowance or Allowance()))

    def ask(self, request: Request) -> Reply:
        """The model's reply; waits for it.  Raises ChatError."""
        return self.ask_for(request, ())

    def ask_for(self, request: Request, parent_accounts: Sequence[Account]) -> Reply:
        """As `ask`; counted in the run's account and in `parent_accounts`."""
        accounts = (self._account, *parent_accounts)
        if self._cache is None:
            return self._ask(request, accounts)
        name = self._cache_key(request)
        kept = self._cache.read(name)
        if kept is not None:
            reply = Reply(kept.decode("utf-8", "replace"), Usage(cached=1))
            _settle(accounts, Amount(), reply.usage)
            return reply
        reply = self._ask(request, accounts)
        if reply.text:
            self._cache.write(name, reply.text.encode())
        return reply

    def discard_cached(self, request: Request) -> None:
        """Remove the cached reply to `request`; it could not be parsed."""
        if self._cache is not None:
            self._cache.forget(self._cache_key(request))

    def close(self) -> None:
        """Close the connections; also done when the object is garbage-collected."""
        self._finish()

    def _cache_key(self, request: Request) -> str:
        """Cache key of a request to this endpoint."""
        plain = replace(request, messages=())
        fields = json.dumps(SupportedFields().body(self._endpoint, plain), sort_keys=True)
        parts = [part for each in request.messages for part in _parts(each)]
        return content_key(self._endpoint.url, fields, *parts)

    def _ask(self, request: Request, accounts: Sequence[Account]) -> Reply:
        asked = messages_tokens(request.messages)
        if request.schema is not None:
            asked += text_tokens(json.dumps(request.schema))
        estimate = TokenCounts(asked, request.most_tokens)
        most = Amount(asked + request.most_tokens, self._cost(estimate) or 0.0)
        in_flight = InFlight(tokens=most.tokens)
        with ExitStack() as undo:
            for account in accounts:
                account.reserve(most)
                undo.callback(account.settle, most, Usage())
            undo.pop_all()
        usage = Usage()
        try:
            data = self._wait(request, in_flight)
            usage = self._used(in_flight, estimate, estimated=True)
            completion = read_completion(data)
            reported = completion.counted
            counted = reported or TokenCounts(asked, text_tokens(completion.text))
            usage = self._used(in_flight, counted, estimated=reported is None)
        except Refused:
            usage = Usage(requests=in_flight.attempts, cost=self._cost(TokenCounts(0, 0)))
            raise
        except ChatUnavailable:
            usage = self._used(in_flight, estimate, estimated=True)  # it may have cost that
            raise
        finally:
            _settle(accounts, most, usage)
            if in_flight.reservation is not None:
                in_flight.reservation.amount = usage.prompt_tokens + usage.completion_tokens
        return Reply(self._redact_key(completion.text), usage)

    def _wait(self, request: Request, in_flight: InFlight) -> bytes:
        sending = self._transport.send(request, in_flight)
        future = asyncio.run_coroutine_threadsafe(sending, running_loop())
        patience = self._limits.longest_wait_s + self._endpoint.timeouts.deadline_s + _GRACE_S
        try:
            return future.result(patience)
        except futures.TimeoutError:
            raise ChatUnavailable(f"no reply from the language model in {patience:g} s") from None
        finally:
            future.cancel()

    def _used(self, in_flight: InFlight, counted: TokenCounts, *, estimated: bool) -> Usage:
        return Usage(
            in_flight.attempts,
            counted.prompt_tokens,
            counted.completion_tokens,
            self._cost(counted),
            estimated=int(estimated),
        )

    def _cost(self, counted: TokenCounts) -> float | None:
        prices = self._endpoint.prices
        if prices is None:
            return None
        return prices.cost(counted.prompt_tokens, counted.completion_tokens)

    def _redact_key(self, text: str) -> str:
        """Remove an echoed API key from a response."""
        secret = len(self._key) >= SHORTEST_SECRET
        return text.replace(self._key, "[key]") if secret else text

    def _open_account(self, name: str, allowance: Allowance) -> Account:
        if allowance.cost is not None and self._endpoint.prices is None:
            raise InputError(
                f"the limit {allowance.cost:g} of the cost of {name} needs the prices of tokens"
            )
        return Account(name, allowance)


class Conversation:
    """A `Chat` for one episode, with its own allowance and usage account."""

    def __init__(self, chat: OpenAIChat, account: Account) -> None:
        """Created by `OpenAIChat.conversation`."""
        self._chat = chat
        self._account = account

    @property
    def usage(self) -> Usage:
        """The usage of this conversation's requests, including failed ones."""
        return self._account.usage

    def ask(self, request: Request) -> Reply:
        """The model's reply; waits for it.  Raises ChatError."""
        return self._chat.ask_for(request, (self._account,))

    def discard_cached(self, request: Request) -> None:
        """Remove the cached reply to `request`; it could not be parsed."""
        self._chat.discard_cached(request)


def _parts(message: Message) -> list[str | bytes]:
    """A message's content, with the number of its images, so that it identifies the message."""
    pictures = [part for each in message.pictures for part in (each.media_type, each.data)]
    return [message.role, message.text, str(len(message.pictures)), *pictures]


def _settle(accounts: Sequence[Account], reserved: Amount, usage: Usage) -> None:
    for account in accounts:
        account.settle(reserved, usage)


def _close(transport: Transport) -> None:
    asyncio.run_coroutine_threadsafe(transport.close(), running_loop())
