"""Ctrl-C that waits for a good moment, once."""

from __future__ import annotations

import signal
from threading import Thread

import pytest

from is_bench_eval.interrupts import deferred_interrupts


def test_the_first_is_noted_and_the_second_counts() -> None:
    with deferred_interrupts() as wished:
        assert not wished()
        signal.raise_signal(signal.SIGINT)
        assert wished()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_afterwards_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_elsewhere_than_in_the_main_thread_nothing_is_changed() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def look() -> None:
        with deferred_interrupts() as wished:
            seen.extend([wished(), signal.getsignal(signal.SIGINT)])

    thread = Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [False, before]
