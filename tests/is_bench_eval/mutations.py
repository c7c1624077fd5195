"""Spoiling texts and documents, the same way for the same seed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1e308,
    10**30,
    "",
    " ",
    "DONE",
    "apple.n.01_1",
    "(",
    ")",
    "(:goal (not))",
    "(:goal (forn (0) (?x - apple.n.01) (open ?x)))",
    "OPEN(",
    "ontop(,)",
    "ontop(apple.n.01_1, apple.n.01_1)",
    "inside(apple.n.01_1, apple.n.01_1)",
    "future(apple.n.01_1)",
    "\x00",
    "\u2028\x85",
    "\ud800",
    "[/red]",
    "é" * 300,
    "9" * 50,
    [],
    [[]],
    [None],
    ["DONE", 1],
    {},
    {"": ""},
    {"action": 1},
    {"apple.n.01_1": ["openable"]},
)
TOKENS = (
    "(", ")", "((", "))", '"', "'", "{", "}", "[", "]", ",", ":", ": ", "- ", "\n", "\t", "#", ";",
    "&a ", "*a", "? ", "| ", "> ", "<<: ", "!!binary ", "!!set ", "!!int ", "!!float ", "!!bool ",
    "!!timestamp ", "!!omap ", "!!null ", "!!str ", "!!python/name:os.system ",
    "%YAML 9.9\n", "---\n", "...\n",
    "2020-99-99", "1e999", ".nan", "0x", "~", "=", "\\", "\x00", "\x1b[31m", "\ufeff", "\u2028",
    "(not ", "(and ", "(forall (?x - ", "(exists ", "(forn (", "(imply ", "?", "?x", "-", " - ",
    ":init", ":goal", "(:objects", "ontop", "apple.n.01_1", "agent.n.01_1", "9" * 5000,
    "(" * 2000, "[" * 2000, "- " * 500,
)  # fmt: skip


def spoiled_text(text: str, rng: random.Random) -> str:
    """`text` after one to three small accidents."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + int(rng.expovariate(0.1)) + 1)
        other = rng.randrange(len(text) + 1)
        text = rng.choice(
            [
                text[:start] + text[end:],  # lost
                text[:start] + rng.choice(TOKENS) + text[start:],  # added
                text[:start] + rng.choice(TOKENS) + text[end:],  # replaced
                text[:other] + text[start:end] + text[other:],  # doubled
                text[:start],  # cut short
                _swapped_lines(text, rng),
            ]
        )
    return text


def _swapped_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    rng.shuffle(picked := [rng.randrange(len(lines)) for _ in range(2)])
    first, second = picked
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def spoiled_document(document: Any, rng: random.Random) -> Any:
    """A copy of a JSON document with one to three places changed, lost, doubled or renamed."""
    document = copy.deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        places = list(_places(document))
        if not places:
            return document
        container, key = rng.choice(places)
        accident = rng.choice(("junk", "junk", "text", "lost", "doubled", "renamed"))
        value = container[key]
        if accident == "junk":
            container[key] = copy.deepcopy(rng.choice(JUNK))
        elif accident == "text" and isinstance(value, str):
            container[key] = spoiled_text(value, rng)
        elif accident == "lost":
            del container[key]
        elif accident == "doubled" and isinstance(container, list):
            container.insert(key, copy.deepcopy(value))
        elif accident == "renamed" and isinstance(container, dict):
            container[spoiled_text(key, rng)] = container.pop(key)
    return document


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(document, dict):
        keys: Any = document
    elif isinstance(document, list):
        keys = range(len(document))
    else:
        return
    for key in keys:
        yield document, key
        yield from _places(document[key])


def spoiled_json(document: Any, rng: random.Random) -> str:
    """The JSON text of a document, spoiled as a document or as a text."""
    if rng.random() < 0.6:
        return json.dumps(spoiled_document(document, rng), indent=1)
    return spoiled_text(json.dumps(document, indent=1, ensure_ascii=rng.random() < 0.5), rng)
