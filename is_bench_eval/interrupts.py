"""Ctrl-C at a time that suits the run."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType


@contextmanager
def deferred_interrupts() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C is but a wish: yields whether it was made.  A second one counts at once.

    Outside of the main thread, which alone gets signals, this does nothing.
    """
    wished = Event()
    if current_thread() is not main_thread():
        yield wished.is_set
        return
    before = signal.getsignal(signal.SIGINT)

    def wish(_number: int, _frame: FrameType | None) -> None:
        wished.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, wish)
    try:
        yield wished.is_set
    finally:
        signal.signal(signal.SIGINT, before)
