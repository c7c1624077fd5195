"""Input size limits: larger messages are rejected, with the reason.

No client can keep a guard busy for long, or fill its memory.  The known facts are bounded where
they are stored (`fact_memory`), names and arguments of a call with the call (`goals`), and files
where they are read (`is_bench.documents.read_bounded`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from is_bench.errors import InputError
from is_bench.recognised import ObjectDescription
from is_safety_monitor.core.goals import MOST_NAME

MOST_PLAN_STEPS = 200
"""Of a plan."""
MOST_OBJECTS = 10_000
"""Of a scene, with those that states name besides the task."""
MOST_ABILITIES = 200
"""Of a thing."""
MOST_INSTRUCTION = 20_000
"""Characters of an instruction."""
MOST_WASH_RULES = 1_000
"""Of a task."""


def check_length(what: str, value: str | Sequence[object], most: int) -> None:
    """Raise InputError for a value of more than `most` characters or entries."""
    if len(value) > most:
        unit = "characters" if isinstance(value, str) else "entries"
        raise InputError(f"the {what} has {len(value)} {unit}, more than {most}; shorten it")


def check_things(things: Iterable[ObjectDescription]) -> None:
    """Raise InputError for a thing that is described at too great a length."""
    for thing in things:
        check_length("name of an object", thing.name, MOST_NAME)
        check_length(f"label of {thing.name}", thing.label, MOST_NAME)
        check_length(f"synset of {thing.name}", thing.synset, MOST_NAME)
        check_length(f"list of abilities of {thing.name}", thing.abilities, MOST_ABILITIES)
        for ability in thing.abilities:
            check_length(f"ability of {thing.name}", ability, MOST_NAME)


def check_room(known: int, new: int) -> None:
    """Raise InputError where `new` things beside the `known` ones are too many for a scene."""
    if known + new > MOST_OBJECTS:
        raise InputError(
            f"{new} new objects exceed the limit of {MOST_OBJECTS} (known: {known}); "
            "use stable object names or start a new episode"
        )
