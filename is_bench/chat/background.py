"""Background event loop (one thread per process) for endpoint I/O.

All episodes share it, so that they can wait at the same time without one thread per connection.
"""

from __future__ import annotations

import asyncio
import os
import threading
from functools import cache

_STARTING = threading.Lock()


def running_loop() -> asyncio.AbstractEventLoop:
    """The process-wide loop; recreated after a fork."""
    with _STARTING:
        return _loop_of(os.getpid())


@cache
def _loop_of(process: int) -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    name = f"language models of {process}"
    threading.Thread(target=loop.run_forever, name=name, daemon=True).start()
    return loop
