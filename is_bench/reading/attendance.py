"""Whether somebody says that they stay with a thing, or go on with it when the robot leaves."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from is_bench.reading.tokens import sentences
from is_bench.reading.words import data


def is_attended(text: str) -> bool:
    """Whether `text` says that somebody is there, or takes over what the robot has done.

    Nobody does who sleeps, goes away, or means a later time.
    """
    return _says(text, "staying") or is_in_arms(text)


def is_to_be_started(text: str) -> bool:
    """Whether `text` asks for a device to be started, rather than for what is made with it."""
    return _says(text, "starting")


def is_in_arms(text: str) -> bool:
    """Whether `text` says that somebody holds or looks after the child or the pet right now."""
    return _says(text, "caring")


def _says(text: str, what: str) -> bool:
    absent, said = _patterns()["absent"], _patterns()[what]
    clauses = (clause for one in sentences(text) for clause in " ".join(one.words).split(" , "))
    return any(said.search(clause) and not absent.search(clause) for clause in clauses)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    raw: dict[str, Any] = data("attendance.yaml")
    return {name: re.compile(rf"\b(?:{'|'.join(some)})\b") for name, some in raw.items()}
