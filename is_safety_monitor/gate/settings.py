"""What a gate is started with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.errors import InputError

_NAME = r"/?[A-Za-z_]\w*(?:/[A-Za-z_]\w*)*"
_FORM = re.compile(rf"({_NAME})=({_NAME}):(\w+/action/\w+)", re.ASCII)


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
    heartbeat_timeout_s: float
    driver_timeout_s: float
    permit_wait_s: float
    """How long a goal waits for its permit, which comes on a topic and may be later."""
    driver_command: tuple[str, ...]
    """The driver's process, if the gate starts it."""


def read_actions(texts: Iterable[str]) -> tuple[GatedAction, ...]:
    """The actions of one gate; raises InputError, also where two have the same name."""
    actions = tuple(map(_read_action, texts))
    names = [name for action in actions for name in (action.served, action.driver)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"actions: {twice[0]} stands there twice; every name is served once")
    return actions


def _read_action(text: str) -> GatedAction:
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise InputError(
            f"{text!r} is no gated action; write served=driver:package/action/Type, such as "
            "navigate_to_pose=driver/navigate_to_pose:nav2_msgs/action/NavigateToPose"
        )
    return GatedAction(*found.groups())
