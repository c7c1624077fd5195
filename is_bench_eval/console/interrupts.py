"""Ctrl-C: never lost, and at a time that suits what runs.

Python raises KeyboardInterrupt wherever it is.  Native libraries that are being loaded or that call
back may turn it into an error of their own, or crash.  So whoever enters them defers it, and loops
ask whether one was noted.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what to do next."""


class _Interrupts:
    """A handler of SIGINT that notes it; a deferring one raises at the second only."""

    def __init__(self, *, deferring: bool) -> None:
        self.noted = False
        self._deferring = deferring

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        again, self.noted = self.noted, True
        if again or not self._deferring:
            raise KeyboardInterrupt

    def is_noted(self) -> bool:
        return self.noted


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C raises KeyboardInterrupt, and `check_interrupt` does again if that is lost.

    Yields whether there was one.
    """
    handler = _Interrupts(deferring=False)
    with _handling(handler):
        yield handler.is_noted


@contextmanager
def deferred_interrupts() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C is but a wish: yields whether it was made.  A second one counts at once.

    Outside of the main thread, which alone gets signals, this does nothing.
    """
    handler = _Interrupts(deferring=True)
    with _handling(handler):
        yield handler.is_noted


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Within, Ctrl-C waits until the end; for native code, and steps that are soon over."""
    wished = False
    try:
        with deferred_interrupts() as is_wished:
            try:
                yield
            finally:
                wished = is_wished()
    finally:
        if wished:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def unheard_by_children() -> Iterator[None]:
    """Processes that are started within never hear Ctrl-C: whoever started them ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
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
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
