"""Simulators behind one Protocol, chosen by name."""

from collections.abc import Callable, Mapping

from is_bench.errors import UnknownNameError
from sim_bridge.backends.base import Simulator
from sim_bridge.backends.embedded import EmbeddedSimulator


def _omnigibson() -> Simulator:
    from sim_bridge.remote.omnigibson import remote_omnigibson

    return remote_omnigibson()


SIMULATORS: Mapping[str, Callable[[], Simulator]] = {
    "embedded": EmbeddedSimulator,
    "omnigibson": _omnigibson,
}


def make_simulator(name: str) -> Simulator:
    """A new simulator of the kind `name`; raises UnknownNameError, SimulatorUnavailable."""
    if name not in SIMULATORS:
        raise UnknownNameError("simulator", name, SIMULATORS)
    return SIMULATORS[name]()


__all__ = ["SIMULATORS", "EmbeddedSimulator", "Simulator", "make_simulator"]
