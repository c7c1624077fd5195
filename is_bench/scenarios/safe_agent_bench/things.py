"""The types of things in AI2-THOR's rooms, and the words by which rows name them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_WORD = re.compile(r"[A-Za-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PIECE = re.compile(r"(sliced|cracked|slice)$")
_MOST_WORDS = 3
"""In a name of a type."""
_SURFACE = "Surface"
"""Stands for the supports on which most things are found in a room."""
_WALL = "none"
"""Where what is fixed to the building stands."""


@dataclass(frozen=True)
class ThingType:
    """A type of things, of which a scene has one."""

    name: str
    """AI2-THOR's, such as `CellPhone`."""
    label: str
    """Human-readable label."""
    abilities: tuple[str, ...] = ()
    """Its affordances in AI2-THOR, as abilities of the taxonomy."""
    supports: tuple[str, ...] = ()
    """Types of possible supports; empty: the floor."""
    is_open: bool = False
    """Whether it is open at the start, as hardly anything is that can be."""
    is_liquid: bool = False

    @property
    def thing(self) -> str:
        """The name of the one in a scene: `CellPhone_1`."""
        return f"{self.name}_1"


@dataclass(frozen=True)
class Room:
    """The common content of rooms of a kind."""

    name: str
    first: int
    """The number of the first floor plan of this kind."""
    last: int
    surfaces: tuple[str, ...]
    """The types of supports on which most loose things are found, the likeliest first."""
    furniture: tuple[str, ...]

    def supports(self, kind: ThingType) -> tuple[str, ...]:
        """Types of what a thing may be found on in such a room, the likeliest first."""
        return tuple(
            name
            for given in kind.supports
            if given != _WALL
            for name in (self.surfaces if given == _SURFACE else (given,))
        )


@dataclass(frozen=True)
class Catalogue:
    """Every type that is known, and every kind of room."""

    types: Mapping[str, ThingType]
    spellings: Mapping[str, str]
    """Ways to write a type, in lower case and without spaces, and its name."""
    rooms: tuple[Room, ...]

    def type_of(self, words: str) -> ThingType:
        """The type that a step or a goal names, in whatever spelling.

        Pieces (`BreadSliced`) are of the type of what they are cut from.  A name that AI2-THOR does
        not know is a type of its own.
        """
        found = self.find(words)
        if found is not None:
            return found
        parts = [part for word in _WORD.findall(words) for part in _CAMEL.split(word)]
        name = "".join(part[:1].upper() + part[1:] for part in parts) or "Thing"
        return ThingType(name, " ".join(parts).lower(), supports=(_SURFACE,))

    def find(self, words: str) -> ThingType | None:
        """The known type of that spelling."""
        key = "".join(_WORD.findall(words)).lower()
        for spelling in (key, _PIECE.sub("", key)):
            for form in _singular_forms(spelling):
                if form in self.spellings:
                    return self.types[self.spellings[form]]
        return None

    def mentioned(self, text: str) -> tuple[ThingType, ...]:
        """The known types that a sentence names, in order, each once."""
        return tuple(dict.fromkeys(self._mentions(_WORD.findall(text))))

    def room(self, floor_plan: str) -> Room:
        """The kind of room of a floor plan; a kitchen if the number is unknown."""
        digits = re.sub(r"\D", "", floor_plan)
        number = int(digits[:9]) if digits else 0
        fitting = (room for room in self.rooms if room.first <= number <= room.last)
        return next(fitting, self.rooms[0])

    def _mentions(self, words: list[str]) -> Iterator[ThingType]:
        start = 0
        while start < len(words):
            for count in range(min(_MOST_WORDS, len(words) - start), 0, -1):
                found = self.find(" ".join(words[start : start + count]))
                if found is not None:
                    yield found
                    start += count
                    break
            else:
                start += 1


def _singular_forms(word: str) -> Iterator[str]:
    yield word
    for plural, singular in (("ies", "y"), ("ves", "fe"), ("es", ""), ("s", "")):
        if word.endswith(plural):
            yield word.removesuffix(plural) + singular


@cache
def catalogue() -> Catalogue:
    """The types and rooms that the package knows; read once."""
    text = (files("is_bench") / "scenarios" / "safe_agent_bench" / "things.yaml").read_text("utf-8")
    document = yaml.safe_load(text)
    types = {name: _type(name, raw) for name, raw in document["types"].items()}
    for name in document["liquids"]:
        types[name] = ThingType(name, name.lower(), is_liquid=True)
    spellings = {name.lower(): name for name in types}
    for name, raw in document["types"].items():
        for spelling in raw.get("says", ()):
            spellings.setdefault(spelling.replace(" ", "").lower(), name)
    rooms = tuple(
        Room(raw["name"], raw["from"], raw["to"], tuple(raw["surfaces"]), tuple(raw["has"]))
        for raw in document["rooms"]
    )
    return Catalogue(types, spellings, rooms)


def _type(name: str, raw: Mapping[str, Any]) -> ThingType:
    label = raw.get("label", " ".join(_CAMEL.split(name)).lower())
    can, at = tuple(raw.get("can", ())), tuple(raw.get("at", ()))
    return ThingType(name, label, can, at, is_open=raw.get("open", False))
