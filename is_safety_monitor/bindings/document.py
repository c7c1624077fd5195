"""The YAML document of a binding file: its schema, and the places of its errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import jsonschema

from is_bench.documents import check_schema, parse_yaml, place_of
from is_bench.errors import InputError, Place, ScenarioProblem, SyntaxProblem, UnknownNameError

Keys = tuple[str | int, ...]
Value = TypeVar("Value")


@cache
def binding_schema() -> Mapping[str, Any]:
    """The format as a JSON Schema (2020-12)."""
    text = (files("is_safety_monitor") / "bindings" / "binding.schema.json").read_text()
    schema: Mapping[str, Any] = json.loads(text)
    return schema


@dataclass(frozen=True)
class Document:
    """A binding file that follows the schema."""

    text: str
    source: str
    """Its name, for people."""
    content: Mapping[str, Any]

    def place(self, path: Keys) -> Place:
        """Where the value at `path` stands."""
        return place_of(self.text, path, self.source)

    def problem(self, error: InputError | str, path: Keys) -> SyntaxProblem:
        """An error that concerns the value at `path`."""
        message = error.message if isinstance(error, InputError) else error
        where = ".".join(map(str, path))
        return SyntaxProblem(f"{where}: {message}" if where else message, self.place(path))

    def at(self, path: Keys, make: Callable[[], Value]) -> Value:
        """What `make` makes; its InputError gets the place of the value at `path`."""
        try:
            return make()
        except SyntaxProblem as error:
            if error.place is not None:
                raise
            raise self.problem(error, path) from None
        except InputError as error:
            raise self.problem(error, path) from None


def parse_document(text: str, source: str) -> Document:
    """The document in `text`, if it follows the schema; raises SyntaxProblem with the place."""
    content = parse_yaml(text, source)
    document = Document(text, source, content)
    _check_keys(document)
    try:
        check_schema(content, binding_schema(), text, source)
    except ScenarioProblem as error:
        raise SyntaxProblem(error.message, error.place) from None
    return document


def _check_keys(document: Document) -> None:
    """Raise SyntaxProblem for the first key that the format does not have, and offer near ones."""
    validator = jsonschema.Draft202012Validator(binding_schema())
    for error in _flat(validator.iter_errors(document.content)):
        if error.validator != "additionalProperties" or not isinstance(error.instance, Mapping):
            continue
        known = error.schema.get("properties", {})
        for key in error.instance:
            if known and key not in known:
                path = (*error.absolute_path, key)
                raise document.problem(UnknownNameError("key", str(key), known), path)


def _flat(errors: Any) -> Any:
    """Errors, and those of the alternatives that did not fit either."""
    for error in errors:
        yield error
        yield from _flat(error.context or ())
