"""Reading a run's output folder, which may be anybody's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from is_bench.documents import parse_json, read_text
from is_bench.errors import InputError, Place, SyntaxProblem
from is_bench_eval.errors import RunFolderProblem
from is_bench_eval.recording.results import Record
from is_bench_eval.recording.summary import summarize

_ALWAYS = {"task": str, "plan_index": int}
_ERROR = {**_ALWAYS, "error": str}
_RAN = {
    **_ALWAYS,
    "instruction": str,
    "steps": list,
    "ending": str,
    "faithful": dict,
    "strict": dict,
    "conditions": list,
    "goal": dict,
}
_MANIFEST = {
    "arguments": dict,
    "seed": int,
    "engine": str,
    "simulator": str,
    "world": dict,
    "guard": dict,
    "dataset": dict,
    "versions": dict,
}


MANIFEST = "manifest.json"


@dataclass(frozen=True)
class FinishedRun:
    """What a run wrote."""

    path: Path
    manifest: Record
    records: list[Record]
    summary: Record
    """Computed from the records."""


def read_run(path: Path) -> FinishedRun:
    """The run in a folder; raises RunFolderProblem if there is none, or a damaged one."""
    if not path.is_dir():
        what = "is no folder" if path.exists() else "there is no such folder"
        raise RunFolderProblem(f"{what}; name the --out of an `is-bench eval`", Place(str(path)))
    if not (path / MANIFEST).exists():
        raise RunFolderProblem(f"holds no run of `is-bench eval`: no {MANIFEST}", Place(str(path)))
    try:
        manifest = _manifest(path / MANIFEST)
        records = _records(path / "results.jsonl")
    except RunFolderProblem:
        raise
    except InputError as error:
        raise _no_run(error.message, error.place) from None
    return FinishedRun(path, manifest, records, _summary(path, records))


def _manifest(path: Path) -> Record:
    return _checked(parse_json(read_text(path), str(path)), _MANIFEST, Place(str(path)))


def _records(path: Path) -> list[Record]:
    """The lines of results.jsonl; a last one that a crash cut short is left out."""
    *lines, _cut = read_text(path).split("\n")
    records = []
    for number, line in enumerate(lines, 1):
        place = Place(str(path), number)
        record = _parsed(line, place)
        is_error = isinstance(record, dict) and "error" in record
        records.append(_checked(record, _ERROR if is_error else _RAN, place))
    return records


def _parsed(line: str, place: Place) -> Any:
    try:
        return parse_json(line, place.source)
    except SyntaxProblem as error:
        column = error.place.column if error.place else 0
        raise _no_run(error.message, Place(place.source, place.line, column)) from None


def _checked(document: Any, wanted: dict[str, type], place: Place) -> Record:
    if not isinstance(document, dict):
        raise _no_run("not a JSON object", place)
    for key, kind in wanted.items():
        if not isinstance(document.get(key), kind):
            raise _no_run(f"{key!r} is missing, or not as is_bench writes it", place)
    return document


def _summary(path: Path, records: list[Record]) -> Record:
    try:
        return summarize(records)
    except (AttributeError, KeyError, TypeError) as error:
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> RunFolderProblem:
    """The error for a run whose parts are there but not as this version writes them."""
    said = f"{type(error).__name__}: {error}"
    return _no_run(f"not as this version of is_bench writes it ({said})", Place(str(path)))


def _no_run(message: str, place: Place | None) -> RunFolderProblem:
    return RunFolderProblem(f"no results of `is-bench eval` can be read: {message}", place)
