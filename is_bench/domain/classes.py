"""The classes of objects that a domain's parameters and variables range over."""

from __future__ import annotations

import re
from functools import cache

from is_bench.errors import Place
from is_bench.facts import Truth
from is_bench.goal.evaluate import conjunction, disjunction
from is_bench.object_classes import ABILITIES, ANYTHING, ObjectClass, parse_class
from is_bench.objects import Matter, SceneObject

_CASED = {ability.lower(): ability for ability in ABILITIES}
_TOKEN = re.compile(r"[A-Za-z_*][\w.*'-]*|[&|!()]")
_WORD = re.compile(r"[A-Za-z_*][\w.*'-]*", re.ASCII)


def _is_thing(thing: SceneObject) -> bool:
    return not thing.matter.is_substance and thing.matter is not Matter.AGENT


GENERAL = {
    "object": ANYTHING,
    "substance": ObjectClass("substance", lambda thing: thing.matter.is_substance),
    "thing": ObjectClass("thing", _is_thing),
}
"""Classes that need no knowledge of what an object is: `thing` is no substance and no robot."""


def written_class(text: str, place: Place) -> str:
    """A class expression as `class_of_text` knows it; case does not matter in abilities.

    Raises SyntaxProblem at `place`.
    """
    written = _WORD.sub(lambda word: _CASED.get(word[0].lower(), word[0]), text)
    parse_class(written, GENERAL, place)
    return written


@cache
def class_of_text(text: str) -> ObjectClass:
    """The class that an expression of `written_class` describes."""
    return parse_class(text, GENERAL, Place(text))


def is_granted(thing: SceneObject, text: str) -> Truth:
    """Whether a thing that was not recognised is of a class, by what is known of it.

    It may have abilities, and be of synsets, that nobody told.
    """
    tokens = _TOKEN.findall(text)
    return _either(thing, tokens)


def _either(thing: SceneObject, tokens: list[str]) -> Truth:
    truths = [_both(thing, tokens)]
    while tokens[:1] == ["|"]:
        tokens.pop(0)
        truths.append(_both(thing, tokens))
    return disjunction(truths)


def _both(thing: SceneObject, tokens: list[str]) -> Truth:
    truths = [_single(thing, tokens)]
    while tokens[:1] == ["&"]:
        tokens.pop(0)
        truths.append(_single(thing, tokens))
    return conjunction(truths)


def _single(thing: SceneObject, tokens: list[str]) -> Truth:
    token = tokens.pop(0)
    if token == "!":
        return ~_single(thing, tokens)
    if token == "(":
        inner = _either(thing, tokens)
        tokens.pop(0)
        return inner
    if token in GENERAL:
        return Truth.of(GENERAL[token].contains(thing))
    return Truth.TRUE if thing.can(token) else Truth.UNKNOWN
