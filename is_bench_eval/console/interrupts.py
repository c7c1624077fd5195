"""Ctrl-C and SIGTERM: never lost, and at a time that suits what runs.

Python raises KeyboardInterrupt wherever it is.  Native libraries that are being loaded or that call
back may turn it into an error of their own, or crash.  So whoever enters them defers it, and loops
ask whether one was noted.  A SIGTERM ends a program as Ctrl-C does: bags are closed.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what to do next."""


STOPPING = frozenset({signal.SIGINT, signal.SIGTERM})
"""The signals that ask a program to end."""


class _Interrupts:
    """A handler of these signals that notes them; a deferring one raises at the second only."""

    def __init__(self, *, deferring: bool) -> None:
        self.noted = 0
        """The last signal; 0: none came."""
        self._deferring = deferring

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        again, self.noted = self.noted, number
        if again or not self._deferring:
            raise KeyboardInterrupt

    def is_noted(self) -> bool:
        return bool(self.noted)


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], int]]:
    """Within, Ctrl-C raises KeyboardInterrupt, and `check_interrupt` does again if that is lost.

    Yields which signal asked for the end; 0: none.
    """
    handler = _Interrupts(deferring=False)
    with _handling(handler):
        yield lambda: handler.noted


@contextmanager
def deferred_interrupts() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C is but a wish: yields whether it was made.  A second one counts at once.

    Outside of the main thread, which alone gets signals, this does nothing.
    """
    handler, around = _Interrupts(deferring=True), signal.getsignal(signal.SIGINT)
    try:
        with _handling(handler):
            yield handler.is_noted
    finally:
        if isinstance(around, _Interrupts):
            around.noted = around.noted or handler.noted


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Within, Ctrl-C waits until the end; for native code, and steps that are soon over."""
    handler = _Interrupts(deferring=True)
    try:
        with _handling(handler):
            yield
    finally:
        if handler.noted:
            signal.raise_signal(handler.noted)


@contextmanager
def unheard_by_children(
    signals: Collection[signal.Signals] = (signal.SIGINT,),
) -> Iterator[None]:
    """Processes that are started within never hear Ctrl-C: whoever started them ends them."""
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start, with the first process, unblocks the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def check_interrupt() -> None:
    """Raise KeyboardInterrupt if one was noted, be it deferred or lost on its way."""
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, _Interrupts) and handler.noted:
        raise KeyboardInterrupt


@contextmanager
def _handling(handler: _Interrupts) -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in STOPPING}
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)
