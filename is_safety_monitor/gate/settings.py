"""What a gate is started with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.errors import InputError
from is_safety_monitor.bindings.model import GatedTopic
from is_safety_monitor.bindings.paths import parse_path
from is_safety_monitor.bindings.velocity import GateLimits

MOST_NAME = 255
"""Characters of a run or an action in a message; DDS takes no longer name of a topic."""
ACTION, SERVICE, TOPIC = "action", "srv", "msg"
"""Kinds of interfaces, as their types say it."""
_NAME = r"/?[A-Za-z_]\w*(?:/[A-Za-z_]\w*)*"
_FORM = re.compile(rf"({_NAME})=({_NAME}):(\w+/(action|srv|msg)/\w+)", re.ASCII)
_EXAMPLES = {
    ACTION: "navigate_to_pose=driver/navigate_to_pose:nav2_msgs/action/NavigateToPose",
    SERVICE: "lamp=driver/lamp:std_srvs/srv/SetBool",
    TOPIC: "cmd_vel=driver/cmd_vel:geometry_msgs/msg/Twist",
}
_SPEEDS = GateLimits(timeout_ns=500_000_000, hold_ns=1_000_000_000)
"""Of a velocity topic; how fast the robot may be is for the guard to say."""
_VELOCITIES = {"geometry_msgs/msg/Twist": "", "geometry_msgs/msg/TwistStamped": "twist."}
"""Types of velocity topics, and where in a message the speeds are."""


@dataclass(frozen=True)
class GatedInterface:
    """One action, service or velocity topic of a driver behind a gate."""

    served: str
    """Its name for the guard."""
    driver: str
    """Its name on the driver's side, for the gate alone."""
    type: str
    """Such as "nav2_msgs/action/NavigateToPose"."""

    @property
    def kind(self) -> str:
        """ACTION, SERVICE or TOPIC."""
        return self.type.split("/")[1]


@dataclass(frozen=True)
class GateSettings:
    """What a gate is started with."""

    actions: tuple[GatedInterface, ...]
    services: tuple[GatedInterface, ...]
    velocities: tuple[GatedTopic, ...]
    heartbeat_timeout_s: float
    driver_timeout_s: float
    permit_wait_s: float
    """How long a goal waits for its permit, which comes on a topic and may be later."""
    driver_command: str
    """What starts the driver, if the gate does; else ""."""


def read_gated(parameter: str, texts: Iterable[str], *kinds: str) -> tuple[GatedInterface, ...]:
    """The interfaces that `parameter` lists, of the `kinds`; "" is none.

    Raises InputError for another form, and where two of a kind have the same name.
    """
    # ROS has no empty list of texts in a file of parameters, but one of an empty text.
    read = tuple(_read_one(parameter, text, kinds) for text in texts if text)
    names = Counter((each.kind, name) for each in read for name in (each.served, each.driver))
    for (_, name), count in names.items():
        if count > 1:
            raise InputError(f"{parameter}: {name} is listed twice; every name is served once")
    return read


def gated_topic(velocity: GatedInterface) -> GatedTopic:
    """A velocity topic as the guard's own gate takes it; raises InputError for another type."""
    if velocity.type not in _VELOCITIES:
        raise InputError(
            f"velocities: {velocity.served} is {velocity.type}; a gate takes "
            f"{' or '.join(_VELOCITIES)}"
        )
    prefix = _VELOCITIES[velocity.type]
    linear, angular = parse_path(f"{prefix}linear"), parse_path(f"{prefix}angular")
    served, driver = velocity.served, velocity.driver
    return GatedTopic(served, velocity.type, served, driver, _SPEEDS, linear, angular)


def _read_one(parameter: str, text: str, kinds: tuple[str, ...]) -> GatedInterface:
    found = _FORM.fullmatch(text.strip())
    if found is None or found[4] not in kinds:
        forms = " or ".join(f"served=driver:package/{kind}/Type" for kind in kinds)
        raise InputError(
            f"invalid entry {text!r} in {parameter}; write {forms}, such as {_EXAMPLES[kinds[0]]}"
        )
    return GatedInterface(found[1], found[2], found[3])
