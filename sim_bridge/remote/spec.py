"""Which simulator to run behind a server, in which Python, and how long to wait for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, cast

from is_bench.errors import UnknownNameError
from sim_bridge.simulator import Simulator


class Factory(Protocol):
    """Makes a simulator for a server."""

    def __call__(self, options: Mapping[str, Any], progress: Callable[[], None]) -> Simulator:
        """A simulator; it calls `progress` whenever it gets on, from any thread."""
        ...


@dataclass(frozen=True)
class Limits:
    """How long a client waits, in seconds, before it takes the simulator for broken.

    A process that has ended is noticed at once, whatever these say.
    """

    start: float = 30.0
    """From the start of the process to its first answer."""
    frozen: float = 1.0
    """Without any sign of life from the process (it is stopped, or its machine is)."""
    stall: float = 1.5
    """Without progress in a call.  More for a simulator that cannot report any for long."""
    reset: float = 60.0
    """Without progress in a reset."""
    close: float = 5.0
    """For closing, before the process is ended."""


@dataclass(frozen=True)
class BackendSpec:
    """A simulator to run behind a server."""

    factory: str
    """`package.module:attribute`, a `Factory`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the factory is given; plain data."""
    python: str = sys.executable
    """The interpreter; it needs this package, numpy, PyYAML, jsonschema, msgpack and pyzmq."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables for the process, on top of (or instead of) the caller's."""
    limits: Limits = Limits()


def find_factory(name: str) -> Factory:
    """The factory that `package.module:attribute` names; raises UnknownNameError."""
    module, _, attribute = name.partition(":")
    try:
        return cast(Factory, getattr(import_module(module), attribute))
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownNameError("simulator factory", name, ()) from error


_ROS = ("AMENT_", "COLCON_", "ROS_", "RMW_", "CYCLONEDDS_", "FASTRTPS_", "FASTDDS_")
_PYTHON = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH")


def process_environment(spec: BackendSpec) -> dict[str, str]:
    """The environment variables of the server's process.

    For another Python than the caller's, those are left out that would lead it to the caller's
    packages and libraries: a sourced ROS sets them.
    """
    kept = dict(os.environ)
    if spec.python != sys.executable:
        kept = {
            name: value
            for name, value in kept.items()
            if name not in _PYTHON and not name.startswith(_ROS)
        }
    return {**kept, **spec.environment}
