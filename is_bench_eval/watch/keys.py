"""Single keys of a terminal, without waiting for Enter."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Keys = Callable[[float], str]
"""Waits so many seconds at most; the key that was pressed, or an empty text."""


@contextmanager
def single_keys() -> Iterator[Keys]:
    """The keys of standard input; where that is no terminal, none is ever pressed."""
    if not sys.stdin.isatty():
        yield _none
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield lambda seconds: _key(descriptor, seconds)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _key(descriptor: int, seconds: float) -> str:
    ready, _, _ = select.select([descriptor], [], [], seconds)
    return os.read(descriptor, 1).decode("ascii", "replace") if ready else ""


def _none(seconds: float) -> str:
    select.select([], [], [], seconds)
    return ""
