"""What a gate is started with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.errors import InputError
from is_safety_monitor.bindings.model import GatedTopic
from is_safety_monitor.bindings.paths import parse_path
from is_safety_monitor.bindings.velocity import GateLimits

MOST_NAME = 255
"""Characters of a run or an action in a message; DDS takes no longer name of a topic."""
_NAME = r"/?[A-Za-z_]\w*(?:/[A-Za-z_]\w*)*"
_FORM = re.compile(rf"({_NAME})=({_NAME}):(\w+/(action|msg)/\w+)", re.ASCII)
_SPEEDS = GateLimits(timeout_ns=500_000_000, hold_ns=1_000_000_000)
"""Of a velocity topic; how fast the robot may be is for the guard to say."""


@dataclass(frozen=True)
class GatedAction:
    """One action that a gate serves."""

    served: str
    """Its name for the guard."""
    driver: str
    """The name that the driver serves, for the gate alone."""
    type: str
    """Such as "nav2_msgs/action/NavigateToPose"."""


@dataclass(frozen=True)
class GateSettings:
    """What a gate is started with."""

    actions: tuple[GatedAction, ...]
    velocities: tuple[GatedTopic, ...]
    heartbeat_timeout_s: float
    driver_timeout_s: float
    permit_wait_s: float
    """How long a goal waits for its permit, which comes on a topic and may be later."""
    driver_command: tuple[str, ...]
    """The driver's process, if the gate starts it."""


def read_actions(texts: Iterable[str]) -> tuple[GatedAction, ...]:
    """The actions of one gate; raises InputError, also where two have the same name."""
    example = "navigate_to_pose=driver/navigate_to_pose:nav2_msgs/action/NavigateToPose"
    return tuple(GatedAction(*names) for names in _read("actions", "action", texts, example))


def read_velocities(texts: Iterable[str]) -> tuple[GatedTopic, ...]:
    """The velocity topics of one gate; raises InputError, also where two have the same name."""
    given = filter(None, texts)  # ROS has no empty list of texts in a file of parameters
    example = "cmd_vel=driver/cmd_vel:geometry_msgs/msg/Twist"
    return tuple(_topic(*names) for names in _read("velocities", "msg", given, example))


def _topic(served: str, driver: str, kind: str) -> GatedTopic:
    prefix = "twist." if kind.endswith("/TwistStamped") else ""
    linear, angular = parse_path(f"{prefix}linear"), parse_path(f"{prefix}angular")
    return GatedTopic(served, kind, served, driver, _SPEEDS, linear, angular)


def _read(
    parameter: str, kind: str, texts: Iterable[str], example: str
) -> list[tuple[str, str, str]]:
    """What is gated: the names for the guard and for the driver, and the type."""
    read = [_read_one(parameter, kind, text, example) for text in texts]
    names = [name for served, driver, _ in read for name in (served, driver)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"{parameter}: {twice[0]} is listed twice; every name is served once")
    return read


def _read_one(parameter: str, kind: str, text: str, example: str) -> tuple[str, str, str]:
    found = _FORM.fullmatch(text.strip())
    if found is None or found[4] != kind:
        raise InputError(
            f"invalid entry {text!r} in {parameter}; write served=driver:package/{kind}/Type, such "
            f"as {example}"
        )
    return found[1], found[2], found[3]
