"""Rate limiting."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from is_bench.chat.limits import Limits

SPAN_S = 60.0


@dataclass
class Reservation:
    """An amount taken from a window, and the time."""

    when_s: float
    amount: float


class Window:
    """At most `limit` in any `SPAN_S` seconds; times are seconds of any one clock."""

    def __init__(self, limit: float) -> None:
        """`limit` has the unit of the amounts."""
        self._limit = limit
        self._taken: deque[Reservation] = deque()

    def wait_s(self, now_s: float, amount: float) -> float:
        """Seconds to wait before `amount` may be taken; 0 if it may be taken now.

        An amount above the limit may be taken from an empty window.
        """
        while self._taken and self._taken[0].when_s <= now_s - SPAN_S:
            self._taken.popleft()
        excess = sum(each.amount for each in self._taken) + amount - self._limit
        wait = 0.0
        for each in self._taken:
            if excess <= 0:
                break
            excess -= each.amount
            wait = each.when_s + SPAN_S - now_s
        return wait

    def take(self, now_s: float, amount: float) -> Reservation:
        """Reserve `amount`; the amount of the returned reservation can be corrected later."""
        reservation = Reservation(now_s, amount)
        self._taken.append(reservation)
        return reservation


class RateLimiter:
    """Starts requests one after the other within the limits per minute; for one event loop."""

    def __init__(self, limits: Limits) -> None:
        """Uses the limits per minute of `limits`."""
        self._requests = _window(limits.requests_per_minute)
        self._tokens = _window(limits.tokens_per_minute)
        self._queue = asyncio.Lock()  # fair: first come, first served
        self._closed_until_s = 0.0

    async def acquire(self, tokens: int) -> Reservation:
        """Wait until a request of about `tokens` may start; correct the amount when it is known."""
        async with self._queue:
            while (wait := self._wait_s(tokens)) > 0:  # noqa: ASYNC110  # waits for the clock
                await asyncio.sleep(wait)
            now_s = _now_s()
            if self._requests is not None:
                self._requests.take(now_s, 1)
            return (
                Reservation(now_s, tokens)
                if self._tokens is None
                else self._tokens.take(now_s, tokens)
            )

    def pause(self, seconds: float) -> None:
        """Start no request for `seconds`, as the server asked (Retry-After)."""
        self._closed_until_s = max(self._closed_until_s, _now_s() + seconds)

    def _wait_s(self, tokens: int) -> float:
        now_s = _now_s()
        waits = [self._closed_until_s - now_s]
        if self._requests is not None:
            waits.append(self._requests.wait_s(now_s, 1))
        if self._tokens is not None:
            waits.append(self._tokens.wait_s(now_s, tokens))
        return max(waits)


def _now_s() -> float:
    return asyncio.get_running_loop().time()


def _window(limit: int | None) -> Window | None:
    return None if limit is None else Window(limit)
