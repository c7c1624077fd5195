"""HTTP transport to one endpoint: sends requests, returns response bodies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from is_bench.chat.endpoint import Endpoint
from is_bench.chat.errors import ChatError, ChatUnavailable
from is_bench.chat.limits import Limits
from is_bench.chat.messages import Request
from is_bench.chat.rate_limit import RateLimiter, Reservation
from is_bench.chat.supported_fields import SupportedFields, names_a_field
from is_bench.errors import InputError

MOST_BYTES = 1_000_000
"""Longest accepted response body."""
LONGEST_PAUSE_S = 120.0
"""Longest Retry-After that is honored."""
_REASONS = {
    "context_length_exceeded": "the conversation is too long for the model",
    "insufficient_quota": "the account has no credit left",
    "invalid_api_key": "the key is not accepted",
    "model_not_found": "it does not know the model",
}
"""Explanations of the error field `code` that some servers send."""
_GUESSES = {
    401: "check whether the key is set and correct",
    403: "check whether the key may use this model",
    404: "check the URL (most end in /v1) and the name of the model",
}
"""Probable causes by HTTP status."""


class Refused(ChatUnavailable):
    """The endpoint did not start a successful response; the request cost nothing."""


@dataclass
class InFlight:
    """One request in flight, including retries."""

    tokens: int
    """Estimated tokens of the request and its reply."""
    attempts: int = 0
    begun: bool = False
    """Whether a successful response has started."""
    reservation: Reservation | None = None
    """Tokens per minute reserved for the last attempt."""


_IN_FLIGHT: ContextVar[InFlight] = ContextVar("in_flight")


def require_openai() -> None:
    """Raises InputError if the `openai` library is not installed."""
    try:
        import openai  # noqa: F401  # slow: better here than within a deadline
    except ImportError as error:
        raise InputError("openai is not installed; pip install 'is_bench[llm]'") from error


class Transport:
    """Used from one event loop, by many tasks."""

    def __init__(self, endpoint: Endpoint, key: str, limits: Limits) -> None:
        """`key` may be empty."""
        import openai

        self._endpoint = endpoint
        self._limits = limits
        self._supported = SupportedFields()
        self._rate_limiter = RateLimiter(limits)
        self._slots = asyncio.Semaphore(limits.in_flight)
        times = endpoint.timeouts
        timeout = openai.Timeout(times.read_s, connect=times.connect_s)
        self._client = openai.AsyncOpenAI(
            base_url=endpoint.url,
            api_key=key or "none",
            timeout=timeout,
            max_retries=endpoint.retries,
            # A compressed body could be far longer than its transfer.
            default_headers={"Accept-Encoding": "identity"},
            http_client=openai.DefaultAsyncHttpxClient(
                # A redirect would send the scene, and perhaps the key, to another server.
                follow_redirects=False,
                timeout=timeout,
                event_hooks={"request": [self._on_attempt], "response": [self._on_response]},
            ),
        )

    async def send(self, request: Request, in_flight: InFlight) -> bytes:
        """The response body, at most `MOST_BYTES`; raises ChatUnavailable."""
        try:
            await asyncio.wait_for(self._wait_turn(in_flight), self._limits.longest_wait_s)
        except asyncio.TimeoutError:
            wait = self._limits.longest_wait_s
            raise Refused(f"rate limit: no request possible within {wait:g} s") from None
        deadline = self._endpoint.timeouts.deadline_s
        try:
            return await asyncio.wait_for(self._send_supported_fields(request, in_flight), deadline)
        except Exception as error:  # noqa: BLE001  # whatever it is
            problem = _problem(error, deadline, begun=in_flight.begun)
        finally:
            self._slots.release()
        raise problem  # here it has no context, which may quote the server or the key

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _wait_turn(self, in_flight: InFlight) -> None:
        await self._slots.acquire()
        try:
            in_flight.reservation = await self._rate_limiter.acquire(in_flight.tokens)
        except BaseException:
            self._slots.release()
            raise

    async def _send_supported_fields(self, request: Request, in_flight: InFlight) -> bytes:
        """The response to the first fields that the endpoint supports, which are kept."""
        import openai

        _IN_FLIGHT.set(in_flight)
        supported = known = self._supported
        while True:
            body = supported.body(self._endpoint, request)
            try:
                data = await self._post(body)
            except openai.APIStatusError as error:
                fallback = supported.fallback(error.status_code, error.response.text, body)
                if fallback is None:
                    raise
                supported = fallback
            else:
                if supported is not known:  # another request may have found a newer one meanwhile
                    self._supported = supported
                return data

    async def _post(self, body: dict[str, Any]) -> bytes:
        create = self._client.chat.completions.with_raw_response.create  # not parsed by it
        # The library would inspect every part of every message, which takes longer than sending.
        response = await create(model=body["model"], messages=[], extra_body=body)
        data: bytes = response.http_response.content
        if len(data) > MOST_BYTES:
            raise ChatUnavailable(f"the endpoint's response is longer than {MOST_BYTES} bytes")
        return data

    async def _on_attempt(self, _: Any) -> None:
        """Called before each attempt, including the library's retries."""
        in_flight = _IN_FLIGHT.get()
        in_flight.attempts += 1
        if in_flight.attempts > 1:
            in_flight.reservation = await self._rate_limiter.acquire(in_flight.tokens)

    async def _on_response(self, response: Any) -> None:
        """Called when a response starts."""
        if response.status_code == 429:
            self._rate_limiter.pause(_retry_after_s(response.headers.get("retry-after", "")))
        if response.headers.get("content-encoding", "identity") != "identity":
            raise ChatUnavailable("unexpected Content-Encoding in the endpoint's response")
        _IN_FLIGHT.get().begun = response.is_success
        response.stream = _bounded(response.stream)
        if response.status_code >= 500:
            await response.aread()
            if names_a_field(response.text):  # a retry of the library would fail again
                response.headers["x-should-retry"] = "false"


def _retry_after_s(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:  # a date or nothing: only the library waits
        return 0.0
    return seconds if 0 < seconds <= LONGEST_PAUSE_S else 0.0


def _bounded(stream: Any) -> Any:
    """The same stream of bytes, ended soon after `MOST_BYTES`."""

    class Bounded(type(stream)):  # type: ignore[misc]  # of the library that is installed
        def __init__(self) -> None:
            pass

        async def __aiter__(self) -> AsyncIterator[bytes]:
            total = 0
            async for chunk in stream:
                yield chunk
                total += len(chunk)
                if total > MOST_BYTES:
                    return

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()


def _problem(error: Exception, deadline_s: float, *, begun: bool) -> ChatError:
    import openai

    if isinstance(error, openai.APIConnectionError) and isinstance(error.__cause__, ChatError):
        return error.__cause__
    if isinstance(error, ChatError):
        return error
    if isinstance(error, TimeoutError | asyncio.TimeoutError | openai.APITimeoutError):
        return ChatUnavailable(f"no reply from the language model within {deadline_s:g} s")
    if isinstance(error, openai.APIStatusError):
        reason = _REASONS.get(str(error.code)) or _GUESSES.get(error.status_code, "")
        return Refused(
            f"the endpoint answered with status {error.status_code}" + (reason and f": {reason}")
        )
    if isinstance(error, openai.APIConnectionError) and begun:
        return ChatUnavailable("connection closed during the endpoint's response")
    if isinstance(error, openai.APIConnectionError):
        return Refused("the endpoint cannot be reached, or closes the connection")
    return ChatUnavailable(f"asking the language model failed with {type(error).__name__}")
