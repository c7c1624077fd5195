"""The named classes of objects and the word groups that constraints may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from is_bench.documents import parse_yaml, read_text
from is_bench.errors import Place
from is_bench.object_classes import ObjectClass, parse_class
from is_bench.reading.stems import stem
from kb.errors import ConstraintProblem
from kb.properties import PropertyTable, load_properties


@dataclass(frozen=True)
class Vocabulary:
    """The definitions of names in constraint files."""

    classes: Mapping[str, ObjectClass]
    words: Mapping[str, frozenset[str]]
    """Groups of word stems, by name."""


def vocabulary_files() -> list[Path]:
    """The files of the bundled vocabulary: classes, words and kinds of rooms."""
    folder = Path(str(files("kb") / "library"))
    return [folder / name for name in ("classes.yaml", "words.yaml", "rooms.yaml")]


@cache
def bundled_vocabulary() -> Vocabulary:
    """The vocabulary of the package."""
    classes, words, _ = vocabulary_files()
    return Vocabulary(_classes(classes, load_properties()), _words(words))


def _classes(path: Path, properties: PropertyTable) -> Mapping[str, ObjectClass]:
    """Every property is a class; a class of the file may use those above it."""
    found = {name: _holders(name, properties) for name in properties.definitions}
    for name, text in parse_yaml(read_text(path), str(path)).items():
        if name in properties.definitions:
            raise ConstraintProblem(f"the class {name!r} is already a property", Place(str(path)))
        found[name] = parse_class(text, found, Place(str(path)))
    return found


def _holders(name: str, properties: PropertyTable) -> ObjectClass:
    """Objects with the property `name`, by class or granted by the task."""
    return ObjectClass(
        name,
        lambda thing: name in thing.abilities or name in properties.of_thing(thing),
        frozenset({name}),
    )


def _words(path: Path) -> Mapping[str, frozenset[str]]:
    """Each group is a text of words; `{name}` takes in a group above it."""
    found: dict[str, frozenset[str]] = {}
    for name, text in parse_yaml(read_text(path), str(path)).items():
        stems: set[str] = set()
        for word in text.split():
            group = found.get(word[1:-1]) if word.startswith("{") else None
            stems.update(group if group is not None else {stem(word)})
        found[name] = frozenset(stems)
    return found
