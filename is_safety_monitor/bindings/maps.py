"""The map and the objects of a binding file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from is_bench.errors import UnknownNameError
from is_bench.recognised import ObjectDescription
from is_bench.taxonomy import taxonomy
from is_safety_monitor.bindings.document import Document, Keys
from is_safety_monitor.bindings.parts_reader import number
from is_safety_monitor.bindings.regions import Frame, Map, Point, Region, circle, polygon

_SHAPES = ("polygon", "box", "circle")


def read_map(document: Document) -> Map:
    """The map of a document; raises SyntaxProblem."""
    raw = document.content.get("map")
    if raw is None:
        return Map()
    regions = tuple(
        _region(document, name, item, ("map", "regions", name))
        for name, item in raw.get("regions", {}).items()
    )
    frames = {
        name.removeprefix("/"): _frame(document, item, ("map", "frames", name))
        for name, item in raw.get("frames", {}).items()
    }
    return Map(raw["frame"].removeprefix("/"), regions, frames)


def read_things(document: Document) -> tuple[ObjectDescription, ...]:
    """The things of a document, its regions among them; raises SyntaxProblem."""
    content = document.content
    listed = [
        (("things", name), name, raw or {}) for name, raw in content.get("things", {}).items()
    ]
    regions = content.get("map", {}).get("regions", {})
    found: dict[str, ObjectDescription] = {}
    for keys, name, raw in (*listed, *((("map", "regions", n), n, r) for n, r in regions.items())):
        if name in found:
            raise document.problem(f"a thing and a region are called {name!r}; rename one", keys)
        synset = raw.get("synset", "")
        if synset and synset not in taxonomy():
            error = UnknownNameError("synset", synset, taxonomy())
            raise document.problem(error, (*keys, "synset"))
        found[name] = ObjectDescription(
            name, raw.get("label", ""), synset, tuple(raw.get("abilities", ()))
        )
    return tuple(found.values())


def _region(document: Document, name: str, raw: Mapping[str, Any], keys: Keys) -> Region:
    given = [shape for shape in _SHAPES if shape in raw]
    if len(given) != 1:
        raise document.problem(f"give one of {', '.join(_SHAPES)}", keys)

    def make() -> Region:
        low, high = -math.inf, math.inf
        if "heights" in raw:
            low, high = (number(value, "m") for value in raw["heights"])
        return polygon(name, _corners(given[0], raw[given[0]]), low, high)

    return document.at((*keys, given[0]), make)


def _corners(shape: str, raw: Any) -> tuple[Point, ...]:
    if shape == "circle":
        return circle(_point(raw["centre"]), number(raw["radius"], "m"))
    points = tuple(map(_point, raw))
    if shape == "polygon":
        return points
    (ax, ay), (bx, by) = points
    return (ax, ay), (bx, ay), (bx, by), (ax, by)


def _point(raw: Any) -> Point:
    return number(raw[0], "m"), number(raw[1], "m")


def _frame(document: Document, raw: Mapping[str, Any], keys: Keys) -> Frame:
    def make() -> Frame:
        x, y, z = (number(raw.get(axis, 0), "m") for axis in "xyz")
        return Frame(x, y, z, number(raw.get("yaw", 0), "rad"))

    return document.at(keys, make)
