"""Object classes of a domain's parameters and variables."""

from __future__ import annotations

from functools import lru_cache

from is_bench.class_syntax import (
    NAME,
    ClassSyntax,
    Complement,
    Intersection,
    Name,
    Union,
    read_class,
)
from is_bench.errors import Place
from is_bench.facts import Truth
from is_bench.goal.evaluate import conjunction, disjunction
from is_bench.object_classes import ABILITIES, ANYTHING, ObjectClass, parse_class
from is_bench.objects import Matter, SceneObject

_CASED = {ability.lower(): ability for ability in ABILITIES}


def _is_thing(thing: SceneObject) -> bool:
    return not thing.matter.is_substance and thing.matter is not Matter.AGENT


GENERAL = {
    "object": ANYTHING,
    "substance": ObjectClass("substance", lambda thing: thing.matter.is_substance),
    "thing": ObjectClass("thing", _is_thing),
}
"""Classes that do not depend on recognition; a `thing` is neither substance nor robot."""


def written_class(text: str, place: Place) -> str:
    """A class expression in the form of `class_of_text`; abilities are case-insensitive.

    Raises SyntaxProblem at `place`.
    """
    written = NAME.sub(lambda word: _CASED.get(word[0].lower(), word[0]), text)
    parse_class(written, GENERAL, place)
    return written


@lru_cache(maxsize=4096)  # users and models write rules, too
def class_of_text(text: str) -> ObjectClass:
    """The class of an expression from `written_class`."""
    return parse_class(text, GENERAL, Place(text))


def is_granted(thing: SceneObject, text: str) -> Truth:
    """Whether an unrecognized object is of a class, according to its known abilities.

    It may have unknown abilities and synsets.
    """
    return _granted(thing, _syntax(text))


@lru_cache(maxsize=4096)  # as class_of_text
def _syntax(text: str) -> ClassSyntax:
    return read_class(text, Place(text))


def _granted(thing: SceneObject, syntax: ClassSyntax) -> Truth:
    match syntax:
        case Name(name) if name in GENERAL:
            return Truth.of(GENERAL[name].contains(thing))
        case Name(name):
            return Truth.TRUE if thing.can(name) else Truth.UNKNOWN
        case Complement(inner):
            return ~_granted(thing, inner)
        case Union(parts):
            return disjunction([_granted(thing, part) for part in parts])
        case Intersection(parts):
            return conjunction([_granted(thing, part) for part in parts])
