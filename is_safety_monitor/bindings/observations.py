"""From a message of any type to facts, each true, false or unknown."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from is_bench.errors import Place
from is_bench.facts import Atom, Truth
from is_bench.goal import conjunction
from is_safety_monitor.bindings.arguments import Argument, DecodeError, FromPose
from is_safety_monitor.bindings.conditions import Condition, number_of
from is_safety_monitor.bindings.goals import NOWHERE
from is_safety_monitor.bindings.paths import (
    FieldError,
    FieldPath,
    field_names,
    is_array,
    member,
    read,
    read_with_owner,
)

MOST_ELEMENTS = 1_000
"""Of an array that is read; a longer one is unreadable."""


@dataclass(frozen=True)
class Confidence:
    """A field that says how sure an observation is."""

    path: FieldPath
    at_least: float
    """Below, or where it is no number, nothing is known."""

    def suffices(self, message: Any) -> bool:
        """Whether the observation counts."""
        try:
            number = number_of(read(self.path, message))
        except FieldError:
            return False
        return number is not None and self.at_least <= number < math.inf


@dataclass(frozen=True)
class FactRule:
    """What a message says of one predicate."""

    predicate: str
    arguments: tuple[Argument, ...]
    path: FieldPath | None = None
    """The field that tells; None: the fact holds where there is a message or element at all."""
    holds: Condition | None = None
    """What the field is where the fact holds; None: true."""
    fails: Condition | None = None
    """What it is where the fact does not hold; None: everything else."""
    place: Place = NOWHERE

    def __str__(self) -> str:
        told = f"{self.predicate}({', '.join(map(str, self.arguments))})"
        if self.path is None:
            return told
        fails = f", not if {self.fails}" if self.fails is not None else ", else not"
        return f"{told} if {self.path} is {self.holds or 'true'}{fails}; else unknown"


@dataclass(frozen=True)
class MessageReading:
    """How messages of one type are read as facts."""

    rules: tuple[FactRule, ...]
    each: FieldPath | None = None
    """An array whose elements are read one by one, in place of the message."""
    confidence: Confidence | None = None

    def facts(self, message: Any) -> Mapping[Atom, Truth]:
        """What a message says; what it contradicts itself about is unknown.

        Raises DecodeError where the message is of another shape.
        """
        found: dict[Atom, Truth] = {}
        _check_frame(message, self._frames)
        for element in self._elements(message):
            _check_frame(element, self._frames)
            sure = self.confidence is None or self.confidence.suffices(element)
            for fact, truth in _observed(self.rules, element):
                told = truth if sure else Truth.UNKNOWN
                found[fact] = told if found.get(fact, told) is told else Truth.UNKNOWN
        return found

    @cached_property
    def _frames(self) -> frozenset[str]:
        """The frames that the file gives for poses which do not say theirs."""
        poses = (a for rule in self.rules for a in rule.arguments if isinstance(a, FromPose))
        return frozenset(pose.frame.lstrip("/") for pose in poses if pose.frame)

    def _elements(self, message: Any) -> Iterable[Any]:
        if self.each is None:
            return (message,)
        try:
            array = read(self.each, message)
        except FieldError as error:
            raise DecodeError(error.message) from None
        if not is_array(array) or len(array) > MOST_ELEMENTS:
            raise DecodeError(f"{self.each} is no array of at most {MOST_ELEMENTS} elements")
        return list(array)


def _check_frame(message: Any, frames: frozenset[str]) -> None:
    """Raise DecodeError for a header that says another frame than the file."""
    if not frames or "header" not in field_names(message):
        return
    header = member(message, "header")
    told = str(member(header, "frame_id")) if "frame_id" in field_names(header) else ""
    if told and frames != {told.lstrip("/")}:
        given = " and ".join(map(repr, sorted(frames)))
        raise DecodeError(f"header.frame_id is {told!r}, and the file reads the poses in {given}")


def _observed(rules: Iterable[FactRule], message: Any) -> Iterator[tuple[Atom, Truth]]:
    for rule in rules:
        truth = _truth(rule, message)
        try:
            names = [_candidates(argument, message) for argument in rule.arguments]
        except DecodeError:
            continue  # it says nothing of anything that has a name
        for choice in itertools.product(*names):
            told = truth
            for _, within in choice:
                told = conjunction((told, within))
            yield Atom(rule.predicate, tuple(name for name, _ in choice)), told


def _candidates(argument: Argument, message: Any) -> list[tuple[str, Truth]]:
    """The things that an argument may be, and whether it is; every region for a pose."""
    if not isinstance(argument, FromPose):
        return [(argument.name(message, None), Truth.TRUE)]
    try:
        found = argument.regions(message)
    except DecodeError:
        return [(region.name, Truth.UNKNOWN) for region in argument.map.regions]
    return [(region.name, Truth.of(holds)) for region, holds in found.items()]


def _truth(rule: FactRule, message: Any) -> Truth:
    if rule.path is None:
        return Truth.TRUE
    try:
        value, owner = read_with_owner(rule.path, message)
    except FieldError:
        return Truth.UNKNOWN
    holds = (rule.holds or Condition(one_of=(True,))).truth(value, owner)
    if rule.fails is None:
        return holds
    fails = rule.fails.truth(value, owner)
    told = {(Truth.TRUE, Truth.FALSE): Truth.TRUE, (Truth.FALSE, Truth.TRUE): Truth.FALSE}
    return told.get((holds, fails), Truth.UNKNOWN)
