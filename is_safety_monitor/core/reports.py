"""States of the world as a guard receives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from is_bench.facts import Atom, FactSet
from is_bench.messages import FactReader, Message, nanoseconds_of


@dataclass(frozen=True)
class Report:
    """A state of the world that was received."""

    episode: str
    stamp_ns: int
    read: Callable[[], tuple[FactSet, Mapping[Atom, int]]]
    """Its facts, and when some of them were seen; raises for one that cannot be read."""


def report_of(message: Message, reader: FactReader) -> Report:
    """The report in a WorldState message; `reader` reads it when it counts."""
    return Report(
        message.episode_id,
        nanoseconds_of(message.header.stamp),
        lambda: (reader.read(message), reader.observed(message)),
    )
