"""The embedded simulator behind a server: for tests, and to keep its memory out of the bridge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim_bridge.embodied.render_thread import ImageSize, RenderThread
from sim_bridge.embodied.simulator import EmbeddedSimulator
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.spec import BackendSpec, Limits
from sim_bridge.simulator import Simulator

PICTURE_LIMITS = Limits(stall=10.0)
"""Software OpenGL compiles its shaders for the first picture, without a sign of progress."""


def serve_embedded(options: Mapping[str, Any], progress: Callable[[], None]) -> Simulator:
    """The `Factory` of the embedded simulator; with `width` and `height` it makes pictures."""
    del progress
    return EmbeddedSimulator(RenderThread(ImageSize(**options)) if options else None)


def remote_embedded(size: ImageSize | None = None) -> Simulator:
    """The embedded simulator in a process of its own; with `size` it makes pictures."""
    factory = "sim_bridge.remote.embedded:serve_embedded"
    if size is None:
        return RemoteSimulator(BackendSpec(factory))
    options = {"width": size.width, "height": size.height}
    return RemoteSimulator(BackendSpec(factory, options, limits=PICTURE_LIMITS))
