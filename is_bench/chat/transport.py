"""The line to one endpoint: requests go out, the bodies of answers come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from is_bench.chat.dialect import Dialect, names_a_field
from is_bench.chat.endpoint import Endpoint
from is_bench.chat.errors import ChatError, ChatUnavailable
from is_bench.chat.limits import Limits
from is_bench.chat.messages import Request
from is_bench.chat.pace import Pace, Taken
from is_bench.errors import InputError

MOST_BYTES = 1_000_000
"""How long an answer may be."""
LONGEST_PAUSE_S = 120.0
"""The longest that a server may have everybody wait for."""
_REASONS = {
    "context_length_exceeded": "the conversation is too long for the model",
    "insufficient_quota": "the account has no credit left",
    "invalid_api_key": "the key is not accepted",
    "model_not_found": "it does not know the model",
}
"""What some servers say in the error's field `code`, in our words."""
_GUESSES = {
    401: "is there a key, and the right one?",
    403: "may this key use this model?",
    404: "is the URL right (most end in /v1), and the name of the model?",
}
"""What else may be wrong, by status."""


class Refused(ChatUnavailable):
    """The endpoint has not begun to answer, so that it cost nothing."""


@dataclass
class Trip:
    """One request on its way, with all its attempts."""

    tokens: int
    """About how many it will take."""
    attempts: int = 0
    begun: bool = False
    """Whether an answer has begun that is no error."""
    taken: Taken | None = None
    """From the limit of tokens per minute, in the last attempt."""


_TRIP: ContextVar[Trip] = ContextVar("trip")


def require_openai() -> None:
    """Raises InputError if the library that talks to endpoints is not installed."""
    try:
        import openai  # noqa: F401  # slow: better here than within a deadline
    except ImportError as error:
        raise InputError("openai is not installed; pip install 'is_bench[llm]'") from error


class Line:
    """Used from one event loop, by many tasks."""

    def __init__(self, endpoint: Endpoint, key: str, limits: Limits) -> None:
        """`key` may be empty."""
        import openai

        self._endpoint = endpoint
        self._limits = limits
        self._dialect = Dialect()
        self._pace = Pace(limits)
        self._slots = asyncio.Semaphore(limits.in_flight)
        times = endpoint.timeouts
        timeout = openai.Timeout(times.read_s, connect=times.connect_s)
        self._client = openai.AsyncOpenAI(
            base_url=endpoint.url,
            api_key=key or "none",
            timeout=timeout,
            max_retries=endpoint.retries,
            # What is packed could be far longer than it looks.
            default_headers={"Accept-Encoding": "identity"},
            http_client=openai.DefaultAsyncHttpxClient(
                # A redirection would hand the scene, and perhaps the key, to somebody else.
                follow_redirects=False,
                timeout=timeout,
                event_hooks={"request": [self._before], "response": [self._after]},
            ),
        )

    async def send(self, request: Request, trip: Trip) -> bytes:
        """The body of the answer, at most `MOST_BYTES`; raises ChatUnavailable."""
        try:
            await asyncio.wait_for(self._turn(trip), self._limits.longest_wait_s)
        except asyncio.TimeoutError:
            wait = self._limits.longest_wait_s
            raise Refused(f"the limits let no request go within {wait:g} s") from None
        deadline = self._endpoint.timeouts.deadline_s
        try:
            return await asyncio.wait_for(self._understood(request, trip), deadline)
        except Exception as error:  # noqa: BLE001  # whatever it is
            problem = _problem(error, deadline, begun=trip.begun)
        finally:
            self._slots.release()
        raise problem  # out here it has no context, which may quote the server, or the key

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _turn(self, trip: Trip) -> None:
        await self._slots.acquire()
        try:
            trip.taken = await self._pace.turn(trip.tokens)
        except BaseException:
            self._slots.release()
            raise

    async def _understood(self, request: Request, trip: Trip) -> bytes:
        """The answer in the first dialect that the endpoint takes, which is kept."""
        import openai

        _TRIP.set(trip)
        dialect = known = self._dialect
        while True:
            body = dialect.body(self._endpoint, request)
            try:
                data = await self._post(body)
            except openai.APIStatusError as error:
                simpler = dialect.simpler(error.status_code, error.response.text, body)
                if simpler is None:
                    raise
                dialect = simpler
            else:
                if dialect is not known:  # others may have found out more meanwhile
                    self._dialect = dialect
                return data

    async def _post(self, body: dict[str, Any]) -> bytes:
        create = self._client.chat.completions.with_raw_response.create  # not parsed by it
        # The library would look into every part of every message, which takes longer than sending.
        answer = await create(model=body["model"], messages=[], extra_body=body)
        data: bytes = answer.http_response.content
        if len(data) > MOST_BYTES:
            raise ChatUnavailable(f"the endpoint's answer is longer than {MOST_BYTES} bytes")
        return data

    async def _before(self, _: Any) -> None:
        """Called before each attempt, also those that the library makes by itself."""
        trip = _TRIP.get()
        trip.attempts += 1
        if trip.attempts > 1:
            trip.taken = await self._pace.turn(trip.tokens)

    async def _after(self, response: Any) -> None:
        """Called when an answer begins."""
        if response.status_code == 429:
            self._pace.pause(_asked_pause(response.headers.get("retry-after", "")))
        if response.headers.get("content-encoding", "identity") != "identity":
            raise ChatUnavailable("the endpoint's answer is packed, though it was not to be")
        _TRIP.get().begun = response.is_success
        response.stream = _bounded(response.stream)
        if response.status_code >= 500:
            await response.aread()
            if names_a_field(response.text):  # the library would ask in vain again
                response.headers["x-should-retry"] = "false"


def _asked_pause(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:  # a date, or nothing: the library alone waits
        return 0.0
    return seconds if 0 < seconds <= LONGEST_PAUSE_S else 0.0


def _bounded(stream: Any) -> Any:
    """The same stream of bytes, which ends soon after `MOST_BYTES`."""

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
        return ChatUnavailable(f"no answer from the language model within {deadline_s:g} s")
    if isinstance(error, openai.APIStatusError):
        reason = _REASONS.get(str(error.code)) or _GUESSES.get(error.status_code, "")
        return Refused(
            f"the endpoint answered with status {error.status_code}" + (reason and f": {reason}")
        )
    if isinstance(error, openai.APIConnectionError) and begun:
        return ChatUnavailable("the endpoint hangs up in the middle of its answer")
    if isinstance(error, openai.APIConnectionError):
        return Refused("the endpoint cannot be reached, or hangs up")
    return ChatUnavailable(f"asking the language model failed with {type(error).__name__}")
