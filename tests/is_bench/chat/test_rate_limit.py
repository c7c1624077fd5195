from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from is_bench.chat.limits import Limits
from is_bench.chat.rate_limit import SPAN_S, RateLimiter, Window


def test_what_is_within_the_limit_need_not_wait() -> None:
    window = Window(3)
    for now in (0.0, 0.1, 0.2):
        assert window.wait_s(now, 1) == 0
        window.take(now, 1)
    assert window.wait_s(1.0, 1) == SPAN_S - 1.0
    assert window.wait_s(SPAN_S, 1) == 0


def test_more_than_the_limit_goes_alone() -> None:
    window = Window(10)
    assert window.wait_s(0.0, 50) == 0
    window.take(0.0, 50)
    assert window.wait_s(5.0, 1) == SPAN_S - 5.0
    window.take(70.0, 1)
    assert window.wait_s(71.0, 50) == SPAN_S - 1.0


def test_what_was_less_than_expected_is_given_back() -> None:
    window = Window(10)
    reservation = window.take(0.0, 10)
    assert window.wait_s(1.0, 4) > 0
    reservation.amount = 6
    assert window.wait_s(1.0, 4) == 0


@given(
    limit=st.integers(1, 20),
    asked=st.lists(st.tuples(st.floats(0, 30), st.integers(1, 20)), max_size=30),
)
def test_no_span_has_more_than_the_limit(limit: int, asked: list[tuple[float, int]]) -> None:
    window, now, log = Window(limit), 0.0, list[tuple[float, int]]()
    for pause, amount in asked:
        now += pause
        now += window.wait_s(now, amount)
        assert window.wait_s(now, amount) <= 1e-6
        window.take(now, amount)
        log.append((now, amount))
    for start, first in log:
        within = sum(amount for when, amount in log if start <= when < start + SPAN_S - 1e-6)
        assert within <= max(limit, first)


def test_a_pause_holds_up_who_comes_after() -> None:
    async def run() -> float:
        limiter = RateLimiter(Limits())
        loop = asyncio.get_running_loop()
        start = loop.time()
        limiter.pause(0.05)
        await asyncio.gather(*(limiter.acquire(1) for _ in range(5)))
        return loop.time() - start

    assert asyncio.run(run()) >= 0.05
