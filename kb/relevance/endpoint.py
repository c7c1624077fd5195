"""One request to an OpenAI-compatible endpoint, with a deadline for all of it.

The request runs in a thread of its own, and the caller waits for it no longer than the deadline:
whatever a server does, and where the network hangs, the guard goes on.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from is_bench.errors import InputError
from kb.relevance.reply import ReplyProblem

MOST_BYTES = 1_000_000
"""How long an answer may be."""
_REFUSES_FORMAT = frozenset({400, 422})
"""What servers answer that do not know the wanted format of replies."""


@dataclass(frozen=True)
class Endpoint:
    """Where the language model is."""

    url: str
    """The base, such as http://localhost:8000/v1."""
    model: str
    key_variable: str = "OPENAI_API_KEY"
    """The environment variable with the key; unset for servers that want none."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """More fields of the request that this server understands, such as how much to think."""

    @property
    def key(self) -> str:
        """The key, from the environment alone; empty if there is none."""
        return os.environ.get(self.key_variable, "")


@dataclass(frozen=True)
class Answer:
    """What came back."""

    text: str
    tokens: int | None
    """What the server says that it cost; None if it does not say."""


class EndpointProblem(Exception):
    """No answer; says why, without quoting the server.  It may have cost tokens all the same."""


class RefusedProblem(EndpointProblem):
    """The endpoint has not begun to answer, so that it cost nothing."""


def require_client() -> None:
    """Raises InputError if the library that talks to endpoints is not installed."""
    try:
        import openai  # noqa: F401  # slow: better here than within a deadline
    except ImportError as error:
        raise InputError("openai is not installed; pip install 'is_bench[llm]'") from error


def ask(endpoint: Endpoint, body: Mapping[str, Any], deadline_s: float, retries: int) -> Answer:
    """The answer to the chat completion request `body`, after at most `retries` more attempts.

    Retried, with pauses that grow or that the server asks for: no connection, 408, 409, 429, 5xx.
    Raises EndpointProblem after `deadline_s` seconds at the latest.
    """
    box: queue.SimpleQueue[Answer | BaseException] = queue.SimpleQueue()

    def work() -> None:
        try:
            call = _request(endpoint, body, deadline_s, retries)
            box.put(asyncio.run(asyncio.wait_for(call, deadline_s)))
        except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
            box.put(error)

    threading.Thread(target=work, name="language model", daemon=True).start()
    try:
        answer = box.get(timeout=deadline_s)
    except queue.Empty:
        answer = asyncio.TimeoutError()
    if isinstance(answer, BaseException):
        raise _problem(answer, deadline_s) from None  # the cause may quote the server, or the key
    return answer


async def _request(
    endpoint: Endpoint, body: Mapping[str, Any], deadline_s: float, retries: int
) -> Answer:
    import openai

    # A redirection would hand the scene, and perhaps the key, to somebody else.
    http = openai.DefaultAsyncHttpxClient(follow_redirects=False)
    async with openai.AsyncOpenAI(
        base_url=endpoint.url,
        api_key=endpoint.key or "none",
        timeout=deadline_s,
        max_retries=retries,
        http_client=http,
    ) as client:
        try:
            return _answer(await _send(client, body))
        except openai.APIStatusError as error:
            if error.status_code not in _REFUSES_FORMAT:
                raise
        plain = {name: value for name, value in body.items() if name != "response_format"}
        return _answer(await _send(client, plain))


async def _send(client: Any, body: Mapping[str, Any]) -> bytes:
    data = bytearray()
    # Not read by the library's own classes: they would take an endless answer whole.
    create = client.chat.completions.with_streaming_response.create
    more = {name: value for name, value in body.items() if name not in {"model", "messages"}}
    async with create(model=body["model"], messages=body["messages"], extra_body=more) as response:
        async for chunk in response.iter_bytes():
            data += chunk
            if len(data) > MOST_BYTES:
                raise EndpointProblem(f"the endpoint's answer is longer than {MOST_BYTES} bytes")
    return bytes(data)


def _answer(data: bytes) -> Answer:
    try:
        document = json.loads(data)
        text = document["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise ReplyProblem("the endpoint's answer is no chat completion") from error
    if not isinstance(text, str):
        raise ReplyProblem("the endpoint's answer has no text")
    usage = document.get("usage")
    tokens = usage.get("total_tokens") if isinstance(usage, dict) else None
    counted = isinstance(tokens, int) and not isinstance(tokens, bool) and tokens > 0
    return Answer(text, tokens if counted else None)


def _problem(error: BaseException, deadline_s: float) -> Exception:
    import openai

    if isinstance(error, EndpointProblem | ReplyProblem):
        return error
    if isinstance(error, TimeoutError | asyncio.TimeoutError | openai.APITimeoutError):
        return EndpointProblem(f"no answer from the language model within {deadline_s:g} s")
    if isinstance(error, openai.APIStatusError):
        return RefusedProblem(f"the endpoint answered with status {error.status_code}")
    if isinstance(error, openai.APIConnectionError):
        return RefusedProblem("the endpoint cannot be reached")
    return EndpointProblem(f"asking the language model failed with {type(error).__name__}")
