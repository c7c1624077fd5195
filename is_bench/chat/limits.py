"""Cost and rate limits of conversations."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from is_bench.chat.errors import ChatUnavailable
from is_bench.chat.messages import Usage


@dataclass(frozen=True)
class Allowance:
    """Limits of a run or of one episode; None: unlimited."""

    tokens: int | None = None
    """Of requests and replies together."""
    cost: float | None = None
    """In the currency of the prices."""


@dataclass(frozen=True)
class Limits:
    """Limits for all requests to one endpoint."""

    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    in_flight: int = 256
    """Most simultaneous requests."""
    longest_wait_s: float = 3600.0
    """Longest wait of a request for these limits."""
    run: Allowance = Allowance()


@dataclass(frozen=True)
class Amount:
    """Tokens, and their cost in the currency of the prices."""

    tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.tokens + other.tokens, self.cost + other.cost)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.tokens - other.tokens, self.cost - other.cost)


class Account:
    """Usage account with an allowance; thread-safe."""

    def __init__(self, name: str, allowance: Allowance) -> None:
        """`name` says what the allowance covers, such as "this episode"."""
        self._name = name
        self._allowance = allowance
        self._lock = threading.Lock()
        self._reserved = Amount()
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """The usage until now."""
        return self._usage

    def reserve(self, most: Amount) -> None:
        """Reserve a request's maximum cost; raises ChatUnavailable if it exceeds the allowance."""
        with self._lock:
            used, allowed = self._reserved + spent_in(self._usage), self._allowance
            self._check("tokens", allowed.tokens, used.tokens, most.tokens)
            self._check("units of the currency", allowed.cost, used.cost, most.cost)
            self._reserved += most

    def settle(self, reserved: Amount, usage: Usage) -> None:
        """Replace the reserved amount by the actual usage."""
        with self._lock:
            self._reserved -= reserved
            self._usage += usage

    def _check(self, unit: str, limit: float | None, used: float, most: float) -> None:
        if limit is not None and used + most > limit:
            raise ChatUnavailable(
                f"request to the language model not sent: {limit - used:.10g} of {limit:.10g} "
                f"{unit} left for {self._name}, up to {most:.10g} needed"
            )


def spent_in(usage: Usage) -> Amount:
    """Tokens and cost together; an unknown cost counts as 0."""
    return Amount(usage.prompt_tokens + usage.completion_tokens, usage.cost or 0.0)
