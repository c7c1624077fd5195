"""What conversations may cost, and how fast they may be."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from is_bench.chat.errors import ChatUnavailable
from is_bench.chat.messages import Usage


@dataclass(frozen=True)
class Allowance:
    """What a run, or an episode of it, may use up; None: without a limit."""

    tokens: int | None = None
    """Of requests and answers together."""
    cost: float | None = None
    """In the currency of the prices."""


@dataclass(frozen=True)
class Limits:
    """Of everything that goes to one endpoint."""

    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    in_flight: int = 256
    """How many requests may be on their way at the same time."""
    longest_wait_s: float = 3600.0
    """How long a request may wait until these limits let it go."""
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
    """Counts what was used, and keeps to an allowance; for many threads."""

    def __init__(self, name: str, allowance: Allowance) -> None:
        """`name` is what the allowance is for, such as "this episode"."""
        self._name = name
        self._allowance = allowance
        self._lock = threading.Lock()
        self._reserved = Amount()
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """What was used until now."""
        return self._usage

    def reserve(self, most: Amount) -> None:
        """Set aside the most that a request can cost; raises ChatUnavailable if it is too much."""
        with self._lock:
            used, allowed = self._reserved + spent_in(self._usage), self._allowance
            self._check("tokens", allowed.tokens, used.tokens, most.tokens)
            self._check("units of the currency", allowed.cost, used.cost, most.cost)
            self._reserved += most

    def settle(self, reserved: Amount, usage: Usage) -> None:
        """Replace what was reserved by what it was."""
        with self._lock:
            self._reserved -= reserved
            self._usage += usage

    def _check(self, unit: str, limit: float | None, used: float, most: float) -> None:
        if limit is not None and used + most > limit:
            raise ChatUnavailable(
                f"the language model was not asked: {limit - used:.10g} of {limit:.10g} {unit} are "
                f"left for {self._name}, and it might take {most:.10g}"
            )


def spent_in(usage: Usage) -> Amount:
    """Tokens and cost together; an unknown cost is none."""
    return Amount(usage.prompt_tokens + usage.completion_tokens, usage.cost or 0.0)
