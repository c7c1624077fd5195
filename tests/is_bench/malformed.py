"""Inputs that are nearly right: good ones with characters, words or values changed."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
NASTY = (
    *"()[]{}<>\"'`,;:.-_?!@#&*|%\\/\n\t\r\x00\x07\x85\u2028\ufeff\ud800é",
    "",
    "null",
    "~",
    "true",
    "yes",
    "-1",
    "1e999",
    "0x_",
    "NaN",
    "9" * 5000,
    "2020-99-99",
    "&a",
    "*a",
    "!!int ''",
    "!!set {a}",
    "<<: 1",
    "? [a]",
    "- - -",
    "(" * 200,
    "[" * 200,
    "not",
    "forall",
    "forn",
    "DONE",
    "agent.n.01_1",
)

Edit = Callable[[list[str], int, str], list[str]]
EDITS: tuple[Edit, ...] = (
    lambda words, at, _: [*words[:at], *words[at + 1 :]],
    lambda words, at, _: [*words[:at], *words[at : at + 1], *words[at:]],
    lambda words, at, _: [*words[:at], *reversed(words[at : at + 2]), *words[at + 2 :]],
    lambda words, at, new: [*words[:at], new, *words[at + 1 :]],
    lambda words, at, new: [*words[:at], new, *words[at:]],
    lambda words, at, _: words[:at],
)
"""Delete, duplicate, swap, replace, insert, cut off."""


@st.composite
def edited(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """One of `texts` after a few edits of its words or characters."""
    text = draw(st.sampled_from(texts))
    words = draw(st.sampled_from([_WORD.findall(text), list(text)]))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(words) - 1, 0)))
        new = draw(st.sampled_from(NASTY) | st.sampled_from(words or [""]) | st.characters())
        words = draw(st.sampled_from(EDITS))(words, at, new)
    return "".join(words)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.floats()
    | st.sampled_from(NASTY)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [path, *(found for key, inner in items for found in _paths(inner, (*path, key)))]


@st.composite
def rebuilt(draw: st.DrawFn, document: Any) -> Any:
    """`document` with a few of its values replaced, removed, moved or, if texts, edited."""
    result = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from(_paths(result)[1:] or [("",)]))
        holder = result
        for key in above:
            holder = holder[key]
        if not holder or last == "":
            continue
        old = holder[last]
        texts = edited([old]) if isinstance(old, str) else VALUES
        kind = draw(st.sampled_from(["replace", "edit", "remove", "copy"]))
        if kind == "remove":
            del holder[last]
        elif kind == "copy":
            path = draw(st.sampled_from(_paths(document)))
            holder[last] = _at(document, path)
        else:
            holder[last] = draw(VALUES if kind == "replace" else texts)
    return result


def _at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return copy.deepcopy(document)
