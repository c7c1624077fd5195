"""The errors of simulators.

SimulatorError
  SimulatorNotReadyError    used before `reset` or after `close`
  SimulatorUnavailable      it cannot run here: a program or package is missing, or its version
    RenderingUnavailableError   there is no OpenGL to make pictures with
  SimulatorFailed           it broke while it ran: crash, hang, lost connection; `reset` starts anew

The last two are the infrastructure's fault, never the agent's.
"""

from __future__ import annotations

from is_bench.errors import IsBenchError


class SimulatorError(IsBenchError):
    """Something is wrong with the simulator, or with how it is used."""


class SimulatorNotReadyError(SimulatorError):
    """A simulator was used before `reset` or after `close`."""


class SimulatorUnavailable(SimulatorError):
    """The simulator cannot run on this machine as it is set up; the text says what is missing."""


class RenderingUnavailableError(SimulatorUnavailable):
    """There is no OpenGL to render with; everything but pictures works."""


class SimulatorFailed(SimulatorError):
    """The simulator broke while it ran; its world is lost."""
