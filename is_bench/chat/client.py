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
from is_bench.chat.completion import Counted, read_completion
from is_bench.chat.dialect import Dialect
from is_bench.chat.endpoint import Endpoint
from is_bench.chat.errors import ChatUnavailable
from is_bench.chat.limits import Account, Allowance, Amount, Limits
from is_bench.chat.line import Line, Refused, Trip, require_openai
from is_bench.chat.messages import Message, Reply, Request, Usage
from is_bench.chat.tokens import messages_tokens, text_tokens
from is_bench.errors import InputError

SHORTEST_SECRET = 8
"""Shorter keys, such as "none" or "ollama", are no secrets, and might be words of an answer."""
_GRACE_S = 1.0
"""How much longer than its deadline a request is waited for, should the loop be busy."""


def answer_cache() -> FileCache:
    """Where answers are kept."""
    return FileCache(cache_folder(), "answers", most=20_000)


class OpenAIChat:
    """A `Chat` for a whole run; any number of threads may ask at the same time.

    All that a run says to an endpoint should go through one of these, so that limits hold.
    """

    def __init__(
        self, endpoint: Endpoint, limits: Limits | None = None, cache: FileCache | None = None
    ) -> None:
        """`cache` None: nothing is kept.

        Raises InputError without the `openai` library, for a key that cannot be read, and for a
        limit of cost without prices.
        """
        require_openai()
        self._endpoint = endpoint
        self._limits = limits or Limits()
        self._cache = cache
        self._account = self._open_account("this run", self._limits.run)
        self._key = endpoint.key
        self._line = Line(endpoint, self._key, self._limits)
        self._finish = weakref.finalize(self, _close, self._line)

    @property
    def usage(self) -> Usage:
        """Of everything that was asked."""
        return self._account.usage

    def conversation(self, allowance: Allowance | None = None) -> Conversation:
        """A part of the run, such as an episode, with an account of its own."""
        return Conversation(self, self._open_account("this episode", allowance or Allowance()))

    def ask(self, request: Request) -> Reply:
        """The model's turn; waits for it.  Raises ChatError."""
        return self.ask_for(request, ())

    def ask_for(self, request: Request, payers: Sequence[Account]) -> Reply:
        """As `ask`; it is counted in the run's account, and in those of `payers`."""
        accounts = (self._account, *payers)
        if self._cache is None:
            return self._ask(request, accounts)
        name = self._name(request)
        kept = self._cache.read(name)
        if kept is not None:
            reply = Reply(kept.decode("utf-8", "replace"), Usage(cached=1))
            _settle(accounts, Amount(), reply.usage)
            return reply
        reply = self._ask(request, accounts)
        if reply.text:
            self._cache.write(name, reply.text.encode())
        return reply

    def forget(self, request: Request) -> None:
        """Keep no answer to `request`: it was of no use."""
        if self._cache is not None:
            self._cache.forget(self._name(request))

    def close(self) -> None:
        """Close the connections; done by itself when nobody uses this any more."""
        self._finish()

    def _name(self, request: Request) -> str:
        """Of the kept answer; the same request to another server is another question."""
        plain = replace(request, messages=())
        fields = json.dumps(Dialect().body(self._endpoint, plain), sort_keys=True)
        said = [part for each in request.messages for part in _parts(each)]
        return content_key(self._endpoint.url, fields, *said)

    def _ask(self, request: Request, accounts: Sequence[Account]) -> Reply:
        asked = messages_tokens(request.messages)
        if request.schema is not None:
            asked += text_tokens(json.dumps(request.schema))
        guess = Counted(asked, request.most_tokens)
        most = Amount(asked + request.most_tokens, self._cost(guess) or 0.0)
        trip = Trip(tokens=most.tokens)
        with ExitStack() as undo:
            for account in accounts:
                account.reserve(most)
                undo.callback(account.settle, most, Usage())
            undo.pop_all()
        usage = Usage()
        try:
            data = self._wait(request, trip)
            usage = self._used(trip, guess, estimated=True)
            completion = read_completion(data)
            told = completion.counted
            fair = told or Counted(asked, text_tokens(completion.text))
            usage = self._used(trip, fair, estimated=told is None)
        except Refused:
            usage = Usage(requests=trip.attempts, cost=self._cost(Counted(0, 0)))
            raise
        except ChatUnavailable:
            usage = self._used(trip, guess, estimated=True)  # it may have cost that
            raise
        finally:
            _settle(accounts, most, usage)
            if trip.taken is not None:
                trip.taken.amount = usage.prompt_tokens + usage.completion_tokens
        return Reply(self._without_key(completion.text), usage)

    def _wait(self, request: Request, trip: Trip) -> bytes:
        future = asyncio.run_coroutine_threadsafe(self._line.send(request, trip), running_loop())
        patience = self._limits.longest_wait_s + self._endpoint.timeouts.deadline_s + _GRACE_S
        try:
            return future.result(patience)
        except futures.TimeoutError:
            raise ChatUnavailable(f"no answer from the language model in {patience:g} s") from None
        finally:
            future.cancel()

    def _used(self, trip: Trip, counted: Counted, *, estimated: bool) -> Usage:
        return Usage(
            trip.attempts,
            counted.prompt_tokens,
            counted.completion_tokens,
            self._cost(counted),
            estimated=int(estimated),
        )

    def _cost(self, counted: Counted) -> float | None:
        prices = self._endpoint.prices
        if prices is None:
            return None
        return prices.cost(counted.prompt_tokens, counted.completion_tokens)

    def _without_key(self, text: str) -> str:
        """A server can say the key back: it must reach nobody."""
        secret = len(self._key) >= SHORTEST_SECRET
        return text.replace(self._key, "[key]") if secret else text

    def _open_account(self, name: str, allowance: Allowance) -> Account:
        if allowance.cost is not None and self._endpoint.prices is None:
            raise InputError(
                f"the limit {allowance.cost:g} of the cost of {name} needs the prices of tokens"
            )
        return Account(name, allowance)


class Conversation:
    """A `Chat` for one episode, with its own allowance and its own count."""

    def __init__(self, chat: OpenAIChat, account: Account) -> None:
        """Made by `OpenAIChat.conversation`."""
        self._chat = chat
        self._account = account

    @property
    def usage(self) -> Usage:
        """Of what was asked here, also where no usable answer came."""
        return self._account.usage

    def ask(self, request: Request) -> Reply:
        """The model's turn; waits for it.  Raises ChatError."""
        return self._chat.ask_for(request, (self._account,))

    def forget(self, request: Request) -> None:
        """Keep no answer to `request`: it was of no use."""
        self._chat.forget(request)


def _parts(message: Message) -> list[str | bytes]:
    """All of a message, with the number of its pictures, so that no two messages have the same."""
    pictures = [part for each in message.pictures for part in (each.media_type, each.data)]
    return [message.role, message.text, str(len(message.pictures)), *pictures]


def _settle(accounts: Sequence[Account], reserved: Amount, usage: Usage) -> None:
    for account in accounts:
        account.settle(reserved, usage)


def _close(line: Line) -> None:
    asyncio.run_coroutine_threadsafe(line.close(), running_loop())
