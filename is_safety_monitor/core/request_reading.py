"""What a guard takes from the words of a task: what is wished for, and who is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from is_bench.domain import Domain
from is_bench.objects import ObjectTable, SceneObject
from is_bench.reading import read_instruction
from is_bench.reading.people import people_in
from is_safety_monitor.core.wishes import Wishes
from kb.properties import load_properties


@dataclass(frozen=True)
class RequestReading:
    """The words of a task, as far as the guard judges by them."""

    wishes: Wishes
    """The end states that the instruction asks for, surely or probably: they only excuse."""
    persons: tuple[SceneObject, ...]
    """People and animals that are spoken of or that a label names, one of a kind."""
    unread: tuple[str, ...]
    """Requests in the instruction that were not understood."""


_DEMANDS = re.compile(
    r"\b(never|nothing|nobody|must|not|no|only|unless|without|always"
    r"|ensure|make sure|is to|are to)\b",
    re.IGNORECASE,
)
"""Words of sentences that demand something even where they ask for nothing to be done."""


def unaccounted(sentences: Iterable[str], objects: ObjectTable, domain: Domain) -> tuple[str, ...]:
    """Those of `sentences` that neither ask for what was understood nor merely tell something."""
    return tuple(
        text
        for text in sentences
        if _DEMANDS.search(text) or read_instruction(text, objects, domain).unread
    )


def read_request(instruction: str, objects: ObjectTable, domain: Domain) -> RequestReading:
    """What `instruction` says about a scene of `objects`, to a robot of `domain`."""
    reading = read_instruction(instruction, objects, domain)
    wished = (*reading.wishes, *reading.likely)
    wishes = Wishes(
        frozenset(wish.fact for wish in wished if wish.holds),
        frozenset(wish.fact for wish in wished if not wish.holds),
    )
    labels = (people_in(thing.label) for thing in objects if thing.label)
    kinds = sorted(reading.present.union(*labels))
    table = load_properties()
    persons = tuple(SceneObject(f"({kind})", "", table.implied([kind])) for kind in kinds)
    return RequestReading(wishes, persons, reading.unread)
