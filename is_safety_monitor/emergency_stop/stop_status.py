"""Status of the emergency stop, and its encoding in a file and a pipe."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any

from is_bench.errors import InputError, Place

MOST_REASON = 250
"""Characters of a reason.  A line is then shorter than what a pipe takes at once (4,096 bytes)."""
MOST_UNSEEN = 3
"""Names in a line, each of which has at most 255 characters."""
FORMAT = 1
"""Of the file."""


class Source(Enum):
    """Who or what stopped the robot."""

    SERVICE = "service"
    TOPIC = "topic"
    DEADMAN = "deadman"
    LATCH = "latch"
    """It was set when the process started."""
    GUARD = "guard"
    """The guard has ended or does not answer; nothing is latched."""


@dataclass(frozen=True)
class StopStatus:
    """Whether the robot is stopped, since when, and why."""

    stopped: bool = False
    latched: bool = False
    """Whether it lasts until a reset."""
    source: Source | None = None
    """None where nothing is stopped."""
    reason: str = ""
    """For people; empty where nothing is stopped."""
    since_ns: int = 0
    """When that changed [ns since the epoch]."""


def stopped_by(source: Source, reason: str, since_ns: int, *, latched: bool = True) -> StopStatus:
    """The status of a stopped robot; a reason that is too long is truncated."""
    return StopStatus(True, latched, source, reason[:MOST_REASON], since_ns)


def restored(standing: StopStatus) -> StopStatus:
    """The status read from a latch, as it applies after a restart."""
    if not standing.stopped or standing.source is None:
        return standing
    reason = f"set before the restart ({standing.source.value}): {standing.reason}"
    return replace(standing, source=Source.LATCH, reason=reason[:MOST_REASON])


@dataclass(frozen=True)
class StopMessage:
    """Message from the emergency stop's process to its guard."""

    standing: StopStatus
    unseen: tuple[str, ...] = ()
    """Actions that it could not cancel, as they have no server; not all if there are many."""


def to_line(word: StopMessage) -> bytes:
    """One line of JSON, with its end."""
    told = {**_as_dict(word.standing), "unseen": word.unseen[:MOST_UNSEEN]}
    return json.dumps(told).encode() + b"\n"


def from_line(line: bytes) -> StopMessage:
    """The message in a line; raises InputError."""
    told, place = _object(line), Place("emergency stop")
    unseen = told.pop("unseen", None)
    if not isinstance(unseen, list) or not all(isinstance(name, str) for name in unseen):
        raise InputError("a line that cannot be parsed", place)
    return StopMessage(_standing_of(told, place), tuple(unseen))


def to_text(standing: StopStatus) -> str:
    """The content of the latch's file."""
    return json.dumps({"format": FORMAT, **_as_dict(standing)}, indent=1) + "\n"


def from_text(text: str, source: str) -> StopStatus:
    """The status in the latch's file; raises InputError with the place `source`."""
    told = _object(text)
    place = Place(source)
    if told.pop("format", None) != FORMAT:
        raise InputError(f"the latch is not of format {FORMAT}", place)
    return _standing_of(told, place)


def _as_dict(standing: StopStatus) -> dict[str, Any]:
    source = None if standing.source is None else standing.source.value
    return {**asdict(standing), "source": source}


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    return told if isinstance(told, dict) else {}


def _standing_of(told: dict[str, Any], place: Place) -> StopStatus:
    """Checked strictly: a latch that cannot be parsed must not count as open."""
    kinds = {"stopped": bool, "latched": bool, "reason": str, "since_ns": int}
    known = told.keys() == {*kinds, "source"}
    if not known or any(type(told[name]) is not kind for name, kind in kinds.items()):
        raise InputError("the latch of the emergency stop cannot be parsed", place)
    named = told["source"]
    sources = {source.value: source for source in Source}
    if named is not None and (not isinstance(named, str) or named not in sources):
        raise InputError(f"the latch has no known source: {named!r}", place)
    if told["stopped"] != (named is not None) or (told["latched"] and not told["stopped"]):
        raise InputError("the latch of the emergency stop contradicts itself", place)
    return StopStatus(**{**told, "source": None if named is None else sources[named]})
