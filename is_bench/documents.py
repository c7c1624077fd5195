"""JSON/YAML loading with source locations in errors."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from is_bench.errors import Place, ScenarioProblem, SyntaxProblem

Schema = Mapping[str, Any]
MOST_CHARACTERS = 10_000_000
"""Size limit of files that a running process reads."""
MOST_NODES = 2_000_000
"""Of a YAML document in which each alias stands for a copy; a few lines can name billions."""
MOST_BRACKETS = 1_000
"""That may be open at once; the time that a parser takes grows with their square."""
_NO_BRACKETS = re.compile(r"[^\[\]{}]+")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_text(path: Path) -> str:
    """The content of a UTF-8 file; raises ScenarioProblem or SyntaxProblem."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SyntaxProblem(
            f"not UTF-8: {error.reason} at byte {error.start}", Place(str(path))
        ) from None
    except OSError as error:
        raise ScenarioProblem(f"cannot be read: {error.strerror}", Place(str(path))) from None


def read_bounded(path: Path) -> str:
    """The content of a regular UTF-8 file of at most MOST_CHARACTERS, for a running process.

    A named pipe or a device would hold it up.  Raises ScenarioProblem or SyntaxProblem.
    """
    place = Place(str(path))
    try:
        with open(path, encoding="utf-8", opener=_open_nonblocking) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ScenarioProblem("not a regular file; name one", place)
            text = file.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError as error:
        raise SyntaxProblem(f"not UTF-8: {error.reason} at byte {error.start}", place) from None
    except OSError as error:
        raise ScenarioProblem(f"cannot be read: {error.strerror}", place) from None
    if len(text) > MOST_CHARACTERS:
        raise ScenarioProblem(f"longer than {MOST_CHARACTERS} characters; divide it", place)
    return text


def _open_nonblocking(path: str, flags: int) -> int:
    """Open without blocking on a named pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def parse_json(text: str, source: str) -> Any:
    """The JSON document in `text`; raises SyntaxProblem with the place."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(source, error.lineno, error.colno)
        raise SyntaxProblem(f"not JSON: {error.msg}", place) from None
    except RecursionError:
        raise SyntaxProblem("not JSON that can be read: nested too deeply", Place(source)) from None
    except ValueError as error:  # an integer of more digits than Python reads
        raise SyntaxProblem(f"not JSON that can be read: {error}", Place(source)) from None


def packaged_yaml(package: str, *path: str) -> Any:
    """The YAML document at `path` in an installed package of the project."""
    text = files(package).joinpath(*path).read_text(encoding="utf-8")
    return parse_yaml(text, path[-1])


def parse_yaml(text: str, source: str) -> Any:
    """The YAML document in `text`; raises SyntaxProblem with the place.

    It is raised, too, for duplicate keys and for keys that are not strings, which YAML allows.
    """
    _check_brackets(text, source)
    quick = _parse_quickly(text, source)
    if quick is not None:
        return quick
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        if node is not None:
            _check_keys(node, source)
            _check_aliases(node, source)
        return yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(source, mark.line + 1, mark.column + 1) if mark else Place(source)
        raise SyntaxProblem(f"not YAML: {error.problem or error.context}", place) from None
    except yaml.YAMLError as error:
        raise SyntaxProblem(f"not YAML: {' '.join(str(error).split())}", Place(source)) from None
    except RecursionError:
        raise SyntaxProblem("not YAML that can be read: nested too deeply", Place(source)) from None
    except (ValueError, LookupError, AttributeError, OverflowError) as error:
        # PyYAML's own, for 2020-99-99, `!!bool x`, `!!int ''`, `!!timestamp x`, "\UFFFFFFFF".
        raise SyntaxProblem(f"not YAML that can be read: {error}", Place(source)) from None


def _parse_quickly(text: str, source: str) -> Any:
    """The document, if libyaml is installed and finds no problem; otherwise None.

    It is ten times as fast; PyYAML's own parser reports problems and their places better.
    """
    if not yaml.__with_libyaml__:
        return None
    loader = None
    try:
        loader = yaml.CSafeLoader(text)
        node = loader.get_single_node()
        if node is None:
            return None
        _check_keys(node, source)
        if "&" in text:
            _check_aliases(node, source)
        return loader.construct_document(node)
    except Exception:  # noqa: BLE001  # whatever it is, the careful parser is asked again
        return None
    finally:
        if loader is not None:
            loader.dispose()


def check_schema(document: Any, schema: Schema, text: str, source: str) -> None:
    """Raise ScenarioProblem, with the place in `text`, if `document` does not follow `schema`."""
    validator = jsonschema.Draft202012Validator(schema)
    try:
        error = jsonschema.exceptions.best_match(validator.iter_errors(document))
    except RecursionError:
        raise ScenarioProblem("the document: nested too deeply", Place(source)) from None
    if error is None:
        return
    path = list(error.absolute_path)
    where = ".".join(map(str, path)) or "the document"
    raise ScenarioProblem(f"{where}: {_say(error)}", place_of(text, path, source))


def _say(error: jsonschema.exceptions.ValidationError) -> str:
    message: str = error.message
    if error.validator == "type" and error.validator_value == "object":
        is_empty = error.instance is None and not error.absolute_path
        found = "it is empty" if is_empty else f"{error.instance!r} is no mapping"
        message = f"{found}; write keys with values, KEY: VALUE"
    return message if len(message) < 200 else message[:197] + "..."


def place_of(text: str, path: Sequence[str | int], source: str) -> Place:
    """The location of the value at `path` in a YAML or JSON text, or the nearest known one."""
    node = _composed(text)
    mark = node.start_mark if node is not None else None
    for step in path:
        child = _child(node, step)
        if child is None:
            break
        node = child
        mark = node.start_mark
    return Place(source, mark.line + 1, mark.column + 1) if mark else Place(source)


def _composed(text: str) -> yaml.Node | None:
    """The YAML nodes of a text; None if no parser accepts it."""
    loaders: list[Any] = [yaml.CSafeLoader] if yaml.__with_libyaml__ else []
    for loader in (*loaders, yaml.SafeLoader):
        try:
            node: yaml.Node | None = yaml.compose(text, Loader=loader)
        except (yaml.YAMLError, RecursionError, ValueError):
            continue
        return node
    return None


def _child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        found: yaml.Node = node.value[step]
        return found
    return None


def _check_brackets(text: str, source: str) -> None:
    steps = map(_STEPS.__getitem__, _NO_BRACKETS.sub("", text))
    if max(accumulate(steps), default=0) > MOST_BRACKETS:
        raise SyntaxProblem("not YAML that can be read: nested too deeply", Place(source))


def _check_aliases(node: yaml.Node, source: str) -> None:
    """Raise SyntaxProblem for a document that is too large once its aliases are replaced."""
    sizes: dict[int, int] = {}
    todo = [node]
    while todo:
        here = todo[-1]
        parts = _parts(here)
        if id(here) not in sizes:
            sizes[id(here)] = MOST_NODES + 1  # of one that contains itself
            todo.extend(part for part in parts if id(part) not in sizes)
            continue
        todo.pop()
        size = 1 + sum(sizes[id(part)] for part in parts)
        if size > MOST_NODES:
            place = Place(source, here.start_mark.line + 1, here.start_mark.column + 1)
            raise SyntaxProblem(f"its aliases make more than {MOST_NODES} values", place)
        sizes[id(here)] = size


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _check_keys(node: yaml.Node, source: str) -> None:
    todo, seen = [node], set()
    while todo:
        here = todo.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        if isinstance(here, yaml.SequenceNode):
            todo.extend(here.value)
        elif isinstance(here, yaml.MappingNode):
            todo.extend(value for _, value in here.value)
            _check_own_keys(here, source)


def _check_own_keys(node: yaml.MappingNode, source: str) -> None:
    keys = set()
    for key, _ in node.value:
        place = Place(source, key.start_mark.line + 1, key.start_mark.column + 1)
        if key.tag not in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge"):
            raise SyntaxProblem("a key is a text; write others in quotes", place)
        if key.value in keys:
            raise SyntaxProblem(f"the key {key.value!r} is given twice", place)
        keys.add(key.value)
