"""Simulators behind one Protocol, chosen by name."""

from collections.abc import Callable, Mapping

from is_bench.errors import UnknownNameError
from sim_bridge.embodied.render_thread import RenderThread
from sim_bridge.embodied.simulator import EmbeddedSimulator
from sim_bridge.simulator import Simulator


def _omnigibson(_render_thread: RenderThread | None) -> Simulator:
    from sim_bridge.remote.omnigibson import remote_omnigibson

    return remote_omnigibson()


SIMULATORS: Mapping[str, Callable[[RenderThread | None], Simulator]] = {
    "embedded": EmbeddedSimulator,
    "omnigibson": _omnigibson,
}


def make_simulator(name: str, render_thread: RenderThread | None = None) -> Simulator:
    """A new simulator of the kind `name`; raises UnknownNameError, SimulatorUnavailable.

    `render_thread` makes the pictures of those that cannot themselves; without it they show none.
    """
    if name not in SIMULATORS:
        raise UnknownNameError("simulator", name, SIMULATORS)
    return SIMULATORS[name](render_thread)


__all__ = ["SIMULATORS", "EmbeddedSimulator", "Simulator", "make_simulator"]
