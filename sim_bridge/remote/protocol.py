"""What client and server say to each other, and where they meet.

They meet in a folder that the client makes: SOCKET, a ZeroMQ DEALER socket that the server binds;
FRAMES1, FRAMES2 and so on, pictures; PROGRESS, a number that the server raises whenever the
simulator gets on; LOG, what the server and the simulator print.

Every message is one MessagePack map.  A request: {"op": name, ...its arguments}.  An answer:
{"ok": value} or {"error": kind, "message": text}.  One request at a time.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

import msgpack

PROTOCOL = 2
"""Raised with every change that an older side would misread."""

SOCKET = "socket"
FRAMES = "frames"
PROGRESS = "progress"
LOG = "log"

NOT_READY = "not_ready"
UNAVAILABLE = "unavailable"
REFUSED = "refused"
FAILED = "failed"
"""Kinds of errors: used too early; cannot run here; a wrong input; broken, the world is lost."""


def own_version() -> str:
    """The version of this package; empty when it runs from a folder, uninstalled."""
    try:
        return version("is_bench")
    except PackageNotFoundError:
        return ""


def pack(message: dict[str, Any]) -> bytes:
    """A message as bytes."""
    # Texts may hold lone surrogates: a call's arguments are passed on as they are.
    return cast(bytes, msgpack.packb(message, unicode_errors="surrogatepass"))


def unpack(data: bytes) -> dict[str, Any]:
    """The message in `data`."""
    return cast(
        dict[str, Any], msgpack.unpackb(data, unicode_errors="surrogatepass", strict_map_key=False)
    )
