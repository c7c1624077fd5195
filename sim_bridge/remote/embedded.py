"""The embedded simulator behind a server: for tests, and to keep its memory out of the bridge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim_bridge.backends.base import Simulator
from sim_bridge.backends.embedded import EmbeddedSimulator
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.spec import BackendSpec


def serve_embedded(options: Mapping[str, Any], progress: Callable[[], None]) -> Simulator:
    """The `Factory` of the embedded simulator; it has no options."""
    del options, progress
    return EmbeddedSimulator()


def remote_embedded() -> Simulator:
    """The embedded simulator in a process of its own."""
    return RemoteSimulator(BackendSpec("sim_bridge.remote.embedded:serve_embedded"))
