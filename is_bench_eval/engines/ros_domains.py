"""ROS domains that nobody on this machine is in, so that several runs do not hear each other.

A DDS participant listens on UDP ports that its domain decides: the first one of a machine on
7400 + 250 * domain + 10 (OMG, DDSI-RTPS 2.2, section 9.6.1.1).  Who has that port has the domain;
further participants take the ports after it.
"""

from __future__ import annotations

import os
import socket
from contextlib import closing, suppress

from is_bench_eval.errors import WorkersLost

DOMAINS = range(1, 102)
"""Those that are safe on Linux, whose ephemeral ports begin at 32768; without 0, where robots are
unless told otherwise."""
LOOKED_FOR = 10
"""How many participants of a domain are looked for."""


class RosDomain:
    """A domain that is kept until it is released."""

    def __init__(self, number: int, claim: socket.socket) -> None:
        """`claim` is bound to the port of the domain's first participant."""
        self.number = number
        self._claim = claim

    def release(self) -> None:
        """Let others have it."""
        self._claim.close()


def free_domain() -> RosDomain:
    """A domain with no participant on this machine; raises WorkersLost if there is none."""
    for number in DOMAINS:
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with suppress(OSError):
            claim.bind(("", discovery_port(number)))
            if is_quiet(number, first=1):
                return RosDomain(number, claim)
        claim.close()
    raise WorkersLost(
        f"every ROS domain from {DOMAINS[0]} to {DOMAINS[-1]} is in use on this machine; "
        "end other ROS nodes, or use fewer --workers"
    )


def ros_domain() -> int:
    """The domain of this process."""
    return int(os.environ.get("ROS_DOMAIN_ID") or 0)


def discovery_port(domain: int, participant: int = 0) -> int:
    """The UDP port on which a participant of a domain is found; they are counted by machine."""
    return 7400 + 250 * domain + 10 + 2 * participant


def is_quiet(domain: int, first: int = 0) -> bool:
    """Whether this machine has no participant of a domain, counted from the `first` on.

    Others may be left of a domain whose first participant has gone.
    """
    for participant in range(first, LOOKED_FOR):
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            try:
                probe.bind(("", discovery_port(domain, participant)))
            except OSError:
                return False
    return True
