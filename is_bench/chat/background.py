"""The event loop that waits for language models, in a thread of its own.

There is one for the whole process, so that any number of episodes can wait at the same time without
a thread each for their connections.
"""

from __future__ import annotations

import asyncio
import os
import threading
from functools import cache

_STARTING = threading.Lock()


def running_loop() -> asyncio.AbstractEventLoop:
    """The loop of this process; a forked one has lost the thread, and gets another."""
    with _STARTING:
        return _loop_of(os.getpid())


@cache
def _loop_of(process: int) -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    name = f"language models of {process}"
    threading.Thread(target=loop.run_forever, name=name, daemon=True).start()
    return loop
